import Foundation
import MarketCore
import Terminal

/// What a poller of a screen has to say.
enum Update<Value: Sendable>: Sendable {
  case poll(Poll<Answer<Value>>)
  /// There are no more polls.
  case end
}

/// A screen and its poller.
struct Running<S: LiveScreen> {
  private(set) var screen: S
  let watch: Watch<S>
  /// Whether what is waited for has come.
  private(set) var isMet = false
  private let send: @Sendable (Update<S.ViewModel.Value>, _ generation: Int) -> Void
  private var control = PollControl()
  private var polling: Task<Void, Never>?
  /// How often the poller began anew: what an earlier one says comes too late.
  private var generation = 0
  private var start: ContinuousClock.Instant
  /// The last answer: what there is to say about it depends on what the screen shows of it.
  private var answer: Answer<S.ViewModel.Value>?

  /// A screen whose poller begins now and says what it has to say from a task of its own.
  init(
    _ watch: Watch<S>,
    send: @escaping @Sendable (Update<S.ViewModel.Value>, _ generation: Int) -> Void
  ) {
    self.watch = watch
    self.send = send
    screen = watch.subject
    start = watch.session.world.clock.now()
    restart()
  }

  private mutating func restart() {
    stop()
    generation += 1
    start = watch.session.world.clock.now()
    let isPaused = control.isPaused
    control = PollControl()
    control.isPaused = isPaused
    answer = nil
    var watch = watch
    watch.subject = screen
    polling = Task { [watch, control, generation, send] in
      await watch.poll(control: control) { poll in
        send(.poll(poll), generation)
        return true
      }
      send(.end, generation)
    }
  }

  func stop() { polling?.cancel() }

  var isPaused: Bool { control.isPaused }

  /// Takes in what a poller says; returns whether there are no more polls.
  mutating func take(_ update: Update<S.ViewModel.Value>, of generation: Int) -> Bool {
    guard generation == self.generation else { return false }
    guard case .poll(let poll) = update else { return true }
    screen.apply(poll)
    if case .success(let answer) = poll.result {
      self.answer = answer
      isMet = isMet || watch.isMet(by: screen.viewModel, after: poll)
    }
    return false
  }

  /// Takes in a key; what the screen has no use for may be about its poller.
  mutating func press(_ key: Key) -> KeyResponse {
    switch (screen.press(key), key) {
    case (.restart, _): restart()
    case (.ignored, .character(" ")): control.isPaused.toggle()
    case (.ignored, .character("r")): control.pollNow()
    case (let response, _): return response
    }
    return .taken
  }

  /// Whether its foot counts seconds.
  var isWaiting: Bool { screen.viewModel.freshness.phase != .loaded }

  /// All lines of the terminal.
  ///
  /// - Parameters:
  ///   - keys: those that lead away from here; `nil` if nobody can type.
  ///   - isHelp: whether the keys are shown in place of the screen.
  mutating func page(of size: TerminalSize, keys: [KeyHint]?, isHelp: Bool) -> Page {
    let freshness = screen.viewModel.freshness
    let world = watch.session.world
    let remarks = watch.session.isQuiet ? nil : answer.map(screen.remarks)
    let foot = Foot(
      freshness: freshness, remarks: remarks ?? [], isPaused: isPaused,
      source: watch.session.client.source, start: start, now: world.clock.now(), date: .now,
      timeZone: world.timeZone,
      // A poll may be two requests.
      longestPoll: max(.seconds(60), watch.session.client.timeout * 2))
    let hints = keys.map { $0 + S.keys + KeyHint.common } ?? []
    var page = Page(size: size, keys: hints, prompt: screen.prompt)
    screen.room = page.room
    page.heading = screen.heading + [freshness.source].filter { !$0.isEmpty }
    if freshness.asOf != nil { page.body = screen.body(isLast: false) }
    if isHelp { page.body = Page.help(hints) }
    page.foot = foot.line
    if freshness.asOf != nil {
      page.farewell = { [screen] in screen.body(isLast: true) + [foot.farewell] }
    }
    return page
  }
}
