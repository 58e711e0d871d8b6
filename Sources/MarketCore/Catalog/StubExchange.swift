import Foundation
import Synchronization

/// An exchange that makes no requests. Its answers are models, which can be changed at any time.
final class StubExchange: Exchange {
  struct Models {
    var tickers: [Ticker]
    var books: [OrderBook]
    var instruments: [Instrument]
    var candles: [Pair: [Period: [Candle]]]
    var asOf: Date?
    var failure: MarketError?

    var pairs: Set<Pair> {
      Set(tickers.map(\.pair)).union(books.map(\.pair)).union(instruments.map(\.pair))
        .union(candles.keys)
    }
  }

  let info: ExchangeInfo
  private let exchange: any Exchange
  private let models: Mutex<Models>

  /// A stub for an exchange, with its streams, single orders and all periods. Its codes are everyday codes.
  init(for exchange: any Exchange, _ models: Models) {
    var info = exchange.info
    (info.hasOrders, info.periods, info.codes) = (true, Period.allCases, CoinCodes())
    (self.info, self.exchange) = (info, exchange)
    self.models = Mutex(models)
  }

  var stream: StreamInfo? { exchange.stream }

  func bookStream(depth: Int?) -> BookStreamInfo? { exchange.bookStream(depth: depth) }

  subscript<Value: Sendable>(_ part: any WritableKeyPath<Models, Value> & Sendable) -> Value {
    get { models.withLock { $0[keyPath: part] } }
    set { models.withLock { $0[keyPath: part] = newValue } }
  }

  /// An answer with a part of the models. Throws the failure of the models, if there is one.
  private func answer<Value>(
    _ part: (Models) throws(MarketError) -> Value
  ) throws(MarketError) -> Answer<Value> {
    let models = models.withLock { $0 }
    if let failure = models.failure { throw failure }
    return Answer(try part(models), asOf: models.asOf ?? .now, source: "stub")
  }

  func error(in response: Transport.Response) -> MarketError? { nil }

  func tickers(
    of pairs: [Pair]?, details: TickerDetails, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    try answer(\.tickers)
  }

  func book(
    of pair: Pair, detail: BookDetail, in scope: RequestScope
  ) async throws(MarketError) -> Answer<OrderBook> {
    try answer { models throws(MarketError) in
      guard let book = models.books.first(where: { $0.pair == pair }) else {
        throw .unknownSymbol("", near: [])
      }
      return detail == .orders
        ? book : OrderBook(pair: pair, bids: book.levels(.bid), asks: book.levels(.ask))
    }
  }

  func instruments(
    of pairs: [Pair]?, withNames: Bool, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Instrument]> {
    try answer(\.instruments)
  }

  func candles(
    of pair: Pair, period: Period, from start: Date?, before end: Date?, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Candle]> {
    try answer { models throws(MarketError) in
      guard models.pairs.contains(pair) else { throw .unknownSymbol("", near: []) }
      let candles = (models.candles[pair]?[period] ?? []).sorted { $0.time < $1.time }
      return candles.suffix(info.historyDepth ?? candles.count)
    }
  }

  /// Always `nil`: one page has all candles.
  func previousPageEnd(before end: Date?, oldestCandle: Date?, period: Period) -> Date? { nil }

  func pairs(in scope: RequestScope) async throws(MarketError) -> PairList {
    try answer { PairList($0.pairs).adding($0.tickers) }.value
  }
}
