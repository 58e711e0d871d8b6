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

/// The fields of an instrument.
public enum InstrumentField: String, Field {
  case symbol, base, quote, status
  case tickSize = "tick_size"
  case lotSize = "lot_size"
  case minOrder = "min_order"
  case maxOrder = "max_order"
  case id

  /// Whether its values are numbers.
  public var isNumber: Bool {
    switch self {
    case .symbol, .base, .quote, .status: false
    case .tickSize, .lotSize, .minOrder, .maxOrder, .id: true
    }
  }
}

extension Instrument {
  /// The exact value of a field of this instrument.
  public func value(of field: InstrumentField, asOf: Date) -> FieldValue {
    switch field {
    case .symbol: .text(pair.symbol)
    case .base: FieldValue(pair.base)
    case .quote: FieldValue(pair.quote)
    case .status: FieldValue(status?.rawValue)
    case .tickSize: FieldValue(tickSize)
    case .lotSize: FieldValue(lotSize)
    case .minOrder: FieldValue(minimumOrder)
    case .maxOrder: FieldValue(maximumOrder)
    case .id: FieldValue(id)
    }
  }
}

/// The fields that sum up an order book.
public enum BookSummaryField: String, Field {
  case symbol
  case bestBid = "best_bid"
  case bestAsk = "best_ask"
  case mid, spread
  case spreadBasisPoints = "spread_bp"
  case imbalance
  case asOf = "as_of"

  /// Whether its values are numbers.
  public var isNumber: Bool { self != .symbol && self != .asOf }
}

extension OrderBook {
  /// The exact value of a field that sums up this book, in an answer of that time.
  ///
  /// - Parameter depth: how many entries a side count for the imbalance; `nil` for all.
  public func value(of field: BookSummaryField, asOf: Date, depth: Int?) -> FieldValue {
    switch field {
    case .symbol: .text(pair.symbol)
    case .bestBid: FieldValue(bids.first?.price)
    case .bestAsk: FieldValue(asks.first?.price)
    case .mid: FieldValue(mid)
    case .spread: FieldValue(spread)
    case .spreadBasisPoints: .quotient(spreadBasisPoints)
    case .imbalance: .quotient(imbalance(depth: depth))
    case .asOf: .time(asOf)
    }
  }
}

/// The fields of a level, or an order, of an order book.
public enum BookField: String, Field {
  case side, level, price, quantity, orders
  case orderID = "order_id"
  case total, notional
  /// The total as a share of the largest one shown, which a table draws as a bar.
  case bar

  /// Whether its values are numbers.
  public var isNumber: Bool { self != .side }
}

/// The fields of what a market order would come to.
public enum FillField: String, Field {
  case symbol, side, requested, filled, average, worst, total
  case slippageBasisPoints = "slippage_bp"
  case unfilled
  case asOf = "as_of"

  /// Whether its values are numbers.
  public var isNumber: Bool { ![.symbol, .side, .asOf].contains(self) }
}
