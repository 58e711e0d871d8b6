package import Foundation
import Synchronization

/// Fetches the candles of a pair: from one exchange, or from the first of several that lists the
/// pair, which is then used from poll to poll.
package final class HistoryFetch: Sendable {
  package let pair: Pair
  private let candidates: [MarketClient]
  private let exchanges: [any Exchange]
  private let clock: PollClock
  private let now: @Sendable () -> Date
  /// The client in use, and the reasons why others are not, by exchange.
  private let choice = Mutex<(client: MarketClient?, failures: [ExchangeID: MarketError])>(
    (nil, [:]))

  /// - Parameters:
  ///   - candidates: the clients to try in order; empty for the one that is polled.
  ///   - exchanges: all exchanges, in the order of the candidates.
  ///   - now: the time of the calendar.
  package init(
    of pair: Pair, candidates: [MarketClient], among exchanges: [any Exchange], clock: PollClock,
    now: @escaping @Sendable () -> Date
  ) {
    self.pair = pair
    self.candidates = candidates
    self.exchanges = exchanges
    self.clock = clock
    self.now = now
  }

  /// The exchange that is used, as soon as there are candles.
  package var exchange: (any Exchange)? { choice.withLock(\.client)?.exchange }

  /// The candles of the range at a time of the calendar; of the client, if there are no candidates.
  package func callAsFunction(
    _ client: MarketClient, _ range: (Date) -> HistoryRange,
    progress: (_ count: Int, _ expected: Int) -> Void = { _, _ in }
  ) async -> Result<Answer<[CandleRow]>, MarketError> {
    let now = now()
    let range = range(now)
    let fitting = candidates.filter { $0.exchange.info.periods.contains(range.period) }
    let clients =
      choice.withLock(\.client).map { [$0] } ?? (candidates.isEmpty ? [client] : fitting)
    var failures: [MarketError] = []
    for client in clients {
      let (exchange, id) = (client.exchange, client.exchange.id)
      let result = await client.history(of: pair, range, clock: clock) {
        progress($0, range.expectedCount(now: now))
      }
      switch result {
      // Another exchange may list the pair.
      case .failure(let error) where error.isAboutOneExchange:
        choice.withLock { $0.failures[id] = error }
        failures.append(error)
      case .failure(let error): return .failure(error)
      case .success(var answer):
        choice.withLock { $0.client = client }
        if !candidates.isEmpty {
          answer.warnings.insert(.note(note(on: exchange, range.period)), at: 0)
        }
        let (pair, asOf) = (answer.names[pair] ?? pair, max(now, answer.asOf))
        return .success(
          answer.map { candles in
            candles.map {
              CandleRow(exchange: id, pair: pair, period: range.period, candle: $0, asOf: asOf)
            }
          })
      }
    }
    // One that may list the pair, but has no data of it, explains more than the others.
    let other = failures.first { $0.unlisted == nil }
    return .failure(other ?? .merged(failures, about: pair))
  }

  /// The message of a failure; for a pair that several exchanges do not list, it names them.
  package func sentence(on failure: MarketError) -> String? {
    guard !candidates.isEmpty, failure.unlisted != nil else { return nil }
    let failures = choice.withLock(\.failures)
    return failure.sentence(on: exchanges.filter { failures[$0.id]?.unlisted != nil }.map(\.title))
  }

  private func note(on exchange: any Exchange, _ period: Period) -> String {
    let failures = choice.withLock(\.failures)
    let reasons = exchanges.prefix { $0.id != exchange.id }.compactMap { other -> String? in
      let (title, periods) = (other.title, other.info.periods)
      switch failures[other.id] {
      case .unknownSymbol: return "\(title) does not list it"
      case .some: return "\(title) has no data"
      case nil where periods.isEmpty: return "\(title) has none"
      case nil: return periods.contains(period) ? nil : "\(title) has no \(period.rawValue)"
      }
    }
    return "price history from \(exchange.title)"
      + (reasons.isEmpty ? "" : " (\(reasons.joined(separator: ", ")))")
  }
}

extension MarketError {
  fileprivate var isAboutOneExchange: Bool {
    if case .missing = self { true } else { unlisted != nil }
  }
}
