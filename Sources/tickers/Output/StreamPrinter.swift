import MarketCore
import Terminal

/// Prints the polls of each beat, one after the other: into a pipe, into a file, or once.
struct StreamPrinter<ViewModel: MarketViewModel> {
  private typealias AnsweredPoll = PollJob<ViewModel>.AnsweredPoll

  private let job: PollJob<ViewModel>
  private let text: @Sendable (ViewModel, _ isFirst: Bool) -> String
  private var viewModel: ViewModel

  /// The exit status, when printing has ended.
  private var status: ExitStatus?
  /// The time of the first of the current failures in a row, by exchange.
  private var failingSince: [String: ContinuousClock.Instant] = [:]
  /// The exchanges that were reported as late.
  private var late: Set<String> = []
  private var failures: PollFailures
  private var isFirst = true
  /// The notices about the shown data that were printed: each is printed once.
  private var printedNotices: Set<String> = []
  /// The warnings and errors of the last answers, which are not repeated as long as they hold.
  private var lastProblems: Set<String> = []

  private var context: CommandContext { job.context }

  init(
    _ job: PollJob<ViewModel>, text: @escaping @Sendable (ViewModel, _ isFirst: Bool) -> String
  ) {
    self.job = job
    self.text = text
    failures = PollFailures(of: job)
    viewModel = job.viewModel
    // Rows of an older poll are never printed as new.
    viewModel.sources.keepsOlder = false
  }

  /// Polls and prints; returns the exit status.
  mutating func run() async -> ExitStatus {
    if let status = context.prepare() { return status }
    if !context.isOneShot {
      context.world.output.endWhenClosed()
      if !context.world.output.isTerminal, context.world.errors.isTerminal {
        context.notice(
          "polling every \(context.interval.brief) (use --once for a single update)")
      }
    }
    await job.run(gathers: true) { polls in
      viewModel.apply(polls)
      for poll in polls { failures.apply(poll) }
      let isMet = job.isMet(by: viewModel, after: polls)
      print(polls, hasRows: isMet || !job.printsOnlyMet)
      status = status ?? (isMet ? .success : failures.status(of: polls))
      return status == nil
    }
    return status ?? failures.exitStatus(else: job.exitStatus(viewModel))
  }

  /// - Parameter hasRows: whether the rows are printed, not only the notices.
  private mutating func print(_ polls: [AnsweredPoll], hasRows: Bool) {
    for poll in polls where poll.answer == nil {
      for failure in failures.failures(of: poll.exchange) { tell(failure, of: poll) }
    }
    if context.isMultiExchange { tellLate(polls) }
    var (warnings, notices) = ([String](), failures.notices)
    let hasAnswer = job.showsWithoutAnswer || polls.contains { $0.answer != nil }
    if hasAnswer, !polls.contains(where: \.isEndOfRecording) {
      for poll in polls where poll.answer != nil { tellRecovery(of: poll) }
      if hasRows {
        status = context.world.write(text(viewModel, isFirst))
        isFirst = false
      }
      warnings = job.warnings(on: polls)
      notices = job.notices(viewModel, context) + notices
    }
    for warning in warnings where !lastProblems.contains(warning) { context.notice(warning) }
    for notice in notices where printedNotices.insert(notice).inserted { context.notice(notice) }
    let errors = failures.partial(of: polls)
    context.world.say(errors: errors.filter { !lastProblems.contains($0) })
    // What holds for an exchange that has not answered now may still do so.
    let isWhole = viewModel.sources.all.allSatisfy { source in
      polls.contains { $0.exchange == source.exchange && $0.answer != nil }
    }
    lastProblems = Set(warnings + errors).union(isWhole ? [] : lastProblems)
  }

  private mutating func tell(_ error: MarketError, of poll: AnsweredPoll) {
    failingSince[poll.exchange] = failingSince[poll.exchange] ?? poll.at
    let retry = poll.next.map { "; next try in \(($0 - poll.at).brief)" } ?? ""
    let shown = retry.isEmpty ? error : error.withoutDelay
    context.world.say(job.sentence(on: shown, of: poll.exchange) + retry)
  }

  /// Names the exchanges that have neither answered nor failed in this beat, once.
  private mutating func tellLate(_ polls: [AnsweredPoll]) {
    late.subtract(polls.map(\.exchange))
    for source in viewModel.sources.all where source.failure == nil {
      guard !polls.contains(where: { $0.exchange == source.exchange }),
        late.insert(source.exchange).inserted
      else { continue }
      context.world.say(context.attributed("no data yet", to: source.exchange))
    }
  }

  private mutating func tellRecovery(of poll: AnsweredPoll) {
    guard let since = failingSince.removeValue(forKey: poll.exchange) else { return }
    context.notice(
      context.attributed("reconnected after \((poll.at - since).brief)", to: poll.exchange))
  }
}

extension Duration {
  /// For people: `10 s`, `0.5 s`.
  var brief: String { DurationFormat.text(seconds: self / .seconds(1)) }
}
