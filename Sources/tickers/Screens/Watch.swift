import Foundation
import MarketCore
import Terminal

extension Session {
  /// Polls, shows what comes, and tells how that ended.
  ///
  /// - Parameters:
  ///   - frame: what a view model has to show.
  ///   - fetch: one poll.
  func watch<ViewModel: MarketViewModel>(
    _ viewModel: ViewModel, frame: @escaping @Sendable (ViewModel) -> Frame,
    fetch: @escaping @Sendable (MarketClient) async -> Result<Answer<ViewModel.Value>, MarketError>
  ) async -> ExitStatus {
    let polls = Polls(session: self, fetch: fetch)
    if isOneShot || !world.canRedraw {
      if !isOneShot, !world.output.isTerminal, world.errors.isTerminal {
        notice("polling every \(interval.brief); --once prints one table and ends")
      }
      var appending = Appending(session: self, viewModel: viewModel, frame: frame)
      return await appending.run(polls)
    }
    var live = Live(session: self, viewModel: viewModel, frame: frame)
    return await live.run(polls)
  }
}

/// The polls of a session, yet to be made.
struct Polls<Value: Sendable>: Sendable {
  let session: Session
  let fetch: @Sendable (MarketClient) async -> Result<Answer<Value>, MarketError>

  /// Polls until there is no more to come, or `report` returns `false`.
  func run(report: (Poll<Answer<Value>>) async -> Bool) async {
    let (client, clock) = (session.client, session.world.clock)
    await Poller(interval: session.interval, count: session.count, clock: clock).run(
      fetch: {
        session.isOneShot ? await client.retrying(clock: clock, fetch) : await fetch(client)
      }, report: report)
  }
}

extension Duration {
  /// For people, in whole seconds or tenths: `10 s`, `0.5 s`.
  var brief: String {
    let seconds = self / .seconds(1)
    let tenths = (seconds * 10).rounded() / 10
    return tenths == tenths.rounded() ? "\(Int(tenths)) s" : "\(tenths) s"
  }
}
