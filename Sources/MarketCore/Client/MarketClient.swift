public import Foundation
import Synchronization

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
  private let facts: Facts
  private let limiter: RateLimiter?
  private let everydayNames = EverydayNames()
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
    facts = Facts(clock: clock)
    limiter = keepsLimits ? RateLimiter(clock: clock) : nil
    self.transport = transport
    self.exchange = exchange
    self.base = base ?? exchange.url
    self.source = source ?? self.base.absoluteString
    self.timeout = timeout
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
  ///   - individual: those to request where they cost a request per pair.
  public func tickers(
    fields: Set<TickerField> = Set(TickerField.allCases),
    individually individual: IndividualFields = .all
  ) async -> Result<Answer<[Ticker]>, MarketError> {
    await ask(individually: individual) { session, _ throws(MarketError) in
      try await exchange.tickers(of: nil, fields: fields, over: session)
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
    await ask(about: pairs) { session, pairs throws(MarketError) in
      var answer = try await exchange.tickers(of: nil, fields: fields, over: session)
        .withoutRepeats(of: \.pair).of(exchange)
      let there = Set(answer.value.map(\.pair))
      answer.failures += try await failures(
        about: pairs.filter { !there.contains($0) }, tickers: answer.value, over: session)
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
    await ask(about: pairs) { session, pairs throws(MarketError) in
      let answer = try await tickers(among: pairs, fields: fields, over: session).of(exchange)
      return try await pick(pairs, from: answer, by: \.pair, over: session)
    }
  }

  private func tickers(
    among pairs: [Pair], fields: Set<TickerField>, over session: ExchangeSession
  ) async throws(MarketError) -> Answer<[Ticker]> {
    do throws(MarketError) {
      return try await exchange.tickers(of: pairs, fields: fields, over: session)
    } catch {
      switch error {
      // One unknown pair can hide the others: those that are listed are asked for again.
      case .unknownSymbol, .notRequestable:
        guard let listed = try? await exchange.pairs(over: session) else {
          throw await cause(of: error, about: pairs, over: session)
        }
        let known = pairs.filter(listed.pairs.contains)
        guard !known.isEmpty, known.count < pairs.count else {
          throw await cause(of: error, about: pairs, over: session)
        }
        do throws(MarketError) {
          return try await exchange.tickers(of: known, fields: fields, over: session)
        } catch .unknownSymbol {
          throw await cause(of: error, about: known, over: session)
        }
      // A recording of all pairs holds these, too.
      case .recordingMissing:
        if let answer = try? await exchange.tickers(of: nil, fields: fields, over: session) {
          return answer
        }
        throw error
      default: throw error
      }
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
    await ask(of: pair) { session, pair throws(MarketError) in
      var answer = try await exchange.book(of: pair, detail: detail, over: session)
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
    await ask { session, _ throws(MarketError) in
      let answer = try await exchange.instruments(of: nil, fields: fields, over: session)
        .withoutRepeats(of: \.pair).of(exchange)
      return answer.map { $0.sorted { $0.pair < $1.pair } }
    }
  }

  /// One page of candles of one pair, oldest first: the newest ones, or those that begin before
  /// `end`, as many as the exchange gives for one request.
  ///
  /// - Parameters:
  ///   - pair: the market.
  ///   - period: the length of a candle, one of ``ExchangeOffers/periods``.
  ///   - start: candles that begin earlier are not needed.
  ///   - end: the time before which the candles begin; `nil` for the newest.
  public func candles(
    _ pair: Pair, period: Period, from start: Date? = nil, before end: Date? = nil
  ) async -> Result<Answer<[Candle]>, MarketError> {
    await ask(of: pair) { session, pair throws(MarketError) in
      try await exchange.candles(of: pair, period: period, from: start, before: end, over: session)
    }
  }

  /// The steps, limits and status of one pair.
  public func instrument(_ pair: Pair) async -> Result<Answer<Instrument>, MarketError> {
    await ask(of: pair) { session, pair throws(MarketError) in
      let fields = Set(InstrumentField.allCases)
      let answer = try await exchange.instruments(of: [pair], fields: fields, over: session)
        .of(exchange)
      return try await pick([pair], from: answer, by: \.pair, over: session).map { $0[0] }
    }
  }
}

extension MarketClient {
  /// The everyday name of a pair in the exchange's own codes, as in `BTC-USD` for `XBT-USD` on Kraken:
  /// that of the last answer about it, else by the codes that are known without a request.
  public func everydayName(of pair: Pair) -> Pair {
    everydayNames[pair] ?? pair.renamed(exchange.everydayCodes)
  }

  /// Asks one question about a pair.
  private func ask<Value>(
    of pair: Pair, _ question: (ExchangeSession, Pair) async throws(MarketError) -> Answer<Value>
  ) async -> Result<Answer<Value>, MarketError> {
    await ask(about: [pair]) { session, pairs throws(MarketError) in
      do throws(MarketError) {
        return try await question(session, pairs[0])
      } catch {
        guard exchange.mayMeanUnknownPair(error) else { throw error }
        throw await cause(of: error, about: pairs, over: session)
      }
    }
  }

  /// Asks one question, with a deadline of its own.
  ///
  /// - Parameters:
  ///   - pairs: the pairs that it is about, perhaps in the exchange's own codes.
  ///   - question: gets their everyday names.
  private func ask<Value>(
    about pairs: [Pair] = [], individually individual: IndividualFields = .all,
    _ question: (ExchangeSession, [Pair]) async throws(MarketError) -> Answer<Value>
  ) async -> Result<Answer<Value>, MarketError> {
    let session = ExchangeSession(
      exchange, transport, base: base, source: source, facts: facts, timeout: timeout,
      limiter: limiter, individual: individual)
    var names: [Pair] = []
    for pair in pairs {
      names.append(await exchange.everydayName(of: pair, over: session))
      everydayNames[pair] = names.last
    }
    let requested = Dictionary(zip(names.map(\.symbol), pairs)) { first, _ in first }
    do throws(MarketError) {
      var answer = try await question(session, names)
      answer.failures = answer.failures.map { $0.naming(requested) }
      return .success(answer)
    } catch {
      return .failure(error.naming(requested))
    }
  }

  /// Tells pairs that are not listed from those whose data the exchange fails to give.
  private func cause(
    of error: MarketError, about pairs: [Pair], over session: ExchangeSession
  ) async -> MarketError {
    let listed: PairList
    do throws(MarketError) {
      listed = try await exchange.pairs(over: session)
    } catch let listError {
      switch error {
      // Without the list nothing is known of a pair that was never asked for.
      case .notRequestable: return listError
      // An exchange that says so itself does not always say of which.
      case .unknownSymbol:
        return pairs.count == 1 ? .unknownSymbol(pairs[0].symbol, near: []) : listError
      default: return error
      }
    }
    if let unknown = pairs.first(where: { !listed.pairs.contains($0) }) {
      return .unknown(unknown, among: listed)
    }
    switch error {
    case .rejected(let status, _): return .dataUnavailable(pairs[0], status: status)
    case .unknownSymbol: return .withoutData(pairs[0])
    default: return error
    }
  }

  /// The rows of these pairs, in this order.
  private func pick<Row>(
    _ pairs: [Pair], from answer: Answer<[Row]>, by pair: (Row) -> Pair,
    over session: ExchangeSession
  ) async throws(MarketError) -> Answer<[Row]> {
    let rows = Dictionary(answer.value.map { (pair($0), $0) }) { first, _ in first }
    var picked = answer.map { _ in pairs.compactMap { rows[$0] } }
    let failures = try await failures(
      about: pairs.filter { rows[$0] == nil }, tickers: answer.value as? [Ticker] ?? [],
      over: session)
    guard !failures.isEmpty else { return picked }
    if picked.value.isEmpty, let first = failures.first { throw first }
    picked.failures = failures
    return picked
  }

  /// The reasons why an answer lacks these pairs.
  ///
  /// - Parameter tickers: those that the answer has.
  private func failures(
    about missing: [Pair], tickers: [Ticker], over session: ExchangeSession
  ) async throws(MarketError) -> [MarketError] {
    guard !missing.isEmpty else { return [] }
    var listed = try await exchange.pairs(over: session)
    if !tickers.isEmpty { listed = PairList(listed.pairs, tickers: tickers) }
    return missing.map { pair in
      listed.pairs.contains(pair) ? .withoutData(pair) : .unknown(pair, among: listed)
    }
  }
}

extension MarketError {
  /// A pair that is listed, but denied.
  fileprivate static func withoutData(_ pair: Pair) -> MarketError {
    .refused("no data for \(pair)", isTransient: true)
  }

  fileprivate static func unknown(_ pair: Pair, among listed: PairList) -> MarketError {
    .unknownSymbol(pair.symbol, near: listed.names(near: pair))
  }

  /// The same error, with an unknown pair under the name by which it was requested.
  fileprivate func naming(_ requested: [String: Pair]) -> MarketError {
    guard case .unknownSymbol(let symbol, let near) = self, let pair = requested[symbol] else {
      return self
    }
    return .unknownSymbol(pair.symbol, near: near)
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
    for index in value.indices { value[index].exchange = exchange.id }
    return self
  }
}

extension Answer<[Instrument]> {
  /// The same answer with the exchange in each row.
  fileprivate consuming func of(_ exchange: any Exchange) -> Answer {
    for index in value.indices { value[index].exchange = exchange.id }
    return self
  }
}

/// The everyday names of the pairs of earlier questions, for one client and its copies.
private final class EverydayNames: Sendable {
  private let names = Mutex<[Pair: Pair]>([:])

  subscript(pair: Pair) -> Pair? {
    get { names.withLock { $0[pair] } }
    set { names.withLock { $0[pair] = newValue } }
  }
}
