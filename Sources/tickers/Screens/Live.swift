import Foundation
import MarketCore
import Terminal

/// Keeps one table on a terminal, redrawn in place, with a line at its foot that says how old it
/// is and what comes next.
struct Live<ViewModel: MarketViewModel> {
  private enum Event: Sendable {
    case poll(Poll<Answer<ViewModel.Value>>)
    /// There are no more polls.
    case end
    /// The terminal has another size, or shows something else.
    case resize
    /// A second went by.
    case tick
  }

  let watch: Watch<ViewModel>
  let table: any LineRenderer
  private var viewModel: ViewModel
  private let start: ContinuousClock.Instant
  private var remarks: [String] = []
  private var isMet = false

  private var session: Session { watch.session }

  init(watch: Watch<ViewModel>, table: any LineRenderer) {
    self.watch = watch
    self.table = table
    viewModel = watch.viewModel
    start = watch.session.world.clock.now()
  }

  mutating func run() async -> ExitStatus {
    let (events, sender) = AsyncStream.makeStream(of: Event.self)
    let polling = Task { [watch] in
      await watch.poll { poll in
        sender.yield(.poll(poll))
        return true
      }
      sender.yield(.end)
    }
    Signals.handle(Signals.redraw) { _ in sender.yield(.resize) }
    var ticking: Task<Void, Never>?
    defer {
      polling.cancel()
      ticking?.cancel()
    }

    do throws(WriteFailure) {
      let screen = Screen(color: session.color)
      try draw(on: screen)
      ticking = ticks(to: sender)
      for await event in events {
        if case .end = event { break }
        if case .poll(let poll) = event { take(poll) }
        // The foot counts seconds only while there is something to wait for.
        let isWaiting = viewModel.freshness.phase != .loaded
        if !isWaiting { ticking?.cancel() }
        ticking = isWaiting ? ticking ?? ticks(to: sender) : nil
        try draw(on: screen)
        if isMet { break }
      }
      try screen.leave()
    } catch {
      return session.world.failed(error)
    }
    if let failure = viewModel.freshness.failure { session.world.say("\(failure)") }
    return isMet ? .success : watch.end(viewModel)
  }

  private func ticks(to sender: AsyncStream<Event>.Continuation) -> Task<Void, Never> {
    let clock = session.world.clock
    return Task {
      while !Task.isCancelled {
        await clock.sleep(clock.now() + .seconds(1))
        if !Task.isCancelled { sender.yield(.tick) }
      }
    }
  }

  private mutating func take(_ poll: Poll<Answer<ViewModel.Value>>) {
    viewModel.apply(poll)
    guard case .success(let answer) = poll.result else { return }
    remarks = session.isQuiet ? [] : watch.frame(viewModel).remarks(on: answer)
    isMet = watch.isMet(by: viewModel, after: poll)
  }

  private func draw(on screen: Screen) throws(WriteFailure) {
    let frame = watch.frame(viewModel)
    let hasData = viewModel.freshness.asOf != nil
    let lines = hasData ? table.lines(of: frame) : []
    let foot = Foot(
      freshness: viewModel.freshness, title: ([frame.title] + remarks).joined(separator: " · "),
      source: session.client.source, start: start, now: session.world.clock.now(), date: .now,
      timeZone: session.world.timeZone)
    try screen.draw(
      lines, focus: table.focus(of: frame), foot: foot.line,
      farewell: hasData ? lines + [foot.farewell] : [])
  }
}
