/// The rows of tickers to ask for, and their pairs.
extension Bitfinex {
  /// All of them. Without the spellings, symbols are formed as far as they can be.
  func allTickers(
    in scope: RequestScope
  ) async throws(MarketError) -> Answer<[(pair: Pair, row: WireTicker)]> {
    async let kept = scope.cache.optional("currency codes (some may be Bitfinex's own)") {
      () async throws(MarketError) in try await askForSpellings(in: scope)
    }
    let (response, rows, rowWarnings) = try await rows("ALL", in: scope)
    var (spellings, warnings) = await kept
    if spellings != nil {
      let names = rows.map(\.name)
      spellings = try await self.spellings(in: scope) { !$0.lists(names) }
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
    of pairs: [Pair], in scope: RequestScope
  ) async throws(MarketError) -> Answer<[(pair: Pair, row: WireTicker)]> {
    let plain = pairs.compactMap(WireName.init(plain:))
    guard plain.count != pairs.count else {
      return try await tickers(Dictionary(zip(plain, pairs)) { $1 }, in: scope)
    }
    let spellings = try await spellings(in: scope) { known in
      pairs.contains { known.names[$0] == nil }
    }
    let listed = pairs.compactMap { pair in spellings.names[pair].map { ($0, pair) } }
    guard !listed.isEmpty else { throw .unknownSymbol("", near: []) }
    return try await tickers(Dictionary(listed) { $1 }, in: scope)
  }

  private func tickers(
    _ pairs: [WireName: Pair], in scope: RequestScope
  ) async throws(MarketError) -> Answer<[(pair: Pair, row: WireTicker)]> {
    let symbols = pairs.keys.map { "t\($0.text)" }.sorted().joined(separator: ",")
    let (response, rows, warnings) = try await rows(symbols, in: scope)
    let known = rows.compactMap { row in pairs[row.name].map { (pair: $0, row: row) } }
    return try Answer(known, in: response, warnings)
  }

  private func rows(
    _ symbols: String, in scope: RequestScope
  ) async throws(MarketError) -> (Transport.Response, [WireTicker], [Warning]) {
    let response = try await scope.get(
      "tickers", query: ["symbols": symbols], limit: Self.tickersLimit)
    let rows: Rows<WireTickersRow> = try response.decoded()
    return (response, rows.elements.compactMap(\.spot), rows.warnings)
  }
}
