package import Foundation

/// Collects the results of polling a feed, for a pipe or a screen: data, failures, notices and alerts.
///
/// If only some of the exchanges of a requested pair list it, there is a notice. If none of them lists
/// it, polling ends.
package struct PollState<SomeFeed: Feed>: Sendable {
  package typealias Model = SomeFeed.Model
  package typealias AnsweredPoll = SomeFeed.AnsweredPoll
  private typealias Problem = (failure: MarketError, sentence: String)

  package var feed: SomeFeed
  package var model: Model
  package let pace: Pace
  /// Whether there are rows to print even if all exchanges have failed.
  package var printsFailures: Bool
  /// Whether there is output after each poll, also if no requested pair is listed.
  package var printsEachPoll = false
  /// Whether the firings of alerts are the output.
  package var printsFirings = false
  /// Whether polls without new rows print the last rows again.
  package var repeatsRows = false
  /// The moment of creation, before the first request.
  package let start: ContinuousClock.Instant
  /// Whether the last polls met the condition, or the limit of firings is reached.
  package private(set) var isMet = false
  package private(set) var firings: [Firing<Model.WatchedRow>] = []
  /// Whether the last polls are displayed. Otherwise they were an update that alerts and conditions test.
  package private(set) var hasOutput = true
  /// The keys of the rows of the firings since the last call of ``acknowledge()``.
  package private(set) var markedKeys: Set<Model.WatchedRow.Key> = []
  var monitor: AlertMonitor<Model.WatchedRow>
  /// The changes of ``monitor`` that were saved, and when.
  var saved: (changes: Int, time: ContinuousClock.Instant?) = (0, nil)
  /// The view model before the user pressed a key; it decides which rows alerts test.
  let firstModel: Model
  private var firingCount = 0

  /// The past closes that rows need.
  var pastCloses = PastCloses()

  private var isFinished = false
  private(set) var answered: Set<ExchangeID?> = []
  /// The failures of the last poll of each exchange that are not in ``unlisted``.
  private var failures: [ExchangeID?: [MarketError]] = [:]
  /// The part of ``failures`` that is from answers, not from failed polls.
  private var partialFailures: [ExchangeID?: [MarketError]] = [:]
  private var unlisted: UnlistedPairs

  private var failingSince: [ExchangeID?: ContinuousClock.Instant] = [:]
  private var late: Set<ExchangeID?> = []
  private var reportedNotices: Set<String> = []
  /// The warnings and errors of the last answers. As long as they remain, they are not reported again.
  private var lastProblems: Set<String> = []

  /// The state before the first poll.
  package init(_ feed: SomeFeed, at pace: Pace) {
    self.init(feed, at: pace, firstModel: feed.model)
  }

  private init(_ feed: SomeFeed, at pace: Pace, firstModel: Model) {
    (self.feed, self.pace, self.firstModel) = (feed, pace, firstModel)
    model = feed.model
    printsFailures = feed.hasRowsWithoutAnswer
    monitor = AlertMonitor(feed.watch.alerts)
    start = feed.market.clock.now()
    unlisted = UnlistedPairs(requestedFrom: feed.market)
  }

  /// The state before the first poll of another feed, or of the same feed with other requests. Alerts
  /// stay armed or disarmed. Until the first poll, `model` is displayed; `nil` for the model of `feed`.
  package func restarted(with feed: SomeFeed, showing model: Model? = nil) -> PollState {
    var state = PollState(feed, at: pace, firstModel: firstModel)
    state.model = model ?? state.model
    (state.monitor, state.markedKeys, state.pastCloses) = (monitor, markedKeys, pastCloses)
    state.saved = saved
    state.model.polled.windows = self.model.polled.windows
    return state
  }

  package mutating func apply(_ polls: [AnsweredPoll]) {
    if polls.contains(where: { $0.updatedRow != nil }), !test(polls) { return }
    applyToModel(polls)
    finishApplying(polls)
  }

  mutating func applyToModel(_ polls: [AnsweredPoll]) {
    recordWindows(since: polls)
    let step = pace.isRehearsal ? polls.compactMap { $0.answer?.asOf }.min() : nil
    OutputTime.$current.withValue(step ?? outputTime) { model.apply(polls) }
  }

  /// Applies the rest of polls that ``model`` has applied.
  mutating func finishApplying(_ polls: [AnsweredPoll]) {
    hasOutput = true
    fillCloses()
    // One end is the end of all exchanges. The rows of this poll are not printed.
    let isEnd = polls.contains { $0.failure?.isEnd ?? false }
    // At the end of a rehearsal, the failures of the poll before the end are kept.
    if !isEnd || !pace.isRehearsal {
      for poll in polls { apply(poll) }
    }
    OutputTime.$current.withValue(outputTime) {
      isMet = polls.contains { $0.answer != nil } && meetsCondition(model)
      firings = isEnd ? [] : watch(polls, in: model)
    }
    markedKeys.formUnion(firings.map(\.key))
    isMet = isMet || firingCount == feed.watch.firingLimit
  }

  /// The time to which the ages of rows are measured: now; in a rehearsal, the time of the step.
  package var outputTime: Date {
    pace.isRehearsal ? model.freshness.asOf ?? feed.market.now() : feed.market.now()
  }

  private func meetsCondition(_ model: Model) -> Bool {
    feed.watch.until.map { feed.meets($0, model) } ?? false
  }

  /// Tests the condition and the alerts on one update of a stream. Returns whether the condition is met: then
  /// the update is an output.
  mutating func test(_ polls: [AnsweredPoll]) -> Bool {
    recordWindows(since: polls)
    // An update ends the failure of its exchange before the next output does.
    for poll in polls where poll.answer != nil && !(failures[poll.exchange] ?? []).isEmpty {
      apply(poll)
    }
    let (tested, polls) = feed.tested(polls, in: model)
    return OutputTime.$current.withValue(outputTime) {
      if meetsCondition(tested) { return true }
      firings = watch(polls, in: tested)
      markedKeys.formUnion(firings.map(\.key))
      isMet = firingCount == feed.watch.firingLimit
      hasOutput = printsFirings && !firings.isEmpty
      return false
    }
  }

  /// Records rows for the windows of expressions; for new windows, from these polls on.
  private mutating func recordWindows(since polls: [AnsweredPoll]) {
    let windows = windows
    guard model.polled.windows != nil || !windows.isEmpty else { return }
    let isFirst = model.polled.freshness.asOf == nil
    let start = polls.compactMap(\.answer).map { isFirst ? $0.live?.polledAt ?? $0.asOf : $0.asOf }
    guard let start = start.min() else { return }
    let recorder = model.polled.windows ?? FieldWindows(canGoBack: canGoBack)
    recorder.record(windows, since: start)
    model.polled.windows = recorder
  }

  /// Whether rows can arrive again at an earlier time: in a replay, in a live one after steps on a screen.
  private var canGoBack: Bool {
    guard pace.isLive else { return true }
    return (feed.market.live?.isScreen ?? false) && feed.market.live?.recording?.replay != nil
  }

  private var windows: Set<FieldWindow> {
    feed.windows(in: model).union(feed.windows(in: firstModel))
  }

  /// Tests the alerts after polls that `model` has applied, and returns the firings up to their limit.
  private mutating func watch(
    _ polls: [AnsweredPoll], in model: Model
  ) -> [Firing<Model.WatchedRow>] {
    guard !monitor.alerts.isEmpty else { return [] }
    let limit = feed.watch.firingLimit.map { $0 - firingCount }
    let firings = monitor.firings(in: model, after: polls, asIn: firstModel, limit: limit)
    firingCount += firings.count
    return firings
  }

  package mutating func acknowledge() { markedKeys = [] }

  private mutating func apply(_ poll: AnsweredPoll) {
    let (exchange, hasAnswered) = (poll.exchange, poll.answer != nil)
    (failures[exchange], partialFailures[exchange]) = ([], [])
    unlisted.remove(exchange, hasAnswered: hasAnswered)
    if hasAnswered { answered.insert(exchange) }
    for failure in poll.failure.map({ [$0] }) ?? poll.answer?.failures ?? []
    where !unlisted.add(failure, of: exchange, isInAnswer: hasAnswered) {
      failures[exchange, default: []].append(failure)
      if hasAnswered { partialFailures[exchange, default: []].append(failure) }
    }
  }

  package mutating func finish() { isFinished = true }
  /// Whether polling has ended, or cannot succeed.
  package var hasEnded: Bool { isFinished || !fatalFailures.isEmpty }

  package var outcome: PollOutcome {
    if isMet { return .success }
    let failed = model.polled.all.compactMap(\.failure)
    let waits = feed.watch.until != nil
    if waits, failed.contains(where: \.isEnd) { return .conditionUnmet }
    let partial = model.polled.all.flatMap { partialFailures[$0.exchange] ?? [] }
    if let failure = partial.first ?? (fatalFailures + missing).first?.failure {
      return .failure(failure)
    }
    if pace.isRehearsal, failed.allSatisfy(\.isEnd) { return .success }
    if let failure = failed.first { return .failure(failure) }
    return waits ? .conditionUnmet : feed.isComplete(model) ? .success : .incomplete
  }

  package var hasRows: Bool {
    let freshness = model.freshness
    return freshness.asOf != nil || printsFailures && freshness.failure != nil
  }

  /// The reason why there are no rows after a failure.
  package func reason(for failure: MarketError) -> String {
    fatalFailures.first?.sentence
      ?? feed.sentence(on: failure, of: model.polled.all[0].exchange)
  }

  /// The sentences about the displayed data; if `isQuiet` is true, only about failures. They can
  /// be expensive, because all rows may be examined.
  package func sentences(isQuiet: Bool) -> [String] {
    let exchanges = model.polled.all.map(\.exchange).filter(answered.contains)
    // A screen displays the failure of an exchange's last poll beside the age of its data.
    let current = exchanges.filter { model.polled[$0]?.failure == nil }
    if isQuiet { return problems(of: current) }
    return problems(of: current)
      + (exchanges.isEmpty ? [] : warnings(of: exchanges) + dataNotices)
      + unlisted.notices(in: feed.market)
  }

  private var dataNotices: [String] {
    feed.notices(model) + feed.noticesOnCloses(model)
      + (pace.isOneShot && !windows.isEmpty
        ? ["ago(), min(), max() and avg() are unknown after a single poll"] : [])
      + pastCloses.sentences(on: feed.closes(for: model, asIn: firstModel), in: feed.market)
  }

  package var finalFailures: [String] {
    problems(of: model.polled.all.map(\.exchange))
  }

  /// What is new after polls that were applied: failures and recoveries of exchanges, whether there are
  /// rows to print, notices, and problems of answers. `moreNotices` returns notices about the output.
  package mutating func news(
    of polls: [AnsweredPoll], moreNotices: (Model) -> [String] = { _ in [] }
  ) -> (
    failures: [String], recoveries: [String], hasRows: Bool, notices: [String], problems: [String]
  ) {
    let answers = polls.filter { $0.answer != nil }
    let exchanges = answers.map(\.exchange)
    let failures = polls.flatMap { failureNews(of: $0) } + lateNews(after: polls)
    let hasData = answers.contains { !($0.answer?.hasOnlyFailures ?? true) }
    let isEnd = polls.contains { $0.failure?.isEnd ?? false }
    // If no requested pair is listed, there are neither rows nor notices.
    let isPrintable = !unlisted.areAll && !isEnd
    let isBeat = printsEachPoll ? !isEnd : (printsFailures || hasData) && isPrintable
    // A rehearsal takes no real time that could be reported.
    let recoveries = (isBeat && !pace.isRehearsal ? answers : []).compactMap { poll -> String? in
      // Polls have replaced the streams, which are still lost.
      if poll.answer?.live?.isFallback ?? false { return nil }
      return failingSince.removeValue(forKey: poll.exchange).map {
        feed.market.attributed(
          "reconnected after \(max(.zero, poll.at - $0).brief)", to: poll.exchange)
      }
    }
    let warnings = isBeat ? warnings(of: exchanges) : []
    let isShown = isBeat && (model.freshness.asOf != nil || feed.hasRowsWithoutAnswer)
    let notices =
      (isShown ? dataNotices + moreNotices(model) : [])
      + unlisted.notices(in: feed.market)
    let problems = problems(of: exchanges)
    let known = lastProblems
    // Problems of exchanges that have not answered in these polls may remain.
    let isWhole = model.polled.all.map(\.exchange).allSatisfy(exchanges.contains)
    lastProblems = Set(warnings + problems).union(isWhole ? [] : known)
    return (
      failures, recoveries, isBeat || repeatsRows && hasRows && isPrintable,
      warnings.filter { !known.contains($0) }
        + notices.filter { reportedNotices.insert($0).inserted },
      problems.filter { !known.contains($0) }
    )
  }

  private mutating func failureNews(of poll: AnsweredPoll) -> [String] {
    // The failures of the poll before the end were already reported.
    if pace.isRehearsal, poll.failure?.isEnd ?? false { return [] }
    return (poll.answer == nil ? failures[poll.exchange] ?? [] : []).compactMap { failure in
      // All exchanges end together, so their end is reported once.
      if failure.isEnd, !reportedNotices.insert("\(failure)").inserted {
        return nil
      }
      failingSince[poll.exchange] = failingSince[poll.exchange] ?? poll.at
      guard let next = poll.next else { return feed.sentence(on: failure, of: poll.exchange) }
      return feed.sentence(on: failure.withoutDelay, of: poll.exchange)
        + "; next try in \(max(.zero, next - poll.at).brief)"
    }
  }

  /// The sentences about exchanges without a failure that are not in these polls. An exchange is
  /// reported again only after its next poll.
  private mutating func lateNews(after polls: [AnsweredPoll]) -> [String] {
    // In a live run, the polls of an exchange without news are not repeated.
    guard feed.market.isMultiExchange, !pace.isLive else { return [] }
    let reported = Set(polls.map(\.exchange))
    late.subtract(reported)
    let loading = model.polled.all.filter { $0.failure == nil }.map(\.exchange)
    return loading.filter { !reported.contains($0) && late.insert($0).inserted }
      .map { feed.market.attributed("no data yet", to: $0) }
  }

  private func problems(of exchanges: [ExchangeID?]) -> [String] {
    exchanges.flatMap { exchange in
      (failures[exchange] ?? []).map { feed.sentence(on: $0, of: exchange) }
    } + (missing + fatalFailures).map(\.sentence)
  }

  /// The warnings of the last answers. With several exchanges, a warning of all answers is returned
  /// once; other warnings name their exchange as in ``Market/attributed(_:to:)``.
  private func warnings(of exchanges: [ExchangeID?]) -> [String] {
    let sentences = exchanges.map { Warning.sentences(for: model.polled[$0]?.warnings ?? []) }
    let common = (sentences.first ?? []).filter { sentence in
      exchanges.count > 1 && sentences.allSatisfy { $0.contains(sentence) }
    }
    return common
      + zip(exchanges, sentences).flatMap { exchange, sentences in
        sentences.filter { !common.contains($0) }.map { feed.market.attributed($0, to: exchange) }
      }
  }

  /// If no pairs are requested, the unlisted pairs and coins. Polling continues: other rows can have values.
  private var missing: [Problem] {
    feed.market.exchanges.flatMap { exchange in
      unlisted.others(on: exchange).map { ($0, feed.sentence(on: $0, of: exchange)) }
    } + model.polled.unlistedCoins.map { ($0, feed.sentence(on: $0, of: nil)) }
  }

  /// The failures that end polling: requested pairs and coins that none of their exchanges lists.
  private var fatalFailures: [Problem] {
    unlisted.unlistedRequests.map { failure, exchanges in
      exchanges.count > 1
        ? (failure, failure.sentence(on: exchanges.map(feed.market.title)))
        : (failure, feed.sentence(on: failure, of: exchanges[0]))
    }
  }
}

/// How polling has ended.
package enum PollOutcome: Sendable {
  case success
  case failure(MarketError)
  /// The last poll succeeded, but lacks requested values.
  case incomplete
  case conditionUnmet
}
