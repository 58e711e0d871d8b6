/// The spot market of Upbit in Korea, by version 1 of its public API. Upbit's exchanges in Singapore, Indonesia
/// and Thailand have other addresses and lists. Sources: docs.upbit.com, as copied in November 2025
/// (github.com/rosssaunders/coincise), responses of 2018 to September 2026, and where noted probes of
/// September 2026 (github.com/nemanull/arbitrage-observatory).
package struct Upbit: Exchange {
  /// Each group of requests (markets, candles, tickers, order books) allows 10 requests per second and address:
  /// one limit for all groups is safe. With an `Origin` header, which is not sent here, there is 1 request per
  /// 10 s. Whether prices are cached is unconfirmed, so the interval is 1 s, the shortest possible one. A side of a
  /// book has at most 30 levels. Single orders are not sent. Upbit also has candles of 1s, 3m, 10m and a year.
  ///
  /// Codes (list of August 2026, with names): META is Metadium, META2 is MetaDAO, MET2 is Meteora, UP2 is UP.
  /// DATA is Story, once IP; AI is Gensyn; TOKAMAK was once TON. These three need no entry.
  package let info = ExchangeInfo(
    id: "upbit", title: "Upbit", url: "https://api.upbit.com/v1", minimumPollInterval: .seconds(1)
  ) {
    $0.limit = RateLimit("requests", 10, per: .seconds(1))
    $0.changeReference = .utcDay
    $0.hasNames = true
    $0.periods = [
      .oneMinute, .fiveMinutes, .fifteenMinutes, .thirtyMinutes, .oneHour, .fourHours, .oneDay,
      .oneWeek, .oneMonth,
    ]
    $0.bookLimit = 30
    // The currencies are always the same.
    $0.sizeParameters = ["count", "quote_currencies"]
    $0.codes = CoinCodes(["META2": "META", "META": "METADIUM", "MET2": "MET", "UP2": "UP"])
  }

  /// The exchange, at its own address.
  package init() {}

  /// The name of a pair in a request, the quote first: `KRW-BTC` is BTC-KRW.
  static func name(of pair: Pair) throws(MarketError) -> String {
    guard pair.isRequestable, let base = pair.base, let quote = pair.quote else {
      throw .notRequestable(pair)
    }
    return "\(quote)-\(base)"
  }

  /// The pair in the member `market` of a row.
  static func pair(in row: JSONObject) throws -> Pair {
    let name = try row.name("market")
    let codes = name.split(separator: "-", maxSplits: 1).map(String.init)
    guard codes.count == 2 else { throw row.invalid("market", "not in the form QUOTE-BASE") }
    return Pair(base: codes[1], quote: codes[0])
  }

  /// Requests `/market/all`: `[{"market":"KRW-BTC","korean_name":"비트코인","english_name":"Bitcoin"},…]`. Pairs
  /// that are not traded are not listed. With `is_details=true`, warnings about pairs are sent, too.
  func markets(in scope: RequestScope) async throws(MarketError) -> Answer<[Instrument]> {
    try await scope.get("market", "all").rows { (list: JSONArray) in
      try list.objects(named: "market", Self.instrument)
    }
  }

  /// The rows of `path` about these pairs, in requests of at most 200 pairs each: the URL might be too long with
  /// more. A warning about a failed request names the missing `values`; no further request follows it.
  func rows<Row>(
    of pairs: [Pair], _ path: String, count: String? = nil, level: String? = nil,
    lacking values: String, in scope: RequestScope,
    _ parse: @escaping (JSONObject) throws -> Row
  ) async -> (byPair: [Pair: Row], warnings: [Warning]) {
    func named(_ row: JSONObject) throws -> (Pair, Row) { (try Self.pair(in: row), try parse(row)) }
    var (found, warnings) = ([Pair: Row](), [Warning]())
    let names = Set(pairs.compactMap { try? Self.name(of: $0) }).sorted()
    for batch in names.batches(of: 200) {
      do throws(MarketError) {
        let markets = batch.joined(separator: ",")
        let response = try await scope.get(
          path, query: ["markets": markets, "count": count, "level": level])
        let rows = try response.parsed { (list: JSONArray) in
          try list.objects(named: "market", named)
        }
        found.merge(rows.elements) { first, _ in first }
        warnings += rows.warnings
      } catch {
        return (found, warnings + [.note("no \(values): \(error)")])
      }
    }
    return (found, warnings)
  }
}
