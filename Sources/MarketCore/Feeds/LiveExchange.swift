import Foundation

/// Decides whether the data of one exchange in a live run comes from streams or from polls.
struct LiveExchange<Content: LiveContent> {
  typealias AnsweredPoll = Poll<Answer<Content.Value>>

  /// Where the data comes from.
  private enum Mode {
    /// Nothing is streamed yet, or the first messages are missing.
    case starting
    case live
    /// The connection is lost. The next one is tried at `next`.
    case lost(MarketError, next: ContinuousClock.Instant)
    /// The data is polled, for this reason; `nil` if there is nothing to stream, or if each pair has its own
    /// reason.
    case polled(MarketError?)
  }

  private let client: MarketClient
  private let clock: PollClock
  private let updates: LiveUpdates
  /// Pauses the polls while streams have all that the feed needs.
  let control = PollControl()

  private var mode: Mode
  private var content: Content
  private var news = LiveConnections.News()
  private var answer: Answer<Content.Value>?
  /// The time of ``answer``.
  private var answeredAt: ContinuousClock.Instant?
  /// Whether the next poll decides which data is shown.
  private var awaitsPoll = true
  /// The last loss and the last failed poll that are not output yet. Of both, only the loss is.
  private var loss: AnsweredPoll?
  private var failedPoll: AnsweredPoll?
  /// The failure of the last poll.
  private var pollFailure: MarketError?
  /// The failure of the last poll beside streams that are live, if something that is needed is polled.
  private var sideFailure: MarketError?
  /// A loss that waits until the updates before it are applied.
  private var waitingLoss: (error: MarketError, next: ContinuousClock.Instant)?
  /// The time since which nothing is live.
  private var downSince: ContinuousClock.Instant
  private(set) var hasChanged = false
  /// Whether updates have arrived that are not applied.
  var hasUpdates = false

  /// `reason` is why the streams are not used; `nil` if they are.
  init(
    _ content: Content, of client: MarketClient, polledBecauseOf reason: MarketError?,
    updates: LiveUpdates, clock: PollClock
  ) {
    (self.content, self.client, self.updates, self.clock) = (content, client, updates, clock)
    downSince = clock.now()
    mode = reason.map { .polled($0) } ?? .starting
  }

  func stop() { content.stop() }

  /// The arrival time of what has completed the data that is shown; `nil` if none is.
  var readySince: Date? {
    guard isShown else { return nil }
    return [answer?.asOf, isPolled ? nil : content.liveSince].compactMap(\.self).max()
  }

  /// Whether there is data to show, or a failure to report.
  var isReady: Bool { loss != nil || failedPoll != nil || isShown }

  var isLive: Bool {
    guard case .live = mode else { return false }
    return isShown && content.isLive(without: news.failures)
  }

  private var isShown: Bool {
    switch mode {
    case .live, .polled: !awaitsPoll && pollFailure == nil
    case .starting, .lost: false
    }
  }

  /// Whether no further data can come.
  var hasEnded: Bool { pollFailure?.isPermanent ?? false }

  /// Polls, and shows the data again.
  mutating func refresh() {
    control.pollNext()
    hasChanged = true
  }
}

// MARK: - Polls

extension LiveExchange {
  mutating func apply(
    _ poll: AnsweredPoll, isolation: isolated (any Actor)?
  ) async {
    switch poll.result {
    case .failure(let error):
      // Without this poll, streams still have the prices.
      if case .live = mode, !awaitsPoll, !error.isPermanent {
        guard needsPolls else { return }
        hasChanged = hasChanged || sideFailure == nil
        sideFailure = error
        return
      }
      (failedPoll, pollFailure, hasChanged) = (poll, error, true)
    case .success(let answer):
      let (isFirst, isRecovery) = (self.answer == nil, awaitsPoll || pollFailure != nil)
      (failedPoll, pollFailure, sideFailure, awaitsPoll) = (nil, nil, nil, false)
      (self.answer, answeredAt) = (answer, poll.at)
      let isChange = content.replace(by: answer)
      hasChanged = hasChanged || isRecovery || isPolled || isChange
      if isFirst { await start(after: poll, isolation: isolation) }
      pausePolls()
    }
  }

  private var isPolled: Bool { if case .polled = mode { true } else { false } }

  private mutating func start(
    after poll: AnsweredPoll, isolation: isolated (any Actor)?
  ) async {
    guard content.info != nil else { return }
    do throws(MarketError) {
      try await content.start(after: poll, isolation: isolation)
    } catch {
      return end(error)
    }
    if !content.isStarted { mode = .polled(nil) }
    downSince = clock.now()
  }

  private mutating func end(_ error: MarketError) {
    let poll = AnsweredPoll(
      exchange: client.exchange.id, result: .failure(error), at: clock.now())
    (failedPoll, pollFailure, hasChanged) = (poll, error, true)
  }

  /// Pauses the polls if streams have all that is needed.
  private func pausePolls() { control.isPaused = !needsPolls && !awaitsPoll && !isPolled }

  /// Whether something that is needed is not streamed.
  private var needsPolls: Bool { !content.haveAll || !news.failures.isEmpty }
}

// MARK: - Streams

extension LiveExchange {
  /// Takes what has arrived from streams.
  mutating func takeNews() {
    if waitingLoss != nil { return }
    if content.replaceStreams() {
      news = LiveConnections.News()
      pausePolls()
    }
    guard let taken = content.take() else { return }
    let old = news
    news = taken
    hasUpdates = content.hasUpdates
    if !news.failures.isEmpty, old.failures.count != news.failures.count {
      hasChanged = true
      content.drop(Set(news.failures.keys))
      pausePolls()
    }
    switch news.phase {
    case .lost(let error, let next):
      guard news.losses > old.losses else { return }
      if updates != .newest, isShown, hasUpdates {
        waitingLoss = (error, next)
      } else {
        lose(error, next: next)
      }
    case .connecting: if !isPolled { mode = .starting }
    case .failed: if !isPolled { pollInstead(becauseOf: nil) }
    case .live:
      if case .live = mode { return }
      // Without first messages, only a poll has the values that have not changed since the connection was
      // opened.
      awaitsPoll = !(content.info?.hasFirstMessages ?? true) || !news.failures.isEmpty
      if awaitsPoll { control.pollNext() } else if !hasEnded { pollFailure = nil }
      (mode, hasChanged) = (.live, true)
      pausePolls()
    }
  }

  private mutating func lose(_ error: MarketError, next: ContinuousClock.Instant) {
    let now = clock.now()
    var poll = AnsweredPoll(
      exchange: client.exchange.id, result: .failure(error), at: now,
      next: error.isPermanent ? nil : next)
    if case .live = mode {
      (downSince, hasChanged) = (now, true)
      poll.aliveAt = content.signsOfLife?.alive?.instant
    }
    content.lose()
    guard !isPolled else { return }
    (mode, loss) = (.lost(error, next: next), poll)
  }

  /// The time at which polls replace a connection that cannot be had; `nil` if there is none.
  var fallbackTime: ContinuousClock.Instant? {
    switch mode {
    case .starting where content.isStarted, .lost: downSince + client.timeout * 2
    default: nil
    }
  }

  /// Polls if there has been no connection for too long.
  mutating func fallBack(at now: ContinuousClock.Instant) {
    guard let fallbackTime, now >= fallbackTime else { return }
    let reason: MarketError =
      if case .lost(let error, _) = mode { error } else { .unreachable("no data on its streams") }
    pollInstead(becauseOf: reason)
  }

  /// Polls all data until streams are live. `reason` is `nil` if each pair has its own.
  private mutating func pollInstead(becauseOf reason: MarketError?) {
    (mode, awaitsPoll) = (.polled(reason), true)
    pausePolls()
    control.pollNext()
  }

  /// Applies all updates that have arrived, or that have arrived by `end`.
  mutating func applyUpdates(until end: Date? = nil) {
    if hasUpdates { takeNews() }
    while applyNextUpdate(until: end) != nil {}
  }

  /// Applies the next update. With `end`, updates that arrived later are not applied. After the last update before a
  /// loss, the loss follows.
  private mutating func applyNextUpdate(until end: Date? = nil) -> AppliedUpdate? {
    let update = content.applyNextUpdate(until: end)
    hasUpdates = content.hasUpdates
    hasChanged = hasChanged || update?.isChange ?? false
    if update == nil, end == nil || !hasUpdates, let (error, next) = waitingLoss {
      waitingLoss = nil
      lose(error, next: next)
      takeNews()
    }
    return update
  }

  /// The time at which rows in view that are not streamed will be; `nil` if there are none.
  var viewTime: ContinuousClock.Instant? { content.viewTime }

  /// Notes the rows in view.
  mutating func show(_ listings: [Listing], at now: ContinuousClock.Instant) {
    let own = listings.filter { $0.exchange == client.exchange.id }
    content.show(own.map(\.pair), at: now)
  }

  mutating func streamView(
    at now: ContinuousClock.Instant, isolation: isolated (any Actor)?
  ) async {
    await content.streamView(at: now, isolation: isolation)
  }
}

// MARK: - Output

extension LiveExchange {
  /// The data; `nil` if it is not known, or is not live although it should be.
  mutating func output(at now: ContinuousClock.Instant) -> AnsweredPoll? {
    hasChanged = false
    if isLive { content.confirm(without: news.failures) }
    return current(at: now)
  }

  /// The data as it is; `nil` if it is not known, or is not live although it should be.
  func current(at now: ContinuousClock.Instant) -> AnsweredPoll? {
    isShown && content.isCurrent && (isLive || isPolled) ? poll(at: now) : nil
  }

  /// The last failure that was not taken before.
  mutating func takeFailure() -> AnsweredPoll? {
    defer { (loss, failedPoll) = (nil, nil) }
    return loss ?? failedPoll
  }

  /// The data after the next update, as a test of alerts and conditions; also without a change, because windows
  /// and pauses depend on the time.
  mutating func nextTest(at now: ContinuousClock.Instant) -> (poll: AnsweredPoll, isChange: Bool)? {
    while let (row, isChange) = applyNextUpdate() {
      guard isShown, var poll = poll(at: now) else { continue }
      poll.updatedRow = row
      return (poll, isChange)
    }
    return nil
  }

  private func poll(at now: ContinuousClock.Instant) -> AnsweredPoll? {
    guard var answer else { return nil }
    content.fill(&answer, isStreamed: isLive)
    answer.live?.isFallback = content.isStarted && isPolled
    answer.warnings += notes
    if case .live = mode, let sideFailure {
      let sentence = "polls fail (\(sideFailure)); what is not streamed is old"
      answer.failures.append(.exchangeError(message: sentence, isTransient: true))
    }
    let time = isLive ? content.signsOfLife?.alive?.instant : answeredAt
    return AnsweredPoll(exchange: client.exchange.id, result: .success(answer), at: time ?? now)
  }

  private var notes: [Warning] {
    let title = client.exchange.title
    func note(_ source: String, _ reason: MarketError) -> Warning {
      .note(
        "no live data \(source) (\(reason)); polling every \(LiveMarket.pollInterval.brief)")
    }
    if case .polled(let reason?) = mode {
      let notice = content.info == nil ? client.exchange.stream?.noticeOfPolls : nil
      return [notice.map(Warning.note) ?? note("from \(title)", reason)]
    }
    return news.failures.sorted { $0.key < $1.key }.map { pair, error in
      note("of \(pair) from \(title)", error)
    }
  }
}
