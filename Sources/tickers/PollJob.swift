import MarketCore

/// The polling of one view model: a sink, a stream printer or a screen, shows it.
struct PollJob<ViewModel: MarketViewModel>: Sendable {
  /// Fetches one poll.
  typealias Fetch = @Sendable (MarketClient) async -> Result<Answer<ViewModel.Value>, MarketError>

  var session: Session
  /// The view model before its first poll.
  var viewModel: ViewModel
  var fetch: Fetch
  /// The `--until` condition; `nil` without one.
  var condition: (@Sendable (ViewModel) -> Bool)?
  /// Whether only the poll that meets the condition is printed.
  var printsOnlyMet = false
  /// Notices about the shown data.
  var notices: @Sendable (ViewModel) -> [String] = \.notices
  /// The exit status when the last poll succeeded.
  var successStatus: @Sendable (ViewModel) -> ExitStatus = { _ in .success }

  /// Polls until the last poll, or until `report` returns `false`.
  func run(
    control: PollControl = PollControl(),
    report: (Poll<Answer<ViewModel.Value>>) async -> Bool
  ) async {
    let (client, clock) = (session.client, session.world.clock)
    let poller = Poller(
      interval: session.interval, count: session.count, clock: control.controlling(clock))
    await poller.run(
      fetch: {
        session.isOneShot ? await client.retrying(clock: clock, fetch) : await fetch(client)
      }, report: report)
  }

  /// Whether the condition is met by a view model after this poll.
  func isMet(by viewModel: ViewModel, after poll: Poll<Answer<ViewModel.Value>>) -> Bool {
    guard case .success = poll.result else { return false }
    return condition?(viewModel) ?? false
  }

  /// The exit status after the last poll, when the condition was not met.
  func exitStatus(_ viewModel: ViewModel) -> ExitStatus {
    switch viewModel.freshness.failure {
    case .recordingEnded where condition != nil: return .unmet
    case let failure?: return ExitStatus(failure)
    case nil: return condition == nil ? successStatus(viewModel) : .unmet
    }
  }

  /// The lines for people beside an answer.
  func sentences(on answer: Answer<ViewModel.Value>, _ viewModel: ViewModel) -> [String] {
    answer.warnings.sentences + notices(viewModel)
  }
}

extension PollJob {
  /// Polls and prints; returns the exit status.
  ///
  /// - Parameter text: the text of a view model, by whether it is the first of the output.
  func print(_ text: @escaping @Sendable (ViewModel, _ isFirst: Bool) -> String) async -> ExitStatus
  {
    var job = self
    job.session = session.traced
    var printer = StreamPrinter(job, text: text)
    return await printer.run()
  }

  /// Polls and shows a screen; returns the exit status.
  func show<Model: ScreenModel>(_ model: Model) async -> ExitStatus
  where Model.ViewModel == ViewModel {
    var job = self
    // Lines between would destroy a screen that is redrawn.
    if !session.world.errors.isTerminal { job.session = session.traced }
    // The loop begins to poll as soon as it is made.
    if let status = session.prepareRecording() { return status }
    var loop = ScreenLoop(job, model)
    return await loop.run()
  }
}
