public import Foundation

/// Asks an exchange for market data.
///
/// Every call makes as few requests as the exchange needs for the answer (and one more where an error
/// must be told apart, see ``MarketError/unknownSymbol(_:near:)``), all within one deadline.
public struct MarketClient: Sendable {
  /// The exchange that is asked.
  public let exchange: any Exchange
  /// The source of the answers, for people: a URL, or a directory that is replayed.
  public let source: String
  /// The deadline for a whole answer, above 0.
  public var timeout: Duration

  private let base: URL
  private var transport: Transport
  private let cache: ReferenceDataCache
  private let limiter: RateLimiter?
  /// The turns of a replay.
  var turns: ReplayTurns?

  /// A client of a transport.
  ///
  /// - Parameters:
  ///   - transport: sends the requests.
  ///   - exchange: the exchange that is asked.
  ///   - base: the paths of requests are appended to it; the exchange's own, if no other is named.
  ///   - source: the name of the source for people; the base URL, if there is none.
  ///   - timeout: the deadline for a whole answer, above 0.
  ///   - keepsLimits: whether requests are delayed so that no limit of the exchange is exceeded, and
  ///     the deadline holds for all requests of an answer together; else for each of them.
  ///   - clock: the time, and the sleep between requests.
  public init(
    _ transport: Transport, exchange: any Exchange = Exchanges.standard, base: URL? = nil,
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

  /// The requests of one question, with a deadline of their own.
  func scope(_ perPair: PerPairFields) -> RequestScope {
    RequestScope(
      exchange, transport, base: base, source: source, cache: cache, timeout: timeout,
      limiter: limiter, perPair: perPair)
  }

  /// The same client, with an observer that is told the result and the seconds of every request.
  public func observed(by observe: @escaping Transport.Observer) -> MarketClient {
    var client = self
    client.transport = transport.observed(by: observe)
    return client
  }

  /// The same client, keeping each answer in a directory for ``replay(_:of:repeats:)``.
  ///
  /// - Parameter directory: exists and is empty, but for the start of the recording (see
  ///   ``startRecording(in:at:)``) and recordings of other exchanges. An answer
  ///   that cannot be kept there becomes ``MarketError/recordingFailed(_:)``.
  public func recording(to directory: URL) -> MarketClient {
    var client = self
    client.transport = transport.recording(to: directory, of: exchange, below: base)
    return client
  }

  /// The tickers of all pairs, in the exchange's order, without those that cannot be understood:
  /// these are counted in ``Answer/warnings``.
  ///
  /// - Parameters:
  ///   - fields: those that are needed; the others may be unknown.
  ///   - perPair: those that are wanted even if they cost a request per pair.
  public func tickers(
    fields: Set<TickerField> = Set(TickerField.allCases),
    perPair: PerPairFields = .all
  ) async -> Result<Answer<[Ticker]>, MarketError> {
    await ask(perPair: perPair) { scope, _ throws(MarketError) in
      try await exchange.tickers(of: nil, fields: fields, in: scope)
        .withoutRepeats(of: \.pair).of(exchange)
    }
  }

  /// The tickers of all pairs. Those among `pairs` that are not listed are told in
  /// ``Answer/failures``, each as ``MarketError/unknownSymbol(_:near:)``.
  ///
  /// - Parameters:
  ///   - pairs: pairs that are to be there.
  ///   - fields: those that are needed; the others may be unknown.
  public func tickers(
    including pairs: [Pair], fields: Set<TickerField> = Set(TickerField.allCases)
  ) async -> Result<Answer<[Ticker]>, MarketError> {
    await ask(about: pairs) { scope, pairs throws(MarketError) in
      var answer = try await exchange.tickers(of: nil, fields: fields, in: scope)
        .withoutRepeats(of: \.pair).of(exchange)
      let there = Set(answer.value.map(\.pair))
      answer.failures += try await failures(
        about: pairs.filter { !there.contains($0) }, tickers: answer.value, in: scope)
      return answer
    }
  }

  /// The tickers of these pairs, in this order. One that is not listed is
  /// ``MarketError/unknownSymbol(_:near:)``: the failure when no pair is listed, else one of
  /// ``Answer/failures``.
  ///
  /// - Parameters:
  ///   - pairs: the pairs.
  ///   - fields: those that are needed; the others may be unknown.
  public func tickers(
    of pairs: [Pair], fields: Set<TickerField> = Set(TickerField.allCases)
  ) async -> Result<Answer<[Ticker]>, MarketError> {
    await ask(about: pairs) { scope, pairs throws(MarketError) in
      let answer = try await tickers(among: pairs, fields: fields, in: scope).of(exchange)
      return try await pick(
        pairs, from: answer, by: \.pair, tickers: answer.value, in: scope)
    }
  }

  /// The ticker of one pair.
  public func ticker(_ pair: Pair) async -> Result<Answer<Ticker>, MarketError> {
    await tickers(of: [pair]).map { answer in answer.map { $0[0] } }
  }

  /// The order book of one pair: its price levels, or its single orders. The book of a pair that is
  /// closed is empty.
  ///
  /// A pair that is listed, but whose book the exchange fails to give, is
  /// ``MarketError/dataUnavailable(_:status:)``.
  public func book(
    _ pair: Pair, detail: BookDetail = .levels
  ) async -> Result<Answer<OrderBook>, MarketError> {
    await ask(of: pair) { scope, pair throws(MarketError) in
      var answer = try await exchange.book(of: pair, detail: detail, in: scope)
      answer.value.exchange = exchange.id
      return answer
    }
  }

  /// The instruments, in order of their symbols, without those that cannot be understood.
  ///
  /// - Parameter fields: those that are needed; the others may be unknown.
  public func instruments(
    fields: Set<InstrumentField> = Set(InstrumentField.allCases)
  ) async -> Result<Answer<[Instrument]>, MarketError> {
    await ask { scope, _ throws(MarketError) in
      let answer = try await exchange.instruments(of: nil, fields: fields, in: scope)
        .withoutRepeats(of: \.pair).of(exchange)
      return answer.map { $0.sorted { $0.pair < $1.pair } }
    }
  }

  /// One page of candles of one pair, oldest first: the newest ones, or those that begin before
  /// `end`, as many as the exchange gives for one request.
  ///
  /// - Parameters:
  ///   - pair: the market.
  ///   - period: the length of a candle, one of ``ExchangeInfo/periods``.
  ///   - start: candles that begin earlier are not needed.
  ///   - end: the time before which the candles begin; `nil` for the newest.
  public func candles(
    _ pair: Pair, period: Period, from start: Date? = nil, before end: Date? = nil
  ) async -> Result<Answer<[Candle]>, MarketError> {
    await ask(of: pair) { scope, pair throws(MarketError) in
      try await exchange.candles(of: pair, period: period, from: start, before: end, in: scope)
    }
  }

  /// The steps, limits and status of one pair.
  public func instrument(_ pair: Pair) async -> Result<Answer<Instrument>, MarketError> {
    await ask(of: pair) { scope, pair throws(MarketError) in
      let fields = Set(InstrumentField.allCases)
      let answer = try await exchange.instruments(of: [pair], fields: fields, in: scope)
        .of(exchange)
      return try await pick([pair], from: answer, by: \.pair, in: scope).map { $0[0] }
    }
  }
}

extension Answer {
  /// The same answer with the first row of each pair: a second one cannot be told from it.
  fileprivate consuming func withoutRepeats<Row>(
    of pair: (Row) -> Pair
  ) -> Answer where Value == [Row] {
    var (seen, repeats) = (Set<Pair>(minimumCapacity: value.count), [Pair]())
    value.removeAll { row in
      let isRepeat = !seen.insert(pair(row)).inserted
      if isRepeat { repeats.append(pair(row)) }
      return isRepeat
    }
    warnings += repeats.map { .rowLeftOut("\($0): duplicate") }
    return self
  }
}

extension Answer<[Ticker]> {
  /// The same answer with the exchange in each row.
  fileprivate consuming func of(_ exchange: any Exchange) -> Answer {
    let id = exchange.id
    for index in value.indices { value[index].exchange = id }
    return self
  }
}

extension Answer<[Instrument]> {
  /// The same answer with the exchange in each row.
  fileprivate consuming func of(_ exchange: any Exchange) -> Answer {
    let id = exchange.id
    for index in value.indices { value[index].exchange = id }
    return self
  }
}
