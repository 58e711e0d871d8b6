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
  /// Whether polls without new rows print the last rows again.
  package var repeatsRows = false
  /// The moment of creation, before the first request.
  package let start: ContinuousClock.Instant
  /// Whether the last polls met the condition, or the limit of firings is reached.
  package private(set) var isMet = false
  package private(set) var firings: [Firing<Model.WatchedRow>] = []
  /// The keys of the rows of the firings since the last call of ``acknowledge()``.
  package private(set) var markedKeys: Set<Model.WatchedRow.Key> = []
  private var monitor: AlertMonitor<Model.WatchedRow>
  /// The view model before the user pressed a key; it decides which rows alerts test.
  let firstModel: Model
  private var firingCount = 0

  /// The past closes that rows need.
  var pastCloses = PastCloses()

  private var isFinished = false
  private(set) var answered: Set<ExchangeID?> = []
  /// The failures of the last poll of each exchange that are not in ``missingPairs`` or ``requests``.
  private var failures: [ExchangeID?: [MarketError]] = [:]
  /// The part of ``failures`` that is from answers, not from failed polls.
  private var partialFailures: [ExchangeID?: [MarketError]] = [:]
  /// If the market requests no pairs, the failures in answers about unlisted pairs, such as held pairs.
  private var missingPairs: [ExchangeID?: [MarketError]] = [:]
  /// The requested pairs and coins, with the failures of the exchanges that do not list them.
  private var requests:
    [(pair: Pair, exchanges: [ExchangeID], unlisted: [ExchangeID?: MarketError])]

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
    var symbols = Set<String>()
    requests = feed.market.requests.filter { request in
      symbols.insert("\(request.pair) \(request.isPrefixed ? request.exchanges[0].rawValue : "")")
        .inserted
    }.map { ($0.pair, $0.exchanges, [:]) }
  }

  /// The state before the first poll of another feed, or of the same feed with other requests. Alerts
  /// stay armed or disarmed. Until the first poll, `model` is displayed; `nil` for the model of `feed`.
  package func restarted(with feed: SomeFeed, showing model: Model? = nil) -> PollState {
    var state = PollState(feed, at: pace, firstModel: firstModel)
    state.model = model ?? state.model
    (state.monitor, state.markedKeys, state.pastCloses) = (monitor, markedKeys, pastCloses)
    return state
  }

  package mutating func apply(_ polls: [AnsweredPoll]) {
    applyToModel(polls)
    finishApplying(polls)
  }

  mutating func applyToModel(_ polls: [AnsweredPoll]) {
    let market = feed.market
    market.atCurrentTime { model.apply(polls) }
  }

  /// Applies the rest of polls that ``model`` has applied.
  mutating func finishApplying(_ polls: [AnsweredPoll]) {
    fillCloses()
    // One end is the end of all exchanges. The rows of this poll are not printed.
    let isEnd = polls.contains { $0.failure?.isEnd ?? false }
    // At the end of a rehearsal, the failures of the poll before the end are kept.
    if !isEnd || !pace.isRehearsal {
      for poll in polls { apply(poll) }
    }
    let market = feed.market
    market.atCurrentTime {
      isMet = polls.contains { $0.answer != nil } && meetsCondition
      firings = isEnd ? [] : watch(polls)
    }
    markedKeys.formUnion(firings.map(\.key))
    isMet = isMet || firingCount == feed.watch.firingLimit
  }

  private var meetsCondition: Bool { feed.watch.until.map { feed.meets($0, model) } ?? false }

  /// Tests the alerts after polls that were applied, and returns the firings up to their limit.
  private mutating func watch(_ polls: [AnsweredPoll]) -> [Firing<Model.WatchedRow>] {
    guard !monitor.alerts.isEmpty else { return [] }
    var firings = monitor.firings(in: model, after: polls, asIn: firstModel)
    if let limit = feed.watch.firingLimit {
      firings.removeLast(max(0, firingCount + firings.count - limit))
    }
    firingCount += firings.count
    return firings
  }

  package mutating func acknowledge() { markedKeys = [] }

  private mutating func apply(_ poll: AnsweredPoll) {
    let exchange = poll.exchange
    (failures[exchange], partialFailures[exchange], missingPairs[exchange]) = ([], [], [])
    if poll.answer != nil {
      answered.insert(exchange)
      for index in requests.indices { requests[index].unlisted[exchange] = nil }
    }
    for failure in poll.failure.map({ [$0] }) ?? poll.answer?.failures ?? [] {
      guard let symbol = failure.unlisted?.symbol,
        poll.answer != nil || !requests.isEmpty
      else {
        failures[exchange, default: []].append(failure)
        if poll.answer != nil { partialFailures[exchange, default: []].append(failure) }
        continue
      }
      if requests.isEmpty { missingPairs[exchange, default: []].append(failure) }
      // If the exchange lists no requested pair, the poll fails with an error about the first pair only.
      for index in requests.indices
      where requests[index].exchanges.contains(where: { $0 == exchange }) {
        if requests[index].pair.symbol == symbol {
          requests[index].unlisted[exchange] = failure
        } else if poll.failure != nil {
          // An error about a pair of a coin names the pair that was chosen for the coin.
          let pair = requests[index].pair
          requests[index].unlisted[exchange] =
            pair.isCoin ? failure : .unknownSymbol(pair.symbol, near: [])
        }
      }
    }
  }

  package mutating func finish() { isFinished = true }
  /// Whether polling has ended, or cannot succeed.
  package var hasEnded: Bool { isFinished || !fatalFailures.isEmpty }

  package var outcome: PollOutcome {
    if isMet { return .success }
    let failed = model.polled.all.compactMap(\.failure)
    let partial = model.polled.all.lazy.flatMap { partialFailures[$0.exchange] ?? [] }
    if let failure = partial.first ?? (fatalFailures + missing).first?.failure {
      return .failure(failure)
    }
    if pace.isRehearsal, failed.allSatisfy(\.isEnd) { return .success }
    let waits = feed.watch.until != nil
    if waits, failed.contains(where: \.isEnd) { return .conditionUnmet }
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
      + (exchanges.isEmpty ? [] : warnings(of: exchanges) + dataNotices) + partlyListed
  }

  private var dataNotices: [String] {
    feed.notices(model) + pastCloses.sentences(in: feed.market)
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
    // If no requested pair is listed, there are neither rows nor notices.
    let isAnyListed = requests.isEmpty || fatalFailures.count < requests.count
    let hasData = answers.contains { !($0.answer?.hasOnlyFailures ?? true) }
    let isEnd = polls.contains { $0.failure?.isEnd ?? false }
    let isPrintable = isAnyListed && !isEnd
    let isBeat = printsEachPoll ? !isEnd : (printsFailures || hasData) && isPrintable
    // A rehearsal takes no real time that could be reported.
    let recoveries = (isBeat && !pace.isRehearsal ? answers : []).compactMap { poll in
      failingSince.removeValue(forKey: poll.exchange).map {
        feed.market.attributed("reconnected after \((poll.at - $0).brief)", to: poll.exchange)
      }
    }
    let warnings = isBeat ? warnings(of: exchanges) : []
    let isShown = isBeat && (model.freshness.asOf != nil || feed.hasRowsWithoutAnswer)
    let notices = (isShown ? dataNotices + moreNotices(model) : []) + partlyListed
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
        + "; next try in \((next - poll.at).brief)"
    }
  }

  /// The sentences about exchanges without a failure that are not in these polls. An exchange is
  /// reported again only after its next poll.
  private mutating func lateNews(after polls: [AnsweredPoll]) -> [String] {
    guard feed.market.isMultiExchange else { return [] }
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

  /// If no pairs are requested, the unlisted pairs. Polling continues: other rows can have values.
  private var missing: [Problem] {
    feed.market.exchanges.flatMap { exchange in
      (missingPairs[exchange] ?? []).map { ($0, feed.sentence(on: $0, of: exchange)) }
    }
  }

  /// The failures that end polling: requested pairs and coins that none of their exchanges lists.
  private var fatalFailures: [Problem] {
    requests.filter { $0.exchanges.count == $0.unlisted.count }.map { pair, exchanges, unlisted in
      let failure = MarketError.merged(exchanges.compactMap { unlisted[$0] }, about: pair)
      return exchanges.count > 1
        ? (failure, failure.sentence(on: exchanges.map(feed.market.title)))
        : (failure, feed.sentence(on: failure, of: exchanges[0]))
    }
  }

  /// The notices about pairs that only some of their exchanges list, also if a pair was chosen for a coin. A
  /// coin itself has no notice, because it is priced on the exchanges that list it.
  private var partlyListed: [String] {
    requests.compactMap { pair, exchanges, unlisted in
      guard !unlisted.isEmpty, unlisted.count < exchanges.count else { return nil }
      let chosen = unlisted.values.compactMap { $0.unlisted.map { Pair(symbol: $0.symbol) } }
      guard let pair = ([pair] + chosen).first(where: { !$0.isCoin }) else { return nil }
      let titles = exchanges.filter { unlisted[$0] != nil }.map(feed.market.title)
      return "not listed on \(titles.joined(separator: ", ")): \(pair)"
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
