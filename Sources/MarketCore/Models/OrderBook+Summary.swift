public import Foundation

/// The fields that sum up an order book.
public enum BookSummaryField: String, Field {
  /// ``OrderBook/exchange``, the id of the exchange.
  case exchange
  /// The name of the pair, as in `BTC-USD`.
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
  /// The arrival time of the answer.
  case asOf = "as_of"

  /// The kind of its values.
  public var kind: FieldKind {
    switch self {
    case .exchange, .symbol: .text
    case .bestBid, .bestAsk, .mid, .spread, .spreadBasisPoints, .imbalance: .number
    case .asOf: .time
    }
  }
}

extension OrderBook {
  /// The exact value of a field that sums up this book, in an answer of that time.
  ///
  /// - Parameters:
  ///   - field: which one.
  ///   - asOf: when the answer arrived.
  ///   - depth: the number of price levels per side that count for the imbalance; `nil` for all.
  public func value(of field: BookSummaryField, asOf: Date, depth: Int?) -> FieldValue {
    switch field {
    case .exchange: .name(exchange)
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
