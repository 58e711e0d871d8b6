import MarketCore
import Reports
import Synchronization
import Terminal

/// Shows a stack of screens on the terminal: hands events to the one on top, and draws it.
struct ScreenLoop {
  private let context: CommandContext
  private let events = EventQueue()
  private let display: any Display
  /// The first screen and those that were opened from it, the shown one last.
  private var screens: [PolledScreen]
  private var top: Int { screens.count - 1 }
  /// The first line of the help that is shown, and the last one that it can begin with.
  private var help: (first: Int, last: Int)?
  /// The texts for the clipboard.
  private var copies: [String] = []
  /// The firings since the last frame.
  private var unannounced: [AlertEvent] = []
  private var lastFiring: LastFiring?
  /// Runs the command of ``AlertOptions/command``; `nil` without one.
  private let commands: AlertCommands?
  private var hasQuit = false
  private var hasKeys = false
  private var ticking: Task<Void, Never>?

  init(_ screen: any ScreenModel, in context: CommandContext, alertCommand: String? = nil) {
    self.context = context
    commands = alertCommand.map { [events] command in
      AlertCommands(command, in: context.world) { sentence in
        if !events.add(.notice(sentence)) { context.notice(sentence) }
      }
    }
    display = context.world.openDisplay(context.looks.palette, context.world.environment)
    screens = [PolledScreen(screen, isFirst: true, events: events)]
  }

  /// Runs until a key, or the last poll or the condition of the first screen; returns the exit status.
  mutating func run() async -> ExitStatus {
    defer {
      for index in screens.indices { screens[index].stop() }
      ticking?.cancel()
    }
    do throws(WriteFailure) {
      hasKeys = display.start { [events] in events.add($0) }
      resize()
      try draw()
      while !hasQuit, screens[0].outcome == nil {
        // All that is there is handled before anything is drawn.
        for event in await events.next() where !hasQuit { update(event) }
        try draw()
      }
      try display.leave()
    } catch {
      try? display.leave()
      let status = context.world.status(after: error)
      await end(waits: status != .success)
      return status
    }
    await end()
    guard !hasQuit, let outcome = screens[0].outcome else { return .success }
    context.world.notify(errors: outcome.failures)
    return outcome.status
  }

  /// Prints the notices that no screen has shown, and ends the commands, or waits for them.
  private func end(waits: Bool = true) async {
    for case .notice(let sentence) in events.close() { context.notice(sentence) }
    await commands?.finish(waits: waits)
  }

  private mutating func update(_ event: ScreenEvent) {
    switch event {
    case .keys(let keys): handle(keys)
    case .resized: resize()
    case .polled, .finished, .trend:
      for index in screens.indices { announce(screens[index].update(event)) }
    case .notice(let sentence): screens[top].show(sentence)
    case .tick: break
    }
  }

  private mutating func announce(_ events: [AlertEvent]) {
    unannounced += events
    if let last = events.last { lastFiring = (last, false) }
    commands?.run(for: events)
  }

  /// Handles keys in order; characters that are typed into a prompt in one piece.
  private mutating func handle(_ keys: [Key]) {
    var keys = keys[...]
    while !hasQuit, var key = keys.popFirst() {
      if screens[top].model.prompt != nil, var text = key.text {
        while let next = keys.first?.text {
          text += next
          keys.removeFirst()
        }
        key = .paste(text)
      }
      handle(key)
    }
    // A prompt takes the line of the keys.
    resize()
  }

  private mutating func handle(_ key: Key) {
    screens[top].acknowledge()
    lastFiring?.isSeen = true
    if let (first, last) = help {
      if last > 0, let lines = Self.scrolls[key] {
        help?.first = (first + lines).clamped(to: last)
        return
      }
      help = nil
      if key != .character("q") { return }
    }
    if let step = screens[top].step(for: key) {
      for screen in screens { screen.pause() }
      return screens[top].go(to: step)
    }
    switch (screens[top].handle(key), key) {
    case (.open(let next), _):
      screens.append(PolledScreen(next, isFirst: false, events: events))
      resize()
    case (.copy(let text), _): copies.append(text)
    case (.ignored, .escape) where screens.count > 1:
      screens[top].stop()
      screens.removeLast()
    case (.ignored, .character("?")): help = (0, 0)
    case (.ignored, .character("q")): hasQuit = true
    default: break
    }
  }

  /// The lines that keys scroll the help by, where it does not fit.
  private static let scrolls: [Key: Int] = [
    .up: -1, .character("k"): -1, .down: 1, .character("j"): 1, .pageUp: -10, .pageDown: 10,
    .home: -.max / 2, .end: .max / 2,
  ]

  private mutating func resize() {
    let size = display.size
    for index in screens.indices { screens[index].resize(to: size, hasKeys: hasKeys) }
  }

  private mutating func draw() throws(WriteFailure) {
    let page = screens[top].page(helpFrom: help?.first, lastFiring: lastFiring)
    help?.last = page.lastHelpLine
    count()
    try display.draw(page.lines, finalLines: page.finalLines)
    for text in copies { try display.copy(text) }
    copies = []
    if !unannounced.isEmpty {
      try display.notify(unannounced.map(\.text), by: context.notificationChannels)
      unannounced = []
    }
    screens[top].requestTrend()
  }

  /// Ticks while the status line counts seconds.
  private mutating func count() {
    guard screens[top].isCounting else {
      ticking?.cancel()
      ticking = nil
      return
    }
    guard ticking == nil else { return }
    ticking = Task { [events, clock = context.world.clock] in
      while !Task.isCancelled {
        await clock.sleep(clock.now() + .seconds(1))
        if !Task.isCancelled { events.add(.tick) }
      }
    }
  }
}

extension Key {
  fileprivate var text: String? {
    switch self {
    case .character(let character): String(character)
    case .paste(let text): text
    default: nil
    }
  }
}

/// The terminal as a screen loop uses it; a test makes one of its own.
protocol Display: Sendable {
  var size: TerminalSize { get }
  /// Sends keys and new sizes from now on; returns whether there are keys.
  func start(_ handler: @escaping @Sendable (ScreenEvent) -> Void) -> Bool
  /// Shows these lines, as soon as the terminal accepts them, which is not waited for; the others are
  /// printed if the display is left now.
  func draw(_ lines: [Line], finalLines: @escaping @Sendable () -> [Line]) throws(WriteFailure)
  /// Copies a text of at most ``Clipboard/longestText`` to the clipboard.
  func copy(_ text: String) throws(WriteFailure)
  /// Notifies with these texts, once by the bell.
  func notify(
    _ texts: [String], by channels: Set<TerminalNotification.Channel>) throws(WriteFailure)
  /// Gives the terminal back, and prints the final lines.
  func leave() throws(WriteFailure)
}

extension Screen: Display {
  func start(_ handler: @escaping @Sendable (ScreenEvent) -> Void) -> Bool {
    onRedraw { handler(.resized) }
    return readKeys { handler(.keys($0)) }
  }
}

enum ScreenEvent: Sendable {
  case keys([Key])
  /// Another size, or other contents: all must be drawn again.
  case resized
  /// Polls of the poller with this control: `[Poll<Answer<…>>]` of its screen.
  case polled(PollControl, any Sendable)
  /// The last poll of the poller with this control has arrived.
  case finished(PollControl)
  /// The result of a request of the screen with this control.
  case trend(PollControl, TrendRequest, TrendRequest.Result)
  /// A notice about a command of an alert.
  case notice(String)
  case tick
}

/// Events from many threads for one reader, which takes all of them together.
final class EventQueue: Sendable {
  private struct Waiting {
    var events: [ScreenEvent] = []
    /// Those who wait until their events are taken.
    var senders: [CheckedContinuation<Void, Never>] = []
    var isClosed = false

    /// Empties the queue, and lets the senders go on.
    mutating func take() -> [ScreenEvent] {
      defer { (events, senders) = ([], []) }
      for sender in senders { sender.resume() }
      return events
    }
  }

  /// The number of events from which on senders wait.
  static let limit = 32
  private let waiting = Mutex(Waiting())
  private let (signals, signal) = AsyncStream.makeStream(
    of: Void.self, bufferingPolicy: .bufferingNewest(1))

  /// Returns whether there is still a reader.
  @discardableResult @Sendable func add(_ event: ScreenEvent) -> Bool {
    let isOpen = waiting.withLock { waiting in
      if !waiting.isClosed { waiting.events.append(event) }
      return !waiting.isClosed
    }
    signal.yield()
    return isOpen
  }

  /// Adds an event; where many are there already, waits until the reader takes them. Thus the events of
  /// fast senders do not pile up.
  func send(_ event: ScreenEvent) async {
    add(event)
    await withCheckedContinuation { sender in
      let waits = waiting.withLock { waiting in
        let waits = waiting.events.count >= Self.limit
        if waits { waiting.senders.append(sender) }
        return waits
      }
      if !waits { sender.resume() }
    }
  }

  /// Ends reading; returns the events that were not read.
  func close() -> [ScreenEvent] {
    waiting.withLock { waiting in
      waiting.isClosed = true
      return waiting.take()
    }
  }

  /// Waits until there are events; none when the reader's task is cancelled.
  func next() async -> [ScreenEvent] {
    for await _ in signals {
      let events = waiting.withLock { $0.take() }
      if !events.isEmpty { return events }
    }
    return []
  }
}
