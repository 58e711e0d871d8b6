import Arguments
import MarketCore

/// A field that help and manual explain.
protocol ExplainedField: Field {
  /// The meaning in one line, with the unit.
  var meaning: String { get }
}

extension ExplainedField {
  /// All fields with their meanings, for help and manual.
  static func list(_ title: String) -> Section {
    let trend = hasTrend ? [("trend", "Last prices as a sparkline; on a screen only")] : []
    return Section(title, rows: allCases.map { ($0.rawValue, $0.meaning) } + trend)
  }
}

/// Meanings of fields that rows of several kinds have.
private enum Meaning {
  static let exchange = "Exchange, as in --exchange"
  static let symbol = "Pair (BTC-USD)"
  static let base = "Base currency, which is traded"
  static let quote = "Quote currency, in which prices are given"
  static let name = "Name of the base currency"
  static let asOf = "Arrival time of the response, in UTC"
}

extension TickerField: ExplainedField {
  var meaning: String {
    switch self {
    case .exchange: Meaning.exchange
    case .symbol: Meaning.symbol
    case .base: Meaning.base
    case .quote: Meaning.quote
    case .name: Meaning.name
    case .last: "Price of the last trade (quote currency)"
    case .bid: "Best bid (quote currency)"
    case .ask: "Best ask (quote currency)"
    case .spreadBasisPoints: "(ask - bid) / mid, in basis points"
    case .open: "Reference price of the change (quote currency)"
    case .change: "last - open (quote currency)"
    case .percent: "change / open, in percent: 5 is 5%"
    case .changeFrom: "Time of open: 24h (24 hours ago) or utc-day (00:00 UTC)"
    case .high: "Highest price in 24 hours (quote currency)"
    case .low: "Lowest price in 24 hours (quote currency)"
    case .volume: "Traded quantity in 24 hours (base currency)"
    case .notional: "volume * last (quote currency)"
    case .asOf: Meaning.asOf
    }
  }
}

extension InstrumentField: ExplainedField {
  var meaning: String {
    switch self {
    case .exchange: Meaning.exchange
    case .symbol: Meaning.symbol
    case .base: Meaning.base
    case .quote: Meaning.quote
    case .name: Meaning.name
    case .status: "Trading status as sent by the exchange"
    case .state: "open, limited (for example cancel-only or auction) or closed"
    case .tickSize: "Price step (quote currency)"
    case .lotSize: "Quantity step (base currency)"
    case .minOrder: "Smallest order (base currency)"
    case .maxOrder: "Largest order (base currency); 0: no limit"
    case .minNotional: "Smallest order value (quote currency)"
    case .id: "Exchange's name or number of the pair"
    }
  }
}

extension HistoryField: ExplainedField {
  var meaning: String {
    switch self {
    case .exchange: Meaning.exchange
    case .symbol: Meaning.symbol
    case .time: "Start of the period, in UTC"
    case .open: "First price of the period (quote currency)"
    case .high: "Highest price (quote currency)"
    case .low: "Lowest price (quote currency)"
    case .close: "Last price (quote currency)"
    case .volume: "Traded quantity (base currency)"
    case .change: "close - open (quote currency)"
    case .percent: "change / open, in percent: 5 is 5%"
    case .complete: "true if the period has ended, else false"
    }
  }
}

extension HoldingField: ExplainedField {
  var meaning: String {
    switch self {
    case .exchange: "Exchange, as in --exchange; unknown for cash"
    case .symbol: "Pair (BTC-USD), or the currency of cash"
    case .name: Meaning.name
    case .quantity: "Sum of the lots (base currency)"
    case .last: "Price of the last trade (quote currency); 1 for cash"
    case .value: "quantity * last (quote currency, or --in)"
    case .dayChange: "quantity * change of the price (quote currency, or --in)"
    case .percent: "Change of the price in percent; 0 for cash"
    case .unitCost: "cost / quantity (quote currency)"
    case .cost: "Sum of quantity * unit_cost of the lots (quote currency, or --in)"
    case .gain: "value - cost (quote currency, or --in)"
    case .gainPercent: "gain / |cost|, in percent"
    case .share: "Part of the value of its total, in percent"
    case .asOf: "Arrival time of the price, in UTC"
    }
  }
}

extension HoldingTotalField: ExplainedField {
  var meaning: String {
    switch self {
    case .quote: "Currency of the total"
    case .value: "Sum of the known values (quote)"
    case .dayChange: "Sum of the known day changes (quote)"
    case .cost: "Cost of the holdings with known cost and value (quote)"
    case .gain: "Gain of the holdings with known cost and value (quote)"
    case .gainPercent: "gain / |cost|, in percent"
    case .unpriced: "Number of holdings without a price or rate"
    case .uncosted: "Number of holdings without a cost"
    }
  }
}

extension BookField: ExplainedField {
  var meaning: String {
    switch self {
    case .exchange: Meaning.exchange
    case .side: "bid or ask"
    case .level: "Number of the level or order; 1 is best"
    case .price: "Price of the level or order (quote currency)"
    case .quantity: "Quantity of the level or order (base currency)"
    case .orders: "Number of orders at the price"
    case .orderID: "Id of the order; requires --orders"
    case .total: "Quantity from the best price to here (base currency)"
    case .notional: "price * quantity (quote currency)"
    case .bar: "total as a share of the largest one shown, drawn as a bar"
    }
  }
}

extension BookSummaryField: ExplainedField {
  var meaning: String {
    switch self {
    case .exchange: "Exchange, as in --exchange; unknown for a merged book"
    case .symbol: Meaning.symbol
    case .bestBid: "Highest bid (quote currency)"
    case .bestAsk: "Lowest ask (quote currency)"
    case .mid: "(best_bid + best_ask) / 2 (quote currency)"
    case .spread: "best_ask - best_bid (quote currency)"
    case .spreadBasisPoints: "spread / mid, in basis points"
    case .imbalance:
      "(bid - ask) / (bid + ask) quantity over the first --depth levels (10 by default), -1 to 1"
    case .asOf: Meaning.asOf
    }
  }
}

extension FillField: ExplainedField {
  var meaning: String {
    switch self {
    case .symbol: Meaning.symbol
    case .side: "buy or sell"
    case .requested: "Size of the order (base currency, or quote currency for an amount)"
    case .filled: "Filled quantity (base currency)"
    case .average: "Average price, to 12 digits (quote currency)"
    case .worst: "Worst price (quote currency)"
    case .total: "Cost or proceeds (quote currency)"
    case .slippageBasisPoints: "average against mid, in basis points; positive is worse"
    case .unfilled: "Part that the book cannot fill (in the unit of requested)"
    case .asOf: Meaning.asOf
    }
  }
}

extension ExchangeField: ExplainedField {
  var meaning: String {
    switch self {
    case .exchange: "Name, as in --exchange"
    case .title: "Full name"
    case .tickers: "Whether it has prices of all pairs"
    case .book: "Whether it has order books"
    case .orders: "Whether it has individual orders (book --orders)"
    case .history: "Periods of its price history (history --period)"
    case .names: "Whether it has names of currencies"
    case .url: "API base URL"
    }
  }
}
