import Foundation

extension JSONObject {
  /// The ticker in members with these names, numbers mostly quoted. A price of 0 is unknown; so is an empty
  /// text if `canBeEmpty`.
  func ticker(
    of pair: Pair, last: JSONKey, open: JSONKey, high: JSONKey, low: JSONKey, volume: JSONKey,
    canBeEmpty: Bool = false
  ) throws -> Ticker {
    func price(_ key: JSONKey) throws -> Decimal? {
      try self.price(key, quoted: true, canBeEmpty: canBeEmpty)
    }
    let (last, open) = (try price(last), try price(open))
    let (high, low) = (try price(high), try price(low))
    return Ticker(
      pair: pair, open: open, volume: try number(volume, quoted: true, canBeEmpty: canBeEmpty),
      last: last, high: high, low: low)
  }
}

extension Ticker {
  /// The ticker with values from other responses; `nil` keeps the present value.
  func with(
    pair: Pair? = nil, name: String? = nil, bid: Decimal? = nil, ask: Decimal? = nil
  ) -> Ticker {
    var ticker = self
    ticker.pair = pair ?? ticker.pair
    ticker.name = name ?? ticker.name
    ticker.bid = bid ?? ticker.bid
    ticker.ask = ask ?? ticker.ask
    return ticker
  }
}
