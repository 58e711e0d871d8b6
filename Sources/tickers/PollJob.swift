import MarketCore

/// The polling of one view model: a sink, a stream printer or a screen, shows it.
struct PollJob<ViewModel: MarketViewModel>: Sendable {
  /// Fetches one poll of an exchange.
  typealias Fetch = @Sendable (MarketClient) async -> Result<Answer<ViewModel.Value>, MarketError>
  typealias AnsweredPoll = Poll<Answer<ViewModel.Value>>

  var context: CommandContext
  /// The view model before its first poll, of the exchanges of the context.
  var viewModel: ViewModel
  var fetch: Fetch
  /// The `--until` condition; `nil` without one.
  var condition: (@Sendable (ViewModel) -> Bool)?
  /// Whether only the poll that meets the condition is printed.
  var printsOnlyMet = false
  /// Notices about the shown data.
  var notices: @Sendable (ViewModel, CommandContext) -> [String] = { viewModel, _ in
    viewModel.notices
  }
  /// A sentence of its own for a failure of an exchange; `nil` for the usual one.
  var failureSentence: @Sendable (MarketError, _ exchange: String) -> String? = { _, _ in nil }
  /// Whether there are rows before the first answer, and without one.
  var showsWithoutAnswer = false
  /// The exit status when the last poll succeeded.
  var successStatus: @Sendable (ViewModel) -> ExitStatus = { _ in .success }

  /// Polls until the last poll, or until `report` returns `false`. Where the replay of one of several
  /// exchanges ends and is to begin again, all begin again.
  ///
  /// - Parameter gathers: whether the polls of a beat are reported together.
  func run(
    control: PollControl? = nil, gathers: Bool, report: ([AnsweredPoll]) async -> Bool
  ) async {
    let clients = Dictionary(uniqueKeysWithValues: context.clients.map { ($0.exchange.id, $0) })
    let poller = Poller(
      interval: context.interval, count: context.count, clock: context.world.clock,
      control: control)
    var (exchanges, repeatsTogether) = (context.exchanges, context.repeatsTogether)
    while true {
      var (hasEnded, hasReported) = (false, false)
      await poller.run(
        exchanges, gathers: gathers || repeatsTogether,
        fetch: { [repeatsTogether] exchange in
          guard let client = clients[exchange] else { return .failure(.cancelled) }
          return await ReplayTurns.$endsSeries.withValue(repeatsTogether) { await poll(client) }
        },
        report: { (polls: [AnsweredPoll]) in
          if repeatsTogether, polls.contains(where: \.isEndOfRecording) {
            hasEnded = true
            return false
          }
          hasReported = true
          let ended = polls.filter { $0.next == nil }.map(\.exchange)
          exchanges.removeAll(where: ended.contains)
          return await report(polls)
        })
      guard hasEnded, !Task.isCancelled else { return }
      for client in context.clients { client.beginAgain() }
      // A poll that needs an answer twice would end each time.
      repeatsTogether = hasReported
    }
  }

  private func poll(
    _ client: MarketClient
  ) async -> Result<Answer<ViewModel.Value>, MarketError> {
    context.isOneShot
      ? await client.retrying(clock: context.world.clock, fetch) : await fetch(client)
  }

  /// Whether the condition is met by a view model after these polls.
  func isMet(by viewModel: ViewModel, after polls: [AnsweredPoll]) -> Bool {
    // After the end of one recording, answers of the others belong to a later beat.
    guard polls.contains(where: { $0.answer != nil }), !polls.contains(where: \.isEndOfRecording)
    else { return false }
    return condition?(viewModel) ?? false
  }

  /// The exit status after the last poll, when the condition was not met.
  func exitStatus(_ viewModel: ViewModel) -> ExitStatus {
    let failures = viewModel.sources.all.compactMap(\.failure)
    if condition != nil, failures.contains(where: \.isEndOfRecording) { return .unmet }
    if let failure = failures.first { return ExitStatus(failure) }
    return condition == nil ? successStatus(viewModel) : .unmet
  }

  /// A failure of an exchange for people.
  func sentence(on failure: MarketError, of exchange: String) -> String {
    if let sentence = failureSentence(failure, exchange) { return sentence }
    // The sentence itself names the exchange.
    if case .unknownSymbol = failure { return failure.sentence(on: [context.title(of: exchange)]) }
    return context.attributed("\(failure)", to: exchange)
  }

  /// The lines for people beside answers: those of each exchange under its name, where there are
  /// several.
  func sentences(on polls: [AnsweredPoll], _ viewModel: ViewModel) -> [String] {
    warnings(on: polls) + notices(viewModel, context)
  }

  /// The warnings of answers, each under the name of its exchange where there are several.
  func warnings(on polls: [AnsweredPoll]) -> [String] {
    polls.flatMap { poll in
      (poll.answer?.warnings.sentences ?? []).map { context.attributed($0, to: poll.exchange) }
    }
  }
}

extension Poll {
  /// The answer, if there is one.
  var answer: Value? { try? result.get() }
}

extension PollJob {
  /// Polls and prints; returns the exit status.
  ///
  /// - Parameter text: the text of a view model, by whether it is the first of the output.
  func print(_ text: @escaping @Sendable (ViewModel, _ isFirst: Bool) -> String) async -> ExitStatus
  {
    var job = self
    job.context = context.traced
    var printer = StreamPrinter(job, text: text)
    return await printer.run()
  }

  /// Polls and shows a screen; returns the exit status.
  func show<Model: ScreenModel>(_ model: Model) async -> ExitStatus
  where Model.ViewModel == ViewModel {
    var job = self
    // Lines between would destroy a screen that is redrawn.
    if !context.world.errors.isTerminal { job.context = context.traced }
    // The loop begins to poll as soon as it is made.
    if let status = context.prepare() { return status }
    var loop = ScreenLoop(job, model)
    return await loop.run()
  }
}
