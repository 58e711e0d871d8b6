import Foundation

extension Bitstamp {
  /// Requests `/ticker/btcusd/` for one pair, else `/ticker/`; also the list of markets, if it is needed.
  package func tickers(
    of pairs: [Pair]?, details: TickerDetails, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    async let firstListed: (value: SymbolDirectory<String>?, warnings: [Warning]) =
      details.names
      ? scope.cache.optional("currency names") { () async throws(MarketError) in
        try await directory(in: scope)
      } : (nil, [])
    var answer: Answer<[Ticker]>
    if let pair = pairs.single {
      let (name, warnings) = try await name(of: pair, in: scope)
      answer = try Self.answer(await scope.get("ticker", "\(name)/"), about: pair)
      answer.warnings += warnings
    } else {
      answer = try Self.answer(await scope.get("ticker/"))
    }
    let (first, warnings) = await firstListed
    answer.warnings += warnings
    if first != nil {
      let pairs = answer.value.map(\.pair)
      let names = try await directory(in: scope) { $0.lacks(pairs) }.names
      answer.value = answer.value.map { $0.with(name: names[$0.pair.base ?? ""]) }
    }
    return answer
  }

  /// The tickers of a list, or the ticker of an object. For an unknown pair Bitstamp sends the list.
  private static func answer(
    _ response: Transport.Response, about pair: Pair? = nil
  ) throws(MarketError) -> Answer<[Ticker]> {
    let first = response.body.first { !" \t\r\n".utf8.contains($0) }
    if first == UInt8(ascii: "[") {
      return try response.rows { (list: JSONArray) in try list.objects(named: "pair", row) }
    }
    let ticker = try response.parsed { (row: JSONObject) in
      // Other members of a row may be missing, but an object without `last` is not a ticker.
      guard row.members.contains("last") else { throw row.missing("last") }
      return try pair.map { try Self.ticker(of: $0, row) }
    }
    return try Answer([ticker].compactMap(\.self), in: response)
  }

  private static func row(_ row: JSONObject) throws -> Ticker? {
    let name = try row.name("pair")
    guard isSpot(row, named: name) else { return nil }
    guard let pair = Pair(name: name) else {
      throw row.invalid("pair", "not in the form BASE/QUOTE")
    }
    return try ticker(of: pair, row)
  }

  /// `{"pair":"BTC/USD","last":"27412.35",…}`, all numbers as text. `open` is the first price since 00:00
  /// UTC (response of 2026-07-27), `open_24` the price 24 hours ago, `volume` is of 24 hours, in the base
  /// currency.
  private static func ticker(of pair: Pair, _ row: JSONObject) throws -> Ticker {
    var ticker = try row.ticker(
      of: pair, last: "last", open: "open_24", high: "high", low: "low", volume: "volume")
    ticker.bid = try row.price("bid", quoted: true)
    ticker.ask = try row.price("ask", quoted: true)
    return ticker
  }
}
