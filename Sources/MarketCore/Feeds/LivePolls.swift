import Foundation

/// The data of the exchanges of a feed from their streams, as polls. What streams lack is polled.
///
/// An output has the data of all exchanges, and is sent when any has changed, at most once per interval; a lost
/// connection is a failed poll. If the feed has alerts or windows, or waits for a condition, the data is also
/// sent after each update, with ``Poll/updatedRow``.
struct LivePolls<SomeFeed: Feed, Content: LiveContent>: AsyncSequence, Sendable
where Content.Value == SomeFeed.Model.Value {
  /// The data of an exchange before its first poll; or the reason why its streams are not used.
  typealias Make =
    @Sendable (
      _ client: MarketClient, _ updates: LiveUpdates,
      _ onNews: @escaping @Sendable (LiveConnections.NewsKind) -> Void
    ) -> (content: Content, reason: MarketError?)

  let feed: SomeFeed
  let pace: Pace
  let control: PollControl
  let make: Make

  func makeAsyncIterator() -> Iterator { Iterator(self) }
}

extension LivePolls {
  final class Iterator: AsyncIteratorProtocol {
    private enum Event: Sendable {
      case poll(Int, SomeFeed.AnsweredPoll, round: Int)
      /// Streams of the exchange with this index have news.
      case stream(Int, LiveConnections.NewsKind, round: Int)
      case timer
      case control(PollControl.Change)
      /// A step in a replay.
      case step(PollStep)
    }

    private let polls: LivePolls
    private let market: Market
    private let clock: PollClock
    private let interval: Duration
    /// Whether each update is sent alone, or is an output of its own.
    private let isStepwise: Bool
    private var exchanges: [LiveExchange<Content>] = []
    private var pollers: [Task<Void, Never>] = []
    private var events: AsyncStream<Event>.Iterator
    private let continuation: AsyncStream<Event>.Continuation
    /// The number of times that ``exchanges`` were made. Events of earlier ones are ignored.
    private var round = 0
    /// The earliest time of the next output.
    private var due: ContinuousClock.Instant
    private var timer: (end: ContinuousClock.Instant, task: Task<Void, Never>)?
    /// Whether each exchange has had prices or a failure, and each of its streamed pairs a first message.
    private var hasBegun = false
    /// The number of outputs.
    private var count = 0
    private var hasEnded = false

    private let recording: LiveRecording?
    /// The time of the next output if the run makes or replays a recording; see ``LiveRecording``.
    private var outputTime: Date?
    /// The earliest time of the first output.
    private var earliestOutput: Date?
    /// The times of the outputs of a replay so far, to which steps go back.
    private var outputTimes: [Date] = []
    /// Answers to polls that have arrived after ``outputTime``.
    private var laterPolls: [(index: Int, poll: SomeFeed.AnsweredPoll, arrival: Date)] = []
    /// The end of the recording that is replayed; `nil` if there is none.
    private var end: ContinuousClock.Instant?
    /// The step that goes to the next output, or if it is the last one, to the end of the recording.
    private var step: PollStep?
    private var isStepping: Bool { step != nil }
    private var observer: Int?

    fileprivate init(_ polls: LivePolls) {
      self.polls = polls
      market = polls.feed.market
      clock = polls.feed.market.clock
      recording = polls.feed.market.live?.recording
      earliestOutput = recording?.start
      interval = polls.pace.outputInterval
      let watch = polls.feed.watch
      isStepwise =
        interval == .zero || watch.until != nil || !watch.alerts.isEmpty
        || polls.feed.hasWindows
      due = clock.now()
      let (stream, continuation) = AsyncStream.makeStream(of: Event.self)
      (events, self.continuation) = (stream.makeAsyncIterator(), continuation)
      polls.control.observe { continuation.yield(.control($0)) }
      if polls.control.takesSteps {
        observer = recording?.replay?.observe { continuation.yield(.step($0)) }
      }
      begin()
    }

    deinit { cancel() }

    /// Begins to poll and to stream.
    private func begin() {
      let updates: LiveUpdates = isStepwise ? .each : recording == nil ? .newest : .byTime
      let round = round
      for (index, client) in market.clients.enumerated() {
        let (content, reason) = polls.make(client, updates) { [continuation] in
          continuation.yield(.stream(index, $0, round: round))
        }
        let exchange = LiveExchange(
          content, of: client, polledBecauseOf: reason, updates: updates, clock: clock)
        exchanges.append(exchange)
        pollers.append(
          Task { [feed = polls.feed, control = exchange.control, clock, continuation] in
            let poller = Poller(interval: LiveMarket.pollInterval, clock: clock, control: control)
            for await poll in poller.polls(fetch: { await feed.fetch(client) }) {
              continuation.yield(.poll(index, poll.of(client.exchange.id), round: round))
            }
          })
      }
      end = recording?.replay?.end.map { [now = clock.now(), market] in
        now + .seconds($0.timeIntervalSince(market.now())) + LiveRecording.delay * 2
      }
    }

    private func stop() {
      for task in pollers { task.cancel() }
      for exchange in exchanges { exchange.stop() }
      (pollers, exchanges, laterPolls) = ([], [], [])
      (hasBegun, outputTime) = (false, nil)
      round += 1
    }

    private func cancel() {
      stop()
      timer?.task.cancel()
      if let observer { recording?.replay?.endObserver(observer) }
    }

    func next(isolation: isolated (any Actor)?) async -> [SomeFeed.AnsweredPoll]? {
      // Outputs on the way to the end are shown while the clock stands still.
      if step == .last { hurry() }
      defer { if step == .last { recording?.replay?.clock.rate = .paused } }
      while !Task.isCancelled, count < polls.pace.count ?? .max, !hasEnded {
        let isPaused = polls.control.isPaused && !isStepping
        if !hasBegun, exchanges.allSatisfy(\.isReady) { scheduleFirstOutput() }
        await applyLaterPolls(isolation: isolation)
        // The first output has all updates so far. Later ones do not wait for tests.
        if !isPaused, count > 0, let output = nextOutput() { return output }
        if let test = nextTest(isPaused: isPaused) { return test }
        if !isPaused {
          if let failures = nextFailures() { return failures }
          if let output = nextOutput() { return output }
        } else if goesOnInPause, clock.now() >= due {
          applyUpdates()
        }
        if let end, clock.now() >= end, !isPaused, let last = endOfRecording() { return last }
        setTimer()
        guard let event = await events.next(isolation: isolation) else { break }
        await apply(event, isolation: isolation)
      }
      cancel()
      return nil
    }

    private func scheduleFirstOutput() {
      hasBegun = true
      if isStepping { hurry() }
      guard recording != nil, !isStepwise else { return }
      let now = market.now()
      let start = Swift.min(exchanges.compactMap(\.readySince).max() ?? now, now)
      scheduleOutput(at: [start, earliestOutput].compactMap(\.self).max() ?? start)
    }

    private func scheduleOutput(at time: Date) {
      outputTime = time
      let rest = Swift.max(0, time.timeIntervalSince(market.now()))
      due = clock.now() + .seconds(rest) + LiveRecording.delay
    }

    /// Pauses a screen at the end of a recording, from where it can go back: returns what has arrived since the last
    /// output. Otherwise ends the run: returns the failure if further outputs were requested, or a condition was not
    /// met.
    private func endOfRecording() -> [SomeFeed.AnsweredPoll]? {
      if market.live?.isScreen ?? false {
        (step, polls.control.isPaused) = (nil, true)
        recording?.replay?.clock.rate = .paused
        (outputTime, due) = (outputTime.map { _ in market.now() }, clock.now())
        // Without news, too, the screen is drawn again, because it is paused now.
        return (nextOutput() ?? []) + (nextFailures() ?? [])
      }
      (end, hasEnded) = (nil, true)
      continuation.finish()
      guard polls.pace.count != nil || polls.feed.watch.until != nil else { return nil }
      let error = MarketError.ended(
        "recording ends after \(count) output\(count == 1 ? "" : "s")")
      return market.exchanges.map { SomeFeed.AnsweredPoll(exchange: $0, result: .failure(error)) }
    }

    private func applyLaterPolls(isolation: isolated (any Actor)?) async {
      while let (index, poll, arrival) = laterPolls.first, arrival <= outputTime ?? arrival {
        laterPolls.removeFirst()
        await exchanges[index].apply(poll, isolation: isolation)
      }
    }

    /// The data after the next update, which alerts and conditions test; `nil` if there is none. If each change
    /// is an output, a change is only applied; in a pause, all updates are.
    private func nextTest(isPaused: Bool) -> [SomeFeed.AnsweredPoll]? {
      guard isStepwise, hasBegun else { return nil }
      let now = clock.now()
      for updated in exchanges.indices {
        if interval == .zero, isPaused {
          exchanges[updated].applyUpdates()
        } else if let (test, isChange) = exchanges[updated].nextTest(at: now) {
          if interval == .zero, isChange { return nil }
          return exchanges.indices.compactMap {
            $0 == updated ? test : exchanges[$0].current(at: now)
          }
        }
      }
      return nil
    }

    /// Whether outputs are only skipped in a pause. Updates that waited for them would need more and more memory.
    private var goesOnInPause: Bool { outputTime != nil && recording?.replay == nil }

    /// Applies the updates of the output that is due, and schedules the next one.
    private func applyUpdates() {
      guard !isStepwise else { return }
      for index in exchanges.indices { exchanges[index].applyUpdates(until: outputTime) }
      if let outputTime { scheduleOutput(at: outputTime + interval / .seconds(1)) }
    }

    private func nextOutput() -> [SomeFeed.AnsweredPoll]? {
      let now = clock.now()
      guard now >= due, hasBegun else { return nil }
      let time = outputTime
      applyUpdates()
      guard exchanges.contains(where: \.hasChanged) else { return nil }
      let output = exchanges.indices.compactMap { exchanges[$0].output(at: now) }
      if output.isEmpty { return nil }
      if let time, recording?.replay != nil { outputTimes.append(time) }
      if outputTime == nil { due = now + interval }
      count += 1
      endStep()
      return output
    }

    /// The losses and failed polls that are not sent yet. They do not wait for the next output, and count
    /// only while nothing is live.
    private func nextFailures() -> [SomeFeed.AnsweredPoll]? {
      guard hasBegun else { return nil }
      let failures = exchanges.indices.compactMap { exchanges[$0].takeFailure() }
      if failures.isEmpty { return nil }
      if let fatal = failures.first(where: { $0.failure?.endsAll ?? false }) {
        hasEnded = true
        return [fatal]
      }
      hasEnded = exchanges.allSatisfy(\.hasEnded)
      if !exchanges.contains(where: \.isLive) { count += 1 }
      endStep()
      return failures
    }

    /// Goes to another output of a replay, as fast as possible.
    private func go(_ step: PollStep) {
      guard let replay = recording?.replay else { return }
      let interval = interval / .seconds(1)
      switch step {
      case .next: break
      case .previous:
        let last = outputTimes.popLast() ?? replay.beginning
        go(to: outputTimes.popLast() ?? last - interval, in: replay)
      case .first:
        outputTimes = []
        go(to: replay.beginning, in: replay)
      case .last:
        outputTimes = []
        let time = replay.lastConnected(market.exchanges) ?? replay.end ?? replay.beginning
        // The last connections are opened a second before their end.
        go(to: time - Swift.max(interval, 1), in: replay)
      }
      self.step = step
      hurry()
    }

    /// Makes a step fast. To the end, it is when all is connected: before, a fast clock could miss the last messages.
    private func hurry() {
      recording?.replay?.clock.rate = step == .last && !hasBegun ? .recorded : .fast
    }

    private func go(to time: Date, in replay: LiveReplay) {
      let time = Swift.max(time, replay.beginning)
      stop()
      replay.go(to: time)
      earliestOutput = time
      begin()
    }

    /// Stands still after a step to an output.
    private func endStep() {
      guard isStepping, step != .last else { return }
      step = nil
      recording?.replay?.clock.rate = polls.control.isPaused ? .paused : .recorded
    }

    /// Wakes the loop for the next output, fallback or change of the streamed rows.
    private func setTimer() {
      let hasOutput =
        hasBegun && (isStepping || !polls.control.isPaused || goesOnInPause)
        && (outputTime != nil || exchanges.contains { $0.hasChanged || $0.hasUpdates })
      let times =
        [hasOutput ? due : nil, polls.control.isPaused && !isStepping ? nil : end]
        + exchanges.flatMap { [$0.fallbackTime, $0.viewTime] }
      let end = times.compactMap(\.self).min()
      if timer?.end == end { return }
      timer?.task.cancel()
      timer = nil
      guard let end else { return }
      let task = Task { [clock, continuation] in
        await clock.sleep(end)
        if !Task.isCancelled { continuation.yield(.timer) }
      }
      timer = (end, task)
    }

    private func apply(_ event: Event, isolation: isolated (any Actor)?) async {
      switch event {
      case .poll(_, _, let round) where round != self.round: break
      case .stream(_, _, let round) where round != self.round: break
      case .poll(let index, let poll, _):
        if let outputTime, let asOf = poll.answer?.asOf,
          case let arrival = Swift.min(asOf, market.now()), arrival > outputTime
        {
          laterPolls.append((index, poll, arrival))
        } else {
          await exchanges[index].apply(poll, isolation: isolation)
        }
      case .stream(let index, .updates, _) where !isStepwise: exchanges[index].hasUpdates = true
      case .stream(let index, _, _): exchanges[index].takeNews()
      case .timer:
        // A sleep that has ended may have been replaced.
        if let end = timer?.end, clock.now() >= end { timer = nil }
        for index in exchanges.indices {
          exchanges[index].fallBack(at: clock.now())
          await exchanges[index].streamView(at: clock.now(), isolation: isolation)
        }
      case .control(.pause):
        if !isStepping {
          recording?.replay?.clock.rate = polls.control.isPaused ? .paused : .recorded
        }
      case .step(let step): go(step)
      case .control(.hurry):
        if outputTime == nil { due = clock.now() }
        for index in exchanges.indices { exchanges[index].refresh() }
      case .control(.view(let listings)):
        for index in exchanges.indices { exchanges[index].show(listings, at: clock.now()) }
      }
    }
  }
}

extension MarketError {
  /// Whether no exchange is polled further: the user has to change the request, or free the disk.
  fileprivate var endsAll: Bool {
    switch self {
    case .unsupported, .notKept: true
    default: false
    }
  }
}

extension Poll {
  fileprivate func of(_ exchange: ExchangeID) -> Poll {
    Poll(exchange: exchange, result: result, at: at, next: next)
  }
}
