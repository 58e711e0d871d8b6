import Arguments
import Foundation
import MarketCore
import Reports
import Screens
import Terminal

/// Runs a command that polls: chooses the exchanges, polls them, and prints or shows the answers.
struct Session: Sendable {
  static let options = Pace.options + ConnectionOptions.options + Voice.options

  let pace: Pace
  let voice: Voice
  private let connection: ConnectionOptions
  private let live: LiveOptions
  private let optionNames: Set<String>
  private let pool: ClientPool
  var world: World { voice.world }

  /// Reads the options. `habit` is how often the command polls by default. If `waits` is true, a condition
  /// ends polling. If `hasScreen` is true, a terminal that can move its cursor shows a screen, unless there
  /// is only one poll. With a `screenInterval`, endless polling at this interval is the default there.
  init(
    _ invocation: Invocation, in world: World, _ habit: Pace.Habit, waits: Bool = false,
    hasScreen: Bool, screenInterval: Duration? = nil
  ) throws(UsageError) {
    connection = try ConnectionOptions(invocation)
    live = try LiveOptions(invocation)
    optionNames = Set(invocation.command.options.map(\.name))
    var world = world
    // `--plain` has the effect of a terminal that cannot move its cursor.
    if invocation.has(Pace.plainOption) { world.environment["TERM"] = "dumb" }
    pace = try Pace(
      invocation, habit, waits: waits, screenInterval: world.canRedraw ? screenInterval : nil,
      liveInterval: live.isLive
        ? LiveOptions.interval(onScreen: world.canRedraw && hasScreen) : nil)
    let isEnding = waits || habit == .rehearsal
    // Endless polling repeats a replay. So does a single poll: its retry may need the same response again.
    world = connection.world(
      world, repeats: pace.isOneShot || pace.count == nil && !isEnding, isLive: live.isLive,
      isFast: habit == .rehearsal)
    let isRedrawn = world.canRedraw && !pace.isOneShot
    voice = try Voice(
      invocation, in: world, isRedrawn: isRedrawn, isScreen: isRedrawn && hasScreen)
    pool = ClientPool(
      of: world.exchanges,
      isRemote: { [connection, world] in world.usesNetwork && !connection.url(of: $0).isLoopback },
      make: { [connection, voice, world] in voice.traced(connection.client(of: $0, in: world)) })
  }

  var isScreen: Bool { voice.isScreen }
}

// MARK: - Markets

extension Session {
  /// Returns the market of the requested pairs or coins, on the exchanges that were typed with them, chosen,
  /// or used by default. For history, `offersHistory` returns whether an exchange offers it. Exchanges
  /// without it are used only if the command line names them, or if otherwise none would be left. If
  /// `opensStreams` is true, a live run uses the first streaming exchange that lists a pair, unless one was
  /// chosen.
  func market(
    for pairs: [PairArgument] = [], opensStreams: Bool = false,
    where offersHistory: ((any Exchange) -> Bool)? = nil
  ) throws(UsageError) -> Market {
    let chosen = try connection.chosen(in: world)
    var (possible, offersHistory) = (chosen?.exchanges ?? world.exchanges, offersHistory)
    if opensStreams, live.isLive, chosen == nil {
      possible = Exchanges.streaming.filter { stream in
        world.exchanges.contains { $0.id == stream.id }
      }
      offersHistory = { _ in true }
    }
    var defaults = chosen?.exchanges ?? [world.exchanges[0]]
    let fitting = offersHistory.map { possible.filter($0) } ?? []
    if !(chosen?.isExact ?? false), !fitting.isEmpty {
      defaults = chosen == nil ? [fitting[0]] : fitting
    }
    let requests = try pairs.map { typed throws(UsageError) in
      let named = try typed.exchange.map { name throws(UsageError) in
        try world.exchange(name, "SYMBOL").id
      }
      return PairRequest(
        typed.pair, on: named.map { [$0] } ?? defaults.map(\.id), isPrefixed: named != nil,
        isOpen: offersHistory != nil && chosen == nil && named == nil)
    }
    let exchanges = requests.isEmpty ? defaults.map(\.id) : requests.flatMap(\.exchanges)
    let market = Market(
      exchanges.eachOnce, requesting: requests,
      candidates: requests.contains(where: \.isOpen) ? fitting.map(\.id) : [],
      isDefault: chosen == nil && offersHistory == nil && !requests.contains(where: \.isPrefixed),
      in: pool)
    try check(market)
    return connected(market)
  }

  /// Returns the market, in which each pair has an exchange. Notices name these exchanges.
  func choosingCandidates(of market: Market) async -> Market {
    let (market, notices) = await market.choosingCandidates()
    for notice in notices { voice.notice(notice) }
    return market
  }

  /// Returns the market of one exchange: the only chosen one, else the first that fits of the chosen ones
  /// or of all, else the default exchange. The market can request other exchanges later.
  func defaultMarket(
    of command: Command, where fits: (any Exchange) -> Bool
  ) throws(UsageError) -> Market {
    let chosen = try connection.chosen(in: world)
    if let chosen, chosen.exchanges.count > 1, chosen.isOption {
      throw UsageError("--exchange: \(command.name) accepts only one exchange")
    }
    let possible = chosen?.exchanges ?? world.exchanges
    let fitting = possible.count == 1 ? possible[0] : possible.first(where: fits)
    let exchange = fitting ?? world.exchanges[0]
    return connected(Market([exchange.id], isDefault: chosen == nil, in: pool))
  }

  /// Throws if the base URLs or the interval are not possible for the exchanges of a market.
  func check(_ market: Market) throws(UsageError) {
    try live.check(
      market.clients.map(\.exchange), pace, isRemote: market.slowest != nil, in: world)
    let candidates = market.candidates.map(\.exchange.id)
    try connection.checkURLs(of: (market.exchanges + candidates).eachOnce.count)
    if let exchange = market.slowest, pace.isTooShort(for: exchange) {
      throw UsageError(
        "--interval: minimum for \(exchange.title) is \(exchange.info.minimumPollInterval.brief)",
        of: "interval", "exchange")
    }
  }

  private func connected(_ market: Market) -> Market {
    var market = market
    (market.now, market.clock, market.pollerClock) = (world.date, world.clock, world.pollerClock)
    market.showProgress = voice.showProgress
    market.live = live.market(isScreen: isScreen, log: voice.log, in: world)
    return market
  }
}

// MARK: - Output

extension Session {
  /// Polls a feed, and prints a `text` after rounds of polls; returns the exit status. If `onlyMet` is
  /// true, the text is printed only after the polls that meet the condition. `moreNotices` returns
  /// notices about the output. `announce` shows the firings of alerts; by default, they are notices.
  func print<SomeFeed: Feed>(
    _ state: PollState<SomeFeed>, onlyMet: Bool = false,
    moreNotices: (SomeFeed.Model) -> [String] = { _ in [] },
    announce: (([AlertEvent]) -> Void)? = nil,
    _ text: (PollState<SomeFeed>, _ isFirst: Bool) -> String
  ) async -> ExitStatus {
    var state = state
    if let status = begin(&state) { return status }
    if !pace.isOneShot {
      world.output.endWhenClosed()
      if !world.output.isTerminal, world.errors.isTerminal, !pace.isRehearsal {
        let interval = pace.interval(for: state.feed.market).brief
        voice.notice(
          pace.isLive
            ? "streaming (use --count N for N updates)"
            : "polling every \(interval) (use --once for a single update)")
      }
    }
    // Rows of an earlier poll are never printed as new rows, except where they are marked as stale.
    state.model.polled.keepsOlder = state.repeatsRows
    let watch = state.feed.watch
    let commands = watch.command.map { alertCommands($0, notice: voice.notice) }
    var (isFirst, writeFailure) = (true, ExitStatus?.none)
    for await polls in state.feed.polls(at: pace, gathers: true) {
      await state.apply(polls, notice: voice.notice)
      let news = state.hasOutput ? state.news(of: polls, moreNotices: moreNotices) : nil
      for failure in news?.failures ?? [] { world.notify(failure) }
      for recovery in news?.recoveries ?? [] { voice.notice(recovery) }
      if news?.hasRows ?? false, state.isMet || !onlyMet {
        writeFailure = world.write(
          OutputTime.$current.withValue(state.outputTime) { text(state, isFirst) })
        isFirst = false
      }
      let events = OutputTime.$current.withValue(state.outputTime) { state.alertEvents }
      if !events.isEmpty {
        (announce ?? voice.announce)(events)
        commands?.run(for: events)
      }
      for notice in news?.notices ?? [] { voice.notice(notice) }
      world.notify(errors: news?.problems ?? [])
      if writeFailure == nil, commands?.hasWaiting != true {
        writeFailure = state.saveAlertState().map(status)
      }
      if writeFailure != nil || state.isMet || state.hasEnded { break }
      if state.hasOutput { await state.requestCloses(before: polls) }
    }
    await commands?.finish(waits: writeFailure != .success)
    if writeFailure == nil { writeFailure = state.saveAlertState(isEnd: true).map(status) }
    return writeFailure ?? ExitStatus(state.outcome)
  }

  /// Polls a feed, and prints a `text` after rounds of polls; returns the exit status.
  func print<SomeFeed: Feed>(
    _ feed: SomeFeed, _ text: (SomeFeed.Model, _ isFirst: Bool) -> String
  ) async -> ExitStatus {
    await print(PollState(feed, at: pace)) { text($0.model, $1) }
  }

  /// Polls a feed of rows, and prints the rows; returns the exit status.
  func print<SomeFeed: RowsFeed>(
    _ feed: SomeFeed, _ output: Output<SomeFeed.Row>, _ layout: Layout<SomeFeed.Row>,
    onlyMet: Bool = false, hidesAmounts: Bool = false
  ) async -> ExitStatus where SomeFeed.Row: TableRow {
    var state = PollState(feed, at: pace)
    // OpenMetrics output shows which exchanges have failed, even if all have failed.
    if output.format == .openmetrics { state.printsFailures = true }
    state.printsEachPoll = output.isStatusBar
    state.repeatsRows = output.repeatsRows && !feed.query.onlyChanges
    return await print(
      state, onlyMet: onlyMet, moreNotices: { output.notices(on: $0, of: feed, layout) }
    ) { state, isFirst in
      output.text(of: state, layout, isFirst: isFirst, hidesAmounts: hidesAmounts, voice.looks)
    }
  }

  /// Polls a feed of rows, and shows the rows on a screen or prints them; returns the exit status.
  func run<SomeFeed: RowsFeed>(
    _ feed: SomeFeed, _ output: Output<SomeFeed.Row>, look: RowsLook? = nil,
    onlyMet: Bool = false, hidesAmounts: Bool = false
  ) async -> ExitStatus where SomeFeed.Row: TableRow {
    var feed = feed
    feed.columns = Layout(output).columns + (output.template?.columns ?? [])
    feed.showsMarks = output.isForPeople
    feed.namesColumns = isScreen || output.namesColumns
    var layout = Layout(output, isMultiExchange: feed.market.isMultiExchange)
    if output.hasTable { layout = layout.withoutQuoteCodes }
    guard isScreen else {
      return await print(feed, output, layout, onlyMet: onlyMet, hidesAmounts: hidesAmounts)
    }
    feed.query.group = SomeFeed.Row.style.group
    let table = RowsTable(
      layout, feed.query, on: stage, hasHeader: output.hasHeader, hasTrend: output.hasTrend,
      look: look, hidesAmounts: hidesAmounts)
    return await show(ListScreen(feed, at: pace, table: table))
  }

  private func alertCommands(
    _ command: String, notice: @escaping @Sendable (String) -> Void
  ) -> AlertCommands {
    AlertCommands(command, by: world.runCommand, notice: notice)
  }

  func show(_ screen: some ScreenModel) async -> ExitStatus {
    var screen = screen
    if let status = begin(&screen.polls) { return status }
    let events = EventQueue<LoopEvent>()
    let commands = screen.polls.feed.watch.command.map { command in
      alertCommands(command) { sentence in
        if !events.add(.notice(sentence)) { voice.notice(sentence) }
      }
    }
    let display = world.openDisplay(voice.looks.palette, world.environment)
    var loop = ScreenLoop(screen, on: display, stage, events: events) {
      commands?.run(for: $0) ?? true
    }
    func end(waits: Bool = true) async {
      // The screen was left before it could show these notices.
      for case .notice(let sentence) in events.close() { voice.notice(sentence) }
      await commands?.finish(waits: waits)
    }
    do throws(WriteFailure) {
      let (failures, outcome) = try await loop.run()
      await end()
      world.notify(errors: failures)
      return ExitStatus(outcome)
    } catch {
      let status = world.status(after: error)
      await end(waits: status != .success)
      return status
    }
  }

  var stage: Stage {
    Stage(
      looks: voice.looks, timeZone: world.timeZone, isQuiet: voice.isQuiet,
      optionNames: optionNames, defaultExchangeHint: voice.defaultExchangeHint,
      notificationChannels: voice.notificationChannels, goToPoll: world.goToPoll)
  }

  /// Checks the limit of open files, and opens the files of the run; returns the exit status of a failure.
  private func begin<SomeFeed: Feed>(_ state: inout PollState<SomeFeed>) -> ExitStatus? {
    let market = state.feed.market
    let files = World.files(for: market.clients.count * (pace.isLive ? 2 : 1))
    if world.usesNetwork, FileDescriptor.limit < files {
      return world.failure(.systemResource, World.fileLimit(files))
    }
    return state.openAlertState().map(status) ?? world.begin()
  }

  private func status(after failure: AlertStateFile.Failure) -> ExitStatus {
    world.failure(ExitStatus(failure), "\(failure)")
  }
}
