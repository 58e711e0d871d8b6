import MarketCore

/// The polling of one view model. Its ``PollState`` is printed, or shown on a screen.
struct PollJob<ViewModel: MarketViewModel>: Sendable {
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
  var notices: @Sendable (ViewModel, CommandContext) -> [String] = { list, _ in list.notices }
  /// A sentence of its own for a failure of an exchange; `nil` for the usual one.
  var failureSentence: @Sendable (MarketError, _ exchange: String) -> String? = { _, _ in nil }
  /// Whether rows exist without any response (cash holdings).
  var showsWithoutAnswer = false
  /// The exit status when the last poll succeeded.
  var successStatus: @Sendable (ViewModel) -> ExitStatus = { _ in .success }

  /// Polls until the last poll, or until `report` returns `false`. Where the replay of one of several
  /// exchanges ends and is to restart, all restart.
  ///
  /// - Parameter gathers: whether the polls of a beat are reported together.
  func run(
    control: PollControl = PollControl(), gathers: Bool, report: ([AnsweredPoll]) async -> Bool
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
          return await ReplayCursor.$stopsAtEnd.withValue(repeatsTogether) {
            context.isOneShot
              ? await client.retrying(clock: context.world.clock, fetch) : await fetch(client)
          }
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
      for client in context.clients { client.restart() }
      // A poll that needs an answer twice would end each time.
      repeatsTogether = hasReported
    }
  }

  /// A failure of an exchange for people.
  func sentence(on failure: MarketError, of exchange: String) -> String {
    if let sentence = failureSentence(failure, exchange) { return sentence }
    // The sentence itself names the exchange.
    if case .unknownSymbol = failure { return failure.sentence(on: [context.title(of: exchange)]) }
    return context.attributed("\(failure)", to: exchange)
  }
}

extension PollJob {
  /// Polls and prints, into a pipe, into a file, or once: the polls of each beat together. Returns
  /// the exit status.
  ///
  /// - Parameter text: the text of a view model, by whether it is the first of the output.
  func print(_ text: @escaping @Sendable (ViewModel, _ isFirst: Bool) -> String) async -> ExitStatus
  {
    var job = self
    job.context = context.traced
    let (context, world) = (job.context, context.world)
    if let status = context.prepare() { return status }
    if !context.isOneShot {
      world.output.endWhenClosed()
      if !world.output.isTerminal, world.errors.isTerminal {
        context.notice("polling every \(context.interval.brief) (use --once for a single update)")
      }
    }
    var state = PollState(job)
    // Rows of an older poll are never printed as new.
    state.viewModel.sources.keepsOlder = false
    var (isFirst, writeFailure) = (true, ExitStatus?.none)
    await job.run(gathers: true) { polls in
      state.apply(polls)
      let news = state.news(of: polls)
      for failure in news.failures { world.notify(failure) }
      for recovery in news.recoveries { context.notice(recovery) }
      if news.hasRows {
        writeFailure = world.write(text(state.viewModel, isFirst))
        isFirst = false
      }
      for notice in news.notices { context.notice(notice) }
      world.notify(errors: news.problems)
      return writeFailure == nil && !state.isMet && !state.hasEnded
    }
    return writeFailure ?? state.exitStatus
  }

  /// Polls and shows a screen; returns the exit status.
  func show(_ screen: (PollJob) -> any ScreenModel) async -> ExitStatus {
    if let status = context.prepare() { return status }
    var job = self
    // Lines between would destroy a screen that is redrawn.
    if !context.world.errors.isTerminal { job.context = context.traced }
    // The loop begins to poll as soon as it is made.
    var loop = ScreenLoop(screen(job), in: job.context)
    return await loop.run()
  }
}

extension Duration {
  /// For people: `10 s`, `0.5 s`.
  var brief: String { NumberFormat.duration(seconds: self / .seconds(1)) }
}
