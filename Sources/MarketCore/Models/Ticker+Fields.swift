public import Foundation

/// The fields of a ticker.
public enum TickerField: String, Field {
  /// ``Ticker/exchange``, the id of the exchange.
  case exchange
  /// The name of the pair, as in `BTC-USD`.
  case symbol
  /// The base currency: the traded one.
  case base
  /// The quote currency: the one of prices.
  case quote
  /// The name of the base currency: the exchange's own, else ours.
  case name
  /// ``Ticker/last``, in the quote currency.
  case last
  /// ``Ticker/bid``, in the quote currency.
  case bid
  /// ``Ticker/ask``, in the quote currency.
  case ask
  /// ``Ticker/spreadBasisPoints``, to six decimals.
  case spreadBasisPoints = "spread_bp"
  /// ``Ticker/open``, in the quote currency.
  case open
  /// ``Ticker/change``, in the quote currency.
  case change
  /// ``Ticker/percent``: 5 is 5 %.
  case percent
  /// ``Ticker/changeReference``: the moment that the change is measured from.
  case changeFrom = "change_from"
  /// ``Ticker/high``, in the quote currency.
  case high
  /// ``Ticker/low``, in the quote currency.
  case low
  /// ``Ticker/volume``, in the base currency.
  case volume
  /// ``Ticker/notional``, in the quote currency.
  case notional
  /// The arrival time of the answer.
  case asOf = "as_of"

  /// The columns of a table, unless others are chosen.
  public static let tableColumns: [TickerField] = [.symbol, .last, .change, .percent, .volume]

  /// The last prices of the last polls.
  public static let hasTrend = true

  /// The kind of its values.
  public var kind: FieldKind {
    switch self {
    case .exchange, .symbol, .base, .quote, .name, .changeFrom: .text
    case .last, .bid, .ask, .spreadBasisPoints, .open, .change, .percent, .high, .low, .volume,
      .notional:
      .number
    case .asOf: .time
    }
  }

  /// The order in which columns are dropped on a narrow terminal.
  public var dropRank: Int {
    switch self {
    case .symbol, .last: 0
    case .exchange: 1
    case .percent: 2
    case .change: 3
    case .volume: 4
    case .base, .quote, .name, .bid, .ask, .spreadBasisPoints, .open, .changeFrom, .high, .low,
      .notional, .asOf:
      5
    }
  }

  /// The percentage.
  public var marksTone: Bool { self == .percent }
  /// The change, absolute and relative.
  public var isDayChange: Bool { [.change, .percent].contains(self) }
}

extension Ticker {
  /// The exact value of a field of this ticker, in an answer of that time.
  public func value(of field: TickerField, asOf: Date) -> FieldValue {
    switch field {
    case .exchange: .name(exchange)
    case .symbol: .text(pair.symbol)
    case .base: FieldValue(pair.base)
    case .quote: FieldValue(pair.quote)
    case .name: FieldValue(name ?? pair.baseName)
    case .last: FieldValue(last)
    case .bid: FieldValue(bid)
    case .ask: FieldValue(ask)
    case .spreadBasisPoints: .quotient(spreadBasisPoints)
    case .changeFrom: .text(changeReference.rawValue)
    case .high: FieldValue(high)
    case .low: FieldValue(low)
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
  /// The moment that the change is measured from.
  public var dayChangeReference: ChangeReference? { change == nil ? nil : changeReference }

  /// A field as a table shows it.
  public func cell(of field: TickerField, asOf: Date) -> Cell {
    // The texts of a cell keep what they are made of.
    let (value, quote) = (value(of: field, asOf: asOf), pair.quote)
    switch (field, value) {
    case (.last, .unknown) where showsMissingLastAsZero:
      return Cell(value, MoneyFormat.text(0, in: quote))
    case (.last, .number(let amount)), (.bid, .number(let amount)), (.ask, .number(let amount)),
      (.open, .number(let amount)), (.high, .number(let amount)), (.low, .number(let amount)):
      return Cell(value, MoneyFormat.text(amount, in: quote))
    case (.notional, .number(let amount)):
      return Cell(value, MoneyFormat.rounded(amount, in: quote))
    case (.spreadBasisPoints, .number(let number)):
      return Cell(value, BasisPointFormat.text(number))
    case (.change, .number(let amount)):
      return Cell(value, MoneyFormat.text(amount, in: quote, signed: true), tone: Tone(of: amount))
    case (.percent, .number(let percent)):
      return PercentFormat.cell(percent, tone: tone)
    case (.volume, .number(let volume)): return Cell(value, VolumeFormat.text(volume))
    default: return Cell(value)
    }
  }

  /// Whether the price rose or fell in the last 24 hours, by its exact change.
  public var tone: Tone { Tone(of: change) }
}
