public import Foundation

/// A market of made-up models, for tests and previews. The models can be changed at any time.
///
/// The ``client`` answers each request from the present models, without a network and without waiting. It
/// checks and completes answers like a client of the real exchange: an unknown pair is
/// ``MarketError/unknownSymbol(_:near:)``, a pair that disappears is a transient failure, a ticker has its
/// exchange. Codes of currencies are everyday codes. Single orders and all periods are always available.
public final class StubMarket: Sendable {
  public let client: MarketClient
  private let exchange: StubExchange

  /// A market of these models.
  ///
  /// - Parameters:
  ///   - exchange: the exchange that the market stands for. Its history depth limits the candles.
  ///   - tickers: the tickers of all pairs.
  ///   - books: the order books, one per pair.
  ///   - instruments: the instruments of all pairs.
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

  public var tickers: [Ticker] {
    get { exchange[\.tickers] }
    set { exchange[\.tickers] = newValue }
  }

  /// The order books. For a pair without a book, ``MarketClient/book(of:detail:)`` fails: with a transient
  /// error if another model has the pair, or an earlier answer had it, otherwise as unknown.
  public var books: [OrderBook] {
    get { exchange[\.books] }
    set { exchange[\.books] = newValue }
  }

  public var instruments: [Instrument] {
    get { exchange[\.instruments] }
    set { exchange[\.instruments] = newValue }
  }

  /// The candles by pair and period. A pair that is only in other models has an empty history.
  public var candles: [Pair: [Period: [Candle]]] {
    get { exchange[\.candles] }
    set { exchange[\.candles] = newValue }
  }

  /// The arrival time of answers; `nil`, the default, for the time of each request.
  public var asOf: Date? {
    get { exchange[\.asOf] }
    set { exchange[\.asOf] = newValue }
  }

  /// The error with which all requests fail; `nil`, the default, if there is none.
  public var failure: MarketError? {
    get { exchange[\.failure] }
    set { exchange[\.failure] = newValue }
  }
}

extension MarketClient {
  /// A client that answers from made-up models, for tests and previews. The parameters are as in
  /// ``StubMarket/init(_:tickers:books:instruments:candles:)``. To change the models later, use a
  /// ``StubMarket``.
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
