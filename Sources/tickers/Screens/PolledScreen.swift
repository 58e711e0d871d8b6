import Foundation
import MarketCore
import Synchronization
import Terminal

/// A screen on the stack of a screen loop, whatever it shows.
protocol StackedScreen: Sendable {
  /// Whether the `--until` condition was met.
  var isMet: Bool { get }
  /// Whether there are no more polls.
  var hasEnded: Bool { get }
  /// Whether the status line counts seconds.
  var isCounting: Bool { get }
  /// The last failure, unless a poll succeeded since.
  var failure: MarketError? { get }
  /// The exit status after the last poll.
  var exitStatus: ExitStatus { get }
  /// Whether text is being edited.
  var isEditing: Bool { get }

  /// Applies the polls that have arrived.
  mutating func receive()
  mutating func type(_ text: String)
  mutating func handle(_ key: Key) -> KeyResult
  mutating func resize(to size: TerminalSize, hasKeys: Bool)

  /// All lines of the terminal.
  ///
  /// - Parameter isHelp: whether the keys are listed in place of the body.
  func page(isHelp: Bool) -> Page

  func stop()
}

/// A screen that can be opened from another.
struct NextScreen: Sendable {
  /// Starts its poller, which calls `notify` when a poll has arrived.
  let open: @Sendable (Session, _ notify: @escaping @Sendable () -> Void) -> any StackedScreen

  /// The screen of a model, polled without an end.
  init<Model: ScreenModel>(_ model: @escaping @Sendable (Session) -> Model) {
    open = { session, notify in
      let model = model(session)
      let job = PollJob(session: session.endless, viewModel: model.viewModel, fetch: model.fetch)
      return PolledScreen(job, model, isFirst: false, notify: notify)
    }
  }
}

/// A screen and its poller.
struct PolledScreen<Model: ScreenModel>: StackedScreen {
  /// The polls of one poller that were not received yet. Each poller has a mailbox of its own, so a
  /// late poll of an earlier one is lost with it.
  private final class Mailbox: Sendable {
    let polls = Mutex<(new: [Poll<Answer<Model.ViewModel.Value>>], hasEnded: Bool)>(([], false))
  }

  private var model: Model
  private var job: PollJob<Model.ViewModel>
  /// Whether it is the first screen, which no key leads back from.
  private let isFirst: Bool
  private let notify: @Sendable () -> Void
  private var size = TerminalSize(columns: 80, rows: 24)
  private var hasKeys = false
  private var mailbox = Mailbox()
  private var control = PollControl()
  private var polling: Task<Void, Never>?
  private var start: ContinuousClock.Instant
  private(set) var isMet = false
  private(set) var hasEnded = false
  /// The last answer: the notices about it depend on the shown rows.
  private var answer: Answer<Model.ViewModel.Value>?

  /// A screen whose poller begins now.
  ///
  /// - Parameter notify: called from any thread when a poll has arrived.
  init(
    _ job: PollJob<Model.ViewModel>, _ model: Model, isFirst: Bool,
    notify: @escaping @Sendable () -> Void
  ) {
    self.job = job
    self.model = model
    self.isFirst = isFirst
    self.notify = notify
    start = job.session.world.clock.now()
    restart()
  }

  private mutating func restart() {
    stop()
    let isPaused = control.isPaused
    control = PollControl()
    control.isPaused = isPaused
    start = job.session.world.clock.now()
    answer = nil
    mailbox = Mailbox()
    job.fetch = model.fetch
    polling = Task { [job, control, mailbox, notify] in
      await job.run(control: control) { poll in
        mailbox.polls.withLock { $0.new.append(poll) }
        notify()
        return true
      }
      mailbox.polls.withLock { $0.hasEnded = true }
      notify()
    }
  }

  func stop() { polling?.cancel() }

  mutating func receive() {
    let (polls, hasEnded) = mailbox.polls.withLock { polls in
      defer { polls.new = [] }
      return (polls.new, polls.hasEnded)
    }
    for poll in polls where !isMet {
      model.apply(poll)
      if case .success(let answer) = poll.result { self.answer = answer }
      isMet = job.isMet(by: model.viewModel, after: poll)
    }
    self.hasEnded = hasEnded
  }

  var isEditing: Bool { model.prompt != nil }

  mutating func type(_ text: String) { model.type(text) }

  mutating func handle(_ key: Key) -> KeyResult {
    let result = model.handle(key)
    switch (result, key) {
    case (.restart, _): restart()
    case (.ignored, .character(" ")): control.isPaused.toggle()
    case (.ignored, .character("r")): control.pollNow()
    default: return result
    }
    return .handled
  }

  mutating func resize(to size: TerminalSize, hasKeys: Bool) {
    self.size = size
    self.hasKeys = hasKeys
    model.room = Page(size: size, keys: hints, prompt: model.prompt).room
  }

  private var hints: [KeyHint] {
    hasKeys ? (isFirst ? [] : [.back]) + Model.hints + KeyHint.common : []
  }

  var isCounting: Bool { model.viewModel.freshness.phase != .loaded }
  var failure: MarketError? { model.viewModel.freshness.failure }
  var exitStatus: ExitStatus { isMet ? .success : job.exitStatus(model.viewModel) }

  func page(isHelp: Bool) -> Page {
    let freshness = model.viewModel.freshness
    let status = statusLine
    var page = Page(size: size, keys: hints, prompt: model.prompt)
    page.heading = model.heading + [freshness.source].filter { !$0.isEmpty }
    page.status = status.line
    if isHelp {
      page.body = Page.help(hints, rows: page.room.rows)
    } else if freshness.asOf != nil {
      page.body = model.body
    }
    if freshness.asOf != nil {
      page.finalLines = { [model] in model.finalLines + [status.finalLine] }
    }
    return page
  }

  private var statusLine: StatusLine {
    let (session, world) = (job.session, job.session.world)
    let sentences = answer.map { answer in
      answer.failures.map(\.description)
        + (session.isQuiet ? [] : job.sentences(on: answer, model.viewModel))
    }
    return StatusLine(
      freshness: model.viewModel.freshness, sentences: sentences ?? [],
      isPaused: control.isPaused, source: session.client.source, start: start,
      now: world.clock.now(), date: world.date(), timeZone: world.timeZone,
      // A poll may be several requests.
      longestPoll: max(.seconds(60), session.client.timeout * 2))
  }
}
