/// The polls that a ``Poller`` makes for one loop. Its beats, the moments at which all exchanges are
/// polled, are counted from the creation of the iterator.
struct Polls<Value: Sendable>: AsyncSequence, Sendable {
  typealias Fetch = @Sendable () async -> Result<Value, MarketError>

  let poller: Poller
  /// One element per exchange, at least one.
  let fetches: [(exchange: ExchangeID?, fetch: Fetch)]
  let gathers: Bool

  func makeAsyncIterator() -> Iterator { Iterator(self) }

  fileprivate struct Schedule {
    let exchange: ExchangeID?
    let fetch: Fetch
    /// The planned time of the next poll; `nil` after the last poll.
    var due: ContinuousClock.Instant?
    var failures = 0
    var task: Task<Void, Never>?
    /// Whether the last poll failed with a ``MarketError/retryAfter``, which `pollNow()` does not override.
    var hasRetryAfter = false

    func begins(at now: ContinuousClock.Instant, isHurried: Bool) -> Bool {
      guard let due, task == nil else { return false }
      return due <= now || isHurried && !hasRetryAfter
    }
  }
}

extension Polls {
  /// Makes the polls between two iterations of a loop. Its release cancels the fetches in flight.
  final class Iterator: AsyncIteratorProtocol {
    /// A result, with the index of its schedule; `nil` when the sleep is over.
    private typealias Event = (schedule: Int, result: Result<Value, MarketError>)?

    private let poller: Poller
    private let gathers: Bool
    private let start: ContinuousClock.Instant
    private var schedules: [Schedule]
    private var beats = 0
    private var isInBeat = false
    /// The sleep until the next beat or retry; `nil` when it is over.
    private var sleep: Task<Void, Never>?
    private var sleepEnd: ContinuousClock.Instant
    private var events: AsyncStream<Event>.Iterator
    private let continuation: AsyncStream<Event>.Continuation

    fileprivate init(_ polls: Polls) {
      poller = polls.poller
      gathers = polls.gathers
      let start = poller.clock.now()
      schedules = polls.fetches.map { Schedule(exchange: $0, fetch: $1, due: start) }
      (self.start, sleepEnd) = (start, start)
      let (stream, continuation) = AsyncStream.makeStream(of: Event.self)
      events = stream.makeAsyncIterator()
      self.continuation = continuation
    }

    deinit { cancel() }

    private func cancel() {
      sleep?.cancel()
      for schedule in schedules { schedule.task?.cancel() }
    }

    private var isAlone: Bool { schedules.count == 1 }
    private var hasPauses: Bool { poller.interval > .zero }
    private var isLast: Bool { beats == poller.count }

    func next(isolation: isolated (any Actor)?) async -> [Poll<Value>]? {
      if let polls = await nextPolls(isolation: isolation) { return polls }
      cancel()
      for schedule in schedules { await schedule.task?.value }
      return nil
    }

    private func nextPolls(isolation: isolated (any Actor)?) async -> [Poll<Value>]? {
      var polls: [Poll<Value>] = []
      while polls.isEmpty {
        if !isInBeat {
          guard await beginBeat(isolation: isolation) else { return nil }
        }
        while schedules.contains(where: { $0.task != nil }) {
          guard let event = await events.next(isolation: isolation) else { return nil }
          guard let (index, result) = event else {
            sleep = nil
            break
          }
          let poll = poll(of: index, result)
          // If there is no new answer, no poll is sent, unless it was the last poll of the exchange.
          if poll.failure == .notAnswered, schedules[index].due != nil { continue }
          polls.append(poll)
          if !gathers { return polls }
        }
        isInBeat = false
      }
      return schedules.compactMap { schedule in polls.first { $0.exchange == schedule.exchange } }
    }

    /// Waits for the next beat or for the retry of a single exchange, and begins it; `false` at the end.
    private func beginBeat(isolation: isolated (any Actor)?) async -> Bool {
      var isHurried = false
      if beats > 0 {
        guard !isLast, let due = schedules.compactMap(\.due).min() else { return false }
        if isAlone, hasPauses {
          // A beat that the body of the loop has missed is skipped; a missed retry is made at once.
          let isMissed = poller.clock.now() > due && schedules[0].failures == 0
          sleep(until: isMissed ? beat(after: poller.clock.now()) : due)
        }
        if sleep != nil {
          guard case .some = await events.next(isolation: isolation) else { return false }
          sleep = nil
        }
        isHurried = poller.clock.now() < sleepEnd
      }
      guard !Task.isCancelled else { return false }
      let now = poller.clock.now()
      let beginning = schedules.indices.filter {
        schedules[$0].begins(at: now, isHurried: isHurried)
      }
      if !beginning.isEmpty {
        poller.clock.beginBeat(beginning.compactMap { schedules[$0].exchange })
      }
      for index in beginning {
        schedules[index].task = Task { [continuation, fetch = schedules[index].fetch] in
          continuation.yield((index, await fetch()))
        }
      }
      if !isAlone || !beginning.isEmpty { beats += 1 }
      // A single exchange has no deadline: before its answer there is no poll to return.
      if !isAlone, !isLast, hasPauses { sleep(until: beat(after: now)) }
      isInBeat = true
      return true
    }

    private func sleep(until end: ContinuousClock.Instant) {
      sleepEnd = end
      sleep = Task { [continuation, poller] in
        await poller.control.sleep(until: end, by: poller.clock)
        continuation.yield(nil)
      }
    }

    /// Notes a result in the schedule of its exchange, and returns the poll.
    private func poll(of index: Int, _ result: Result<Value, MarketError>) -> Poll<Value> {
      let now = poller.clock.now()
      var schedule = schedules[index]
      schedule.task = nil
      schedule.hasRetryAfter = false
      // Of several exchanges, the beat that the poller sleeps for. It can be late, but has not begun.
      let nextBeat = isAlone ? beat(after: now) : sleepEnd
      switch result {
      case .success:
        schedule.failures = 0
        schedule.due = nextBeat
      case .failure(.notAnswered): schedule.due = nextBeat
      case .failure(let error) where error.isPermanent: schedule.due = nil
      case .failure where !hasPauses: schedule.due = now
      case .failure(let error):
        schedule.failures += 1
        schedule.hasRetryAfter = error.retryAfter ?? 0 > 0
        let retry = now + poller.clock.delay(after: error, failures: schedule.failures)
        if isAlone {
          schedule.due = retry
        } else {
          let first = beat(after: retry - Duration(attoseconds: 1))
          // The first beat at or after the retry time. If the exchange has requested no delay, it is also
          // within the longest delay, but not before the next beat.
          let last = beat(after: now + PollClock.longestDelay) - poller.interval
          schedule.due =
            schedule.hasRetryAfter ? first : Swift.max(nextBeat, Swift.min(first, last))
        }
      }
      if isLast { schedule.due = nil }
      schedules[index] = schedule
      return Poll(
        exchange: schedule.exchange, result: result, at: now, next: hasPauses ? schedule.due : nil)
    }

    private func beat(after instant: ContinuousClock.Instant) -> ContinuousClock.Instant {
      guard hasPauses else { return instant }
      let beats = (instant - start).attoseconds / poller.interval.attoseconds + 1
      return start + Duration(attoseconds: poller.interval.attoseconds * beats)
    }
  }
}
