import Foundation
import MarketCore
import Terminal

/// What a command polls for, and when that ends.
struct Watch<S: Subject>: Sendable {
  var session: Session
  var subject: S
  /// Whether what is waited for has come; `nil` when nothing is.
  var until: (@Sendable (S.ViewModel) -> Bool)?
  /// How the program ends if this was the last poll, and it succeeded.
  var status: @Sendable (S.ViewModel) -> ExitStatus = { _ in .success }

  /// Polls, prints what comes, and tells how that ended.
  func run() async -> ExitStatus { await append() }

  fileprivate func append() async -> ExitStatus {
    if let status = session.prepareRecording() { return status }
    if !session.isOneShot, !session.world.output.isTerminal, session.world.errors.isTerminal {
      session.notice("polling every \(session.interval.brief); --once prints one table and ends")
    }
    var appending = Appending(watch: tracing)
    return await appending.run()
  }

  /// The same, telling of every request if someone asked for that.
  fileprivate var tracing: Watch {
    var watch = self
    watch.session = session.tracing
    return watch
  }

  /// Polls until there is no more to come, or `report` returns `false`.
  func poll(
    control: PollControl = PollControl(), report: (Poll<Answer<S.ViewModel.Value>>) async -> Bool
  ) async {
    let clock = session.world.clock
    let (client, fetch) = (session.client, subject.fetch)
    await Poller(
      interval: session.interval, count: session.count, clock: control.controlling(clock)
    )
    .run(
      fetch: {
        session.isOneShot ? await client.retrying(clock: clock, fetch) : await fetch(client)
      }, report: report)
  }

  /// Whether what is waited for has come with this poll.
  func isMet(by viewModel: S.ViewModel, after poll: Poll<Answer<S.ViewModel.Value>>) -> Bool {
    guard case .success = poll.result else { return false }
    return until?(viewModel) ?? false
  }

  /// How the program ends after the last poll, when what was waited for has not come.
  func end(_ viewModel: S.ViewModel) -> ExitStatus {
    if let failure = viewModel.freshness.failure { return ExitStatus(failure) }
    return until == nil ? status(viewModel) : .unmet
  }
}

extension Watch where S: LiveScreen {
  /// Polls and shows what comes, on a screen where there is one; tells how that ended.
  func run() async -> ExitStatus {
    let isLive = session.isLive && subject.renderer is any LineRenderer
    guard isLive else { return await append() }
    if let status = session.prepareRecording() { return status }
    // On a screen that is redrawn, lines between would be lost.
    var coordinator = Coordinator(watch: session.world.errors.isTerminal ? self : tracing)
    return await coordinator.run()
  }
}

extension Duration {
  /// For people: `10 s`, `0.5 s`.
  var brief: String { DurationFormat.text(seconds: self / .seconds(1)) }
}
