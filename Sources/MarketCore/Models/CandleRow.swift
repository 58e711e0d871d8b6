public import Foundation

/// A candle of a pair on an exchange, as a row of a history.
public struct CandleRow: Hashable, Sendable {
  /// The id of the exchange, as in `kraken`.
  public let exchange: String
  /// The market.
  public let pair: Pair
  /// The length of the candle.
  public let period: Period
  /// The candle.
  public let candle: Candle
  /// Whether the period has ended.
  public let isComplete: Bool

  /// A row of these parts.
  ///
  /// - Parameters:
  ///   - exchange: the id of the exchange.
  ///   - pair: the market.
  ///   - period: the length of the candle.
  ///   - candle: the candle.
  ///   - asOf: when the answer arrived: a period that ended by then is complete.
  public init(exchange: String, pair: Pair, period: Period, candle: Candle, asOf: Date) {
    self.exchange = exchange
    self.pair = pair
    self.period = period
    self.candle = candle
    isComplete = period.start(1, after: candle.time) <= asOf
  }

  /// Close minus open, in the quote currency; `nil` when either is unknown or 0.
  public var change: Decimal? {
    guard let open = candle.open, let close = candle.close, !open.isZero, !close.isZero else {
      return nil
    }
    return close.minus(open).finite
  }

  /// Change ÷ open × 100, to the 38 digits of a decimal; `nil` when the change is unknown.
  public var percent: Decimal? {
    guard let change, let open = candle.open else { return nil }
    return change.times(100)?.over(open)
  }
}

/// The fields of a history.
public enum HistoryField: String, Field {
  /// The id of the exchange.
  case exchange
  /// The name of the pair, as in `BTC-USD`.
  case symbol
  /// ``Candle/time``, the start of the period, in UTC.
  case time
  /// ``Candle/open``, in the quote currency.
  case open
  /// ``Candle/high``, in the quote currency.
  case high
  /// ``Candle/low``, in the quote currency.
  case low
  /// ``Candle/close``, in the quote currency.
  case close
  /// ``Candle/volume``, in the base currency.
  case volume
  /// ``CandleRow/change``, in the quote currency.
  case change
  /// ``CandleRow/percent``: 5 is 5 %.
  case percent
  /// ``CandleRow/isComplete``: `false` for the period that is still running.
  case complete

  /// The columns of a table, unless others are chosen.
  public static let tableColumns: [HistoryField] = [
    .time, .open, .high, .low, .close, .percent, .volume,
  ]

  /// The kind of its values.
  public var kind: FieldKind {
    switch self {
    case .exchange, .symbol, .complete: .text
    case .time: .time
    case .open, .high, .low, .close, .volume, .change, .percent: .number
    }
  }

  /// The order in which columns are dropped on a narrow terminal.
  public var dropRank: Int {
    switch self {
    case .time, .close: 0
    case .percent: 1
    case .high, .low: 2
    case .open: 3
    case .volume: 4
    case .exchange, .symbol, .change, .complete: 5
    }
  }

  /// The percentage.
  public var marksTone: Bool { self == .percent }
}

extension CandleRow: Listed {
  /// None: each row is of another time.
  public static let watched: HistoryField? = nil
  /// A candle.
  public static let noun = Noun("candle", "candles")

  /// That the range has no candles.
  public static func emptyNotice(isMultiExchange: Bool) -> String {
    "no candles in this range"
  }

  /// The exact value of a field.
  public func value(of field: HistoryField, asOf: Date) -> FieldValue {
    switch field {
    case .exchange: .text(exchange)
    case .symbol: .text(pair.symbol)
    case .time: .moment(candle.time)
    case .open: FieldValue(candle.open)
    case .high: FieldValue(candle.high)
    case .low: FieldValue(candle.low)
    case .close: FieldValue(candle.close)
    case .volume: FieldValue(candle.volume)
    case .change: FieldValue(change)
    case .percent: FieldValue(percent)
    case .complete: .flag(isComplete)
    }
  }

  /// A field as a table shows it.
  public func cell(of field: HistoryField, asOf: Date) -> Cell {
    let value = value(of: field, asOf: asOf)
    switch (field, value) {
    case (.open, .number(let price)), (.high, .number(let price)), (.low, .number(let price)),
      (.close, .number(let price)):
      return Cell(value, MoneyFormat.text(price, in: pair.quote))
    case (.change, .number(let change)):
      return Cell(value, MoneyFormat.text(change, in: pair.quote, signed: true), tone: tone)
    case (.percent, .number(let percent)):
      return PercentFormat.cell(percent, tone: tone)
    case (.volume, .number(let volume)): return Cell(value, VolumeFormat.text(volume))
    default: return Cell(value)
    }
  }

  /// Whether the price rose or fell in the period.
  public var tone: Tone { Tone(of: change) }
}
