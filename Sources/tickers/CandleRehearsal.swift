import Foundation
import MarketCore
import Synchronization

/// The past of pairs as polls: one per end of a candle, with the tickers at that time.
actor CandleRehearsal {
  typealias Result = Swift.Result<Answer<[Ticker]>, MarketError>

  /// A pair on an exchange, or on the first of several that lists it.
  private typealias Request = (fetch: HistoryFetch, client: MarketClient)

  /// By pair, those of each exchange that is to list it.
  private let requests: [[Request]]
  private let age: TimeInterval
  private let period: Period
  private let context: CommandContext
  /// The answers that are left, the next one last; `nil` before the first poll.
  private var answers: [Answer<[Ticker]>]?
  /// The failures of requests, each with the titles of its exchanges; none where several were tried.
  private let failures = Mutex<[(failure: MarketError, titles: [String], sentence: String)]>([])

  /// - Parameter context: of the requested pairs.
  init(of period: Period, age: TimeInterval, in context: CommandContext) {
    (self.period, self.age, self.context) = (period, age, context)
    let (world, traced) = (context.world, context.traced)
    requests = context.pairRequests.map { request -> [Request] in
      func fetch(_ candidates: [MarketClient]) -> HistoryFetch {
        HistoryFetch(
          of: request.pair, candidates: candidates, among: world.exchanges, clock: world.clock,
          now: world.date)
      }
      if context.isDefaultExchange, !request.isPrefixed {
        let all = context.onAllExchanges(request.pair)
        // Unless stderr is a terminal, which may have a screen, they are traced already.
        let candidates = (world.errors.isTerminal ? all.traced : all).clients
        return [(fetch(candidates), candidates[0])]
      }
      return request.exchanges.compactMap { id in
        traced.clients.first { $0.exchange.id == id }.map { (fetch([]), $0) }
      }
    }
  }

  /// The next poll; ``MarketError/ended(_:)`` after the last candle.
  func poll() async -> Result {
    if answers == nil { answers = await load() }
    guard let answer = answers?.popLast() else { return .failure(.ended("no more candles")) }
    return .success(answer)
  }

  /// The message of a failure, with the exchanges that it is about.
  nonisolated func sentence(on failure: MarketError) -> String? {
    failures.withLock { $0.first { $0.failure == failure }?.sentence }
  }

  nonisolated var hasFailures: Bool { failures.withLock { !$0.isEmpty } }

  /// Adds a failure. The same one of several exchanges is one.
  private func add(_ failure: MarketError, of fetch: HistoryFetch, _ titles: [String]) {
    failures.withLock { failures in
      let index = failures.firstIndex { $0.failure == failure }
      let all = (index.map { failures[$0].titles } ?? [])
      let titles = all + titles.filter { !all.contains($0) }
      let prefix = context.isMultiExchange ? titles.joined(separator: ", ") + ": " : ""
      let sentence =
        fetch.sentence(on: failure)
        ?? (failure.unlisted == nil ? "\(prefix)\(failure)" : failure.sentence(on: titles))
      if let index { failures.remove(at: index) }
      failures.insert((failure, titles, sentence), at: index ?? failures.count)
    }
  }

  /// The answers, newest first; a single empty one if there are no candles.
  private func load() async -> [Answer<[Ticker]>] {
    var tickers: [Date: [Ticker]] = [:]
    var warnings: [Warning] = []
    let (now, day) = (context.world.date(), Period.oneDay.seconds)
    // The first candle of the age needs those of the day before.
    let range = HistoryRange(
      period, count: nil, from: now - age - day - period.seconds, to: nil, now: now)
    for requests in requests {
      var unlisted: [(failure: MarketError, title: String)] = []
      for (fetch, client) in requests {
        let result = await fetch(client, { _ in range }) { [context] in
          context.showProgress($0, of: $1, "candles")
        }
        switch result {
        case .failure(let failure) where failure.unlisted != nil:
          unlisted.append((failure, client.exchange.title))
        case .failure(let failure): add(failure, of: fetch, [client.exchange.title])
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
      guard let fetch = requests.first?.fetch, !unlisted.isEmpty else { continue }
      // As in polls, a pair that some of the exchanges list is not a failure.
      let titles = unlisted.map(\.title)
      if unlisted.count == requests.count {
        add(.merged(unlisted.map(\.failure), about: fetch.pair), of: fetch, titles)
      } else {
        warnings.append(.note("not listed on \(titles.joined(separator: ", ")): \(fetch.pair)"))
      }
    }
    let failures = failures.withLock { $0.map(\.failure) }
    let answers = tickers.sorted { $0.key > $1.key }.map { time, tickers in
      Answer(tickers, asOf: time, warnings: warnings, failures: failures)
    }
    return answers.isEmpty
      ? [Answer([], asOf: now, warnings: warnings, failures: failures)] : answers
  }
}
