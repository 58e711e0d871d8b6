/// One poll: its result, and the time of the next one.
public struct Poll<Value: Sendable>: Sendable {
  /// The answer, or the error.
  public let result: Result<Value, MarketError>
  /// The time of the answer or the failure.
  public let at: ContinuousClock.Instant
  /// The time of the next poll; `nil` after the last.
  public let next: ContinuousClock.Instant?

  /// A poll of these parts, for view models in tests; others come from a ``Poller``.
  public init(
    result: Result<Value, MarketError>, at: ContinuousClock.Instant,
    next: ContinuousClock.Instant? = nil
  ) {
    self.result = result
    self.at = at
    self.next = next
  }
}

/// Fetches again and again: on a beat that is counted from the first poll, and sooner or later
/// than that only after a failure.
///
/// After failures in a row the next poll comes in 1, 2, 4, … seconds, a fifth more or less by
/// chance, and never later than after a minute; or in as many seconds as the exchange asked for
/// (``MarketError/retryAfter``), up to an hour. A success takes up the beat again.
public struct Poller: Sendable {
  /// The time from one beat to the next, above 0.
  public let interval: Duration
  /// The number of polls, answered or not; `nil` for no end.
  public let count: Int?
  /// The time, and the sleep until the next poll.
  public let clock: PollClock

  /// A poller of this beat. The interval is above 0, and so is the count.
  public init(interval: Duration, count: Int? = nil, clock: PollClock = .real) {
    self.interval = interval
    self.count = count
    self.clock = clock
  }

  /// Polls until the count is reached, nothing can come any more, the task is cancelled, or
  /// `report` returns `false`.
  ///
  /// There is never more than one fetch under way, and the next begins only when `report` has
  /// returned; beats that went by meanwhile are skipped.
  ///
  /// - Parameters:
  ///   - fetch: makes one poll.
  ///   - report: is given each poll; whether to go on.
  public func run<Value>(
    fetch: () async -> Result<Value, MarketError>,
    report: (Poll<Value>) async -> Bool
  ) async {
    let start = clock.now()
    var backoff = Backoff()
    var polls = 0
    while !Task.isCancelled {
      let result = await fetch()
      polls += 1
      let now = clock.now()
      var next = beat(after: now, from: start)
      var isLast = polls == count
      switch result {
      case .success: backoff.reset()
      case .failure(let error):
        next = now + backoff.delay(after: error, random: clock.random())
        isLast = isLast || error.isPermanent
      }
      let goesOn = await report(Poll(result: result, at: now, next: isLast ? nil : next))
      guard goesOn, !isLast else { return }
      if case .success = result, clock.now() > next { next = beat(after: clock.now(), from: start) }
      await clock.sleep(next)
    }
  }

  /// The first beat after an instant.
  private func beat(
    after instant: ContinuousClock.Instant, from start: ContinuousClock.Instant
  ) -> ContinuousClock.Instant {
    let beats = (instant - start).attoseconds / interval.attoseconds + 1
    return start + Duration(attoseconds: interval.attoseconds * beats)
  }
}
