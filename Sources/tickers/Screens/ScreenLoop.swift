import MarketCore
import Synchronization
import Terminal

/// Shows a stack of screens on the terminal: hands events to the one on top, and draws it.
struct ScreenLoop {
  private enum Event: Sendable {
    case display(Display.Event)
    /// Polls have arrived for a screen.
    case polled
    /// A second has passed.
    case tick
  }

  private let context: CommandContext
  private let events = EventQueue<Event>()
  private let display: Display
  /// The first screen and those that were opened from it, the shown one last.
  private var screens: [any StackedScreen] = []
  private var isHelp = false
  private var hasQuit = false
  private var hasKeys = false
  private var ticking: Task<Void, Never>?

  init<Model: ScreenModel>(_ job: PollJob<Model.ViewModel>, _ model: Model) {
    context = job.context
    let world = context.world
    display = world.openDisplay(context.palette, world.charset(of: world.output))
    screens = [PolledScreen(job, model, isFirst: true) { [events] in events.add(.polled) }]
  }

  /// Runs until a key, the first screen's last poll or its condition ends it; returns the exit
  /// status.
  mutating func run() async -> ExitStatus {
    defer {
      for screen in screens { screen.stop() }
      ticking?.cancel()
    }
    do throws(WriteFailure) {
      hasKeys = display.start { [events] in events.add(.display($0)) }
      resize()
      count()
      try draw()
      while !hasQuit, !screens[0].isMet, !screens[0].hasEnded {
        // All that is there is handled before anything is drawn.
        for event in await events.next() where !hasQuit { handle(event) }
        count()
        try draw()
      }
      try display.leave()
    } catch {
      try? display.leave()
      return context.world.status(after: error)
    }
    if hasQuit { return .success }
    context.world.say(errors: screens[0].finalFailures)
    return screens[0].exitStatus
  }

  private mutating func handle(_ event: Event) {
    switch event {
    case .display(.keys(let keys)): handle(keys[...])
    case .display(.resized): resize()
    case .polled: for index in screens.indices { screens[index].receive() }
    case .tick: break
    }
  }

  /// Handles keys in order; characters that are typed into a prompt in one piece.
  private mutating func handle(_ keys: ArraySlice<Key>) {
    var keys = keys
    while !hasQuit, let key = keys.popFirst() {
      let top = screens.count - 1
      if screens[top].isEditing, var text = key.text {
        while let next = keys.first?.text {
          text += next
          keys.removeFirst()
        }
        screens[top].type(text)
      } else {
        handle(key)
      }
    }
    // A prompt takes the line of the keys.
    resize()
  }

  private mutating func handle(_ key: Key) {
    if isHelp {
      isHelp = false
      if key != .character("q") { return }
    }
    switch (screens[screens.count - 1].handle(key), key) {
    case (.open(let next), _):
      screens.append(next.open(context) { [events] in events.add(.polled) })
      resize()
    case (.ignored, .escape) where screens.count > 1: screens.removeLast().stop()
    case (.ignored, .character("?")): isHelp = true
    case (.ignored, .character("q")): hasQuit = true
    default: break
    }
  }

  private mutating func resize() {
    let size = display.size()
    for index in screens.indices { screens[index].resize(to: size, hasKeys: hasKeys) }
  }

  /// Ticks while the status line counts seconds.
  private mutating func count() {
    guard screens[screens.count - 1].isCounting else {
      ticking?.cancel()
      ticking = nil
      return
    }
    ticking =
      ticking
      ?? Task { [events, clock = context.world.clock] in
        while !Task.isCancelled {
          await clock.sleep(clock.now() + .seconds(1))
          if !Task.isCancelled { events.add(.tick) }
        }
      }
  }

  private func draw() throws(WriteFailure) {
    let page = screens[screens.count - 1].page(isHelp: isHelp)
    try display.draw(page.lines, page.finalLines)
  }
}

extension Key {
  /// The text that the key puts into a prompt, if it is one that does.
  fileprivate var text: String? {
    switch self {
    case .character(let character): String(character)
    case .paste(let text): text
    default: nil
    }
  }
}

/// Events from many threads for one reader, which takes all of them together.
private final class EventQueue<Event: Sendable>: Sendable {
  private let waiting = Mutex<[Event]>([])
  private let signals: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation

  init() {
    (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  func add(_ event: Event) {
    waiting.withLock { $0.append(event) }
    signal.yield()
  }

  /// Waits until there are events; none when the reader's task is cancelled.
  func next() async -> [Event] {
    for await _ in signals {
      let events = waiting.withLock { waiting in
        defer { waiting = [] }
        return waiting
      }
      if !events.isEmpty { return events }
    }
    return []
  }
}
