/// One poll of an exchange: its result, and the time of the next one.
public struct Poll<Value: Sendable>: Sendable {
  /// The id of the exchange; empty where there is only one.
  public let exchange: String
  /// The answer, or the error.
  public let result: Result<Value, MarketError>
  /// The time of the answer or the failure.
  public let at: ContinuousClock.Instant
  /// The time of the next poll; `nil` after the last.
  public let next: ContinuousClock.Instant?

  /// A poll of these parts, for view models in tests; others come from a ``Poller``.
  public init(
    exchange: String = "", result: Result<Value, MarketError>, at: ContinuousClock.Instant,
    next: ContinuousClock.Instant? = nil
  ) {
    self.exchange = exchange
    self.result = result
    self.at = at
    self.next = next
  }
}

/// Fetches again and again from one exchange or several side by side, on a beat that is counted from
/// the first poll.
///
/// After failures in a row an exchange is in back-off: its next poll comes in 1, 2, 4, … seconds, a
/// fifth more or less by chance, and never later than after a minute; or in as many seconds as it
/// asked for (``MarketError/retryAfter``), up to an hour. Of several exchanges it skips beats until
/// then; one alone is polled at that time, and a success takes up the beat again.
public struct Poller: Sendable {
  /// The time from one beat to the next, above 0.
  public let interval: Duration
  /// The number of beats; `nil` for no end. Of one exchange, each poll is one, answered or not.
  public let count: Int?
  /// The time, and the sleep until the next poll.
  public let clock: PollClock
  private let control: PollControl?

  /// A poller of this beat. The interval is above 0, and so is the count.
  ///
  /// - Parameter control: pauses the poller, or makes it poll at once; it is for one poller.
  public init(
    interval: Duration, count: Int? = nil, clock: PollClock = .real, control: PollControl? = nil
  ) {
    self.interval = interval
    self.count = count
    self.clock = clock
    self.control = control
  }

  /// Polls until the count is reached, nothing can come any more, a recording ends, the task is
  /// cancelled, or `report` returns `false`.
  ///
  /// An exchange never has more than one fetch under way, and no beat begins before `report` has
  /// returned; beats that went by meanwhile are skipped.
  ///
  /// - Parameters:
  ///   - exchanges: the ids of the exchanges, one at least, each once.
  ///   - gathers: whether the polls of a beat are reported together: when each exchange has answered
  ///     or failed, and at the latest at the next beat; one that comes later is reported with that
  ///     beat's. They are in the order of the exchanges. Else each is reported when it comes.
  ///   - fetch: makes one poll of an exchange.
  ///   - report: is given polls, one at least; whether to go on.
  public func run<Value: Sendable>(
    _ exchanges: [String], gathers: Bool = true,
    fetch: @escaping @Sendable (_ exchange: String) async -> Result<Value, MarketError>,
    report: ([Poll<Value>]) async -> Bool
  ) async {
    await withTaskGroup(of: Event<Value>.self) { group in
      var sources = exchanges.map { Source(exchange: $0, due: clock.now()) }
      await run(&sources, &group, gathers: gathers, fetch: fetch, report: report)
      group.cancelAll()
    }
  }

  /// Polls one exchange, as ``run(_:gathers:fetch:report:)`` does.
  ///
  /// - Parameters:
  ///   - fetch: makes one poll.
  ///   - report: is given each poll; whether to go on.
  public func run<Value: Sendable>(
    fetch: @escaping @Sendable () async -> Result<Value, MarketError>,
    report: (Poll<Value>) async -> Bool
  ) async {
    await run([""], fetch: { _ in await fetch() }) { polls in await report(polls[0]) }
  }

  private enum Event<Value: Sendable>: Sendable {
    case result(source: Int, Result<Value, MarketError>)
    /// The end of a beat, by its number.
    case end(beat: Int)
  }

  /// An exchange that is polled.
  private struct Source {
    let exchange: String
    /// The time of its next poll; `nil` after the last.
    var due: ContinuousClock.Instant?
    var backoff = Backoff()
    var isUnderWay = false
  }

  private func run<Value: Sendable>(
    _ sources: inout [Source], _ group: inout TaskGroup<Event<Value>>, gathers: Bool,
    fetch: @escaping @Sendable (_ exchange: String) async -> Result<Value, MarketError>,
    report: ([Poll<Value>]) async -> Bool
  ) async {
    let start = clock.now()
    let exchanges = sources.map(\.exchange)
    let isAlone = sources.count == 1
    var (beat, isHurried) = (0, false)
    while !Task.isCancelled {
      beat += 1
      let now = clock.now()
      for (index, source) in sources.enumerated() where !source.isUnderWay {
        guard let due = source.due, due <= now || isHurried else { continue }
        sources[index].isUnderWay = true
        group.addTask { .result(source: index, await fetch(source.exchange)) }
      }
      let isLast = beat == count
      if !isAlone, !isLast { end(beat, after: now, from: start, in: &group) }

      var polls: [Poll<Value>] = []
      var isOver = false
      while sources.contains(where: \.isUnderWay), !isOver || polls.isEmpty {
        switch await group.next() {
        case .result(let index, let result):
          let poll = poll(
            of: &sources[index], result, from: start, isAlone: isAlone, isLast: isLast)
          polls.append(poll)
          if !gathers, await !report([poll]) { return }
        // A beat without an answer goes on: there would be nothing to report.
        case .end(beat) where polls.isEmpty: end(beat, after: clock.now(), from: start, in: &group)
        case .end(let ended): isOver = isOver || ended == beat
        case nil: return
        }
      }
      if gathers, !polls.isEmpty {
        let inOrder = exchanges.compactMap { exchange in polls.first { $0.exchange == exchange } }
        guard await report(inOrder) else { return }
      }
      guard !isLast, !polls.contains(where: \.isEndOfRecording),
        let due = sources.compactMap(\.due).min()
      else { return }
      let done = clock.now()
      let keepsDue = isAlone && (done <= due || polls.last?.failure != nil)
      let next = isOver ? done : keepsDue ? due : self.beat(after: done, from: start)
      await sleep(until: next)
      isHurried = clock.now() < next
    }
  }

  /// Adds the end of a beat to what is waited for: the first beat after an instant.
  private func end<Value>(
    _ beat: Int, after now: ContinuousClock.Instant, from start: ContinuousClock.Instant,
    in group: inout TaskGroup<Event<Value>>
  ) {
    let end = self.beat(after: now, from: start)
    group.addTask { [clock] in
      await clock.sleep(end)
      return .end(beat: beat)
    }
  }

  /// The poll that a result is, and what follows from it for the exchange.
  private func poll<Value>(
    of source: inout Source, _ result: Result<Value, MarketError>,
    from start: ContinuousClock.Instant, isAlone: Bool, isLast: Bool
  ) -> Poll<Value> {
    let now = clock.now()
    source.isUnderWay = false
    switch result {
    case .success:
      source.backoff.reset()
      source.due = beat(after: now, from: start)
    case .failure(let error) where error.isPermanent: source.due = nil
    case .failure(let error):
      let retry = now + source.backoff.delay(after: error, random: clock.random())
      source.due = isAlone ? retry : beat(notBefore: retry, from: start)
    }
    if isLast { source.due = nil }
    return Poll(exchange: source.exchange, result: result, at: now, next: source.due)
  }

  private func sleep(until instant: ContinuousClock.Instant) async {
    guard let control else { return await clock.sleep(instant) }
    await control.sleep(until: instant, by: clock)
  }

  /// The first beat after an instant.
  private func beat(
    after instant: ContinuousClock.Instant, from start: ContinuousClock.Instant
  ) -> ContinuousClock.Instant {
    let beats = (instant - start).attoseconds / interval.attoseconds + 1
    return start + Duration(attoseconds: interval.attoseconds * beats)
  }

  /// The first beat at an instant or after it.
  private func beat(
    notBefore instant: ContinuousClock.Instant, from start: ContinuousClock.Instant
  ) -> ContinuousClock.Instant {
    beat(after: instant - Duration(attoseconds: 1), from: start)
  }
}

extension Poll {
  fileprivate var failure: MarketError? {
    if case .failure(let error) = result { error } else { nil }
  }

  fileprivate var isEndOfRecording: Bool {
    if case .recordingEnded = failure { true } else { false }
  }
}
