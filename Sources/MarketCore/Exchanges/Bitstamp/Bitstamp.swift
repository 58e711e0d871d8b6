public import Foundation

/// Bitstamp, over version 2 of its public API. Sources: www.bitstamp.net/api, and answers of 2019 to
/// September 2026. Its paths end in a slash.
public struct Bitstamp: Exchange {
  /// The exchange, at its own address.
  public init() {}

  /// `bitstamp`.
  public var id: String { "bitstamp" }
  /// The name for people.
  public var title: String { "Bitstamp" }
  // The text is a constant.
  // swift-format-ignore: NeverForceUnwrap
  /// The base URL of version 2.
  public var url: URL { URL(string: "https://www.bitstamp.net/api/v2")! }
  /// Hundreds of requests a second are allowed.
  public var minimumPollInterval: Duration { .seconds(1) }
  /// Single orders (`group=2`), names of currencies, candles.
  public var offers: ExchangeOffers {
    ExchangeOffers(hasOrders: true, hasNames: true, periods: Self.steps.map(\.period))
  }

  /// 400 requests a second and 10,000 in 10 minutes are allowed (www.bitstamp.net/api, September
  /// 2026): 400 within 24 seconds keep both.
  static let limit = RateLimit("all", 400, per: .seconds(24))

  /// An unknown pair gets a 404 (as answered in September 2026), but for `/ticker/`.
  public func canIndicateUnlistedPair(_ error: MarketError) -> Bool {
    switch error {
    case .httpStatus(404, _), .unknownSymbol, .notRequestable, .recordingMissing: true
    default: false
    }
  }

  /// `/ticker/btcusd/` for one pair, else `/ticker/`; beside it the list of markets for names.
  public func tickers(
    of pairs: [Pair]?, fields: Set<TickerField>, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    async let kept = optionalMarkets(areNeeded: fields.contains(.name), in: scope)
    var answer =
      if let pair = pairs?.first, pairs?.count == 1 {
        try await ticker(of: pair, in: scope)
      } else {
        try await allTickers(in: scope)
      }
    var (markets, warnings) = await kept
    if markets != nil {
      let pairs = answer.value.map(\.pair)
      markets = try await self.markets(in: scope) { !$0.lists(pairs) }
    }
    answer.warnings += warnings
    return answer.map { rows in
      rows.map { pair, row in row.ticker(of: pair, name: markets?.byPair[pair]?.baseName) }
    }
  }

  private typealias Rows = [(pair: Pair, row: WireTicker)]

  private func allTickers(
    in scope: RequestScope
  ) async throws(MarketError) -> Answer<Rows> {
    let response = try await scope.get("ticker/", limit: Self.limit)
    let wire: WireTickers = try response.decoded()
    return try Answer(wire.spot, in: response, wire.warnings)
  }

  private func ticker(
    of pair: Pair, in scope: RequestScope
  ) async throws(MarketError) -> Answer<Rows> {
    let (name, warnings) = try await name(of: pair, in: scope)
    let response = try await scope.get("ticker", "\(name)/", limit: Self.limit)
    let wire: WireTickers = try response.decoded()
    // An unknown pair is answered with all tickers.
    let rows = wire.single.map { [(pair: pair, row: $0)] } ?? wire.spot
    return try Answer(rows, in: response, wire.warnings + warnings)
  }

  /// `/order_book/btcusd/?group=1`, the whole of it; `group=2` are single orders.
  public func book(
    of pair: Pair, detail: BookDetail, in scope: RequestScope
  ) async throws(MarketError) -> Answer<OrderBook> {
    let (name, warnings) = try await name(of: pair, in: scope)
    let response = try await scope.get(
      "order_book", "\(name)/", query: ["group": detail == .orders ? "2" : "1"], limit: Self.limit)
    let wire: WireBook = try response.decoded()
    let book = OrderBook(
      pair: pair, bids: wire.bids.map { $0.entry(detail) }, asks: wire.asks.map { $0.entry(detail) }
    )
    return try Answer(book, in: response, wire.warnings + warnings)
  }

  /// `/markets/`.
  public func instruments(
    of pairs: [Pair]?, fields: Set<InstrumentField>, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Instrument]> {
    let response = try await scope.get("markets/", limit: Self.limit)
    let markets = try Markets(response)
    return try Answer(
      markets.byPair.map { $0.value.instrument(of: $0.key) }, in: response, markets.warnings)
  }

  /// The pairs of `/markets/`.
  public func pairs(in scope: RequestScope) async throws(MarketError) -> PairList {
    PairList(try await markets(in: scope).byPair.keys)
  }

  /// `/ohlc/btcusd/?step=3600&limit=1000`: oldest first, with periods without a trade. `end` is
  /// included.
  public func candles(
    of pair: Pair, period: Period, from start: Date?, before end: Date?,
    in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Candle]> {
    guard let (_, step) = Self.steps.first(where: { $0.period == period }) else {
      throw unsupported("candles of \(period.rawValue)")
    }
    let (name, warnings) = try await name(of: pair, in: scope)
    let limit = "\(Self.mostCandles(from: start, before: end ?? .now, step: step))"
    let response = try await scope.get(
      "ohlc", "\(name)/",
      query: end.map { ["step": "\(step)", "limit": limit, "end": "\($0.wholeSeconds - 1)"] }
        ?? ["step": "\(step)", "limit": limit],
      limit: Self.limit)
    let wire: WireCandles = try response.decoded()
    // Names without a separator can be those of two pairs.
    if let other = wire.pair, other != pair { throw .unknownSymbol(pair.symbol, near: []) }
    let candles = wire.candles.page(from: start, before: end)
    return try Answer(candles, in: response, wire.warnings + warnings)
  }
}
