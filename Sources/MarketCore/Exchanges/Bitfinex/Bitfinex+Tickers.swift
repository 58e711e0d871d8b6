import Foundation

extension Bitfinex {
  /// `/tickers?symbols=tBTCUSD,tETHUSD`, or `symbols=ALL`; beside it the symbol map and names.
  public func tickers(
    of pairs: [Pair]?, details: TickerDetails, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    async let firstNames = names(ifNeeded: details.names, in: scope)
    // The address of hundreds of pairs is longer than servers take; all of them are 41 kB.
    let isAll = pairs.map { $0.count > 100 } ?? true
    var answer = try await isAll ? allRows(in: scope) : rows(of: pairs ?? [], in: scope)
    let (names, warnings) = await firstNames
    answer.warnings += warnings
    return answer.map { rows in
      rows.map { symbol, ticker in ticker.with(name: names[symbol.base]) }
    }
  }

  private typealias Row = (symbol: Symbol, ticker: Ticker)

  /// All of them. Without the symbol map, pairs are formed as far as they can be.
  private func allRows(in scope: RequestScope) async throws(MarketError) -> Answer<[Row]> {
    async let firstMap = scope.cache.optional("currency codes (some may be Bitfinex's own)") {
      () async throws(MarketError) in try await symbolMap(in: scope)
    }
    let (rows, response) = try await rows("ALL", in: scope)
    var (map, warnings) = await firstMap
    if map != nil {
      map = try await symbolMap(in: scope) { map in
        rows.elements.contains { !map.lists($0.symbol) }
      }
    }
    warnings += rows.warnings
    let known = rows.elements.compactMap { symbol, ticker -> Row? in
      // Without the map it is unknown whether `WBT` stands for WBT.
      if map == nil, [symbol.base, symbol.quote].contains("WBT") {
        warnings.append(.rowLeftOut("t\(symbol.text): ambiguous pair"))
        return nil
      }
      return (symbol, ticker.with(pair: symbol.pair(map?.codes ?? SymbolMap.builtInCodes)))
    }
    return try Answer(known, in: response, warnings)
  }

  /// Those of some pairs. Whether an unknown one is left out, or spoils the others, is unconfirmed.
  private func rows(
    of pairs: [Pair], in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Row]> {
    var symbols = pairs.compactMap { pair in Symbol(unambiguous: pair).map { ($0, pair) } }
    if symbols.count < pairs.count {
      let map = try await symbolMap(in: scope) { map in pairs.contains { map.symbols[$0] == nil } }
      symbols = pairs.compactMap { pair in map.symbols[pair].map { ($0, pair) } }
      guard !symbols.isEmpty else { throw .unknownSymbol("", near: []) }
    }
    let wanted = Dictionary(symbols) { $1 }
    let names = wanted.keys.map { "t\($0.text)" }.sorted().joined(separator: ",")
    let (rows, response) = try await rows(names, in: scope)
    let known = rows.elements.compactMap { symbol, ticker in
      wanted[symbol].map { (symbol: symbol, ticker: ticker.with(pair: $0)) }
    }
    return try Answer(known, in: response, rows.warnings)
  }

  private func rows(
    _ symbols: String, in scope: RequestScope
  ) async throws(MarketError) -> (Rows<Row>, Transport.Response) {
    let query: KeyValuePairs<_, String?> = ["symbols": symbols]
    let response = try await scope.get("tickers", query: query, limit: Self.tickersLimit)
    return (try response.parsed { (list: JSONArray) in try list.arrays(Self.ticker) }, response)
  }

  /// `[SYMBOL, BID, BID_SIZE, ASK, ASK_SIZE, DAILY_CHANGE, DAILY_CHANGE_RELATIVE, LAST_PRICE, VOLUME,
  /// HIGH, LOW, FIRST_TRADE]`; the last one is new in 2026. Whether a day is the last 24 hours is
  /// unconfirmed. The volume is in the base currency. `nil` for what is not a spot market: lending
  /// (`fUSD`, another shape) and derivatives.
  private static func ticker(_ row: inout JSONArray) throws -> Row? {
    let text = try row.text()
    row.name = text
    guard !text.hasPrefix("f") else { return nil }
    guard text.hasPrefix("t"), let symbol = Symbol(String(text.dropFirst())) else {
      throw row.invalid(at: 0, "not a pair")
    }
    guard symbol.isSpot else { return nil }
    let bid = try row.number().nilIfZero
    // The size is the sum of the 25 best orders (as answered in August 2026).
    try row.skip()
    let ask = try row.number().nilIfZero
    try row.skip()
    let change = try row.number()
    // The ratio was wrong for tiny prices: 0.0006 for 0.00000006 of 0.00003231 (November 2019).
    try row.skip()
    let (last, volume) = (try row.number().nilIfZero, try row.number())
    let open = last.flatMap { last in change.map { last.subtracting($0) } }
    let ticker = Ticker(
      pair: Pair(symbol: symbol.text), open: open.nilIfZero, volume: volume, last: last, bid: bid,
      ask: ask, high: try row.number().nilIfZero, low: try row.number().nilIfZero)
    return (symbol, ticker)
  }
}
