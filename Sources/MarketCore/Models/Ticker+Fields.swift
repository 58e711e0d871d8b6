public import Foundation

/// The fields of a ticker.
public enum TickerField: String, Field {
  /// The exchange's name of the pair.
  case symbol
  /// What is traded.
  case base
  /// What prices are in.
  case quote
  /// ``Ticker/last``, in the quote currency.
  case last
  /// ``Ticker/open``, in the quote currency.
  case open
  /// ``Ticker/change``, in the quote currency.
  case change
  /// ``Ticker/percent``: 5 is 5 %.
  case percent
  /// ``Ticker/volume``, in the base currency.
  case volume
  /// ``Ticker/notional``, in the quote currency.
  case notional
  /// When the answer arrived.
  case asOf = "as_of"

  /// The columns of a table, unless others are chosen.
  public static let tableColumns: [TickerField] = [.symbol, .last, .change, .percent, .volume]

  /// The kind of its values.
  public var kind: FieldKind {
    switch self {
    case .symbol, .base, .quote: .text
    case .last, .open, .change, .percent, .volume, .notional: .number
    case .asOf: .time
    }
  }

  /// The order in which columns are dropped on a narrow terminal.
  public var dropRank: Int {
    switch self {
    case .symbol, .last: 0
    case .percent: 1
    case .change: 2
    case .volume: 3
    case .base, .quote, .open, .notional, .asOf: 4
    }
  }

  /// The percentage.
  public var marksTone: Bool { self == .percent }
}

extension Ticker {
  /// The exact value of a field of this ticker, in an answer of that time.
  public func value(of field: TickerField, asOf: Date) -> FieldValue {
    switch field {
    case .symbol: .text(pair.symbol)
    case .base: FieldValue(pair.base)
    case .quote: FieldValue(pair.quote)
    case .last: FieldValue(last)
    case .open: FieldValue(open)
    case .change: FieldValue(change)
    case .percent: FieldValue(percent)
    case .volume: FieldValue(volume)
    case .notional: FieldValue(notional)
    case .asOf: .time(asOf)
    }
  }
}

extension Ticker: Listed {
  /// The last price.
  public static let watched: TickerField? = .last

  /// A field as a table shows it. A missing last price is shown as no money at all.
  public func cell(of field: TickerField, asOf: Date) -> Cell {
    let value = value(of: field, asOf: asOf)
    switch (field, value) {
    case (.last, .unknown): return Cell(value, MoneyFormat.text(0, in: pair.quote))
    case (.last, .number(let amount)), (.open, .number(let amount)),
      (.notional, .number(let amount)):
      return Cell(value, MoneyFormat.text(amount, in: pair.quote))
    case (.change, .number(let amount)):
      return Cell(value, MoneyFormat.text(amount, in: pair.quote, signed: true), tone: tone)
    case (.percent, .number(let percent)):
      // What is shown as 0.00% has no sign, so it has no tone either.
      let isFlat = percent.magnitude < Self.leastShown
      return Cell(.quotient(percent), PercentFormat.text(percent), tone: isFlat ? .flat : tone)
    case (.volume, .number(let volume)): return Cell(value, VolumeFormat.text(volume))
    default: return Cell(value)
    }
  }

  /// The least percentage that is not rounded to 0.
  private static let leastShown = Decimal(sign: .plus, exponent: -3, significand: 5)

  /// Whether the price rose or fell in the last 24 hours, by its exact change.
  public var tone: Tone {
    switch change {
    case let change? where change > 0: .up
    case let change? where change < 0: .down
    default: .flat
    }
  }
}
