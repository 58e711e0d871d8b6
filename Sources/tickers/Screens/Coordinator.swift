import MarketCore
import Terminal

/// Keeps a screen on the terminal, and the book that is opened from it: hands polls and keys to
/// them, and draws what they show.
struct Coordinator<Root: LiveScreen> {
  private enum Event: Sendable {
    case keys([Key])
    case root(Update<Root.ViewModel.Value>, generation: Int)
    /// A book that was opened from a list, by its number.
    case book(Update<OrderBook>, generation: Int, number: Int)
    /// The terminal has another size, or shows something else.
    case redraw
    /// A second went by.
    case tick
  }

  private let session: Session
  private let sender: AsyncStream<Event>.Continuation
  private let events: AsyncStream<Event>
  private var root: Running<Root>
  private var book: Running<BookScreen>?
  /// How many books were opened.
  private var books = 0
  private var isHelp = false
  private var hasQuit = false
  private var hasEnded = false
  private var ticking: Task<Void, Never>?

  init(watch: Watch<Root>) {
    session = watch.session
    let (events, sender) = AsyncStream.makeStream(of: Event.self)
    (self.events, self.sender) = (events, sender)
    root = Running(watch) { sender.yield(.root($0, generation: $1)) }
  }

  mutating func run() async -> ExitStatus {
    defer {
      root.stop()
      book?.stop()
      ticking?.cancel()
    }
    do throws(WriteFailure) {
      let world = session.world
      let screen = Screen(palette: session.palette, charset: world.charset(of: world.output))
      let hasKeys = screen.readKeys { [sender] in sender.yield(.keys($0)) }
      screen.onRedraw { [sender] in sender.yield(.redraw) }
      tick()
      try draw(on: screen, hasKeys: hasKeys)
      for await event in events {
        take(event)
        tick()
        try draw(on: screen, hasKeys: hasKeys)
        if hasQuit || hasEnded || root.isMet { break }
      }
      try screen.leave()
    } catch {
      return session.world.failed(error)
    }
    if hasQuit { return .success }
    if let failure = root.screen.viewModel.freshness.failure { session.world.say("\(failure)") }
    return root.isMet ? .success : root.watch.end(root.screen.viewModel)
  }

  private mutating func take(_ event: Event) {
    switch event {
    case .keys(let keys): for key in keys where !hasQuit { press(key) }
    case .root(let update, let generation): hasEnded = root.take(update, of: generation)
    case .book(let update, let generation, let number):
      // A book that has no more polls says why at its foot.
      if number == books { _ = book?.take(update, of: generation) }
    case .redraw, .tick: break
    }
  }

  private mutating func press(_ key: Key) {
    if isHelp {
      isHelp = false
      if key != .character("q") { return }
    }
    switch (book?.press(key) ?? root.press(key), key) {
    case (.open(let pair), _): open(pair)
    case (.ignored, .escape): close()
    case (.ignored, .character("?")): isHelp = true
    case (.ignored, .character("q")): hasQuit = true
    default: break
    }
  }

  private mutating func open(_ pair: Pair) {
    books += 1
    let watch = Watch(
      session: session.limited(to: nil), subject: BookCommand.screen(of: pair, in: session))
    book = Running(watch) { [sender, books] in
      sender.yield(.book($0, generation: $1, number: books))
    }
  }

  private mutating func close() {
    book?.stop()
    book = nil
  }

  /// The foot counts seconds only while there is something to wait for.
  private mutating func tick() {
    guard book?.isWaiting ?? root.isWaiting else {
      ticking?.cancel()
      ticking = nil
      return
    }
    ticking =
      ticking
      ?? Task { [sender, clock = session.world.clock] in
        while !Task.isCancelled {
          await clock.sleep(clock.now() + .seconds(1))
          // A frame is not drawn again when the wait is over.
          if !Task.isCancelled { sender.yield(.tick) }
        }
      }
  }

  private mutating func draw(on screen: Screen, hasKeys: Bool) throws(WriteFailure) {
    let size = screen.size
    let page =
      book?.page(of: size, keys: hasKeys ? [.back] : nil, isHelp: isHelp)
      ?? root.page(of: size, keys: hasKeys ? [] : nil, isHelp: isHelp)
    try screen.draw(page.lines, farewell: page.farewell)
  }
}
