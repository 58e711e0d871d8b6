import Foundation
import Synchronization

/// Rehearses alerts: each poll has the tickers of pairs at the end of a past candle, the oldest first.
actor CandleRehearsal {
  private let fetch: HistoryFetch<CandleRow>
  private let age: TimeInterval
  private let period: Period
  private let currency: String
  private let market: Market
  private let choice: PairChoice
  /// The remaining answers, the next one last; `nil` before the first poll.
  private var answers: [Answer<[Ticker]>]?
  /// The failures of requests, and the sentences that report them.
  private let failures = Mutex<[(failure: MarketError, sentence: String)]>([])

  /// Of a coin, the pair in `currency` is preferred.
  init(of period: Period, age: TimeInterval, in market: Market, _ currency: String) {
    (self.period, self.age, self.market, self.currency) = (period, age, market, currency)
    fetch = market.historyFetch()
    choice = PairChoice(retryingAt: market.clock)
  }

  /// The next poll; the failure ``MarketError/ended(_:)`` after the last candle.
  func poll() async -> ListFeed.Fetched {
    if answers == nil { answers = await load() }
    guard let answer = answers?.popLast() else { return .failure(.ended("no more candles")) }
    return .success(answer)
  }

  /// The sentence that reports a failure of requests; `nil` for any other failure.
  nonisolated func sentence(on failure: MarketError) -> String? {
    failures.withLock { $0.first { $0.failure == failure }?.sentence }
  }

  nonisolated var hasFailures: Bool { failures.withLock { !$0.isEmpty } }

  /// The answers, newest first; one empty answer if there are no tickers.
  private func load() async -> [Answer<[Ticker]>] {
    var tickers: [Date: [Ticker]] = [:]
    var warnings: [Warning] = []
    var problems: [(failure: MarketError, exchange: any Exchange)] = []
    let now = market.now()
    for client in market.clients {
      switch await candles(from: client, now: now) {
      case .failure(let failure): problems.append((failure, client.exchange))
      case .success(let answer):
        problems += answer.failures.map { ($0, client.exchange) }
        warnings += answer.warnings.filter { !$0.isGaps && !warnings.contains($0) }
        for (time, ticker) in answer.value.pastTickers(period) where time > now - age {
          tickers[time, default: []].append(ticker)
        }
      }
    }
    warnings += choice.notes.map { .note($0) } + add(problems)
    let failures = failures.withLock { $0.map(\.failure) }
    let answers = tickers.sorted { $0.key > $1.key }.map { time, tickers in
      Answer(tickers, asOf: time, warnings: warnings, failures: failures)
    }
    return answers.isEmpty
      ? [Answer([], asOf: now, warnings: warnings, failures: failures)] : answers
  }

  private func candles(
    from client: MarketClient, now: Date
  ) async -> Result<Answer<[CandleRow]>, MarketError> {
    // The first ticker needs the candles of the 24 hours before its candle.
    let start = now - age - Period.oneDay.seconds - period.seconds
    let range = HistoryRange(period, count: nil, from: start, to: nil, now: now)
    return await fetch(client, period.rawValue) { [period] in
      $0.info.periods.contains(period)
    } expanding: { [market, choice, currency] in
      await choice.requests(for: $0, in: market, currency)
    } _: { [market] client, pair in
      await client.candleRows(of: pair, range, now: now, clock: market.clock) {
        market.showProgress($0, $1, nil)
      }
    }
  }

  /// Sets the failures, and returns warnings about the pairs that some of their exchanges do not list. A
  /// pair that none of them lists is a failure, as in polls. A failure of several exchanges is added once.
  private func add(_ problems: [(failure: MarketError, exchange: any Exchange)]) -> [Warning] {
    var (added, warnings) = ([(failure: MarketError, sentence: String)](), [Warning]())
    let unlisted = problems.filter { $0.failure.unlisted != nil }
    for request in market.requests {
      let all = unlisted.filter { problem in
        problem.failure.unlisted?.symbol == request.pair.symbol
          && request.exchanges.contains(problem.exchange.id)
      }
      guard let first = all.first else { continue }
      let titles = all.map(\.exchange.title)
      if all.count == request.exchanges.count {
        let failure = MarketError.merged(all.map(\.failure), about: request.pair)
        let tried = fetch.sentence(on: first.failure, of: first.exchange.id)
        added.append((failure, tried ?? failure.sentence(on: titles)))
      } else {
        warnings.append(.note("not listed on \(titles.joined(separator: ", ")): \(request.pair)"))
      }
    }
    for problem in problems
    where problem.failure.unlisted == nil
      && !added.contains(where: { $0.failure == problem.failure })
    {
      let (failure, id) = (problem.failure, problem.exchange.id)
      let titles = problems.filter { $0.failure == failure }.map(\.exchange.title)
      let prefix = market.isMultiExchange ? titles.joined(separator: ", ") + ": " : ""
      added.append((failure, prefix + (fetch.sentence(on: failure, of: id) ?? "\(failure)")))
    }
    failures.withLock { [added] in $0 = added }
    return warnings
  }
}

extension [CandleRow] {
  fileprivate func pastTickers(_ period: Period) -> [(time: Date, ticker: Ticker)] {
    filter(\.isComplete).byListing.flatMap { rows in
      rows.map(\.candle).tickers(of: rows[0].pair, on: rows[0].exchange, period)
    }
  }
}

extension Warning {
  fileprivate var isGaps: Bool { if case .gaps = self { true } else { false } }
}
