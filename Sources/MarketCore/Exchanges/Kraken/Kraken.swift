public import Foundation

/// Kraken's spot market.
///
/// Source, unless another is named: docs.kraken.com, May 2026.
public struct Kraken: Exchange {
  /// The exchange, at its own address.
  public init() {}

  /// `kraken`.
  public var id: String { "kraken" }
  /// The name for people.
  public var title: String { "Kraken" }
  // The text is a constant.
  // swift-format-ignore: NeverForceUnwrap
  /// The base URL of the public part of version 0.
  public var url: URL { URL(string: "https://api.kraken.com/0/public")! }
  /// Answers are cached for two seconds (`Cache-Control: max-age=2`, as answered on 2026-06-24).
  public var minimumPollInterval: Duration { .seconds(2) }
  /// Candles of eight periods. Single orders need a key; currencies have no names.
  public var offers: ExchangeOffers {
    ExchangeOffers(periods: Self.minutes.map(\.period), bookLimit: Self.bookLimit)
  }

  /// "1 per second (or less) would remain within the rate limits" (support.kraken.com, API rate limits),
  /// which hold for an address, those of `/OHLC` for an address and a pair: one limit for all is safe.
  private static let limit = RateLimit("public", 1, per: .seconds(1))

  /// The most pairs to ask for by name: the names are part of the URL.
  private static let mostNamed = 100

  /// `/Ticker`, with the names of the pairs unless it is about all. One name that Kraken does not
  /// know makes it refuse the whole request.
  ///
  /// - Parameters:
  ///   - pairs: those that are wanted.
  ///   - fields: of no effect, for one answer holds all that Kraken tells.
  ///   - scope: asks.
  public func tickers(
    of pairs: [Pair]?, fields: Set<TickerField>, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    let wanted = Set(pairs ?? [])
    guard let first = wanted.first, wanted.count <= Self.mostNamed else {
      return try await tickers(["assetVersion": "1"], in: scope)
    }
    var names: [String] = []
    for pair in wanted.sorted() { names.append(try Self.name(of: pair)) }
    let query: KeyValuePairs = ["assetVersion": "1", "pair": names.joined(separator: ",")]
    guard wanted.count == 1 else { return try await tickers(query, in: scope) }
    let (ticker, response): (WireTicker, _) = try await onlyPair(first, "Ticker", query, scope)
    return try Answer([ticker.ticker(first)], in: response)
  }

  private func tickers(
    _ query: KeyValuePairs<String, String>, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    let response = try await scope.get("Ticker", query: query, limit: Self.limit)
    let wire: WireAnswer<KeyedRows<WireTicker>> = try response.decoded()
    let (tickers, warnings) = Self.named(wire.result) { pair, ticker in ticker.ticker(pair) }
    return try Answer(tickers, in: response, warnings)
  }

  private static let bookLimit = 500

  /// `/Depth`: 500 levels a side at most, without their numbers of orders. Single orders
  /// (`Level3`) need a key.
  public func book(
    of pair: Pair, detail: BookDetail, in scope: RequestScope
  ) async throws(MarketError) -> Answer<OrderBook> {
    guard detail == .levels else {
      throw unsupported("single orders")
    }
    let query: KeyValuePairs = ["pair": try Self.name(of: pair), "count": "\(Self.bookLimit)"]
    let (book, response): (WireBook, _) = try await onlyPair(pair, "Depth", query, scope)
    return try Answer(book.book(pair), in: response, book.warnings)
  }

  /// `/AssetPairs`, of one pair or of all.
  ///
  /// - Parameters:
  ///   - pairs: those that are wanted.
  ///   - fields: of no effect, for one answer holds all that Kraken tells.
  ///   - scope: asks.
  public func instruments(
    of pairs: [Pair]?, fields: Set<InstrumentField>, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Instrument]> {
    if let pair = pairs?.first, pairs?.count == 1 {
      let query: KeyValuePairs = ["assetVersion": "1", "pair": try Self.name(of: pair)]
      let (wire, response): (WireInstrument, _) =
        try await onlyPair(pair, "AssetPairs", query, scope)
      return try Answer([wire.instrument(pair)], in: response)
    }
    let response = try await scope.get(
      "AssetPairs", query: ["assetVersion": "1"], limit: Self.limit)
    let wire: WireAnswer<KeyedRows<WireInstrument>> = try response.decoded()
    let (instruments, warnings) = Self.named(wire.result) { $1.instrument($0) }
    return try Answer(instruments, in: response, warnings)
  }

  /// `/OHLC`: the 720 most recent periods, whatever the request says; older ones are not available.
  public func candles(
    of pair: Pair, period: Period, from start: Date?, before end: Date?,
    in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Candle]> {
    guard let minutes = Self.minutes.first(where: { $0.period == period })?.minutes else {
      throw unsupported("candles of \(period.rawValue)")
    }
    let query: KeyValuePairs = ["pair": try Self.name(of: pair), "interval": "\(minutes)"]
    let (rows, response): (Rows<WireCandle>, _) = try await onlyPair(pair, "OHLC", query, scope)
    let page = try Answer(rows.elements.map(\.candle), in: response, rows.warnings)
    return page.map { $0.page(from: start, before: end) }
  }

  /// 720 periods.
  public var historyDepth: Int? { 720 }

  /// The intervals of `/OHLC`; that of 15 days (21600) has no period of ours.
  private static let minutes: [(period: Period, minutes: Int)] = [
    (.oneMinute, 1), (.fiveMinutes, 5), (.fifteenMinutes, 15), (.thirtyMinutes, 30), (.oneHour, 60),
    (.fourHours, 240), (.oneDay, 1440), (.oneWeek, 10_080),
  ]

  /// The pairs of `/Ticker`, kept for the run: that answer is smaller than `/AssetPairs` (430 kB
  /// and 670 kB in 2026).
  public func pairs(in scope: RequestScope) async throws(MarketError) -> PairList {
    try await scope.cache.value { () async throws(MarketError) in
      PairList(try await tickers(of: nil, fields: [.symbol], in: scope).value)
    }
  }

  private func onlyPair<Value: Decodable>(
    _ pair: Pair, _ path: String, _ query: KeyValuePairs<String, String>, _ scope: RequestScope
  ) async throws(MarketError) -> (Value, Transport.Response) {
    let response = try await scope.get(path, query: query, limit: Self.limit)
    let wire: WireAnswer<OnlyPair<Value>> = try response.decoded()
    return (try wire.result.value(of: pair), response)
  }
}
