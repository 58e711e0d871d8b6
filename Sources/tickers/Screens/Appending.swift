import MarketCore
import Terminal

/// Prints what each poll brings, one after the other: into a pipe, into a file, or only once.
struct Appending<S: Subject> {
  let watch: Watch<S>
  private var subject: S

  /// Set when there is nothing more to print.
  private var end: ExitStatus?
  private var failingSince: ContinuousClock.Instant?
  private var isFirst = true
  private var lastRemarks: [String] = []

  private var session: Session { watch.session }

  init(watch: Watch<S>) {
    self.watch = watch
    subject = watch.subject
  }

  mutating func run() async -> ExitStatus {
    if !session.isOneShot { session.world.output.endWhenClosed() }
    await watch.poll { poll in
      subject.apply(poll)
      switch poll.result {
      case .failure(let error): tell(error, of: poll)
      case .success(let answer): show(answer, of: poll)
      }
      if end == nil, watch.isMet(by: subject.viewModel, after: poll) { end = .success }
      return end == nil
    }
    return end ?? watch.end(subject.viewModel)
  }

  private mutating func tell(_ error: MarketError, of poll: Poll<Answer<S.ViewModel.Value>>) {
    failingSince = failingSince ?? poll.at
    let retry = poll.next.map { "; next try in \(($0 - poll.at).brief)" } ?? ""
    session.world.say("\(error)\(retry)")
  }

  private mutating func show(
    _ answer: Answer<S.ViewModel.Value>, of poll: Poll<Answer<S.ViewModel.Value>>
  ) {
    if let failingSince {
      session.notice("answers come again, after \((poll.at - failingSince).brief)")
    }
    failingSince = nil

    let frame = subject.frame
    end = session.world.write(subject.renderer.text(of: frame, isFirst: isFirst))
    isFirst = false

    let remarks = subject.remarks(on: answer)
    for remark in remarks where !lastRemarks.contains(remark) { session.notice(remark) }
    lastRemarks = remarks
  }
}
