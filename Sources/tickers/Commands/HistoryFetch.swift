import Foundation
import MarketCore
import Synchronization

/// Fetches the candles of a range: from one exchange, or from the first of several that lists the
/// pair, which is then used for the run.
struct HistoryFetch: Sendable {
  /// The pair as it was requested.
  let pair: Pair
  var options: HistoryOptions
  private let now: @Sendable () -> Date
  private let clock: PollClock
  private let progress: @Sendable (_ count: Int, _ expected: Int) -> Void
  /// The clients of the exchanges to try, if there is more than one.
  private let candidates: [MarketClient]
  private let exchanges: [any Exchange]
  private let chosen: Chosen

  private final class Chosen: Sendable {
    let client = Mutex<MarketClient?>(nil)
    /// The reasons why others were not chosen, by exchange.
    let failures = Mutex<[String: MarketError]>([:])
  }

  /// - Parameters:
  ///   - candidates: the clients to try in order; empty for the one that is polled.
  ///   - exchanges: all exchanges, in the order of the candidates.
  ///   - now: the time of the calendar.
  ///   - progress: called with the number of candles so far, and the largest possible one.
  init(
    of pair: Pair, _ options: HistoryOptions, candidates: [MarketClient],
    among exchanges: [any Exchange], clock: PollClock, now: @escaping @Sendable () -> Date,
    progress: @escaping @Sendable (_ count: Int, _ expected: Int) -> Void
  ) {
    self.pair = pair
    self.options = options
    self.candidates = candidates
    self.exchanges = exchanges
    self.clock = clock
    self.now = now
    self.progress = progress
    chosen = Chosen()
  }

  /// The exchange that is used, as soon as there are candles.
  var exchange: (any Exchange)? { chosen.client.withLock(\.self)?.exchange }

  @Sendable func callAsFunction(
    _ client: MarketClient
  ) async -> Result<Answer<[CandleRow]>, MarketError> {
    let known = chosen.client.withLock(\.self)
    let fitting = candidates.filter { $0.exchange.info.periods.contains(options.period) }
    let clients = known.map { [$0] } ?? (candidates.isEmpty ? [client] : fitting)
    var failures: [MarketError] = []
    for candidate in clients {
      let result = await rows(from: candidate)
      switch result {
      // Another one may list the pair.
      case .failure(let error) where error.isAboutOneExchange:
        chosen.failures.withLock { $0[candidate.exchange.id] = error }
        failures.append(error)
      case .failure: return result
      case .success(var answer):
        chosen.client.withLock { $0 = candidate }
        if !candidates.isEmpty {
          answer.warnings.insert(.note(note(on: candidate.exchange)), at: 0)
        }
        return .success(answer)
      }
    }
    let near = failures.compactMap(\.nearNames)
    // One that may list the pair, but has no recording of it, explains more than the others.
    let other = failures.first { $0.nearNames == nil }
    return .failure(other ?? .unlisted(pair, near: near.flatMap(\.self)))
  }

  /// A failure for people: that of a pair which several exchanges do not list names these.
  func sentence(on failure: MarketError) -> String? {
    guard !candidates.isEmpty, failure.nearNames != nil else { return nil }
    let failures = chosen.failures.withLock(\.self)
    let unlisted = exchanges.filter { failures[$0.id]?.nearNames != nil }
    return failure.sentence(on: unlisted.map(\.title))
  }

  private func note(on exchange: any Exchange) -> String {
    let reasons = exchanges.prefix { $0.id != exchange.id }.compactMap { other in
      reason(against: other).map { "\(other.title) \($0)" }
    }
    return "price history from \(exchange.title)"
      + (reasons.isEmpty ? "" : " (\(reasons.joined(separator: ", ")))")
  }

  /// The reason why an exchange was not chosen; `nil` if it was not tried.
  private func reason(against exchange: any Exchange) -> String? {
    switch chosen.failures.withLock({ $0[exchange.id] }) {
    case .unknownSymbol: return "does not list it"
    case .some: return "has no recording"
    case nil: break
    }
    let periods = exchange.info.periods
    if periods.isEmpty { return "has none" }
    return periods.contains(options.period) ? nil : "has no \(options.period.rawValue)"
  }

  private func rows(
    from client: MarketClient
  ) async -> Result<Answer<[CandleRow]>, MarketError> {
    let now = now()
    let range = options.range(now: now)
    let id = client.exchange.id
    let expected = range.expectedCount(now: now)
    let result = await client.history(
      of: pair, range, clock: clock, progress: { progress($0, expected) })
    return result.map { answer in
      answer.map { candles in
        candles.map {
          CandleRow(
            exchange: id, pair: answer.names[pair] ?? pair, period: options.period, candle: $0,
            asOf: max(now, answer.asOf))
        }
      }
    }
  }
}

extension MarketError {
  /// Whether another exchange may have the history.
  fileprivate var isAboutOneExchange: Bool {
    if case .recordingMissing = self { true } else { nearNames != nil }
  }

  /// The near names of an unknown pair; `nil` for other failures.
  fileprivate var nearNames: [String]? {
    if case .unknownSymbol(_, let near) = self { near } else { nil }
  }
}
