public import Foundation

/// The fields of a ticker.
public enum TickerField: String, Field {
  case symbol, base, quote, last, open, change, percent, volume, notional
  case asOf = "as_of"

  /// Whether its values are numbers.
  public var isNumber: Bool {
    switch self {
    case .symbol, .base, .quote, .asOf: false
    case .last, .open, .change, .percent, .volume, .notional: true
    }
  }
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

/// The fields of a level, or an order, of an order book.
public enum BookField: String, Field {
  case side, level, price, quantity, orders
  case orderID = "order_id"
  case total, notional

  /// Whether its values are numbers.
  public var isNumber: Bool { self != .side }
}
