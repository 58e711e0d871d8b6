public import Foundation

/// Requests market data from an exchange. Every call makes as few requests as the exchange needs for
/// the answer (and one more where an error must be told apart, see
/// ``MarketError/unknownSymbol(_:near:)``), all within one deadline.
public struct MarketClient: Sendable {
  /// The exchange.
  public let exchange: any Exchange
  /// The source of the answers, for people: a URL or a directory.
  package let source: String
  /// The deadline for a whole answer, above 0.
  public var timeout: Duration
  /// Whether polls have priority over its requests at a rate limit; in a replay they are not part of a
  /// poll.
  package var isBackground = false

  /// Whether requests fail, without being sent, until the delay after a rate limit is over: for callers that
  /// do not know of each other's failures.
  package var keepsDelays = false

  /// The requested pairs that may be written in the exchange's own codes; `nil` for all.
  package var pairsInOwnCodes: Set<Pair>?

  let base: URL
  let listedCodes = ListedCodes()
  var transport: Transport
  let cache: ReferenceDataCache
  /// The pairs that the exchange has answered about.
  let answered = AnsweredPairs()
  /// Keeps the limits; `nil` without limits, and without a deadline for several requests.
  let limiter: RateLimiter?

  /// A client of a transport.
  ///
  /// - Parameters:
  ///   - transport: sends the requests.
  ///   - exchange: the exchange that is requested.
  ///   - base: the paths of requests are appended to it; the exchange's own, if no other is named.
  ///   - source: the name of the source for people; the base URL, if there is none.
  ///   - timeout: the deadline for a whole answer, above 0.
  ///   - keepsLimits: whether requests are delayed so that no limit of the exchange is exceeded, and
  ///     the deadline holds for all requests of an answer together; else for each of them.
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

  /// The tickers of all pairs, in the exchange's order, without invalid ones, which are counted in
  /// ``Answer/warnings``, as are expected pairs that are not traded any more. Those that are not
  /// listed are ``Answer/failures``, each as ``MarketError/unknownSymbol(_:near:)``; a pair whose
  /// symbol is a single code is a coin, which is listed as the base of any pair, else
  /// ``MarketError/unknownCoin(_:near:)``. Details that are not needed may be unknown.
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

  /// The tickers of these pairs, in this order; without a request if there are none. One that is not traded any more is one of
  /// ``Answer/warnings``. One that is not listed is
  /// ``MarketError/unknownSymbol(_:near:)``: the failure when no pair is listed, else one of
  /// ``Answer/failures``. One that an earlier answer had is a transient failure instead. Details that are
  /// not needed may be unknown.
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
      // One that may pass: the others would end polling.
      let failure = answer.failures.first { !$0.isPermanent } ?? answer.failures.first
      if answer.value.isEmpty, let failure { throw failure }
      for index in answer.value.indices { answer.value[index].exchange = exchange.id }
      answer.warnOfDeadPairs(pairs)
      return answer
    }
  }

  /// The ticker of one pair, with all details; ``MarketError/unknownSymbol(_:near:)`` if the exchange does
  /// not list it.
  public func ticker(of pair: Pair) async -> Result<Answer<Ticker>, MarketError> {
    await tickers(of: [pair]).map { answer in answer.map { $0[0] } }
  }

  /// The order book of one pair: its price levels, or its single orders; empty if the pair is closed. A
  /// listed pair whose book the exchange fails to send is ``MarketError/dataUnavailable(_:status:)``.
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

  /// The instruments, in order of their symbols, without invalid ones.
  ///
  /// - Parameter withNames: whether the names of base currencies are needed, which costs a further request on
  ///   some exchanges; else they may be `nil`.
  public func instruments(
    withNames: Bool = true
  ) async -> Result<Answer<[Instrument]>, MarketError> {
    await instruments(withNames: withNames, filters: [])
  }

  /// The instruments.
  ///
  /// - Parameter filters: filters that may match names: where one matches no pair without them, they are needed, too.
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

  /// The steps, limits and status of one pair; ``MarketError/unknownSymbol(_:near:)`` if the exchange does
  /// not list it.
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

  /// One page of candles of one pair, oldest first, as many as the exchange sends for one request. For all
  /// candles of a range, use ``history(of:_:clock:progress:)``.
  ///
  /// - Parameters:
  ///   - pair: the market.
  ///   - period: one of ``ExchangeInfo/periods``; others are ``MarketError/exchangeError(message:isTransient:)``.
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
  /// That a filter needs the names of the exchange, in its cache.
  private struct NeededNames: Sendable {}

  /// The rows with names, if they are needed: at once, or because a filter matches none without them. Then
  /// they are from then on; the other responses of the scope are not requested again.
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
  /// The same answer with the first row of each pair, completed: a second one cannot be told from it.
  fileprivate consuming func withoutRepeats<Row: PairRow>(
    complete: (inout Row) -> Void
  ) -> Answer where Value == [Row] {
    var seen = Set<Pair>(minimumCapacity: value.count)
    value.removeAll { row in
      let isRepeat = !seen.insert(row.pair).inserted
      if isRepeat { warnings.append(.rowLeftOut("\(row.pair): duplicate")) }
      return isRepeat
    }
    for index in value.indices { complete(&value[index]) }
    return self
  }
}
