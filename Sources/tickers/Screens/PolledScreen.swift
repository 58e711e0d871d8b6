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
  /// The failures of the last polls, for people.
  var finalFailures: [String] { get }
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
  let open:
    @Sendable (CommandContext, _ notify: @escaping @Sendable () -> Void) -> any StackedScreen

  /// The screen of a listing on its exchange, polled without an end.
  ///
  /// - Parameter notices: notices about the shown data.
  init<Model: ScreenModel>(
    _ listing: Listing,
    notices: @escaping @Sendable (Model.ViewModel, CommandContext) -> [String] = { viewModel, _ in
      viewModel.notices
    },
    model: @escaping @Sendable (CommandContext) -> Model
  ) {
    open = { context, notify in
      let context = context.only(listing.exchange).endless
      let model = model(context)
      let job = PollJob(
        context: context, viewModel: model.viewModel, fetch: model.fetch, notices: notices)
      return PolledScreen(job, model, isFirst: false, notify: notify)
    }
  }
}

/// A screen and its poller.
struct PolledScreen<Model: ScreenModel>: StackedScreen {
  private typealias AnsweredPoll = PollJob<Model.ViewModel>.AnsweredPoll

  /// The polls of one poller that were not received yet. Each poller has a mailbox of its own, so a
  /// late poll of an earlier one is lost with it.
  private final class Mailbox: Sendable {
    let polls = Mutex<(new: [[AnsweredPoll]], hasEnded: Bool)>(([], false))
  }

  private var model: Model
  private var job: PollJob<Model.ViewModel>
  /// The settings of the screen before any key.
  private let context: CommandContext
  /// Whether it is the first screen, which no key leads back from.
  private let isFirst: Bool
  private let notify: @Sendable () -> Void
  private var size = TerminalSize(columns: 80, rows: 24)
  private var hasKeys = false
  /// The reason why the last key had no effect.
  private var refusal: String?
  private var mailbox = Mailbox()
  private var control = PollControl()
  private var polling: Task<Void, Never>?
  private var start: ContinuousClock.Instant
  private(set) var isMet = false
  private(set) var hasEnded = false
  /// The last answered poll of each exchange: the notices about it depend on the shown rows.
  private var answers: [String: AnsweredPoll] = [:]
  private var failures: PollFailures

  /// A screen whose poller begins now.
  ///
  /// - Parameter notify: called from any thread when a poll has arrived.
  init(
    _ job: PollJob<Model.ViewModel>, _ model: Model, isFirst: Bool,
    notify: @escaping @Sendable () -> Void
  ) {
    self.job = job
    context = job.context
    failures = PollFailures(of: job)
    self.model = model
    self.isFirst = isFirst
    self.notify = notify
    start = job.context.world.clock.now()
    restart()
  }

  private mutating func restart() {
    stop()
    let isPaused = control.isPaused
    control = PollControl()
    control.isPaused = isPaused
    start = job.context.world.clock.now()
    answers = [:]
    mailbox = Mailbox()
    job.fetch = model.fetch
    job.context = model.pairForAllExchanges.map(context.onAllExchanges) ?? context
    failures = PollFailures(of: job)
    polling = Task { [job, control, mailbox, notify] in
      await job.run(control: control, gathers: false) { polls in
        mailbox.polls.withLock { $0.new.append(polls) }
        notify()
        return true
      }
      mailbox.polls.withLock { $0.hasEnded = true }
      notify()
    }
  }

  func stop() { polling?.cancel() }

  mutating func receive() {
    let (reports, hasEnded) = mailbox.polls.withLock { polls in
      defer { polls.new = [] }
      return (polls.new, polls.hasEnded)
    }
    for polls in reports where !isMet {
      model.apply(polls)
      for poll in polls {
        failures.apply(poll)
        if poll.answer != nil { answers[poll.exchange] = poll }
      }
      // The condition is about the exchanges that were asked for.
      isMet = model.pairForAllExchanges == nil && job.isMet(by: model.viewModel, after: polls)
    }
    self.hasEnded = hasEnded || !failures.ending.isEmpty
  }

  var isEditing: Bool { model.prompt != nil }

  mutating func type(_ text: String) {
    refusal = nil
    model.type(text)
  }

  mutating func handle(_ key: Key) -> KeyResult {
    let result = model.handle(key)
    // Help has it in full.
    if key != .character("?") { refusal = nil }
    switch (result, key) {
    case (.refused(let reason), _): refusal = reason
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
    model.room = emptyPage.room
  }

  private var emptyPage: Page {
    Page(
      size: size, keys: hints, prompt: model.prompt,
      charset: context.world.charset(of: context.world.output))
  }

  private var hints: [KeyHint] {
    guard hasKeys else { return [] }
    let escape = model.escapeHint ?? (isFirst ? nil : .back)
    return [escape].compactMap(\.self) + model.hints
      + (hasEnded ? [] : KeyHint.polling(isPaused: control.isPaused)) + KeyHint.always
  }

  var isCounting: Bool { model.viewModel.freshness.phase != .loaded || !statusLine.ages.isEmpty }
  var finalFailures: [String] {
    model.viewModel.sources.all.flatMap { source in
      (source.failure == nil ? [] : failures.failures(of: source.exchange)).map {
        job.sentence(on: $0, of: source.exchange)
      }
    } + (failures.missing + failures.ending).map(\.sentence)
  }
  var exitStatus: ExitStatus {
    isMet ? .success : failures.exitStatus(else: job.exitStatus(model.viewModel))
  }

  func page(isHelp: Bool) -> Page {
    let freshness = model.viewModel.freshness
    let isShown = freshness.asOf != nil || job.showsWithoutAnswer && freshness.failure != nil
    let status = statusLine
    var page = emptyPage
    page.heading = model.heading + [source].filter { !$0.isEmpty }
    page.status = refusal.map { status.line.indented(by: $0 + " · ") } ?? status.line
    var model = model
    model.ages = status.ages
    if isHelp {
      page.body = Page.help(
        hints, [refusal].compactMap(\.self) + status.details, fitting: page.room)
    } else if isShown {
      page.body = model.body
    } else if let failure = freshness.failure {
      page.body = emptyBody(failure)
    }
    if isShown {
      page.finalLines = { [model] in model.finalLines + [status.finalLine] }
    }
    return page
  }

  /// A page without data: what is missing, and the keys that help.
  private func emptyBody(_ failure: MarketError) -> [Line] {
    let reason =
      model.missing(failure) ?? failures.ending.first?.sentence
      ?? job.sentence(on: failure, of: model.viewModel.sources.all[0].exchange)
    let keys = [hasEnded ? nil : "r to retry now", isFirst ? nil : "Esc to go back"]
    return Page.empty(
      [reason], keys: model.keysWithoutData + keys.compactMap(\.self), columns: size.columns)
  }

  /// The source of the answers, or the exchanges if there are several.
  private var source: String {
    let sources = model.viewModel.sources
    return sources.isMultiExchange
      ? Self.listed(sources.all.map(\.exchange)) : sources.freshness.source
  }

  private static func listed(_ names: [String]) -> String {
    names.count > 3 ? "\(names.count) exchanges" : names.joined(separator: ", ")
  }

  private var statusLine: StatusLine {
    let (context, world) = (job.context, job.context.world)
    let sources = model.viewModel.sources
    let answered = sources.all.compactMap { answers[$0.exchange] }
    // The failure of an exchange's last poll already stands beside its age.
    let current = answered.filter { sources[$0.exchange]?.failure == nil }
    return StatusLine(
      exchanges: sources.all.map { source in
        StatusLine.Exchange(
          id: source.exchange, title: context.title(of: source.exchange),
          freshness: source.freshness)
      },
      isMultiExchange: sources.isMultiExchange,
      sentences: { [job, failures, viewModel = model.viewModel] in
        let notices = answered.isEmpty ? [] : job.sentences(on: answered, viewModel)
        return failures.partial(of: current) + (context.isQuiet ? [] : notices + failures.notices)
      },
      isPaused: control.isPaused,
      source: Self.listed(model.sourceTitles ?? context.clients.map(\.exchange.title)),
      start: start, now: world.clock.now(), date: world.date(), timeZone: world.timeZone(),
      interval: context.interval,
      // A poll may be several requests.
      longestPoll: max(.seconds(60), context.client.timeout * 2))
  }
}
