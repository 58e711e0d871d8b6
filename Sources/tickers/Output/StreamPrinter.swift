import MarketCore
import Terminal

/// Prints each poll, one after the other: into a pipe, into a file, or once.
struct StreamPrinter<ViewModel: MarketViewModel> {
  private let job: PollJob<ViewModel>
  private let text: @Sendable (ViewModel, _ isFirst: Bool) -> String
  private var viewModel: ViewModel

  /// The exit status, when printing has ended.
  private var status: ExitStatus?
  /// The time of the first of the current failures in a row.
  private var failingSince: ContinuousClock.Instant?
  private var isFirst = true
  private var lastSentences: [String] = []

  private var session: Session { job.session }

  init(
    _ job: PollJob<ViewModel>, text: @escaping @Sendable (ViewModel, _ isFirst: Bool) -> String
  ) {
    self.job = job
    self.text = text
    viewModel = job.viewModel
  }

  /// Polls and prints; returns the exit status.
  mutating func run() async -> ExitStatus {
    if let status = session.prepareRecording() { return status }
    if !session.isOneShot {
      session.world.output.endWhenClosed()
      if !session.world.output.isTerminal, session.world.errors.isTerminal {
        session.notice("polling every \(session.interval.brief); --once prints one table and ends")
      }
    }
    await job.run { poll in
      viewModel.apply(poll)
      let isMet = job.isMet(by: viewModel, after: poll)
      switch poll.result {
      case .failure(let error): tell(error, of: poll)
      case .success(let answer):
        print(answer, of: poll, hasRows: isMet || !job.printsOnlyMet)
      }
      if status == nil, isMet { status = .success }
      return status == nil
    }
    return status ?? job.exitStatus(viewModel)
  }

  private mutating func tell(_ error: MarketError, of poll: Poll<Answer<ViewModel.Value>>) {
    failingSince = failingSince ?? poll.at
    let retry = poll.next.map { "; next try in \(($0 - poll.at).brief)" } ?? ""
    session.world.say("\(error)\(retry)")
  }

  /// - Parameter hasRows: whether the rows are printed, not only the notices.
  private mutating func print(
    _ answer: Answer<ViewModel.Value>, of poll: Poll<Answer<ViewModel.Value>>, hasRows: Bool
  ) {
    if let failingSince {
      session.notice("answers come again, after \((poll.at - failingSince).brief)")
    }
    failingSince = nil

    if hasRows {
      status = session.world.write(text(viewModel, isFirst))
      isFirst = false
    }

    let sentences = job.sentences(on: answer, viewModel)
    for sentence in sentences where !lastSentences.contains(sentence) { session.notice(sentence) }
    lastSentences = sentences
    for failure in answer.failures { session.world.say("\(failure)") }
    if let failure = answer.failures.first { status = status ?? ExitStatus(failure) }
  }
}

extension Duration {
  /// For people: `10 s`, `0.5 s`.
  var brief: String { DurationFormat.text(seconds: self / .seconds(1)) }
}
