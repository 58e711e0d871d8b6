public import Foundation

/// Requests market data from an exchange. A call makes only requests that its answer needs, or that find
/// the cause of an error.
public struct MarketClient: Sendable {
  public let exchange: any Exchange
  package let source: String
  /// The time limit for a whole answer, without waits for rate limits; or for each request, if the client
  /// ignores rate limits. Above 0.
  public var timeout: Duration
  /// Whether the client makes its requests in the background. At a rate limit, other requests have
  /// priority. In a replay, background requests are not part of a poll.
  package var isBackground = false
  /// The end of waits for rate limits: a request that would have to wait longer fails as cancelled, and is
  /// not sent. `nil` for no end.
  package var waitEnd: ContinuousClock.Instant?

  /// Whether requests fail without being sent during the delay after a rate limit, unless the client
  /// ignores limits. Useful for several callers that do not see each other's failures.
  package var keepsDelays = false

  /// The requested pairs that may be in the exchange's own codes (`XBT-USD`); `nil` for all pairs.
  package var pairsInOwnCodes: Set<Pair>?

  let base: URL
  let listedCodes = ListedCodes()
  var transport: Transport
  let cache: ReferenceDataCache
  let answered = AnsweredPairs()
  /// Keeps the rate limits; `nil` if limits are ignored and each request has a separate time limit.
  let limiter: RateLimiter?

  /// Creates a client that requests `exchange` over `transport`.
  ///
  /// - Parameters:
  ///   - transport: sends the requests.
  ///   - exchange: the exchange that is requested.
  ///   - base: the URL to which the paths of requests are appended; `nil` for the URL of the exchange.
  ///   - source: the name of the source for people; `nil` for the base URL.
  ///   - timeout: the time limit for a whole answer, above 0.
  ///   - keepsLimits: whether requests wait so that no known limit of the exchange is exceeded. The time
  ///     limit then holds for all requests of an answer together, without these waits; otherwise for each
  ///     request.
  ///   - clock: the time, and the sleep between requests.
  public init(
    _ transport: Transport, exchange: any Exchange, base: URL? = nil,
    source: String? = nil, timeout: Duration = .seconds(10), keepsLimits: Bool = true,
    clock: PollClock = .real
  ) {
    cache = ReferenceDataCache(clock: clock)
    limiter = keepsLimits ? RateLimiter(clock: clock) : nil
    self.transport = transport
    self.exchange = exchange
    self.base = base ?? exchange.url
    self.source = source ?? self.base.absoluteString
    self.timeout = timeout
  }

  /// Requests the tickers of all pairs. Details that are not needed may be unknown.
  ///
  /// Warnings report skipped rows, and dead pairs (``Ticker/isDead``) in `pairs`. ``Answer/failures``
  /// has ``MarketError/unknownSymbol(_:near:)`` for a pair in `pairs` that has no ticker. A pair whose
  /// symbol is a single code is a coin. A coin that is the base of no ticker has
  /// ``MarketError/unknownCoin(_:near:)``. If the exchange lists the pair, or an earlier answer had the
  /// pair or coin, the failure is transient instead.
  public func tickers(
    including pairs: [Pair] = [], details: TickerDetails = .all
  ) async -> Result<Answer<[Ticker]>, MarketError> {
    await request(about: pairs) { scope, expected throws(MarketError) in
      let pairs = expected.filter { $0.base != nil }
      let coins = expected.filter { $0.base == nil }
      let id = exchange.id
      let all = try await named(details.names, details.filters, in: scope) {
        names throws(MarketError) in
        var details = details
        details.names = names
        return try await scope.everyday.tickers(of: nil, details: details)
      }
      var answer = try all.requiringRows().withoutRepeats { $0.exchange = id }
      let listed = pairs.isEmpty ? [] : Set(answer.value.map(\.pair))
      let missing = pairs.filter { !listed.contains($0) }
      let bases = coins.isEmpty ? [] : Set(answer.value.compactMap(\.pair.base))
      let missingCoins = coins.filter { !bases.contains($0.symbol) }
      answer.missing = missing + missingCoins
      answer.failures += try await failures(about: missing, tickers: answer.value, in: scope)
      answer.failures += failures(aboutCoins: missingCoins, tickers: answer.value)
      answer.warnOfDeadPairs(pairs)
      return answer
    }
  }

  /// Requests the tickers of these pairs, in this order. Details that are not needed may be unknown.
  ///
  /// Warnings report dead pairs (``Ticker/isDead``). ``Answer/failures`` has
  /// ``MarketError/unknownSymbol(_:near:)`` for a pair without a ticker, or a transient error if the
  /// exchange lists the pair or an earlier answer had it. Without any ticker, the request fails. For no
  /// pairs, no request is made.
  public func tickers(
    of pairs: [Pair], details: TickerDetails = .all
  ) async -> Result<Answer<[Ticker]>, MarketError> {
    guard !pairs.isEmpty else { return .success(Answer([], source: source)) }
    return await request(about: pairs) { scope, pairs throws(MarketError) in
      var answer = try await listedTickers(of: pairs, details: details, in: scope)
      if answer.value.isEmpty, pairs.allSatisfy(answered.contains) { throw .emptyResponse }
      let byPair = Dictionary(answer.value.map { ($0.pair, $0) }) { first, _ in first }
      answer.missing = pairs.filter { byPair[$0] == nil }
      answer.failures = try await failures(about: answer.missing, tickers: answer.value, in: scope)
      answer.value = pairs.compactMap { byPair[$0] }
      // A transient failure is preferred, because a permanent failure would end polling.
      let failure = answer.failures.first { !$0.isPermanent } ?? answer.failures.first
      if answer.value.isEmpty, let failure { throw failure }
      for index in answer.value.indices { answer.value[index].exchange = exchange.id }
      answer.warnOfDeadPairs(pairs)
      return answer
    }
  }

  /// Requests the ticker of one pair, with all details, like ``tickers(of:details:)``.
  public func ticker(of pair: Pair) async -> Result<Answer<Ticker>, MarketError> {
    await tickers(of: [pair]).map { answer in answer.map { $0[0] } }
  }

  /// Requests the price levels or the single orders of one pair. The book can be empty, for example if
  /// trading is closed. A listed pair can fail with ``MarketError/dataUnavailable(_:status:)``.
  public func book(
    of pair: Pair, detail: BookDetail = .levels
  ) async -> Result<Answer<OrderBook>, MarketError> {
    await request(about: pair) { scope, pair throws(MarketError) in
      guard detail == .levels || exchange.info.hasOrders else {
        throw exchange.unsupported("single orders")
      }
      var answer = try await scope.everyday.book(of: pair, detail: detail)
      answer.value.exchange = exchange.id
      return answer
    }
  }

  /// Requests the instruments of all pairs, sorted by their symbols. Invalid rows are skipped.
  ///
  /// - Parameter withNames: whether the names of base currencies are needed, which costs one more
  ///   request on some exchanges. Names that are not needed may be `nil`.
  public func instruments(
    withNames: Bool = true
  ) async -> Result<Answer<[Instrument]>, MarketError> {
    await instruments(withNames: withNames, filters: [])
  }

  /// Like ``instruments(withNames:)``. Names are needed, too, if a term of a filter seems to be a name.
  package func instruments(
    withNames: Bool, filters: [SymbolFilter]
  ) async -> Result<Answer<[Instrument]>, MarketError> {
    await request { scope, _ throws(MarketError) in
      let all = try await named(withNames, filters, in: scope) { names throws(MarketError) in
        try await scope.everyday.instruments(of: nil, withNames: names)
      }
      return try all.requiringRows().withoutRepeats { $0.exchange = exchange.id }
        .map { $0.sorted { $0.pair < $1.pair } }
    }
  }

  /// Requests the price and quantity steps, limits and status of one pair. A pair that is not listed fails
  /// with ``MarketError/unknownSymbol(_:near:)``, or with a transient error if an earlier answer had it.
  public func instrument(of pair: Pair) async -> Result<Answer<Instrument>, MarketError> {
    await request(about: pair) { scope, pair throws(MarketError) in
      let answer = try await scope.everyday.instruments(of: [pair], withNames: true)
      guard var instrument = answer.value.first(where: { $0.pair == pair }) else {
        throw try await failures(about: [pair], in: scope)[0]
      }
      instrument.exchange = exchange.id
      return answer.map { _ in instrument }
    }
  }

  /// Requests one page of candles of one pair, oldest first: at most as many as the exchange sends in one
  /// response. Use ``history(of:_:clock:progress:)`` for all candles of a range.
  ///
  /// - Parameters:
  ///   - pair: the pair.
  ///   - period: a period in ``ExchangeInfo/periods``. Other periods fail with
  ///     ``MarketError/exchangeError(message:isTransient:)``.
  ///   - start: candles begin then or later; `nil` for no bound.
  ///   - end: candles begin earlier; `nil` for the newest ones.
  public func candles(
    of pair: Pair, period: Period, from start: Date? = nil, before end: Date? = nil
  ) async -> Result<Answer<[Candle]>, MarketError> {
    await request(about: pair) { scope, pair throws(MarketError) in
      let periods = exchange.info.periods
      guard periods.contains(period) else {
        let feature = periods.isEmpty ? "price history" : "candles of \(period.rawValue)"
        throw exchange.unsupported(feature)
      }
      return
        try await scope.everyday.candles(of: pair, period: period, from: start, before: end)
        .page(from: start, before: end)
    }
  }
}

extension MarketClient {
  /// A mark in the cache: a filter needs the names of currencies.
  private struct NeededNames: Sendable {}

  /// The rows of `fetch`, with names if they are needed. If the exchange sends names, and a term of a
  /// filter may be a name and matches no symbol, `fetch` is called again with names, and names are needed
  /// in later calls, too.
  private func named<Row: PairRow>(
    _ isNeeded: Bool, _ filters: [SymbolFilter], in scope: RequestScope,
    _ fetch: (_ names: Bool) async throws(MarketError) -> Answer<[Row]>
  ) async throws(MarketError) -> Answer<[Row]> {
    let isNeeded = isNeeded || cache.cached(NeededNames.self) != nil
    let answer = try await fetch(isNeeded)
    guard !isNeeded, exchange.info.hasNames, !filters.isEmpty,
      case let symbols = answer.value.map(\.pair.symbol),
      filters.contains(where: { $0.needsNames(of: symbols) })
    else { return answer }
    _ = try await cache.value { () async throws(MarketError) in NeededNames() }
    return try await fetch(true)
  }
}

extension Answer {
  /// Keeps and completes the first row of each pair. Further rows of a pair are skipped with a warning.
  fileprivate consuming func withoutRepeats<Row: PairRow>(
    complete: (inout Row) -> Void
  ) -> Answer where Value == [Row] {
    var seen = Set<Pair>(minimumCapacity: value.count)
    value.removeAll { row in
      let isRepeat = !seen.insert(row.pair).inserted
      if isRepeat { warnings.append(.rowSkipped("\(row.pair): duplicate")) }
      return isRepeat
    }
    for index in value.indices { complete(&value[index]) }
    return self
  }
}

extension [MarketClient] {
  package func client(of exchange: ExchangeID?) -> MarketClient? {
    first { $0.exchange.id == exchange }
  }

  /// The client of an exchange for requests about rows, besides its polls. Requests of polls have priority,
  /// and the pairs of rows are in everyday codes.
  package func backgroundClient(of exchange: ExchangeID?) -> MarketClient? {
    var client = client(of: exchange)
    client?.isBackground = true
    client?.pairsInOwnCodes = []
    return client
  }
}
