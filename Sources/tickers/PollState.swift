import MarketCore

/// What the polls of a job have led to. A pipe and a screen show it.
///
/// There is a notice about a requested pair that some of its exchanges do not list; one that none of
/// them lists ends polling.
struct PollState<ViewModel: MarketViewModel>: Sendable {
  typealias AnsweredPoll = PollJob<ViewModel>.AnsweredPoll
  private typealias Problem = (failure: MarketError, sentence: String)

  var job: PollJob<ViewModel>
  var viewModel: ViewModel
  /// The time of the first request.
  let start: ContinuousClock.Instant
  private(set) var isMet = false
  /// The firings of the last polls.
  private(set) var firings: [Firing<ViewModel.WatchedRow>] = []
  /// The markets of the firings since ``acknowledge()``.
  private(set) var markedListings: Set<Listing> = []
  private var monitor: AlertMonitor<ViewModel.WatchedRow>
  /// The view model before any key, which decides the rows that alerts test.
  private let first: ViewModel
  private var firingCount = 0

  private var isFinished = false
  private var answered: Set<ExchangeID?> = []
  /// The failures of the last poll of each exchange, but for those of requested pairs.
  private var failures: [ExchangeID?: [MarketError]] = [:]
  /// The failures of parts of the last answer of each exchange.
  private var partialFailures: [ExchangeID?: [MarketError]] = [:]
  /// The pairs that the last answer of each exchange lacks, in a job without requested pairs.
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

  /// - Parameter former: the state whose polling restarts: its alerts stay as they are.
  init(_ job: PollJob<ViewModel>, after former: PollState? = nil) {
    self.job = job
    viewModel = job.viewModel
    first = former?.first ?? job.viewModel
    monitor = former?.monitor ?? AlertMonitor(job.alerts.alerts)
    markedListings = former?.markedListings ?? []
    start = job.context.world.clock.now()
    var symbols = Set<String>()
    requests = job.context.pairRequests.filter { request in
      symbols.insert("\(request.pair) \(request.isPrefixed ? request.exchanges[0].rawValue : "")")
        .inserted
    }.map { ($0.pair, $0.exchanges, [:]) }
  }

  private var context: CommandContext { job.context }

  mutating func apply(_ polls: [AnsweredPoll]) {
    viewModel.apply(polls)
    // Exchanges end together, and the rows of that poll are not printed, see ``news(of:)``.
    let isEnd = polls.contains { $0.failure?.isEnd ?? false }
    // At the end of a rehearsal, the failures of its last poll count.
    if !isEnd || !job.isRehearsal {
      for poll in polls { apply(poll) }
    }
    isMet = polls.contains { $0.answer != nil } && job.condition?(viewModel) ?? false
    firings = isEnd ? [] : watch(polls)
    markedListings.formUnion(firings.map(\.listing))
    isMet = isMet || firingCount == job.firingLimit
  }

  /// Tests the alerts after polls that were applied; returns the firings, up to the limit of the job.
  private mutating func watch(_ polls: [AnsweredPoll]) -> [Firing<ViewModel.WatchedRow>] {
    guard !monitor.alerts.isEmpty else { return [] }
    var firings = monitor.firings(in: viewModel, after: polls, asIn: first)
    if let limit = job.firingLimit {
      firings.removeLast(max(0, firingCount + firings.count - limit))
    }
    firingCount += firings.count
    return firings
  }

  /// Removes the marks of firings.
  mutating func acknowledge() { markedListings = [] }

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

  mutating func finish() { isFinished = true }
  /// Whether there are no more polls, or no use in them.
  var hasEnded: Bool { isFinished || !fatalFailures.isEmpty }

  var exitStatus: ExitStatus {
    if isMet { return .success }
    let failed = viewModel.sources.all.compactMap(\.failure)
    let partial = viewModel.sources.all.lazy.flatMap { partialFailures[$0.exchange] ?? [] }
    if let failure = partial.first ?? (fatalFailures + missing).first?.failure {
      return ExitStatus(failure)
    }
    if job.isRehearsal, failed.allSatisfy(\.isEnd) { return .success }
    if job.condition != nil, failed.contains(where: \.isEnd) { return .conditionUnmet }
    if let failure = failed.first { return ExitStatus(failure) }
    return job.condition == nil ? job.successStatus(viewModel) : .conditionUnmet
  }

  var hasRows: Bool {
    let freshness = viewModel.freshness
    return freshness.asOf != nil || job.showsWithoutAnswer && freshness.failure != nil
  }

  /// What is missing after a failure without any row.
  func reason(for failure: MarketError) -> String {
    fatalFailures.first?.sentence
      ?? job.sentence(on: failure, of: viewModel.sources.all[0].exchange)
  }

  /// The sentences about the shown data, for which all rows may have to be looked at.
  var sentences: [String] {
    let exchanges = viewModel.sources.all.map(\.exchange).filter(answered.contains)
    // The failure of an exchange's last poll already stands beside its age.
    let current = exchanges.filter { viewModel.sources[$0]?.failure == nil }
    var notices: [String] = []
    if !context.isQuiet {
      if !exchanges.isEmpty { notices = warnings(of: exchanges) + job.notices(viewModel, context) }
      notices += partlyListed
    }
    return problems(of: current) + notices
  }

  var finalFailures: [String] {
    problems(of: viewModel.sources.all.map(\.exchange))
  }

  /// What is new after polls that were applied: failures and recoveries of exchanges, and whether
  /// there are rows to print; then notices, and problems of the answers.
  mutating func news(
    of polls: [AnsweredPoll]
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
      (job.showsWithoutAnswer || hasData) && isAnyListed
      && !polls.contains { $0.failure?.isEnd ?? false }
    // A rehearsal takes no time of its own.
    let recoveries = (isBeat && !job.isRehearsal ? answers : []).compactMap { poll in
      failingSince.removeValue(forKey: poll.exchange).map {
        context.attributed("reconnected after \((poll.at - $0).brief)", to: poll.exchange)
      }
    }
    let warnings = isBeat ? warnings(of: exchanges) : []
    let notices = (isBeat ? job.notices(viewModel, context) : []) + partlyListed
    let problems = problems(of: exchanges)
    let known = lastProblems
    // What holds for an exchange that has not answered now may still do so.
    let isWhole = viewModel.sources.all.map(\.exchange).allSatisfy(exchanges.contains)
    lastProblems = Set(warnings + problems).union(isWhole ? [] : known)
    return (
      failures, recoveries, isBeat && (isMet || !job.printsOnlyMet),
      warnings.filter { !known.contains($0) }
        + notices.filter { reportedNotices.insert($0).inserted },
      problems.filter { !known.contains($0) }
    )
  }

  private mutating func failureNews(of poll: AnsweredPoll) -> [String] {
    // The failures of the poll before the end were reported.
    if job.isRehearsal, poll.failure?.isEnd ?? false { return [] }
    return (poll.answer == nil ? failures[poll.exchange] ?? [] : []).compactMap { failure in
      // All exchanges end together.
      if failure.isEnd, !reportedNotices.insert("\(failure)").inserted {
        return nil
      }
      failingSince[poll.exchange] = failingSince[poll.exchange] ?? poll.at
      guard let next = poll.next else { return job.sentence(on: failure, of: poll.exchange) }
      return job.sentence(on: failure.withoutDelay, of: poll.exchange)
        + "; next try in \((next - poll.at).brief)"
    }
  }

  /// About each exchange that has neither answered nor failed in this beat, once.
  private mutating func lateNews(after polls: [AnsweredPoll]) -> [String] {
    guard context.isMultiExchange else { return [] }
    let reported = Set(polls.map(\.exchange))
    late.subtract(reported)
    let loading = viewModel.sources.all.filter { $0.failure == nil }.map(\.exchange)
    return loading.filter { !reported.contains($0) && late.insert($0).inserted }
      .map { context.attributed("no data yet", to: $0) }
  }

  private func problems(of exchanges: [ExchangeID?]) -> [String] {
    exchanges.flatMap { exchange in
      (failures[exchange] ?? []).map { job.sentence(on: $0, of: exchange) }
    } + (missing + fatalFailures).map(\.sentence)
  }

  /// The warnings of the last answers, each under the name of its exchange where there are several; one
  /// that all of them have, once.
  private func warnings(of exchanges: [ExchangeID?]) -> [String] {
    let sentences = exchanges.map { Warning.sentences(for: viewModel.sources[$0]?.warnings ?? []) }
    let common = (sentences.first ?? []).filter { sentence in
      exchanges.count > 1 && sentences.allSatisfy { $0.contains(sentence) }
    }
    return common
      + zip(exchanges, sentences).flatMap { exchange, sentences in
        sentences.filter { !common.contains($0) }.map { context.attributed($0, to: exchange) }
      }
  }

  /// Polling continues without them, for other rows have values.
  private var missing: [Problem] {
    context.exchanges.flatMap { exchange in
      (missingPairs[exchange] ?? []).map { ($0, job.sentence(on: $0, of: exchange)) }
    }
  }

  /// The failures that end polling: requested pairs that none of their exchanges lists.
  private var fatalFailures: [Problem] {
    requests.filter { $0.exchanges.count == $0.unlisted.count }.map { pair, exchanges, unlisted in
      let failure = MarketError.merged(exchanges.compactMap { unlisted[$0] }, about: pair)
      return exchanges.count > 1
        ? (failure, failure.sentence(on: exchanges.map(context.title)))
        : (failure, job.sentence(on: failure, of: exchanges[0]))
    }
  }

  /// A coin is priced where it is listed; a pair is expected everywhere.
  private var partlyListed: [String] {
    requests.filter { request in
      request.pair.base != nil && !request.unlisted.isEmpty
        && request.unlisted.count < request.exchanges.count
    }
    .map { pair, exchanges, unlisted in
      let titles = exchanges.filter { unlisted[$0] != nil }.map(context.title)
      return "not listed on \(titles.joined(separator: ", ")): \(pair)"
    }
  }
}
