public import Foundation
import Spelling

/// Asks an exchange for market data.
///
/// Every call makes as few requests as the exchange needs for the answer (and one more where an error
/// must be told apart, see ``MarketError/unknownSymbol(_:near:)``), all within one deadline.
public struct MarketClient: Sendable {
  /// The exchange that is asked.
  public let exchange: any Exchange
  /// Where the answers come from, for people: a URL, or a directory that is replayed.
  public let source: String
  /// The deadline for a whole answer, above 0.
  public var timeout: Duration

  private let base: URL
  private var transport: Transport
  private let facts: Facts
  private let limiter: RateLimiter?

  /// A client of a transport.
  ///
  /// - Parameters:
  ///   - transport: sends the requests.
  ///   - exchange: whose answers these are; the standard one, if no other is named.
  ///   - base: the paths of requests are appended to it; the exchange's own, if no other is named.
  ///   - source: the name of the source for people; the base URL, if there is none.
  ///   - timeout: the deadline for a whole answer, above 0.
  ///   - keepsLimits: whether requests are delayed so that no limit of the exchange is exceeded.
  ///   - clock: what time it is, and what waits.
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

  /// The same client, keeping each answer in a directory for ``replay(_:of:)``.
  ///
  /// - Parameter directory: is there and empty, but for recordings of other exchanges. An answer
  ///   that cannot be kept there becomes ``MarketError/recordingFailed(_:)``.
  public func recording(to directory: URL) -> MarketClient {
    var client = self
    client.transport = transport.recording(to: directory, of: exchange, below: base)
    return client
  }

  /// The tickers of all pairs, in the exchange's order, without those that cannot be understood:
  /// these are counted in ``Answer/warnings``.
  ///
  /// - Parameter fields: those that are needed; the others may be unknown.
  public func tickers(
    fields: Set<TickerField> = Set(TickerField.allCases)
  ) async -> Result<Answer<[Ticker]>, MarketError> {
    await ask { session throws(MarketError) in
      try await exchange.tickers(of: nil, fields: fields, over: session)
        .withoutRepeats(of: \.pair).of(exchange)
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
    await ask { session throws(MarketError) in
      let answer = try await exchange.tickers(of: pairs, fields: fields, over: session).of(exchange)
      return try await pick(pairs, from: answer, by: \.pair, over: session)
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
    await ask(about: pair) { session throws(MarketError) in
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
    await ask { session throws(MarketError) in
      let answer = try await exchange.instruments(of: nil, fields: fields, over: session)
        .withoutRepeats(of: \.pair).of(exchange)
      return answer.map { $0.sorted { $0.pair < $1.pair } }
    }
  }

  /// The steps, limits and status of one pair.
  public func instrument(_ pair: Pair) async -> Result<Answer<Instrument>, MarketError> {
    await ask(about: pair) { session throws(MarketError) in
      let fields = Set(InstrumentField.allCases)
      let answer = try await exchange.instruments(of: [pair], fields: fields, over: session)
        .of(exchange)
      return try await pick([pair], from: answer, by: \.pair, over: session).map { $0[0] }
    }
  }
}

extension MarketClient {
  /// Asks one question, with a deadline of its own.
  private func ask<Value>(
    about pair: Pair? = nil,
    _ question: (ExchangeSession) async throws(MarketError) -> Answer<Value>
  ) async -> Result<Answer<Value>, MarketError> {
    let session = ExchangeSession(
      exchange, transport, base: base, source: source, facts: facts, timeout: timeout,
      limiter: limiter)
    do throws(MarketError) {
      return .success(try await question(session))
    } catch {
      guard let pair, exchange.mayMeanUnknownPair(error) else { return .failure(error) }
      return .failure(await cause(of: error, about: pair, over: session))
    }
  }

  /// Tells a pair that is not listed from one whose data the exchange fails to give.
  private func cause(
    of error: MarketError, about pair: Pair, over session: ExchangeSession
  ) async -> MarketError {
    do throws(MarketError) {
      let pairs = try await exchange.pairs(over: session)
      guard pairs.contains(pair) else { return .unknown(pair, among: pairs) }
    } catch let listError {
      // Without the list nothing is known of a pair that was never asked for.
      if case .notRequestable = error { return listError }
      return error
    }
    if case .rejected(let status, _) = error { return .dataUnavailable(pair, status: status) }
    return error
  }

  /// The rows of these pairs, in this order.
  private func pick<Row>(
    _ pairs: [Pair], from answer: Answer<[Row]>, by pair: (Row) -> Pair,
    over session: ExchangeSession
  ) async throws(MarketError) -> Answer<[Row]> {
    let rows = Dictionary(answer.value.map { (pair($0), $0) }) { first, _ in first }
    var picked = answer.map { _ in pairs.compactMap { rows[$0] } }
    let missing = pairs.filter { rows[$0] == nil }
    guard !missing.isEmpty else { return picked }
    let listed = try await exchange.pairs(over: session)
    let failures = missing.map { MarketError.unknown($0, among: listed) }
    if picked.value.isEmpty, let first = failures.first { throw first }
    picked.failures = failures
    return picked
  }
}

extension MarketError {
  fileprivate static func unknown(_ pair: Pair, among listed: [Pair]) -> MarketError {
    // A coin by its name: its pairs, those in dollars first.
    let named = Currency(named: pair.symbol).map { currency in
      listed.filter { $0.base == currency.code }.sorted { one, other in
        (one.quote == "USD" ? 0 : 1, one.symbol) < (other.quote == "USD" ? 0 : 1, other.symbol)
      }.prefix(3).map(\.symbol)
    }
    let near = named ?? nearest(to: pair.symbol, in: listed.map(\.symbol).sorted())
    return .unknownSymbol(pair.symbol, near: near)
  }
}

extension Answer {
  /// The same answer with the first row of each pair: a second one cannot be told from it.
  fileprivate func withoutRepeats<Row>(of pair: (Row) -> Pair) -> Answer where Value == [Row] {
    var (seen, rows, warnings) = (Set<Pair>(), [Row](), self.warnings)
    for row in value {
      if seen.insert(pair(row)).inserted {
        rows.append(row)
      } else {
        warnings.append(.rowLeftOut("\(pair(row)) is there twice"))
      }
    }
    var answer = map { _ in rows }
    answer.warnings = warnings
    return answer
  }
}

extension Answer<[Ticker]> {
  /// The same answer with the exchange in each row.
  fileprivate func of(_ exchange: any Exchange) -> Answer {
    var answer = self
    for index in answer.value.indices { answer.value[index].exchange = exchange.id }
    return answer
  }
}

extension Answer<[Instrument]> {
  /// The same answer with the exchange in each row.
  fileprivate func of(_ exchange: any Exchange) -> Answer {
    var answer = self
    for index in answer.value.indices { answer.value[index].exchange = exchange.id }
    return answer
  }
}
