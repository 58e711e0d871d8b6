import Foundation
import MarketCore
import Reports
import Terminal

/// An open screen and its poller.
struct PolledScreen: Sendable {
  /// The time of a frame, by the clock of the polls and by the calendar.
  private typealias Time = (now: ContinuousClock.Instant, date: Date, zone: TimeZone)

  private(set) var model: any ScreenModel
  /// Whether it is the first screen, which no key leads back from.
  private let isFirst: Bool
  private let events: EventQueue
  private var control = PollControl()
  private var polling: Task<Void, Never>?
  /// The request for a trend that is in flight.
  private var trendRequest: Task<Void, Never>?
  private var size = TerminalSize(columns: 80, rows: 24)
  private var hasKeys = false
  /// What the last key did, or the reason why it had no effect.
  private var message: String?
  /// Whether a key has changed what is polled.
  private var isChanged = false
  /// Whether that has not been answered yet.
  private var isReloading = false
  /// Whether the status line counts seconds.
  private(set) var isCounting = true

  /// A screen whose poller begins now.
  init(_ model: any ScreenModel, isFirst: Bool, events: EventQueue) {
    (self.model, self.isFirst, self.events) = (model, isFirst, events)
    restart()
  }

  private mutating func restart() {
    stop()
    let isPaused = control.isPaused
    control = PollControl()
    control.isPaused = isPaused
    polling = model.startPolling(control, events)
  }

  mutating func stop() {
    polling?.cancel()
    trendRequest?.cancel()
    trendRequest = nil
  }

  /// Takes polls, the end of polling, or a trend: a late one of an earlier poller is lost. Returns the
  /// firings of alerts.
  mutating func update(_ event: ScreenEvent) -> [AlertEvent] {
    switch event {
    case .polled(let control, let polls) where control === self.control:
      isReloading = false
      return model.apply(any: polls)
    case .finished(let control) where control === self.control: model.finish()
    case .trend(let control, let request, let result) where control === self.control:
      trendRequest = nil
      model.apply(result, of: request)
    default: break
    }
    return []
  }

  /// Shows a sentence until the next key.
  mutating func show(_ sentence: String) { message = sentence.controlsReplaced }

  /// Removes the marks of firings, which have been seen.
  mutating func acknowledge() { model.acknowledge() }

  mutating func resize(to size: TerminalSize, hasKeys: Bool) {
    (self.size, self.hasKeys) = (size, hasKeys)
    // It does not depend on which keys there are.
    model.room = emptyPage(model, keys: KeyHint.last).room
  }

  mutating func handle(_ key: Key) -> KeyResult {
    let result = model.respond(to: key)
    // Help has it in full.
    if key != .character("?") { message = nil }
    switch (result, key) {
    case (.refused(let reason), _): show(reason)
    case (.copy(let text), _) where text.utf8.count > Clipboard.longestText:
      message = "too long for the clipboard: \(text.utf8.count) bytes"
    case (.copy, _):
      message = "sent to the clipboard"
      return result
    case (.restart, _):
      (isChanged, isReloading) = (true, true)
      restart()
    case (.ignored, .character(" ")): control.isPaused.toggle()
    case (.ignored, .character("r")): control.pollNow()
    default: return result
    }
    return .handled
  }

  /// The failures of the last polls, and the exit status; `nil` as long as the screen stays. What a key
  /// has led to ends no program that would poll without an end.
  var outcome: (failures: [String], status: ExitStatus)? {
    model.outcome(isChanged: isChanged)
  }

  func pause() { control.isPaused = true }

  /// The step that a key means, where polls are recorded.
  func step(for key: Key) -> PollStep? {
    let isPossible =
      model.context.world.goToPoll != nil && model.prompt == nil && model.chooser == nil
      && !model.hasEnded
    return isPossible ? Self.steps[key] : nil
  }

  private static let steps: [Key: PollStep] = [
    .left: .previous, .right: .next, .home: .first, .end: .last,
  ]

  /// Polls the recorded poll that a step leads to, now.
  mutating func go(to step: PollStep) {
    message = nil
    if step != .next { model.forgetTrends() }
    model.context.world.goToPoll?(step)
    control.pollNext()
  }

  /// All lines of the terminal, up to date; in help, the keys from a line on are in place of the body.
  mutating func page(helpFrom first: Int?, lastFiring: LastFiring? = nil) -> Page {
    let world = model.context.world
    let time: Time = (world.clock.now(), world.date(), world.timeZone())
    let ages = ages(in: model, at: time)
    isCounting = model.viewModel.freshness.phase != .loaded || !ages.isEmpty
    model.prepare(ages: ages)
    return page(of: model, at: time, helpFrom: first, lastFiring: lastFiring)
  }

  /// Requests one trend at a time that the last page lacks: its result is an event, after which the next
  /// one is requested. See ``ScreenModel/trendRequest(at:)``.
  mutating func requestTrend() {
    let now = model.context.world.clock.now()
    guard trendRequest == nil, !control.isPaused, let request = model.trendRequest(at: now) else {
      return
    }
    trendRequest = Task { [context = model.context, events, control] in
      events.add(.trend(control, request, await request.send(in: context)))
    }
  }

  private func ages(in model: some ScreenModel, at time: Time) -> [ExchangeID: String] {
    status(of: model, at: time).ages
  }

  private func status<Model: ScreenModel>(
    of model: Model, at time: Time
  ) -> StatusLine<Model.ViewModel> {
    StatusLine(
      polls: model.polls, source: Self.listed(model.sourceTitles), isPaused: control.isPaused,
      now: time.now, date: time.date, timeZone: time.zone)
  }

  private func page(
    of model: some ScreenModel, at time: Time, helpFrom first: Int?, lastFiring: LastFiring?
  ) -> Page {
    let (polls, status) = (model.polls, status(of: model, at: time))
    let sources = polls.viewModel.sources
    let source =
      sources.isMultiExchange
      ? Self.listed(sources.all.compactMap(\.exchange?.rawValue)) : sources.freshness.source
    var page = emptyPage(model, keys: keys(of: model))
    page.heading = model.heading + [source].compactMap(\.self)
    let message = message ?? (isReloading && polls.hasRows ? "loading" : nil)
    page.status = status.line(lastFiring: lastFiring)
    if let message { page.status = page.status.indented(by: message + " · ") }
    if let first {
      page.showHelp([message].compactMap(\.self) + status.details, from: first)
    } else if let chooser = model.chooser {
      page.body = chooser.lines(fitting: page.room, in: page.charset)
    } else if polls.hasRows {
      page.body = model.body
    } else if let failure = sources.freshness.failure {
      let keys = [polls.hasEnded ? nil : "r to retry now", isFirst ? nil : "Esc to go back"]
      page.body = Page.empty(
        [model.missing(failure) ?? polls.reason(for: failure)],
        keys: model.keysWithoutData + keys.compactMap(\.self), columns: size.columns)
    } else {
      page.body = Page.empty(Self.request(of: model), keys: [], columns: size.columns)
    }
    if polls.hasRows {
      page.finalLines = { [model, status] in model.finalLines + [status.line(isFinal: true)] }
    }
    return page
  }

  private func emptyPage(_ model: some ScreenModel, keys: [KeyHint]) -> Page {
    let charset = model.context.looks.charset
    return Page(
      size: size, keys: hasKeys ? keys : [],
      prompt: model.prompt?.lines(columns: size.columns, in: charset) ?? [], charset: charset)
  }

  private func keys(of model: some ScreenModel) -> [KeyHint] {
    if model.chooser != nil { return ColumnChooser.hints + KeyHint.last }
    let escape = model.escapeHint ?? (isFirst ? nil : .back)
    if model.polls.hasEnded { return [escape].compactMap(\.self) + model.hints + KeyHint.last }
    // The way out of a state stands first: a narrow terminal has no room for all keys.
    let space = KeyHint.space(isPaused: control.isPaused)
    let (first, second) = control.isPaused ? (space, nil) : (nil, space)
    let steps = model.context.world.goToPoll == nil ? nil : KeyHint.steps
    return [escape, first].compactMap(\.self) + model.hints
      + [second, .refresh, steps].compactMap(\.self) + KeyHint.last
  }

  /// What is requested, and the names of all exchanges, or the address of the only one.
  private static func request(of model: some ScreenModel) -> [String] {
    let titles = model.sourceTitles
    let names = titles.joined(separator: ", ")
    let source = listed(titles) == names ? names : "\(listed(titles)): \(names)"
    let only = model.context.clients.filter { titles == [$0.exchange.title] }
    return ["requesting \(model.requested) from \(source)"] + only.map(\.source)
  }

  private static func listed(_ names: [String]) -> String {
    names.count > 3 ? "\(names.count) exchanges" : names.joined(separator: ", ")
  }
}

extension ScreenModel {
  fileprivate func startPolling(_ control: PollControl, _ events: EventQueue) -> Task<Void, Never> {
    Task { [job = polls.job] in
      for await polls in job.polls(control: control, gathers: false) {
        await events.send(.polled(control, polls))
      }
      events.add(.finished(control))
    }
  }

  /// Returns the firings of alerts.
  fileprivate mutating func apply(any polls: any Sendable) -> [AlertEvent] {
    guard !self.polls.isMet, let polls = polls as? [Poll<Answer<ViewModel.Value>>] else {
      return []
    }
    apply(polls)
    return self.polls.alertEvents
  }

  fileprivate mutating func acknowledge() { polls.acknowledge() }

  fileprivate var hasEnded: Bool { polls.hasEnded }

  fileprivate mutating func finish() { polls.finish() }

  fileprivate func outcome(isChanged: Bool) -> (failures: [String], status: ExitStatus)? {
    let isEndless = context.count == nil && polls.job.condition == nil
    let ends = polls.isMet || polls.hasEnded && !(isChanged && isEndless)
    return ends ? (polls.finalFailures, polls.exitStatus) : nil
  }
}
