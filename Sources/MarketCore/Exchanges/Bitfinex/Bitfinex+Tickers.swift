import Foundation

extension Bitfinex {
  /// Requests `/tickers?symbols=tBTCUSD,tETHUSD`, for all or more than 100 pairs `symbols=ALL`.
  package func tickers(
    of pairs: [Pair]?, details: TickerDetails, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    async let firstNames = details.names ? names(in: scope) : .none
    let few = pairs.few
    var answer = try await few == nil ? allRows(in: scope) : rows(of: few ?? [], in: scope)
    let names = await firstNames
    answer.warnings += names.warnings
    return answer.map { $0.map { row in row.ticker.with(name: names[row.symbol.own.base]) } }
  }

  private typealias Row = (symbol: Symbol, ticker: Ticker)

  private func rows(
    _ symbols: String, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Row]> {
    let limit = RateLimit("tickers", 30, per: .seconds(60))
    let response = try await scope.get("tickers", query: ["symbols": symbols], limit: limit)
    return try response.rows { (list: JSONArray) in try list.arrays(Self.ticker) }
  }

  /// The rows of all pairs. Concurrently caches the list of symbols, because it has the codes of
  /// currencies.
  private func allRows(in scope: RequestScope) async throws(MarketError) -> Answer<[Row]> {
    async let firstListed = scope.cache.optional("currency codes (some may be Bitfinex's own)") {
      () async throws(MarketError) in try await directory(in: scope)
    }
    var answer = try await rows("ALL", in: scope)
    answer.warnings += await firstListed.warnings
    _ = try? await directory(in: scope) { $0.lacks(symbols: answer.value.lazy.map(\.symbol)) }
    return answer
  }

  /// The rows of these pairs. Whether Bitfinex ignores an unknown pair or sends an error is unconfirmed.
  private func rows(
    of pairs: [Pair], in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Row]> {
    let listed = try await directory(of: pairs, in: scope)
    let symbols = Set(pairs.compactMap { listed.symbols[$0] })
    guard !symbols.isEmpty else { throw .unknownSymbol("", near: []) }
    let names = symbols.map { "t\($0.text)" }.sorted().joined(separator: ",")
    return try await rows(names, in: scope).map { rows in
      rows.filter { listed.pairs[$0.symbol] != nil }
    }
  }

  /// `[SYMBOL, BID, …]`: a symbol, and the values of ``values(of:in:)``. `nil` for lending (`fUSD`, with
  /// other elements) and for symbols outside the spot market.
  private static func ticker(_ row: inout JSONArray) throws -> Row? {
    let text = try row.text()
    row.name = text
    guard !text.hasPrefix("f") else { return nil }
    guard text.hasPrefix("t"), let symbol = Symbol(String(text.dropFirst())) else {
      throw row.invalid(at: 0, "not a pair")
    }
    guard symbol.isSpot else { return nil }
    return (symbol, try values(of: symbol.own, in: &row))
  }

  /// `BID, BID_SIZE, ASK, ASK_SIZE, DAILY_CHANGE, DAILY_CHANGE_RELATIVE, LAST_PRICE, VOLUME, HIGH, LOW,
  /// FIRST_TRADE`, the next elements of an array; `FIRST_TRADE` is new in 2026. Whether the daily values are
  /// of the last 24 hours is unconfirmed. The volume is in the base currency.
  static func values(of pair: Pair, in row: inout JSONArray) throws -> Ticker {
    let bid = try row.number().nilIfZero
    // Skips the size, which is the sum of the sizes of the 25 best orders (responses of August 2026).
    try row.skip()
    let ask = try row.number().nilIfZero
    try row.skip()
    let change = try row.number()
    // The relative change was wrong for tiny prices: 0.0006 for 0.00000006 of 0.00003231 (November 2019).
    try row.skip()
    let (last, volume) = (try row.number().nilIfZero, try row.number())
    let open = last.flatMap { last in change.map { last.subtracting($0) } }
    return Ticker(
      pair: pair, open: open.nilIfZero, volume: volume, last: last, bid: bid,
      ask: ask, high: try row.number().nilIfZero, low: try row.number().nilIfZero)
  }
}
