import Foundation
import MarketCore

/// The past of pairs as polls: one per end of a candle, with the tickers at that time.
actor CandleRehearsal {
  typealias Result = Swift.Result<Answer<[Ticker]>, MarketError>

  /// A pair on an exchange, or on the first of several that lists it.
  private typealias Request = (fetch: HistoryFetch, client: MarketClient)

  private let requests: [Request]
  private let age: TimeInterval
  private let period: Period
  private let context: CommandContext
  /// The answers that are left, the next one last; `nil` before the first poll.
  private var answers: [Answer<[Ticker]>]?

  /// - Parameter context: of the requested pairs.
  init(of period: Period, age: TimeInterval, in context: CommandContext) {
    (self.period, self.age, self.context) = (period, age, context)
    let world = context.world
    requests = context.pairRequests.flatMap { request -> [Request] in
      func fetch(_ candidates: [MarketClient]) -> HistoryFetch {
        HistoryFetch(
          of: request.pair, candidates: candidates, among: world.exchanges, clock: world.clock,
          now: world.date)
      }
      if context.isDefaultExchange, !request.isPrefixed {
        let candidates = context.onAllExchanges(request.pair).clients
        return [(fetch(candidates), candidates[0])]
      }
      return request.exchanges.compactMap { id in
        context.clients.first { $0.exchange.id == id }.map { (fetch([]), $0) }
      }
    }
  }

  /// The next poll; ``MarketError/ended(_:)`` after the last candle.
  func poll() async -> Result {
    if answers == nil { answers = await load() }
    guard let answer = answers?.popLast() else { return .failure(.ended("no more candles")) }
    return .success(answer)
  }

  /// The message of a failure, see ``HistoryFetch/sentence(on:)``.
  nonisolated func sentence(on failure: MarketError) -> String? {
    requests.lazy.compactMap { $0.fetch.sentence(on: failure) }.first
  }

  /// The answers, the newest first: one without tickers if there is no candle.
  private func load() async -> [Answer<[Ticker]>] {
    var tickers: [Date: [Ticker]] = [:]
    var (warnings, failures) = ([Warning](), [MarketError]())
    let (now, day) = (context.world.date(), Period.oneDay.seconds)
    // The first candle of the age needs those of the day before.
    let range = HistoryRange(
      period, count: nil, from: now - age - day - period.seconds, to: nil, now: now)
    for (fetch, client) in requests {
      let result = await fetch(client, { _ in range }) { [context] in
        context.showProgress($0, of: $1, "candles")
      }
      switch result {
      case .failure(let failure): failures.append(failure)
      case .success(let answer):
        warnings += answer.warnings.filter { warning in
          if case .gaps = warning { false } else { !warnings.contains(warning) }
        }
        let rows = answer.value.filter(\.isComplete)
        guard let row = rows.first else { continue }
        let past = rows.map(\.candle).tickers(of: row.pair, on: row.exchange, period)
        for (time, ticker) in past where time > now - age {
          tickers[time, default: []].append(ticker)
        }
      }
    }
    let answers = tickers.sorted { $0.key > $1.key }.map { time, tickers in
      Answer(tickers, asOf: time, warnings: warnings, failures: failures)
    }
    return answers.isEmpty
      ? [Answer([], asOf: now, warnings: warnings, failures: failures)] : answers
  }
}
