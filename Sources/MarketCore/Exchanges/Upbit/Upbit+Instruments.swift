import Foundation

extension Upbit {
  /// Requests `/market/all`, and the steps of prices from `/orderbook/instruments?markets=KRW-BTC,…`.
  package func instruments(
    of pairs: [Pair]?, withNames: Bool, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Instrument]> {
    var answer = try await markets(in: scope)
    if let pairs { answer.value.removeAll { !pairs.contains($0.pair) } }
    let steps = await rows(
      of: answer.value.map(\.pair), "orderbook/instruments", lacking: "tick sizes", in: scope,
      Self.tickSize)
    for index in answer.value.indices {
      answer.value[index].tickSize = steps.byPair[answer.value[index].pair] ?? nil
    }
    answer.warnings += steps.warnings
    return answer
  }

  /// `{"market":"KRW-BTC","quote_currency":"KRW","tick_size":"1000","supported_levels":["0","10000",…]}`: in KRW,
  /// the step depends on the price of the pair, and changes with it.
  private static func tickSize(_ row: JSONObject) throws -> Decimal? {
    try row.price("tick_size", quoted: true)
  }

  /// Statuses and limits are not sent. Sizes and volumes have at most 8 decimals (responses of 2018 to 2026); that
  /// this is the step of orders is unconfirmed.
  static func instrument(_ row: JSONObject) throws -> Instrument {
    Instrument(
      pair: try pair(in: row), lotSize: .powerOfTen(-8), id: .text(try row.name("market")),
      name: try row.currencyName("english_name"))
  }
}
