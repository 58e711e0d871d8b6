import Foundation
import MarketCore
import Reports
import Terminal

/// The part of a ``PolledScreen`` that the screen loop uses, whatever the screen shows.
protocol OpenScreen: Sendable {
  /// Whether a text is being edited. If so, typed characters arrive as pastes.
  var hasPrompt: Bool { get }
  /// Whether the status line counts seconds.
  var isCounting: Bool { get }
  /// The failures of the last polls, and how polling has ended; `nil` while the screen stays open.
  var outcome: (failures: [String], outcome: PollOutcome)? { get }
  var control: PollControl { get }

  /// Handles a key; returns the effect that remains for the screen loop.
  mutating func update(_ key: Key) -> ScreenEffect
  /// Applies the polls and other answers that have arrived; returns the firings of alerts.
  mutating func takeArrivals() -> [AlertEvent]
  /// Saves which alerts are armed, see ``PollState/saveAlertState(isEnd:)``.
  mutating func saveAlertState(isEnd: Bool) throws(WriteFailure)
  /// Shows a sentence in the status line.
  mutating func show(_ sentence: String)
  mutating func resize(to size: TerminalSize, hasKeys: Bool)
  /// Returns the current page, and makes a side request if one is due.
  mutating func page(lastFiring: LastFiring?) -> Page
  /// Ends what only a visible screen needs, because another screen is opened.
  mutating func cover()
  mutating func stop()
}

/// A screen with its poller. Adds the keys and the lines that all screens have in common.
struct PolledScreen<Model: ScreenModel>: OpenScreen {
  private var model: Model
  private let isFirst: Bool
  private let stage: Stage
  private let events: EventQueue<LoopEvent>
  private(set) var control = PollControl()
  /// The polls, the answers to side requests and the data of live books that have arrived. A restart makes a
  /// new queue, so that late answers are lost.
  private var arrivals = EventQueue<ScreenEvent<Model.SomeFeed>>()
  private var polling: Task<Void, Never>?
  /// The markets of the rows in view, as last passed to ``control``.
  private var listings: [Listing] = []
  private var sideRequest: (request: SideRequest, task: Task<Void, Never>)?
  private var liveBook: (listing: Listing, task: Task<Void, Never>)?
  /// The time at which the page is drawn again, because a side request or a live book will be due.
  private var alarm: (time: ContinuousClock.Instant, task: Task<Void, Never>)?
  private var size = TerminalSize(columns: 80, rows: 24)
  private var hasKeys = false
  /// What the status line begins with: a sentence on the last key, or a notice.
  private var message: String?
  /// The first displayed line of the help, and the last possible first line; `nil` if help is closed.
  private var help: (first: Int, last: Int)?
  /// Whether a key has restarted polling with other requests.
  private var isChanged = false
  /// Whether a key has changed the requests, and the new requests have not been polled yet.
  private var isReloading = false
  private(set) var isCounting = true

  init(_ model: Model, isFirst: Bool, on stage: Stage, events: EventQueue<LoopEvent>) {
    (self.model, self.isFirst, self.stage, self.events) = (model, isFirst, stage, events)
    restart()
  }

  private mutating func restart() {
    stop()
    let isPaused = control.isPaused
    (control, arrivals, listings) = (PollControl(), EventQueue(), [])
    control.isPaused = isPaused
    polling = Task {
      [feed = model.polls.feed, pace = model.polls.pace, control, arrivals, events] in
      for await polls in feed.polls(at: pace, control: control, gathers: false) {
        arrivals.add(.polls(polls))
        await events.send(.arrived)
      }
      arrivals.add(.finished)
      events.add(.arrived)
    }
  }

  mutating func cover() { stream(nil) }

  mutating func stop() {
    polling?.cancel()
    sideRequest?.task.cancel()
    liveBook?.task.cancel()
    alarm?.task.cancel()
    (sideRequest, liveBook, alarm) = (nil, nil, nil)
  }

  mutating func takeArrivals() -> [AlertEvent] {
    arrivals.take().flatMap { event -> [AlertEvent] in
      switch event {
      case .polls where model.polls.isMet: return []
      // The selection has moved since it arrived.
      case .liveBook(let listing, _) where listing != liveBook?.listing: return []
      case .polls: isReloading = false
      case .side: sideRequest = nil
      default: break
      }
      _ = model.update(event)
      if case .polls = event {
        return OutputTime.$current.withValue(model.polls.outputTime) { model.polls.alertEvents }
      }
      return []
    }
  }

  mutating func saveAlertState(isEnd: Bool) throws(WriteFailure) {
    if let failure = model.polls.saveAlertState(isEnd: isEnd) { throw .failed("\(failure)") }
  }

  mutating func show(_ sentence: String) { message = sentence.controlsReplaced }

  /// `nil` while the screen stays open. If a key has changed the requests, and neither a number of polls nor
  /// a condition was to end polling, the screen stays open even after polling has ended.
  var outcome: (failures: [String], outcome: PollOutcome)? {
    let polls = model.polls
    let isEndless = polls.pace.count == nil && polls.feed.watch.until == nil
    let ends = polls.isMet || polls.hasEnded && !(isChanged && isEndless)
    return ends ? (polls.finalFailures, polls.outcome) : nil
  }
}

// MARK: - Keys

extension KeyHint {
  /// The hint of Esc, which goes back to the screen from which another screen was opened.
  package static let back = PolledScreen<BookScreen>.back.hint
  /// The hints of the keys that all screens have, except Esc.
  package static let common = PolledScreen<BookScreen>.bindings.map(\.hint)
}

extension PolledScreen {
  fileprivate static var back: KeyBinding<PolledScreen> {
    KeyBinding(
      "Esc", "back", "Go back", if: { !$0.isFirst },
      [.escape: { $0.isFirst ? .ignored : .close }])
  }

  private static var steps: KeyBinding<PolledScreen> {
    KeyBinding(
      "← →", "step", "Previous or next poll of a replay (Home End: first or last)",
      if: { $0.stage.goToPoll != nil && !$0.model.polls.hasEnded },
      [
        .left: { $0.step(to: .previous) }, .right: { $0.step(to: .next) },
        .home: { $0.step(to: .first) }, .end: { $0.step(to: .last) },
      ])
  }

  fileprivate static var bindings: [KeyBinding<PolledScreen>] {
    [
      KeyBinding(
        "Space", "pause", "Pause or resume polling",
        now: { $0.model.polls.hasEnded ? nil : $0.control.isPaused ? "resume" : "pause" },
        changing: [.character(" "): { $0.control.isPaused.toggle() }]),
      KeyBinding(
        "r", "refresh", "Refresh now", if: { !$0.model.polls.hasEnded },
        changing: [.character("r"): { $0.control.pollNow() }]),
      steps,
      KeyBinding(
        "?", "help", "Toggle this help", changing: [.character("?"): { $0.help = (0, 0) }]),
      KeyBinding("q", "quit", "Quit (also Ctrl-C)", [.character("q"): { _ in .quit }]),
    ]
  }

  var hasPrompt: Bool { model.prompt != nil }

  mutating func update(_ key: Key) -> ScreenEffect {
    model.polls.acknowledge()
    if let (first, last) = help {
      if last > 0, let lines = key.movement(page: 10) {
        help?.first = (first + lines).clamped(to: last)
        return .handled
      }
      help = nil
      if key != .character("q") { return .handled }
    }
    if canStep, let step = Self.steps.actions[key] { return step(&self) }
    let effect = OutputTime.$current.withValue(model.polls.outputTime) { model.update(.key(key)) }
    // The message stays when help is opened, because help shows it in full.
    if key != .character("?") { message = nil }
    switch effect {
    case .ignored:
      return KeyBinding.action(of: key, in: [Self.back] + Self.bindings)?(&self) ?? .ignored
    case .refused(let reason): show(reason)
    case .copy(let text) where text.utf8.count > Clipboard.longestText:
      message = "too long for the clipboard: \(text.utf8.count) bytes"
    case .copy:
      message = "sent to the clipboard"
      return effect
    case .restart:
      (isChanged, isReloading) = (true, true)
      restart()
    default: return effect
    }
    return .handled
  }

  /// Whether ← → Home End go to other recorded polls, instead of moving in rows or in a text.
  private var canStep: Bool {
    stage.goToPoll != nil && !hasPrompt && model.chooser == nil && !model.polls.hasEnded
  }

  private mutating func step(to step: PollStep) -> ScreenEffect {
    guard canStep else { return .ignored }
    message = nil
    if step != .next { _ = model.update(.skipped) }
    return .step(step)
  }

  private var keys: [KeyHint] {
    let common = ([Self.back] + Self.bindings).compactMap { $0.hint(in: self) }
    if model.chooser != nil { return ColumnChooser.hints + common.suffix(2) }
    let hints = model.hints
    let all = hints + common.filter { hint in !hints.contains { $0.key == hint.key } }
    // The keys that leave a state are first, because a narrow terminal has no room for all keys.
    let waysOut: Set = ["reset", "back", "resume"]
    return all.filter { waysOut.contains($0.word) } + all.filter { !waysOut.contains($0.word) }
  }
}

// MARK: - Page

extension PolledScreen {
  mutating func resize(to size: TerminalSize, hasKeys: Bool) {
    (self.size, self.hasKeys) = (size, hasKeys)
    // Any keys will do here, because the size of the body is the same for all keys.
    let room = emptyPage(keys: KeyHint.common).room
    if room != model.room { model.room = room }
  }

  private func emptyPage(keys: [KeyHint]) -> Page {
    let charset = stage.looks.charset
    return Page(
      size: size, keys: hasKeys ? keys : [],
      prompt: model.prompt?.lines(columns: size.columns, in: charset) ?? [], charset: charset)
  }

  mutating func page(lastFiring: LastFiring?) -> Page {
    let (polls, market) = (model.polls, model.market)
    let (now, date) = (market.clock.now(), market.now())
    let status = StatusLine(
      polls: polls, stage: stage, exchangeNames: Self.listed(model.requested.exchanges),
      isPaused: control.isPaused, now: now, date: date)
    let (ages, polled) = (status.ages, polls.model.polled)
    let view = OutputTime.$current.withValue(polls.outputTime) { model.view(at: now, ages: ages) }
    isCounting = polled.freshness.phase != .loaded || !ages.isEmpty || view.isCounting
    request(view.sideRequest, on: date)
    stream(view.liveBook)
    draw(at: view.nextRequest)
    if view.listings != listings {
      listings = view.listings
      control.show(listings)
    }
    var page = emptyPage(keys: keys)
    let titles =
      polled.isMultiExchange
      ? polled.all.map { market.title(of: $0.exchange) } : model.exchangeTitles
    let source = polled.isMultiExchange ? nil : polled.freshness.source
    page.heading = [Self.listed(titles)] + view.heading + [source].compactMap(\.self)
    let message = message ?? (isReloading && polls.hasRows ? "loading" : nil)
    page.status = status.line(lastFiring: lastFiring)
    if let message { page.status = page.status.indented(by: message + " · ") }
    if let first = help?.first {
      page.showHelp([message].compactMap(\.self) + status.details, from: first)
      help?.last = page.lastHelpLine
    } else if let chooser = model.chooser {
      page.body = chooser.lines(fitting: page.room, in: page.charset)
    } else {
      page.body = polls.hasRows ? view.body : bodyWithoutData
    }
    if polls.hasRows {
      page.finalLines = {
        OutputTime.$current.withValue(polls.outputTime) { view.finalLines() } + [
          status.line(isFinal: true)
        ]
      }
    }
    return page
  }

  /// The body without data: what is requested, or why there is no data, and the keys that help.
  private var bodyWithoutData: [Line] {
    let (polls, requested) = (model.polls, model.requested)
    if let failure = polls.model.polled.freshness.failure {
      let keys = [polls.hasEnded ? nil : "r to retry now", isFirst ? nil : "Esc to go back"]
      return Page.empty(
        [model.missing(failure) ?? polls.reason(for: failure)],
        keys: model.keysWithoutData + keys.compactMap(\.self), columns: size.columns)
    }
    let titles = requested.exchanges
    let names = titles.joined(separator: ", ")
    let exchangeNames = Self.listed(titles) == names ? names : "\(Self.listed(titles)): \(names)"
    // The source of a single exchange is a URL, or the directory of a recording.
    let only = model.market.clients.filter { titles == [$0.exchange.title] }
    return Page.empty(
      ["requesting \(requested.subject) from \(exchangeNames)"] + only.map(\.source),
      keys: [],
      columns: size.columns)
  }

  private static func listed(_ names: [String]) -> String {
    names.count > 3 ? "\(names.count) exchanges" : names.joined(separator: ", ")
  }

  /// Makes a side request, unless polling is paused or another one is in flight. The next page tries again.
  private mutating func request(_ request: SideRequest?, on date: Date) {
    guard !control.isPaused, let request else { return }
    if let (other, task) = sideRequest {
      if request.replaces(other) { task.cancel() }
      return
    }
    let task = Task { [market = model.market, arrivals, events] in
      let answer = await request.answer(from: market.clients, on: date)
      arrivals.add(.side(answer, at: market.clock.now()))
      events.add(.arrived)
    }
    sideRequest = (request, task)
  }

  /// Streams the book of this market, and no other one; `nil` for none.
  private mutating func stream(_ listing: Listing?) {
    if listing == liveBook?.listing { return }
    if let (old, task) = liveBook {
      task.cancel()
      _ = model.update(.liveBook(old, nil))
    }
    liveBook = listing.map { listing in
      let feed = BookFeed(model.market.only(listing.exchange), of: listing.pair)
      // In the pause of a replay, data arrives only in steps.
      let isReplay = stage.goToPoll != nil
      let task = Task { [pace = model.polls.pace.endless, control, arrivals, events] in
        let side = PollControl(takesSteps: false)
        for await polls in feed.polls(at: pace, control: side, gathers: false)
        where !control.isPaused || isReplay {
          arrivals.add(.liveBook(listing, polls))
          await events.send(.arrived)
        }
      }
      return (listing, task)
    }
  }

  /// Draws the page again at this time; `nil` for no time.
  private mutating func draw(at time: ContinuousClock.Instant?) {
    if time == alarm?.time { return }
    alarm?.task.cancel()
    alarm = time.map { time in
      let task = Task { [clock = model.market.clock, events] in
        await clock.sleep(time)
        if !Task.isCancelled { events.add(.tick) }
      }
      return (time, task)
    }
  }
}
