/// The rows of tickers to ask for, and their pairs.
extension Bitfinex {
  /// All of them. Without the spellings, symbols are formed as far as they can be.
  func allTickers(
    over session: ExchangeSession
  ) async throws(MarketError) -> Answer<[(pair: Pair, row: WireTicker)]> {
    async let kept = session.facts.optional("currency codes (some may be Bitfinex's own)") {
      () async throws(MarketError) in try await askForSpellings(over: session)
    }
    let (response, rows, rowWarnings) = try await rows("ALL", over: session)
    var (spellings, warnings) = await kept
    if spellings != nil {
      let names = rows.map(\.name)
      spellings = try await self.spellings(over: session) { !$0.lists(names) }
    }
    var known: [(pair: Pair, row: WireTicker)] = []
    warnings += rowWarnings
    for row in rows {
      if let pair = (spellings ?? .builtIn).pair(of: row.name) {
        known.append((pair, row))
      } else {
        warnings.append(.rowLeftOut("t\(row.name.text): ambiguous pair"))
      }
    }
    return try Answer(known, in: response, warnings)
  }

  /// Those of some pairs. Whether one that is unknown is left out, or spoils the others, is
  /// unconfirmed.
  func tickers(
    of pairs: [Pair], over session: ExchangeSession
  ) async throws(MarketError) -> Answer<[(pair: Pair, row: WireTicker)]> {
    let plain = pairs.compactMap(WireName.init(plain:))
    guard plain.count != pairs.count else {
      return try await tickers(Dictionary(zip(plain, pairs)) { $1 }, over: session)
    }
    let spellings = try await spellings(over: session) { known in
      pairs.contains { known.names[$0] == nil }
    }
    let listed = pairs.compactMap { pair in spellings.names[pair].map { ($0, pair) } }
    guard !listed.isEmpty else { throw .unknownSymbol("", near: []) }
    return try await tickers(Dictionary(listed) { $1 }, over: session)
  }

  private func tickers(
    _ pairs: [WireName: Pair], over session: ExchangeSession
  ) async throws(MarketError) -> Answer<[(pair: Pair, row: WireTicker)]> {
    let symbols = pairs.keys.map { "t\($0.text)" }.sorted().joined(separator: ",")
    let (response, rows, warnings) = try await rows(symbols, over: session)
    let known = rows.compactMap { row in pairs[row.name].map { (pair: $0, row: row) } }
    return try Answer(known, in: response, warnings)
  }

  private func rows(
    _ symbols: String, over session: ExchangeSession
  ) async throws(MarketError) -> (Transport.Response, [WireTicker], [Warning]) {
    let response = try await session.get(
      "tickers", query: ["symbols": symbols], limit: Self.tickersLimit)
    let rows: Rows<WireTickersRow> = try response.decoded()
    return (response, rows.elements.compactMap(\.spot), rows.warnings)
  }
}
