public import Foundation

/// Coinbase Exchange, whose API was Coinbase Pro's and GDAX's before; api.coinbase.com is another one.
/// Source: docs.cdp.coinbase.com/exchange, and its answers of June to October 2026.
public struct Coinbase: Exchange {
  /// The exchange, at its own address.
  public init() {}

  /// `coinbase`.
  public var id: String { "coinbase" }
  /// The name for people.
  public var title: String { "Coinbase" }
  // The text is a constant.
  // swift-format-ignore: NeverForceUnwrap
  /// The base URL, which names no version.
  public var url: URL { URL(string: "https://api.exchange.coinbase.com")! }
  /// All prices together are kept for 5 seconds (`max-age=5`, as answered on 2026-09-11).
  public var minimumPollInterval: Duration { .seconds(5) }
  /// Single orders (level 3), names of currencies, and candles of six lengths.
  public var offers: ExchangeOffers {
    ExchangeOffers(
      hasOrders: true, hasNames: true,
      periods: Period.allCases.filter { Self.granularity(of: $0) != nil },
      perPairFields: [.bid, .ask, .spreadBasisPoints])
  }

  /// 15 requests at once, then 10 a second (docs.cdp.coinbase.com rest-api/rate-limits). The burst is
  /// left to other programs at this address.
  static let limit = RateLimit("requests", 10, per: .seconds(1))

  /// A refusal is an object with a message.
  private struct WireRefusal: Decodable { let message: String }

  /// 404 `NotFound` is a product that it does not have, 400 or 404 one that it had; other messages are
  /// refusals. The delay that 429 asks for is unconfirmed: `Retry-After` is read if it is there.
  public func error(in response: Transport.Response) -> MarketError? {
    guard case .httpStatus(let status, nil) = response.statusError, status != 401,
      let refusal: WireRefusal = try? response.decoded(), !refusal.message.isEmpty
    else { return response.statusError }
    switch (status, refusal.message) {
    case (404, "NotFound"), (_, "Not allowed for delisted products"):
      return .unknownSymbol("", near: [])
    default:
      return .exchangeError(quoting: refusal.message, isTransient: status >= 500)
    }
  }

  /// `/products/ID/book`, the whole of it: level 2, or level 3 for single orders. Whether level 3 needs
  /// a key is unconfirmed; the documentation once warned that polling it may be blocked.
  public func book(
    of pair: Pair, detail: BookDetail, in scope: RequestScope
  ) async throws(MarketError) -> Answer<OrderBook> {
    let id = try pair.requestable().symbol
    switch detail {
    case .levels:
      return try await book(of: pair, WireBook<WireLevel>.self, in: scope) {
        () async throws(MarketError) in
        try await scope.get("products", id, "book", query: ["level": "2"], limit: Self.limit)
      }
    case .orders:
      return try await book(of: pair, WireBook<WireOrder>.self, in: scope) {
        () async throws(MarketError) in
        do throws(MarketError) {
          return try await scope.get(
            "products", id, "book", query: ["level": "3"], limit: Self.limit)
        } catch .httpStatus(401, _) {
          throw .exchangeError(
            message: "Coinbase gives single orders only with a key", isTransient: false)
        }
      }
    }
  }

  private func book<Entry>(
    of pair: Pair, _ type: WireBook<Entry>.Type, in scope: RequestScope,
    ask: () async throws(MarketError) -> Transport.Response
  ) async throws(MarketError) -> Answer<OrderBook> {
    let response = try await ask()
    let wire = try response.decoded(as: type)
    return try Answer(wire.book(of: pair), in: response, wire.warnings)
  }
}
