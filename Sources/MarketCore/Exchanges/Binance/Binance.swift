public import Foundation

/// Binance's spot market. Source: github.com/binance/binance-spot-api-docs (rest-api.md of July 2026,
/// errors.md), where no other is named.
public struct Binance: Exchange {
  /// The exchange, at its own address.
  public init() {}

  /// `binance`.
  public var id: String { "binance" }
  /// The name for people.
  public var title: String { "Binance" }
  // The text is a constant.
  // swift-format-ignore: NeverForceUnwrap
  /// The base URL of version 3 at the address for market data alone: api.binance.com answers 451 or
  /// 403 in some countries.
  public var url: URL { URL(string: "https://data-api.binance.vision/api/v3")! }
  /// All tickers weigh 80 of the 6,000 of a minute.
  public var minimumPollInterval: Duration { .seconds(2) }
  /// Candles of every length.
  public var offers: ExchangeOffers {
    ExchangeOffers(periods: Period.allCases, bookLimit: Self.bookLimit)
  }

  /// The weight of all requests of a minute. Binance counts by the minute of the clock, which any 60
  /// seconds within the limit are, too.
  static let limit = RateLimit("weight", 6000, per: .seconds(60))

  /// The weights of requests.
  enum Weight {
    static let symbols = 20
    static let book = 250
    static let candles = 2
  }

  /// A refusal has a code, whose meaning is documented, and a message.
  private struct WireRefusal: Decodable {
    let code: Int
    let msg: String?
  }

  /// 429 and, after further requests, 418: a ban of 2 minutes to 3 days. `Retry-After` says how
  /// long; without it, it is the minute that weights are counted in, and the shortest ban.
  public func error(in response: Transport.Response) -> MarketError? {
    let statusError = response.statusError
    let refusal: WireRefusal? = statusError.flatMap { _ in try? response.decoded() }
    switch (response.status, refusal?.code) {
    case (200...299, _): return nil
    case (418, _), (429, _), (_, -1003):
      let shortest: Double = response.status == 418 ? 120 : 60
      return .rateLimited(retryAfter: statusError?.retryAfter ?? shortest)
    // Invalid symbol; characters that no symbol has.
    case (_, -1121), (_, -1100): return .unknownSymbol("", near: [])
    default: break
    }
    guard let refusal, let words = refusal.msg, !words.isEmpty, statusError?.retryAfter == nil
    else { return statusError }
    let isTransient = response.status >= 500 || Self.transientCodes.contains(refusal.code)
    return .exchangeError(quoting: words, isTransient: isTransient)
  }

  /// Unknown, disconnected, unexpected response, timeout, busy, shutting down.
  private static let transientCodes: Set = [-1000, -1001, -1006, -1007, -1008, -1016]

  private static let bookLimit = 5000

  /// `/depth` with the most levels a side that it gives, 5,000. How many orders stand at a price is not
  /// said, and single orders are not given.
  public func book(
    of pair: Pair, detail: BookDetail, in scope: RequestScope
  ) async throws(MarketError) -> Answer<OrderBook> {
    guard detail == .levels else {
      throw unsupported("single orders")
    }
    let response = try await response(about: pair, in: scope) {
      (symbol) async throws(MarketError) in
      try await scope.get(
        "depth", query: ["symbol": symbol, "limit": "\(Self.bookLimit)"], limit: Self.limit,
        cost: Weight.book)
    }
    let wire: WireBook = try response.decoded()
    return try Answer(wire.book(of: pair), in: response, wire.bids.warnings + wire.asks.warnings)
  }

  /// The response to a question about one pair, once it is certain that its symbol is that of this
  /// pair: `BTCUSDT` is not BT-CUSDT.
  func response(
    about pair: Pair, in scope: RequestScope,
    ask: (_ symbol: String) async throws(MarketError) -> Transport.Response
  ) async throws(MarketError) -> Transport.Response {
    guard let symbol = pair.joined else { throw .notRequestable(pair) }
    async let listing = listingResult(of: [pair], in: scope)
    let response = try await ask(symbol)
    guard try await listing.get().pairs[symbol] == pair else { throw .unknownSymbol("", near: []) }
    return response
  }
}
