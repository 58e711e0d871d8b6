import Foundation

extension Coinbase {
  /// An instrument, and whether it can be traded: `/products` keeps what is delisted.
  typealias Product = (instrument: Instrument, isListed: Bool)

  /// `/products/ID` for one pair, else `/products`, which holds delisted ones, too.
  public func instruments(
    of pairs: [Pair]?, withNames: Bool, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Instrument]> {
    async let firstNames = names(of: pairs, ifNeeded: withNames, in: scope)
    let products: Answer<[Product]>
    if let pair = pairs.single {
      let response = try await scope.get(
        "products", try pair.requestableSymbol(), limit: Self.limit)
      products = try Answer([try response.parsed(Self.product)], in: response)
    } else {
      products = try await allProducts(in: scope)
    }
    let listed = products.value.filter(\.isListed).map(\.instrument)
    let (names, warnings) = await renewed(await firstNames, for: listed.map(\.pair), in: scope)
    var answer = products.map { _ in
      listed.map { instrument in instrument.named(instrument.pair.base.flatMap { names?[$0] }) }
    }
    answer.warnings += warnings
    return answer
  }

  func allProducts(in scope: RequestScope) async throws(MarketError) -> Answer<[Product]> {
    let response = try await scope.get("products", limit: Self.limit)
    return try Answer(
      response.parsed { (list: JSONArray) in try list.objects(named: "id", Self.product) },
      in: response)
  }

  /// `{"id":"BTC-USD","status":"online","trading_disabled":false,"quote_increment":"0.01",…}`.
  ///
  /// The pair is the id, and not always its two currencies: `BTCAUCTION-USD` has the base currency BTC.
  /// A status is `online` or `delisted`; of 839 about 500 are online (September 2026). `base_min_size`
  /// and `base_max_size` went in 2022.
  private static func product(_ row: JSONObject) throws -> Product {
    let id = try row.name("id")
    let status = try row.text("status")
    let isDisabled: Bool = try row.optionalValue("trading_disabled") ?? false
    // Only some orders are accepted.
    let limits: [JSONKey] = ["post_only", "limit_only", "cancel_only", "auction_mode"]
    let isLimited = limits.contains { (try? row.optionalValue($0)) == true }
    let state: Instrument.State? =
      switch status {
      case "online": isDisabled ? .closed : isLimited ? .limited : .open
      case "delisted": .closed
      default: nil
      }
    let instrument = Instrument(
      pair: Pair(symbol: id), status: status, state: state,
      tickSize: try row.price("quote_increment", quoted: true),
      lotSize: try row.price("base_increment", quoted: true),
      minimumNotional: try row.number("min_market_funds", quoted: true), id: .text(id))
    return (instrument, (status ?? "online") == "online" && !isDisabled)
  }
}
