/// What the polls of a feed have led to. A pipe and a screen show it.
///
/// There is a notice about a requested pair that some of its exchanges do not list; one that none of
/// them lists ends polling.
package struct PollState<SomeFeed: Feed>: Sendable {
  package typealias Model = SomeFeed.Model
  package typealias AnsweredPoll = SomeFeed.AnsweredPoll
  private typealias Problem = (failure: MarketError, sentence: String)

  package var feed: SomeFeed
  package var model: Model
  package let pace: Pace
  /// Whether there are rows to print even if no exchange has answered, only failures.
  package var printsFailures: Bool
  /// The time of the first request.
  package let start: ContinuousClock.Instant
  /// Whether the condition was met, or the last of a number of alerts has fired.
  package private(set) var isMet = false
  /// The firings of the last polls.
  package private(set) var firings: [Firing<Model.WatchedRow>] = []
  /// The markets of the firings since ``acknowledge()``.
  package private(set) var markedListings: Set<Listing> = []
  private var monitor: AlertMonitor<Model.WatchedRow>
  /// The view model before any key, which decides the rows that alerts test.
  private let first: Model
  private var firingCount = 0

  private var isFinished = false
  private var answered: Set<ExchangeID?> = []
  /// The failures of the last poll of each exchange, but for those of requested pairs.
  private var failures: [ExchangeID?: [MarketError]] = [:]
  /// The failures of parts of the last answer of each exchange.
  private var partialFailures: [ExchangeID?: [MarketError]] = [:]
  /// The pairs that the last answer of each exchange lacks, if no pairs are requested.
  private var missingPairs: [ExchangeID?: [MarketError]] = [:]
  /// The requested pairs, or coins, and the failures of the exchanges that do not list them.
  private var requests:
    [(pair: Pair, exchanges: [ExchangeID], unlisted: [ExchangeID?: MarketError])]

  /// The time of the first failure in a row, by exchange.
  private var failingSince: [ExchangeID?: ContinuousClock.Instant] = [:]
  private var late: Set<ExchangeID?> = []
  /// Each notice is reported once.
  private var reportedNotices: Set<String> = []
  /// The warnings and errors of the last answers, which are not repeated as long as they hold.
  private var lastProblems: Set<String> = []

  /// The state before the first poll.
  package init(_ feed: SomeFeed, at pace: Pace) { self.init(feed, at: pace, first: feed.model) }

  private init(_ feed: SomeFeed, at pace: Pace, first: Model) {
    (self.feed, self.pace, self.first) = (feed, pace, first)
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

  /// The state before the first poll of another feed, or of the same one with other requests: alerts stay as they
  /// are.
  ///
  /// - Parameter model: the data that is shown until then; `nil` for none.
  package func restarted(with feed: SomeFeed, showing model: Model? = nil) -> PollState {
    var state = PollState(feed, at: pace, first: first)
    state.model = model ?? state.model
    (state.monitor, state.markedListings) = (monitor, markedListings)
    return state
  }

  package mutating func apply(_ polls: [AnsweredPoll]) {
    model.apply(polls)
    // Exchanges end together, and the rows of that poll are not printed, see ``news(of:moreNotices:)``.
    let isEnd = polls.contains { $0.failure?.isEnd ?? false }
    // At the end of a rehearsal, the failures of its last poll count.
    if !isEnd || !pace.isRehearsal {
      for poll in polls { apply(poll) }
    }
    isMet = polls.contains { $0.answer != nil } && meetsCondition
    firings = isEnd ? [] : watch(polls)
    markedListings.formUnion(firings.map(\.listing))
    isMet = isMet || firingCount == feed.watch.firingLimit
  }

  private var meetsCondition: Bool { feed.watch.until.map { feed.meets($0, model) } ?? false }

  /// Tests the alerts after polls that were applied; returns the firings, up to their limit.
  private mutating func watch(_ polls: [AnsweredPoll]) -> [Firing<Model.WatchedRow>] {
    guard !monitor.alerts.isEmpty else { return [] }
    var firings = monitor.firings(in: model, after: polls, asIn: first)
    if let limit = feed.watch.firingLimit {
      firings.removeLast(max(0, firingCount + firings.count - limit))
    }
    firingCount += firings.count
    return firings
  }

  /// Removes the marks of firings.
  package mutating func acknowledge() { markedListings = [] }

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
      // A poll fails with the first of its pairs when the exchange lists none of them.
      for index in requests.indices
      where requests[index].exchanges.contains(where: { $0 == exchange }) {
        if requests[index].pair.symbol == symbol {
          requests[index].unlisted[exchange] = failure
        } else if poll.failure != nil {
          requests[index].unlisted[exchange] = .unknownSymbol(
            requests[index].pair.symbol, near: [])
        }
      }
    }
  }

  package mutating func finish() { isFinished = true }
  /// Whether there are no more polls, or no use in them.
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

  /// What is missing after a failure without any row.
  package func reason(for failure: MarketError) -> String {
    fatalFailures.first?.sentence
      ?? feed.sentence(on: failure, of: model.polled.all[0].exchange)
  }

  /// The sentences about the shown data, for which all rows may have to be looked at.
  ///
  /// - Parameter isQuiet: whether only failures have a sentence.
  package func sentences(isQuiet: Bool) -> [String] {
    let exchanges = model.polled.all.map(\.exchange).filter(answered.contains)
    // The failure of an exchange's last poll already stands beside its age.
    let current = exchanges.filter { model.polled[$0]?.failure == nil }
    if isQuiet { return problems(of: current) }
    return problems(of: current)
      + (exchanges.isEmpty ? [] : warnings(of: exchanges) + feed.notices(model)) + partlyListed
  }

  package var finalFailures: [String] {
    problems(of: model.polled.all.map(\.exchange))
  }

  /// What is new after polls that were applied: failures and recoveries of exchanges, and whether
  /// there are rows to print; then notices, and problems of the answers.
  ///
  /// - Parameter moreNotices: notices about the output of shown data.
  package mutating func news(
    of polls: [AnsweredPoll], moreNotices: (Model) -> [String] = { _ in [] }
  ) -> (
    failures: [String], recoveries: [String], hasRows: Bool, notices: [String], problems: [String]
  ) {
    let answers = polls.filter { $0.answer != nil }
    let exchanges = answers.map(\.exchange)
    let failures = polls.flatMap { failureNews(of: $0) } + lateNews(after: polls)
    // No rows and no notices if no request is listed.
    let isAnyListed = requests.isEmpty || fatalFailures.count < requests.count
    let hasData = answers.contains { !($0.answer?.hasOnlyFailures ?? true) }
    let isBeat =
      (printsFailures || hasData) && isAnyListed
      && !polls.contains { $0.failure?.isEnd ?? false }
    // A rehearsal takes no time of its own.
    let recoveries = (isBeat && !pace.isRehearsal ? answers : []).compactMap { poll in
      failingSince.removeValue(forKey: poll.exchange).map {
        feed.market.attributed("reconnected after \((poll.at - $0).brief)", to: poll.exchange)
      }
    }
    let warnings = isBeat ? warnings(of: exchanges) : []
    let isShown = isBeat && (model.freshness.asOf != nil || feed.hasRowsWithoutAnswer)
    let notices = (isShown ? feed.notices(model) + moreNotices(model) : []) + partlyListed
    let problems = problems(of: exchanges)
    let known = lastProblems
    // What holds for an exchange that has not answered now may still do so.
    let isWhole = model.polled.all.map(\.exchange).allSatisfy(exchanges.contains)
    lastProblems = Set(warnings + problems).union(isWhole ? [] : known)
    return (
      failures, recoveries, isBeat,
      warnings.filter { !known.contains($0) }
        + notices.filter { reportedNotices.insert($0).inserted },
      problems.filter { !known.contains($0) }
    )
  }

  private mutating func failureNews(of poll: AnsweredPoll) -> [String] {
    // The failures of the poll before the end were reported.
    if pace.isRehearsal, poll.failure?.isEnd ?? false { return [] }
    return (poll.answer == nil ? failures[poll.exchange] ?? [] : []).compactMap { failure in
      // All exchanges end together.
      if failure.isEnd, !reportedNotices.insert("\(failure)").inserted {
        return nil
      }
      failingSince[poll.exchange] = failingSince[poll.exchange] ?? poll.at
      guard let next = poll.next else { return feed.sentence(on: failure, of: poll.exchange) }
      return feed.sentence(on: failure.withoutDelay, of: poll.exchange)
        + "; next try in \((next - poll.at).brief)"
    }
  }

  /// About each exchange that has neither answered nor failed in this beat, once.
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

  /// The warnings of the last answers, each under the name of its exchange where there are several; one
  /// that all of them have, once.
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

  /// Polling continues without them, for other rows have values.
  private var missing: [Problem] {
    feed.market.exchanges.flatMap { exchange in
      (missingPairs[exchange] ?? []).map { ($0, feed.sentence(on: $0, of: exchange)) }
    }
  }

  /// The failures that end polling: requested pairs that none of their exchanges lists.
  private var fatalFailures: [Problem] {
    requests.filter { $0.exchanges.count == $0.unlisted.count }.map { pair, exchanges, unlisted in
      let failure = MarketError.merged(exchanges.compactMap { unlisted[$0] }, about: pair)
      return exchanges.count > 1
        ? (failure, failure.sentence(on: exchanges.map(feed.market.title)))
        : (failure, feed.sentence(on: failure, of: exchanges[0]))
    }
  }

  /// A coin is priced where it is listed; a pair is expected everywhere.
  private var partlyListed: [String] {
    requests.filter { request in
      request.pair.base != nil && !request.unlisted.isEmpty
        && request.unlisted.count < request.exchanges.count
    }
    .map { pair, exchanges, unlisted in
      let titles = exchanges.filter { unlisted[$0] != nil }.map(feed.market.title)
      return "not listed on \(titles.joined(separator: ", ")): \(pair)"
    }
  }
}

/// How polling has ended.
package enum PollOutcome: Sendable {
  /// The last poll succeeded, or the condition was met.
  case success
  case failure(MarketError)
  /// The last poll succeeded, but lacks requested values.
  case incomplete
  /// Polling ended, and the condition was not met.
  case conditionUnmet
}
