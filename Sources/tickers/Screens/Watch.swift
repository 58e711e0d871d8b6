import Foundation
import MarketCore
import Terminal

/// What a command polls for, and what it shows of it.
struct Watch<ViewModel: MarketViewModel>: Sendable {
  let session: Session
  var viewModel: ViewModel
  let renderer: any Renderer
  /// What the view model has to show.
  let frame: @Sendable (ViewModel) -> Frame
  /// One poll.
  let fetch: @Sendable (MarketClient) async -> Result<Answer<ViewModel.Value>, MarketError>
  /// Whether what is waited for has come; `nil` when nothing is.
  var until: (@Sendable (ViewModel) -> Bool)?
  /// How the program ends if this was the last poll, and it succeeded.
  var status: @Sendable (ViewModel) -> ExitStatus = { _ in .success }

  /// Polls, shows what comes, and tells how that ended.
  func run() async -> ExitStatus {
    if let status = session.prepareRecording() { return status }
    let world = session.world
    if let table = renderer as? any LineRenderer, !session.isOneShot, !session.isPlain,
      world.canRedraw
    {
      var live = Live(watch: self, table: table)
      return await live.run()
    }
    if !session.isOneShot, !world.output.isTerminal, world.errors.isTerminal {
      session.notice("polling every \(session.interval.brief); --once prints one table and ends")
    }
    var appending = Appending(watch: self)
    return await appending.run()
  }

  /// Polls until there is no more to come, or `report` returns `false`.
  func poll(report: (Poll<Answer<ViewModel.Value>>) async -> Bool) async {
    let (client, clock) = (session.client, session.world.clock)
    await Poller(interval: session.interval, count: session.count, clock: clock).run(
      fetch: {
        session.isOneShot ? await client.retrying(clock: clock, fetch) : await fetch(client)
      }, report: report)
  }

  /// Whether what is waited for has come with this poll.
  func isMet(by viewModel: ViewModel, after poll: Poll<Answer<ViewModel.Value>>) -> Bool {
    guard case .success = poll.result else { return false }
    return until?(viewModel) ?? false
  }

  /// How the program ends after the last poll, when what was waited for has not come.
  func end(_ viewModel: ViewModel) -> ExitStatus {
    if let failure = viewModel.freshness.failure { return ExitStatus(failure) }
    return until == nil ? status(viewModel) : .unmet
  }
}

extension Duration {
  /// For people: `10 s`, `0.5 s`.
  var brief: String { DurationFormat.text(seconds: self / .seconds(1)) }
}

extension Error {
  /// What went wrong with a file, in the system's words.
  var plainReason: String {
    let underlying = (self as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
    return (underlying ?? self).localizedDescription
  }
}
