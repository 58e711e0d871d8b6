public import Foundation

/// Bitfinex, over version 2 of its public API. Sources: docs.bitfinex.com (docs/rest-public), and
/// answers of 2019 to September 2026.
public struct Bitfinex: Exchange {
  /// The exchange, at its own address.
  public init() {}

  /// `bitfinex`.
  public var id: String { "bitfinex" }
  /// The name for people.
  public var title: String { "Bitfinex" }
  // The text is a constant.
  // swift-format-ignore: NeverForceUnwrap
  /// The base URL of the public part.
  public var url: URL { URL(string: "https://api-pub.bitfinex.com/v2")! }
  /// Cloudflare keeps an answer for about 5 s (headers of September 2026): faster polls show nothing
  /// new.
  public var minimumPollInterval: Duration { .seconds(5) }
  /// Single orders (precision `R0`), names of currencies, candles.
  public var offers: ExchangeOffers {
    ExchangeOffers(
      hasOrders: true, hasNames: true, periods: Self.periods.map(\.period),
      bookLimit: Self.bookLimit)
  }

  /// Requests a minute (docs.bitfinex.com of each endpoint, September 2026).
  static let tickersLimit = RateLimit("tickers", 30, per: .seconds(60))
  static let booksLimit = RateLimit("book", 240, per: .seconds(60))
  static let candlesLimit = RateLimit("candles", 30, per: .seconds(60))
  static let configurationLimit = RateLimit("conf", 90, per: .seconds(60))

  /// `/tickers?symbols=tBTCUSD,tETHUSD`, or `symbols=ALL`; beside it the spellings, where codes may be
  /// Bitfinex's own, and the names of currencies.
  public func tickers(
    of pairs: [Pair]?, fields: Set<TickerField>, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    async let kept = names(areNeeded: fields.contains(.name), in: scope)
    // The address of hundreds of pairs is longer than servers take; all of them are 41 kB.
    var answer =
      if let pairs, pairs.count <= 100 {
        try await tickers(of: pairs, in: scope)
      } else {
        try await allTickers(in: scope)
      }
    let (names, warnings) = await kept
    answer.warnings += warnings
    return answer.map { rows in
      rows.map { pair, row in row.ticker(of: pair, name: names[row.name.base]) }
    }
  }

  private static let bookLimit = 250

  /// `/book/tBTCUSD/P0?len=250`; precision `R0` are single orders. `P0` has prices to 5 significant
  /// digits, and 250 is the most that a side can have (docs.bitfinex.com rest-public-book).
  public func book(
    of pair: Pair, detail: BookDetail, in scope: RequestScope
  ) async throws(MarketError) -> Answer<OrderBook> {
    let name = try await name(of: pair, in: scope)
    let response = try await scope.get(
      "book", "t\(name.text)", detail == .orders ? "R0" : "P0", query: ["len": "\(Self.bookLimit)"],
      limit: Self.booksLimit)
    switch detail {
    case .levels: return try answer(pair, response.decoded(as: Rows<WireLevel>.self), response)
    case .orders: return try answer(pair, response.decoded(as: Rows<WireOrder>.self), response)
    }
  }

  private func answer(
    _ pair: Pair, _ rows: Rows<some BitfinexBookRow>, _ response: Transport.Response
  ) throws(MarketError) -> Answer<OrderBook> {
    let book = OrderBook(
      pair: pair, bids: rows.elements.filter { $0.amount > 0 }.map(\.entry),
      asks: rows.elements.filter { $0.amount < 0 }.map(\.entry))
    return try Answer(book, in: response, rows.warnings)
  }

  /// `/conf` with list, spellings and sizes in one answer, and the names of currencies beside it.
  /// There is no status and no tick: a price has 5 significant digits. Amounts have 8 decimals.
  public func instruments(
    of pairs: [Pair]?, fields: Set<InstrumentField>, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Instrument]> {
    async let kept = names(areNeeded: fields.contains(.name), in: scope)
    let response = try await configuration(.pairs, .codes, .sizes, in: scope)
    let wire: Elements<Rows<String>, Rows<WireCode>, Rows<WireSizes>> = try response.decoded()
    let (list, codes, rows) = wire.values
    let sizes = Dictionary(rows.elements.map { ($0.name, $0) }) { first, _ in first }
    let (names, warnings) = await kept
    // A pair without sizes may be the one whose sizes are wrong, so that its row is left out.
    let listed = SymbolMap(list, codes).names.filter { _, name in
      sizes[name.text] != nil || rows.warnings.isEmpty
    }
    let instruments = listed.map { pair, name in
      Instrument(
        pair: pair, lotSize: .powerOfTen(-8), minimumOrder: sizes[name.text]?.minimum,
        maximumOrder: sizes[name.text]?.maximum, id: .text("t\(name.text)"), name: names[name.base])
    }
    return try Answer(
      instruments, in: response, list.warnings + codes.warnings + rows.warnings + warnings)
  }

  /// The pairs of `pub:list:pair:exchange`.
  public func pairs(in scope: RequestScope) async throws(MarketError) -> PairList {
    PairList(try await spellings(in: scope).names.keys)
  }

  /// By the list, which all but plain pairs need, or else by the codes that are built in.
  public func everydayName(of pair: Pair, in scope: RequestScope) async -> Pair {
    guard WireName(plain: pair) == nil else { return pair }
    let spellings = try? await spellings(in: scope) { $0.everydayName(of: pair) == nil }
    guard let spellings, pair.base != nil else { return pair.renamed(SymbolMap.builtIn.codes) }
    return spellings.everydayName(of: pair) ?? pair
  }

  /// `/candles/trade:1h:tBTCUSD/hist`: newest first, and no row where nothing was traded. `end` is
  /// included.
  public func candles(
    of pair: Pair, period: Period, from start: Date?, before end: Date?,
    in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Candle]> {
    guard let (_, code, seconds) = Self.periods.first(where: { $0.period == period }) else {
      throw unsupported("candles of \(period.rawValue)")
    }
    let name = try await name(of: pair, in: scope)
    let limit = "\(Self.mostCandles(from: start, before: end ?? .now, seconds: seconds))"
    let response = try await scope.get(
      "candles", "trade:\(code):t\(name.text)", "hist",
      query: end.map { ["end": "\($0.milliseconds - 1)", "limit": limit] } ?? ["limit": limit],
      limit: Self.candlesLimit)
    let rows: Rows<WireCandle> = try response.decoded()
    // The answer for an unknown pair is unconfirmed.
    if rows.elements.isEmpty, let spellings = try? await spellings(in: scope),
      spellings.names[pair] == nil
    {
      throw .unknownSymbol(pair.symbol, near: [])
    }
    let candles = rows.elements.map(\.candle).page(from: start, before: end)
    return try Answer(candles, in: response, rows.warnings)
  }
}
