import Foundation
import MarketCore
import Synchronization

/// Fetches the candles of a range: from one exchange, or from the first of several that lists the
/// pair, which is then used for the run.
struct HistoryFetch: Sendable {
  private let requested: Pair
  var options: HistoryOptions
  private let now: @Sendable () -> Date
  private let clock: PollClock
  private let progress: @Sendable (_ count: Int, _ expected: Int) -> Void
  /// The clients of the exchanges to try, if there is more than one.
  private let candidates: [MarketClient]
  private let chosen: Chosen

  private final class Chosen: Sendable {
    let client = Mutex<MarketClient?>(nil)
  }

  /// - Parameters:
  ///   - candidates: the clients to try in order; empty for the one that is polled.
  ///   - now: the time of the calendar.
  ///   - progress: called with the number of candles so far, and the largest possible one.
  init(
    of pair: Pair, _ options: HistoryOptions, candidates: [MarketClient], clock: PollClock,
    now: @escaping @Sendable () -> Date,
    progress: @escaping @Sendable (_ count: Int, _ expected: Int) -> Void
  ) {
    requested = pair
    self.options = options
    self.candidates = candidates
    self.clock = clock
    self.now = now
    self.progress = progress
    chosen = Chosen()
  }

  /// The pair, under its everyday name as soon as there are candles.
  var pair: Pair { chosen.client.withLock(\.self)?.everydayName(of: requested) ?? requested }

  /// The exchange that is used, as soon as there are candles.
  var exchange: (any Exchange)? { chosen.client.withLock(\.self)?.exchange }

  @Sendable func callAsFunction(
    _ client: MarketClient
  ) async -> Result<Answer<[CandleRow]>, MarketError> {
    let known = chosen.client.withLock(\.self)
    let fitting = candidates.filter { $0.exchange.offers.periods.contains(options.period) }
    let clients = known.map { [$0] } ?? (candidates.isEmpty ? [client] : fitting)
    var first: Result<Answer<[CandleRow]>, MarketError>?
    for candidate in clients {
      let result = await rows(from: candidate)
      switch result {
      // Another one may list the pair.
      case .failure(.unknownSymbol), .failure(.recordingMissing): first = first ?? result
      case .failure: return result
      case .success(var answer):
        chosen.client.withLock { $0 = candidate }
        if !candidates.isEmpty {
          answer.warnings.append(.note(note(on: candidate.exchange)))
        }
        return .success(answer)
      }
    }
    return first ?? .failure(.cancelled)
  }

  private func note(on exchange: any Exchange) -> String {
    let others = Exchanges.all.prefix { $0.id != exchange.id }.map(\.title)
    let verb = others.count == 1 ? "has" : "have"
    let reason = others.isEmpty ? "" : " (\(others.joined(separator: ", ")) \(verb) none)"
    return "price history from \(exchange.title)\(reason)"
  }

  private func rows(
    from client: MarketClient
  ) async -> Result<Answer<[CandleRow]>, MarketError> {
    let now = now()
    let range = options.range(now: now)
    let id = client.exchange.id
    let expected = range.expectedCount(now: now)
    let result = await client.history(
      of: requested, range, clock: clock, progress: { progress($0, expected) })
    let pair = client.everydayName(of: requested)
    return result.map { answer in
      answer.map { candles in
        candles.map {
          CandleRow(
            exchange: id, pair: pair, period: options.period, candle: $0,
            asOf: max(now, answer.asOf))
        }
      }
    }
  }
}
