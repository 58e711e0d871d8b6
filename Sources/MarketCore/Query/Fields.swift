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
  /// The exchange's name of the pair.
  case symbol
  /// What is traded.
  case base
  /// What prices are in.
  case quote
  /// ``Instrument/status-swift.property``, the exchange's word.
  case status
  /// ``Instrument/tickSize``, in the quote currency.
  case tickSize = "tick_size"
  /// ``Instrument/lotSize``, in the base currency.
  case lotSize = "lot_size"
  /// ``Instrument/minimumOrder``, in the base currency.
  case minOrder = "min_order"
  /// ``Instrument/maximumOrder``, in the base currency; 0 is no limit.
  case maxOrder = "max_order"
  /// ``Instrument/id``, the exchange's number of the pair.
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
  /// The exact value of a field of this instrument. None of them depends on the time.
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
  /// The exchange's name of the pair.
  case symbol
  /// The highest price that is bid, in the quote currency.
  case bestBid = "best_bid"
  /// The lowest price that is asked, in the quote currency.
  case bestAsk = "best_ask"
  /// ``OrderBook/mid``, in the quote currency.
  case mid
  /// ``OrderBook/spread``, in the quote currency.
  case spread
  /// ``OrderBook/spreadBasisPoints``, to six decimals.
  case spreadBasisPoints = "spread_bp"
  /// ``OrderBook/imbalance(depth:)``, −1 … 1, to six decimals.
  case imbalance
  /// When the answer arrived.
  case asOf = "as_of"

  /// Whether its values are numbers.
  public var isNumber: Bool { self != .symbol && self != .asOf }
}

extension OrderBook {
  /// The exact value of a field that sums up this book, in an answer of that time.
  ///
  /// - Parameters:
  ///   - field: which one.
  ///   - asOf: when the answer arrived.
  ///   - depth: how many entries a side count for the imbalance; `nil` for all.
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
  /// `bid` or `ask`.
  case side
  /// 1 for the best price of its side.
  case level
  /// In the quote currency.
  case price
  /// In the base currency.
  case quantity
  /// How many orders stand at the price.
  case orders
  /// The order's id, in a book of single orders; else unknown.
  case orderID = "order_id"
  /// The quantity from the best price to here, in the base currency.
  case total
  /// Price × quantity, in the quote currency.
  case notional
  /// The total as a share of the largest one shown, 0 … 1, which a table draws as a bar.
  case bar

  /// Whether its values are numbers.
  public var isNumber: Bool { self != .side }
}

/// The fields of what a market order would come to.
public enum FillField: String, Field {
  /// The exchange's name of the pair.
  case symbol
  /// `buy` or `sell`.
  case side
  /// ``MarketOrder/requested``, in the currency of the order's amount.
  case requested
  /// ``Fill/filled``, in the base currency.
  case filled
  /// ``Fill/average``, in the quote currency, to 12 significant digits.
  case average
  /// ``Fill/worst``, in the quote currency.
  case worst
  /// ``Fill/total``, in the quote currency.
  case total
  /// ``Fill/slippageBasisPoints``, to six decimals; above 0 is worse than the mid.
  case slippageBasisPoints = "slippage_bp"
  /// ``Fill/unfilled``, in the currency of the order's amount.
  case unfilled
  /// When the answer arrived.
  case asOf = "as_of"

  /// Whether its values are numbers.
  public var isNumber: Bool { ![.symbol, .side, .asOf].contains(self) }
}
