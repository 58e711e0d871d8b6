public import Foundation

/// A market of made-up models, for tests and previews. They can be changed at any time.
///
/// Its ``client`` answers each request from the models at that time, without a network and without
/// waiting. It checks and completes answers as a client of the real exchange does: an unknown pair is
/// ``MarketError/unknownSymbol(_:near:)``, a pair that disappears is a transient
/// failure, a ticker has its exchange.
///
/// Codes of currencies are everyday ones. Individual orders and all periods are available, whatever the
/// exchange has.
public final class StubMarket: Sendable {
  /// The client of this market.
  public let client: MarketClient
  private let exchange: StubExchange

  /// A market of these models.
  ///
  /// - Parameters:
  ///   - exchange: the exchange that the client names as its own, with its history depth.
  ///   - tickers: the tickers of all pairs.
  ///   - books: the order books, one per pair.
  ///   - instruments: the instruments.
  ///   - candles: the candles by pair and period, in any order.
  public init(
    _ exchange: any Exchange = Exchanges.standard, tickers: [Ticker] = [],
    books: [OrderBook] = [], instruments: [Instrument] = [],
    candles: [Pair: [Period: [Candle]]] = [:]
  ) {
    self.exchange = StubExchange(
      for: exchange,
      StubExchange.Models(
        tickers: tickers, books: books, instruments: instruments, candles: candles))
    client = MarketClient(
      Transport { _ in .failure(.missing("a stub makes no requests")) }, exchange: self.exchange,
      source: "stub", keepsLimits: false)
  }

  /// The tickers of all pairs.
  public var tickers: [Ticker] {
    get { exchange[\.tickers] }
    set { exchange[\.tickers] = newValue }
  }

  /// The order books. For a pair without one ``MarketClient/book(of:detail:)`` fails: transiently if another
  /// model has the pair, else as unknown.
  public var books: [OrderBook] {
    get { exchange[\.books] }
    set { exchange[\.books] = newValue }
  }

  /// The instruments.
  public var instruments: [Instrument] {
    get { exchange[\.instruments] }
    set { exchange[\.instruments] = newValue }
  }

  /// The candles by pair and period. A pair of another model has no candles, if it has none here.
  public var candles: [Pair: [Period: [Candle]]] {
    get { exchange[\.candles] }
    set { exchange[\.candles] = newValue }
  }

  /// The arrival time of answers; `nil`, as at first, for the time of each request.
  public var asOf: Date? {
    get { exchange[\.asOf] }
    set { exchange[\.asOf] = newValue }
  }

  /// The error with which every request fails; `nil`, as at first, for none.
  public var failure: MarketError? {
    get { exchange[\.failure] }
    set { exchange[\.failure] = newValue }
  }
}

extension MarketClient {
  /// A client that answers from made-up models, for tests and previews. To change the models, keep their
  /// ``StubMarket``.
  ///
  /// - Parameters:
  ///   - exchange: the exchange that the client names as its own.
  ///   - tickers: the tickers of all pairs.
  ///   - books: the order books, one per pair.
  ///   - instruments: the instruments.
  ///   - candles: the candles by pair and period, in any order.
  public static func stub(
    _ exchange: any Exchange = Exchanges.standard, tickers: [Ticker] = [],
    books: [OrderBook] = [], instruments: [Instrument] = [],
    candles: [Pair: [Period: [Candle]]] = [:]
  ) -> MarketClient {
    StubMarket(
      exchange, tickers: tickers, books: books, instruments: instruments, candles: candles
    ).client
  }
}
