public import Foundation

/// The fields of an instrument.
public enum InstrumentField: String, Field {
  /// ``Instrument/exchange``, the id of the exchange.
  case exchange
  /// The name of the pair, as in `BTC-USD`.
  case symbol
  /// The base currency: the traded one.
  case base
  /// The quote currency: the one of prices.
  case quote
  /// The name of the base currency: the exchange's own, else ours.
  case name
  /// ``Instrument/status``, the exchange's own word.
  case status
  /// ``Instrument/state-swift.property``: open, limited or closed.
  case state
  /// ``Instrument/tickSize``, in the quote currency.
  case tickSize = "tick_size"
  /// ``Instrument/lotSize``, in the base currency.
  case lotSize = "lot_size"
  /// ``Instrument/minimumOrder``, in the base currency.
  case minOrder = "min_order"
  /// ``Instrument/maximumOrder``, in the base currency; 0 is no limit.
  case maxOrder = "max_order"
  /// ``Instrument/minimumNotional``, in the quote currency.
  case minNotional = "min_notional"
  /// ``Instrument/id``, the exchange's own name or number of the pair.
  case id

  /// The columns of a table, unless others are chosen.
  public static let tableColumns: [InstrumentField] = [
    .symbol, .status, .tickSize, .lotSize, .minOrder, .maxOrder,
  ]

  /// The kind of its values.
  public var kind: FieldKind {
    switch self {
    case .exchange, .symbol, .base, .quote, .name, .status, .state, .id: .text
    case .tickSize, .lotSize, .minOrder, .maxOrder, .minNotional: .number
    }
  }

  /// The order in which columns are dropped on a narrow terminal.
  public var dropRank: Int {
    switch self {
    case .exchange, .symbol, .status: 0
    case .tickSize: 1
    case .minOrder: 2
    case .lotSize: 3
    case .maxOrder: 4
    case .base, .quote, .name, .state, .minNotional, .id: 5
    }
  }
}

extension Instrument {
  /// The exact value of a field of this instrument. None of them depends on the time.
  public func value(of field: InstrumentField, asOf: Date) -> FieldValue {
    switch field {
    case .exchange: .name(exchange)
    case .symbol: .text(pair.symbol)
    case .base: FieldValue(pair.base)
    case .quote: FieldValue(pair.quote)
    case .name: FieldValue(name ?? pair.baseName)
    case .status: FieldValue(status)
    case .state: FieldValue(state?.rawValue)
    case .tickSize: FieldValue(tickSize)
    case .lotSize: FieldValue(lotSize)
    case .minOrder: FieldValue(minimumOrder)
    case .maxOrder: FieldValue(maximumOrder)
    case .minNotional: FieldValue(minimumNotional)
    case .id: FieldValue(id)
    }
  }
}

extension Instrument: Listed {
  /// Nothing of it moves.
  public static let watched: InstrumentField? = nil

  /// A field as a table shows it: prices with their currency, sizes with every digit.
  public func cell(of field: InstrumentField, asOf: Date) -> Cell {
    let value = value(of: field, asOf: asOf)
    switch (field, value) {
    case (.tickSize, .number(let price)):
      return Cell(value, MoneyFormat.text(price, in: pair.quote))
    case (.lotSize, .number(let size)), (.minOrder, .number(let size)):
      return Cell(value, NumberFormat.grouped(size))
    case (.maxOrder, .number(let size)):
      return Cell(value, size.isZero ? "no limit" : NumberFormat.grouped(size))
    case (.minNotional, .number(let amount)):
      return Cell(value, MoneyFormat.text(amount, in: pair.quote))
    default: return Cell(value)
    }
  }
}
