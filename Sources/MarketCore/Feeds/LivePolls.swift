import Foundation

/// The prices of the exchanges of a feed from their streams, as polls. What streams lack is polled.
///
/// A list has the prices of all exchanges, and is sent when any has changed, at most once per interval; a lost
/// connection is a failed poll. If the feed has alerts or waits for a condition, each update is also sent
/// alone, with ``Poll/updatedRow``.
struct LivePolls<SomeFeed: RowsFeed>: AsyncSequence, Sendable
where SomeFeed.Model.Element == Ticker {
  let feed: SomeFeed
  let live: LiveMarket
  let pace: Pace
  let control: PollControl

  func makeAsyncIterator() -> Iterator { Iterator(self) }
}

extension LivePolls {
  final class Iterator: AsyncIteratorProtocol {
    private enum Event: Sendable {
      case poll(Int, SomeFeed.AnsweredPoll)
      case stream(Int)
      case timer
    }

    private let polls: LivePolls
    private let clock: PollClock
    private let interval: Duration
    private let start: ContinuousClock.Instant
    /// Whether each update is sent alone, or is an output of its own.
    private let isStepwise: Bool
    private var exchanges: [LiveExchange<SomeFeed>] = []
    private var pollers: [Task<Void, Never>] = []
    private var events: AsyncStream<Event>.Iterator
    private let continuation: AsyncStream<Event>.Continuation
    /// The earliest time of the next output.
    private var due: ContinuousClock.Instant
    private var timer: (end: ContinuousClock.Instant, task: Task<Void, Never>)?
    /// The number of outputs.
    private var count = 0
    private var hasEnded = false

    fileprivate init(_ polls: LivePolls) {
      self.polls = polls
      let market = polls.feed.market
      clock = market.clock
      interval = polls.pace.interval(for: market)
      let watch = polls.feed.watch
      isStepwise = interval == .zero || watch.until != nil || !watch.alerts.isEmpty
      start = clock.now()
      due = start
      let (stream, continuation) = AsyncStream.makeStream(of: Event.self)
      (events, self.continuation) = (stream.makeAsyncIterator(), continuation)
      for (index, client) in market.clients.enumerated() {
        let exchange = LiveExchange(polls.feed, client, polls.live) {
          continuation.yield(.stream(index))
        }
        exchanges.append(exchange)
        pollers.append(
          Task { [feed = polls.feed, control = exchange.control, clock = market.clock] in
            let poller = Poller(interval: LiveMarket.pollInterval, clock: clock, control: control)
            for await poll in poller.polls(fetch: { await feed.fetch(client) }) {
              continuation.yield(.poll(index, poll.of(client.exchange.id)))
            }
          })
      }
    }

    deinit { cancel() }

    private func cancel() {
      for task in pollers { task.cancel() }
      for exchange in exchanges { exchange.stop() }
      timer?.task.cancel()
    }

    func next(isolation: isolated (any Actor)?) async -> [SomeFeed.AnsweredPoll]? {
      while !Task.isCancelled, count != polls.pace.count, !hasEnded {
        if !polls.control.isPaused {
          if let tests = nextTests() { return tests }
          if let output = nextOutput() { return output }
        }
        setTimer()
        guard let event = await events.next(isolation: isolation) else { break }
        await apply(event, isolation: isolation)
      }
      cancel()
      return nil
    }

    /// The next update that alerts and conditions test; `nil` if there is none.
    private func nextTests() -> [SomeFeed.AnsweredPoll]? {
      guard isStepwise, isReady else { return nil }
      for index in exchanges.indices {
        guard let row = exchanges[index].applyNextUpdate() else { continue }
        if interval == .zero { return nil }
        return exchanges[index].test(of: row, at: clock.now()).map { [$0] }
      }
      return nil
    }

    /// Whether each exchange has prices or has failed, and each of its streamed pairs has a first message.
    private var isReady: Bool { count > 0 || exchanges.allSatisfy(\.isReady) }

    private func nextOutput() -> [SomeFeed.AnsweredPoll]? {
      let now = clock.now()
      guard now >= due, isReady else { return nil }
      if !isStepwise {
        for index in exchanges.indices { while exchanges[index].applyNextUpdate() != nil {} }
      }
      guard exchanges.contains(where: \.hasChanged) else { return nil }
      due = now + interval
      let output = exchanges.indices.compactMap { exchanges[$0].output(at: now) }
      if output.isEmpty { return nil }
      if let fatal = output.first(where: { $0.failure?.endsAll ?? false }) {
        hasEnded = true
        return [fatal]
      }
      hasEnded = exchanges.allSatisfy(\.hasEnded)
      // A failure takes no turn of a price.
      let isFailure = output.allSatisfy { $0.answer == nil }
      if isFailure { due = now }
      if !isFailure || !exchanges.contains(where: \.isLive) { count += 1 }
      return output
    }

    /// Wakes the loop for the next output or fallback, or when the user refreshes or ends a pause.
    private func setTimer() {
      let hasOutput = isReady && exchanges.contains { $0.hasChanged || $0.hasUpdates }
      let times = [hasOutput ? due : nil] + exchanges.map(\.fallbackTime)
      let end = times.compactMap(\.self).min() ?? start + .seconds(365 * 86_400)
      if timer?.end == end { return }
      timer?.task.cancel()
      let task = Task { [control = polls.control, clock, continuation] in
        await control.sleep(until: end, by: clock)
        if !Task.isCancelled { continuation.yield(.timer) }
      }
      timer = (end, task)
    }

    private func apply(_ event: Event, isolation: isolated (any Actor)?) async {
      switch event {
      case .poll(let index, let poll): await exchanges[index].apply(poll, isolation: isolation)
      case .stream(let index): exchanges[index].takeNews()
      case .timer:
        // Before its end, only a key of the user ends the sleep.
        if let end = timer?.end, clock.now() < end, !polls.control.isPaused {
          for index in exchanges.indices { exchanges[index].refresh() }
        }
        timer = nil
        for index in exchanges.indices { exchanges[index].fallBack(at: clock.now()) }
      }
    }
  }
}

extension RowsFeed where Model.Element == Ticker {
  package func livePolls(
    from live: LiveMarket, at pace: Pace, control: PollControl
  ) -> (any AsyncSequence<[AnsweredPoll], Never> & Sendable)? {
    LivePolls(feed: self, live: live, pace: pace, control: control)
  }
}

extension MarketError {
  /// Whether the user has to change the request, so that no exchange is polled further.
  fileprivate var endsAll: Bool { if case .unsupported = self { true } else { false } }
}

extension Poll<Answer<[Ticker]>> {
  /// The same poll with only the updated row.
  var ofUpdatedRow: Poll {
    guard let updatedRow, var answer else { return self }
    answer.value = [answer.value[updatedRow]]
    return Poll(exchange: exchange, result: .success(answer), at: at)
  }

  fileprivate func of(_ exchange: ExchangeID) -> Poll {
    Poll(exchange: exchange, result: result, at: at, next: next)
  }
}
