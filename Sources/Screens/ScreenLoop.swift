package import MarketCore
package import Reports
package import Terminal

/// Shows a stack of screens on the terminal. The screen on top receives the keys and is drawn.
package struct ScreenLoop {
  private let stage: Stage
  private let clock: PollClock
  private let events: EventQueue<LoopEvent>
  private let display: any Display
  private let onFirings: ([AlertEvent]) -> Bool
  /// The first screen, and further screens, each opened from the one before. The last one is displayed.
  private var screens: [any OpenScreen] = []
  private var top: Int { screens.count - 1 }
  /// The texts to copy to the clipboard with the next frame.
  private var copies: [String] = []
  /// The firings of alerts since the last frame.
  private var unannounced: [AlertEvent] = []
  private var lastFiring: LastFiring?
  private var hasQuit = false
  private var hasKeys = false
  private var ticking: Task<Void, Never>?

  /// The loop reads `events`, to which the caller can add events, such as notices. `onFirings` returns whether
  /// the commands of all firings have begun.
  package init(
    _ screen: some ScreenModel, on display: any Display, _ stage: Stage,
    events: EventQueue<LoopEvent>, onFirings: @escaping ([AlertEvent]) -> Bool
  ) {
    (self.display, self.stage, self.events) = (display, stage, events)
    (self.onFirings, clock) = (onFirings, screen.market.clock)
    open(screen)
  }

  /// Runs until the first screen has an outcome, and returns it; or until a key quits, which is a success
  /// without failures.
  package mutating func run() async throws(WriteFailure) -> (
    failures: [String], outcome: PollOutcome
  ) {
    defer {
      for index in screens.indices { screens[index].stop() }
      ticking?.cancel()
    }
    do throws(WriteFailure) {
      hasKeys = display.start { [events] in events.add($0) }
      try draw()
      while !hasQuit, screens[0].outcome == nil {
        // The screen is drawn once for all waiting events.
        for event in await events.next() where !hasQuit { try update(event) }
        try draw()
      }
      try screens[0].saveAlertState(isEnd: true)
      try display.leave()
    } catch {
      try? display.leave()
      throw error
    }
    guard !hasQuit, let outcome = screens[0].outcome else { return ([], .success) }
    return outcome
  }

  private mutating func open(_ model: some ScreenModel) {
    screens.append(PolledScreen(model, isFirst: screens.isEmpty, on: stage, events: events))
    screens[top].resize(to: display.size, hasKeys: hasKeys)
  }

  private mutating func update(_ event: LoopEvent) throws(WriteFailure) {
    switch event {
    case .keys(let keys):
      var keys = keys[...]
      while !hasQuit, let key = keys.takeKey(joinsText: screens[top].hasPrompt) {
        lastFiring?.isSeen = true
        perform(screens[top].update(key))
      }
    case .arrived:
      var firings: [AlertEvent] = []
      for index in screens.indices { firings += screens[index].takeArrivals() }
      if announce(firings) { try screens[0].saveAlertState(isEnd: false) }
    case .notice(let sentence): screens[top].show(sentence)
    case .resized, .tick: break
    }
  }

  private mutating func perform(_ effect: ScreenEffect) {
    switch effect {
    case .open(let screen):
      screens[top].cover()
      open(screen)
    case .close:
      screens[top].stop()
      screens.removeLast()
    case .quit: hasQuit = true
    case .copy(let text): copies.append(text)
    case .step(let step):
      for screen in screens { screen.control.isPaused = true }
      stage.goToPoll?(step)
      screens[top].control.pollNext()
    default: break
    }
  }

  /// Returns whether the commands of all firings so far have begun.
  private mutating func announce(_ events: [AlertEvent]) -> Bool {
    unannounced += events
    if let last = events.last { lastFiring = (last, false) }
    return onFirings(events)
  }

  private mutating func draw() throws(WriteFailure) {
    // The size of the body depends on the terminal, and on whether a prompt replaces the line of the keys.
    screens[top].resize(to: display.size, hasKeys: hasKeys)
    let page = screens[top].page(lastFiring: lastFiring)
    count()
    try display.draw(page.lines, finalLines: page.finalLines)
    for text in copies { try display.copy(text) }
    copies = []
    if !unannounced.isEmpty {
      try display.notify(unannounced.map(\.text), by: stage.notificationChannels)
      unannounced = []
    }
  }

  /// Starts or stops the ticks, which draw the screen every second while its status line counts seconds.
  private mutating func count() {
    guard screens[top].isCounting else {
      ticking?.cancel()
      ticking = nil
      return
    }
    guard ticking == nil else { return }
    ticking = Task { [events, clock] in
      while !Task.isCancelled {
        await clock.sleep(clock.now() + .seconds(1))
        if !Task.isCancelled { events.add(.tick) }
      }
    }
  }
}

extension ArraySlice<Key> {
  /// Removes and returns the first key. If `joinsText` is true, the texts of consecutive keys are one paste.
  fileprivate mutating func takeKey(joinsText: Bool) -> Key? {
    guard let key = popFirst() else { return nil }
    guard joinsText, var text = key.text else { return key }
    while let next = first?.text {
      text += next
      removeFirst()
    }
    return .paste(text)
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

extension Screen: Display {
  package func start(_ handler: @escaping @Sendable (LoopEvent) -> Void) -> Bool {
    onRedraw { handler(.resized) }
    return readKeys { handler(.keys($0)) }
  }
}

package enum LoopEvent: Sendable {
  case keys([Key])
  /// The screen must be drawn again, for example because the terminal has another size.
  case resized
  /// Polls or other answers of a screen have arrived, or its polling has ended.
  case arrived
  /// A notice about a command of an alert.
  case notice(String)
  case tick
}
