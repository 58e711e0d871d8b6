import MarketCore
import Terminal

/// Prints a table a poll, one after the other: into a pipe, into a file, or only one.
struct Appending<ViewModel: MarketViewModel> {
  let session: Session
  var viewModel: ViewModel
  let frame: @Sendable (ViewModel) -> Frame

  /// Set when nothing more can be written.
  private var end: ExitStatus?
  private var failingSince: ContinuousClock.Instant?
  private var isFirst = true
  private var lastRemarks: [String] = []

  init(
    session: Session, viewModel: ViewModel, frame: @escaping @Sendable (ViewModel) -> Frame
  ) {
    self.session = session
    self.viewModel = viewModel
    self.frame = frame
  }

  mutating func run(_ polls: Polls<ViewModel.Value>) async -> ExitStatus {
    await polls.run { poll in
      viewModel.apply(poll)
      switch poll.result {
      case .failure(let error): tell(error, of: poll)
      case .success(let answer): show(answer, of: poll)
      }
      return end == nil
    }
    return end ?? ExitStatus(viewModel.freshness.failure)
  }

  private mutating func tell(_ error: MarketError, of poll: Poll<Answer<ViewModel.Value>>) {
    failingSince = failingSince ?? poll.at
    let retry = poll.next.map { "; next try in \(($0 - poll.at).brief)" } ?? ""
    session.world.say("\(error)\(retry)")
  }

  private mutating func show(
    _ answer: Answer<ViewModel.Value>, of poll: Poll<Answer<ViewModel.Value>>
  ) {
    if let failingSince {
      session.notice("answers come again, after \((poll.at - failingSince).brief)")
    }
    failingSince = nil

    let frame = frame(viewModel)
    let isOnScreen = session.world.canRedraw
    let table = TableRenderer(
      width: isOnScreen ? session.world.output.size()?.columns : nil, marks: isOnScreen)
    let text = table.lines(of: frame).map { $0.rendered(color: session.color) + "\n" }.joined()
    end = session.world.write(isFirst ? text : "\n" + text)
    isFirst = false

    let remarks = frame.remarks(on: answer)
    for remark in remarks where !lastRemarks.contains(remark) { session.notice(remark) }
    lastRemarks = remarks
  }
}
