import Foundation

extension Bitstamp {
  /// `/ticker/btcusd/` for one pair, else `/ticker/`; beside it the list of markets for names.
  public func tickers(
    of pairs: [Pair]?, details: TickerDetails, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    async let firstMarkets = optionalMarkets(ifNeeded: details.names, in: scope)
    var answer =
      if let pair = pairs.single {
        try await ticker(of: pair, in: scope)
      } else {
        try Self.answer(await scope.get("ticker/", limit: Self.limit))
      }
    let (names, warnings) = await firstMarkets
    answer.warnings += warnings
    if names != nil {
      let pairs = answer.value.map(\.pair)
      let markets = try await markets(in: scope) { markets in
        pairs.contains { markets.byPair[$0] == nil }
      }
      answer.value = answer.value.map { $0.with(name: markets.byPair[$0.pair]?.instrument.name) }
    }
    return answer
  }

  private func ticker(
    of pair: Pair, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    let (name, warnings) = try await name(of: pair, in: scope)
    let response = try await scope.get("ticker", "\(name)/", limit: Self.limit)
    return try Self.answer(response, about: pair, warnings)
  }

  /// The tickers of a list, or the one of an object. The response for an unknown pair is the list.
  private static func answer(
    _ response: Transport.Response, about pair: Pair? = nil, _ warnings: [Warning] = []
  ) throws(MarketError) -> Answer<[Ticker]> {
    let first = response.body.first { !" \t\r\n".utf8.contains($0) }
    if first == UInt8(ascii: "[") {
      return try Answer(response.parsed(tickers), in: response, warnings)
    }
    let ticker = try response.parsed { (row: JSONObject) in
      // Any member may be missing from a row, but an object without this one is something else.
      guard row.contains("last") else { throw row.missing("last") }
      return try pair.map { try Self.ticker(of: $0, row) }
    }
    return try Answer([ticker].compactMap(\.self), in: response, warnings)
  }

  private static func tickers(_ list: JSONArray) throws -> Rows<Ticker> {
    try list.objects(named: "pair") { row in
      let name = try row.name("pair")
      guard isSpot(row, named: name) else { return nil }
      guard let pair = pair(name) else {
        throw row.invalid("pair", "not in the form BASE/QUOTE")
      }
      return try ticker(of: pair, row)
    }
  }

  /// `{"pair":"BTC/USD","last":"27412.35",…}`, all numbers as text. `open` is today's, since midnight
  /// UTC (as answered on 2026-07-27), `open_24` the price 24 hours ago, `volume` the 24-hour
  /// volume in the base currency.
  private static func ticker(of pair: Pair, _ row: JSONObject) throws -> Ticker {
    let last = try row.price("last", quoted: true)
    let (bid, ask) = (try row.price("bid", quoted: true), try row.price("ask", quoted: true))
    let (high, low) = (try row.price("high", quoted: true), try row.price("low", quoted: true))
    return Ticker(
      pair: pair, open: try row.price("open_24", quoted: true),
      volume: try row.number("volume", quoted: true), last: last, bid: bid, ask: ask, high: high,
      low: low)
  }
}
