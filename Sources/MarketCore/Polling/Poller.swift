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

  /// The failure, if it is one.
  public var failure: MarketError? {
    if case .failure(let error) = result { error } else { nil }
  }
}

/// Polls one exchange or several side by side, on a beat that is counted from the first poll.
///
/// After failures in a row an exchange is in back-off: its next poll comes in 1, 2, 4, … seconds, a
/// fifth more or less by chance, and never later than after a minute; or in as many seconds as it
/// requested (``MarketError/retryAfter``). Of several exchanges it skips beats until then; one alone
/// is polled at that time, and a success takes up the beat again.
public struct Poller: Sendable {
  private let interval: Duration
  private let count: Int?
  private let clock: PollClock
  private let control: PollControl

  /// A poller of this beat.
  ///
  /// - Parameters:
  ///   - interval: the time from one beat to the next, above 0.
  ///   - count: the number of beats, above 0; `nil` for no end. Of one exchange, each poll is one,
  ///     answered or not.
  ///   - clock: the time, and the sleep until the next poll.
  ///   - control: pauses the poller, or makes it poll at once; it is for one poller at a time.
  public init(
    interval: Duration, count: Int? = nil, clock: PollClock = .real,
    control: PollControl = PollControl()
  ) {
    self.interval = interval
    self.count = count
    self.clock = clock
    self.control = control
  }

  /// Polls until the count is reached, every exchange has failed permanently, the task is
  /// cancelled, or `report` returns `false`.
  ///
  /// An exchange never has more than one fetch in flight, and no beat begins before `report` has
  /// returned; beats that went by meanwhile are skipped.
  ///
  /// - Parameters:
  ///   - exchanges: the ids of the exchanges, one at least, each once.
  ///   - gathers: whether the polls of a beat are reported together: when each exchange has answered
  ///     or failed, and at the latest at the next beat; one that comes later is reported with the
  ///     next ones. They are in the order of the exchanges. Else each is reported when it comes.
  ///   - fetch: makes one poll of an exchange.
  ///   - report: gets polls, one at least; returns whether to go on.
  public func run<Value: Sendable>(
    _ exchanges: [String], gathers: Bool = true,
    fetch: @escaping @Sendable (_ exchange: String) async -> Result<Value, MarketError>,
    report: ([Poll<Value>]) async -> Bool
  ) async {
    await withTaskGroup { group in
      var sources = exchanges.map { Source(exchange: $0, due: clock.now()) }
      await run(&sources, &group, gathers: gathers, fetch: fetch, report: report)
      group.cancelAll()
    }
  }

  /// Polls one exchange, as ``run(_:gathers:fetch:report:)`` does.
  public func run<Value: Sendable>(
    fetch: @escaping @Sendable () async -> Result<Value, MarketError>,
    report: (Poll<Value>) async -> Bool
  ) async {
    await run([""], fetch: { _ in await fetch() }) { polls in await report(polls[0]) }
  }

  /// A result of one of the sources; `nil` when the sleep until the next beat, or until the next try,
  /// is over.
  private typealias Event<Value> = (source: Int, result: Result<Value, MarketError>)?

  private struct Source {
    let exchange: String
    /// The time of its next poll; `nil` after the last.
    var due: ContinuousClock.Instant?
    /// The number of failures in a row.
    var failures = 0
    var isInFlight = false
    /// Whether its last failure has a ``MarketError/retryAfter``, which `pollNow()` does not override.
    var hasRetryAfter = false

    func begins(at now: ContinuousClock.Instant, isHurried: Bool) -> Bool {
      guard let due, !isInFlight else { return false }
      return due <= now || isHurried && !hasRetryAfter
    }
  }

  private func run<Value: Sendable>(
    _ sources: inout [Source], _ group: inout TaskGroup<Event<Value>>, gathers: Bool,
    fetch: @escaping @Sendable (_ exchange: String) async -> Result<Value, MarketError>,
    report: ([Poll<Value>]) async -> Bool
  ) async {
    let start = clock.now()
    let isAlone = sources.count == 1
    var (beats, isHurried) = (0, false)
    while !Task.isCancelled {
      let now = clock.now()
      let beginning = sources.indices.filter { sources[$0].begins(at: now, isHurried: isHurried) }
      if !beginning.isEmpty { clock.beginBeat() }
      for index in beginning {
        sources[index].isInFlight = true
        group.addTask { [exchange = sources[index].exchange] in (index, await fetch(exchange)) }
      }
      if !isAlone || !beginning.isEmpty { beats += 1 }
      let isLast = beats == count
      // A single exchange has no deadline: before its answer there is nothing to report.
      var end = isAlone || isLast ? nil : beat(after: now, from: start)
      if let end { sleep(until: end, in: &group) }

      var (polls, isOver) = ([Poll<Value>](), false)
      while !isOver, sources.contains(where: \.isInFlight) {
        guard let event = await group.next() else { return }
        isOver = event == nil
        guard let (index, result) = event else { break }
        let poll = poll(of: &sources[index], result, from: start, isAlone: isAlone, isLast: isLast)
        polls.append(poll)
        if !gathers, await !report([poll]) { return }
      }
      if gathers, !polls.isEmpty {
        polls = sources.compactMap { source in polls.first { $0.exchange == source.exchange } }
        guard await report(polls) else { return }
      }
      guard !isLast, let due = sources.compactMap(\.due).min() else { return }
      if isAlone {
        // A slow report delays a beat, but not the retry after a failure.
        let isMissed = clock.now() > due && polls.last?.failure == nil
        end = isMissed ? beat(after: clock.now(), from: start) : due
        sleep(until: end ?? due, in: &group)
      }
      if !isOver { _ = await group.next() }
      isHurried = end.map { clock.now() < $0 } ?? false
    }
  }

  private func sleep<Value>(
    until instant: ContinuousClock.Instant, in group: inout TaskGroup<Event<Value>>
  ) {
    group.addTask { [clock, control] in
      await control.sleep(until: instant, by: clock)
      return nil
    }
  }

  /// The poll of a result; updates the failures and the due time of the exchange.
  private func poll<Value>(
    of source: inout Source, _ result: Result<Value, MarketError>,
    from start: ContinuousClock.Instant, isAlone: Bool, isLast: Bool
  ) -> Poll<Value> {
    let now = clock.now()
    source.isInFlight = false
    source.hasRetryAfter = false
    switch result {
    case .success:
      source.failures = 0
      source.due = beat(after: now, from: start)
    case .failure(let error) where error.isPermanent: source.due = nil
    case .failure(let error):
      source.failures += 1
      source.hasRetryAfter = error.retryAfter ?? 0 > 0
      let retry = now + clock.delay(after: error, failures: source.failures)
      if isAlone {
        source.due = retry
      } else {
        let first = beat(after: retry - Duration(attoseconds: 1), from: start)
        // The first beat from then on, but no later than the last one of the next minute.
        let last = beat(after: now + PollClock.longestDelay, from: start) - interval
        let next = beat(after: now, from: start)
        source.due = source.hasRetryAfter ? first : max(next, min(first, last))
      }
    }
    if isLast { source.due = nil }
    return Poll(exchange: source.exchange, result: result, at: now, next: source.due)
  }

  private func beat(
    after instant: ContinuousClock.Instant, from start: ContinuousClock.Instant
  ) -> ContinuousClock.Instant {
    let beats = (instant - start).attoseconds / interval.attoseconds + 1
    return start + Duration(attoseconds: interval.attoseconds * beats)
  }
}
