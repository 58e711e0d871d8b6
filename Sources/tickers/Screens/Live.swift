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
    /// The terminal has another size.
    case resize
    /// A second went by.
    case tick
  }

  let session: Session
  var viewModel: ViewModel
  let frame: @Sendable (ViewModel) -> Frame

  private let start: ContinuousClock.Instant
  private var remarks: [String] = []

  init(
    session: Session, viewModel: ViewModel, frame: @escaping @Sendable (ViewModel) -> Frame
  ) {
    self.session = session
    self.viewModel = viewModel
    self.frame = frame
    start = session.world.clock.now()
  }

  mutating func run(_ polls: Polls<ViewModel.Value>) async -> ExitStatus {
    let (events, sender) = AsyncStream.makeStream(of: Event.self)
    let polling = Task {
      await polls.run { poll in
        sender.yield(.poll(poll))
        return true
      }
      sender.yield(.end)
    }
    Signals.handle([Signals.resize]) { _ in sender.yield(.resize) }
    var ticking: Task<Void, Never>?
    defer {
      polling.cancel()
      ticking?.cancel()
    }

    do throws(WriteFailure) {
      let screen = try Screen(color: session.color)
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
      }
      try screen.leave()
    } catch {
      return session.world.failed(error)
    }
    let failure = viewModel.freshness.failure
    if let failure { session.world.say("\(failure)") }
    return ExitStatus(failure)
  }

  private func ticks(to sender: AsyncStream<Event>.Continuation) -> Task<Void, Never> {
    let clock = session.world.clock
    return Task {
      while !Task.isCancelled {
        await clock.sleep(clock.now() + .seconds(1))
        sender.yield(.tick)
      }
    }
  }

  private mutating func take(_ poll: Poll<Answer<ViewModel.Value>>) {
    viewModel.apply(poll)
    guard case .success(let answer) = poll.result else { return }
    remarks = frame(viewModel).remarks(on: answer)
  }

  private func draw(on screen: Screen) throws(WriteFailure) {
    let table = TableRenderer(width: screen.size.columns, marks: true)
    let isEmpty = viewModel.freshness.asOf == nil
    try screen.draw(isEmpty ? [] : table.lines(of: frame(viewModel)), foot: foot)
  }

  private var foot: Line {
    let freshness = viewModel.freshness
    let clock = session.world.clock
    let now = clock.now()
    let retry =
      freshness.nextPoll.map { "; next try in \(max(.zero, $0 - now).wholeSeconds)" } ?? ""
    switch freshness.phase {
    case .loading(nil):
      return Line("asking \(session.client.source) … \((now - start).wholeSeconds)", .dim)
    case .loading(let error?):
      return Line("no answer yet: \(error)\(retry)".withoutControls, .yellow)
    case .stale(let error):
      let age = freshness.arrival.map { (now - $0).wholeSeconds } ?? ""
      return Line("stale \(age): \(error)\(retry)".withoutControls, .yellow)
    case .loaded:
      var parts = [frame(viewModel).title] + remarks
      if let asOf = freshness.asOf { parts.append(time(asOf)) }
      if let next = freshness.nextPoll {
        parts.append("next \(time(.now + (next - now) / .seconds(1)))")
      }
      return Line(parts.joined(separator: " · ").withoutControls, .dim)
    }
  }

  /// A time of day where the user is; with the date, if it is not about now.
  private func time(_ date: Date) -> String {
    let style = Date.ISO8601FormatStyle(timeZone: session.world.timeZone)
      .dateTimeSeparator(.space)
    let isRecent = abs(date.timeIntervalSinceNow) < 12 * 3600
    let time = style.time(includingFractionalSeconds: false)
    return isRecent
      ? time.format(date)
      : style.year().month().day().time(includingFractionalSeconds: false).format(date)
  }
}

extension Duration {
  /// For people who watch it change: `40 s`, `3 min`.
  fileprivate var wholeSeconds: String {
    let seconds = Int((self / .seconds(1)).rounded())
    return seconds < 120 ? "\(seconds) s" : "\(seconds / 60) min"
  }
}
