import Foundation

/// The prices of one exchange in a live run: of the last poll, with the updates of streams since.
struct LiveExchange<SomeFeed: RowsFeed> where SomeFeed.Model.Element == Ticker {
  /// Where the prices come from.
  private enum Mode {
    /// Nothing is streamed yet, or the first messages are missing.
    case starting
    case live
    /// The connection is lost. The next one is tried at `next`.
    case lost(MarketError, next: ContinuousClock.Instant)
    /// Prices are polled, for this reason; `nil` if there is nothing to stream.
    case polled(MarketError?)
  }

  private struct Streams {
    let tickers: LiveTickers
    let pairs: Set<Pair>
    let columns: Set<Column<Ticker>>
  }

  /// How long rows are in view before they are streamed, so that moving through rows opens no connection.
  private static var rest: Duration { .milliseconds(300) }

  private let feed: SomeFeed
  private let client: MarketClient
  private let live: LiveMarket
  private let source: LiveTickers.Source?
  private let coalesces: Bool
  private let testsUpdates: Bool
  private let onNews: @Sendable (LiveTickers.NewsKind) -> Void
  /// Pauses the polls while streams have all that the feed needs.
  let control = PollControl()

  private var mode: Mode
  private var streams: Streams?
  /// The streams that replace ``streams`` once they are live.
  private var nextStreams: Streams?
  /// The rows in view, of which some are not streamed, and the time at which they will be.
  private var view: (pairs: [Pair], due: ContinuousClock.Instant)?
  /// What the feed needs from streams.
  private var demand = StreamDemand(pairs: [], columns: [])
  private var hasLost = false
  private var news = LiveTickers.News()
  private var pending: ArraySlice<(update: TickerUpdate, at: Date)> = []
  private var answer: Answer<[Ticker]>?
  private var rows: [Ticker] = []
  /// The index of each pair in ``rows``.
  private var places: [Pair: Int] = [:]
  /// All values of streams, by pair. They stay when prices are polled.
  private var updates: [Pair: TickerUpdate] = [:]
  /// The arrival time of the newest price.
  private var asOf = Date.distantPast
  /// Whether the next poll decides which prices are shown.
  private var awaitsPoll = true
  /// The last loss and the last failed poll that are not output yet. Of both, only the loss is.
  private var loss: SomeFeed.AnsweredPoll?
  private var failedPoll: SomeFeed.AnsweredPoll?
  /// The failure of the last poll.
  private var pollFailure: MarketError?
  /// The tests of updates that arrived just before a loss.
  private var tests: [SomeFeed.AnsweredPoll] = []
  /// The time since which nothing is live.
  private var downSince: ContinuousClock.Instant
  private(set) var hasChanged = false
  /// Whether updates have arrived that are not applied.
  var hasUpdates = false

  init(
    _ feed: SomeFeed, _ client: MarketClient, _ live: LiveMarket, coalesces: Bool,
    testsUpdates: Bool, onNews: @escaping @Sendable (LiveTickers.NewsKind) -> Void
  ) {
    (self.feed, self.client, self.live) = (feed, client, live)
    (self.coalesces, self.testsUpdates, self.onNews) = (coalesces, testsUpdates, onNews)
    downSince = feed.market.clock.now()
    switch live.source(of: client, in: feed.market) {
    case .success(let source): (self.source, mode) = (source, .starting)
    case .failure(let reason): (source, mode) = (nil, .polled(reason))
    }
  }

  func stop() { for streams in [streams, nextStreams] { streams?.tickers.stop() } }

  /// Whether there are prices to show, or a failure to tell.
  var isReady: Bool { loss != nil || failedPoll != nil || isShown }

  var isLive: Bool { if case .live = mode { isShown } else { false } }

  private var isShown: Bool {
    switch mode {
    case .live, .polled: !awaitsPoll && pollFailure == nil
    case .starting, .lost: false
    }
  }

  /// Whether no further price can come.
  var hasEnded: Bool { pollFailure?.isPermanent ?? false }

  /// Polls, and shows the prices again.
  mutating func refresh() {
    control.pollNext()
    hasChanged = true
  }
}

// MARK: - Polls

extension LiveExchange {
  mutating func apply(
    _ poll: SomeFeed.AnsweredPoll, isolation: isolated (any Actor)?
  ) async {
    switch poll.result {
    case .failure(let error):
      // Without this poll, streams still have the prices.
      if case .live = mode, !awaitsPoll, !error.isPermanent { return }
      (failedPoll, pollFailure, hasChanged) = (poll, error, true)
    case .success(let answer):
      let (isFirst, isRecovery) = (self.answer == nil, awaitsPoll || pollFailure != nil)
      (failedPoll, pollFailure, awaitsPoll) = (nil, nil, false)
      self.answer = answer
      let old = rows
      rows = answer.value
      if let source, client.exchange.info.changeReference != .dayAgo,
        source.info.columns(rows.count).contains(Ticker.Columns.open)
      {
        // Polls measure changes from another moment than the stream.
        for index in rows.indices { rows[index].removeOpen() }
      }
      places = Dictionary(zip(rows.map(\.pair), 0...)) { first, _ in first }
      for (pair, update) in updates {
        guard let place = places[pair] else { continue }
        rows[place].apply(update, at: old.first { $0.pair == pair }?.receivedAt ?? answer.asOf)
      }
      asOf = max(asOf, answer.asOf)
      hasChanged =
        hasChanged || isRecovery || isPolled || old.map(\.comparable) != rows.map(\.comparable)
      if isFirst { await startStreams(after: poll, isolation: isolation) }
      pausePolls()
    }
  }

  private var isPolled: Bool { if case .polled = mode { true } else { false } }

  private mutating func startStreams(
    after poll: SomeFeed.AnsweredPoll, isolation: isolated (any Actor)?
  ) async {
    guard let source else { return }
    demand = feed.demand(after: poll)
    if let limit = source.info.pairLimit, demand.isWhole, demand.pairs.count > limit {
      let title = client.exchange.title
      let reason = "\(title) streams at most \(limit) pairs at once, not \(demand.pairs.count)"
      return end(.unsupported(reason))
    }
    streams = await streams(of: demand.pairs, from: source, isolation: isolation)
    if streams == nil { mode = .polled(nil) }
    downSince = feed.market.clock.now()
  }

  /// Begins to stream the first pairs, as many as the exchange streams at once. Returns `nil` if there is none.
  private func streams(
    of pairs: [Pair], from source: LiveTickers.Source, isolation: isolated (any Actor)?
  ) async -> Streams? {
    let first = pairs.prefix(source.info.pairLimit ?? pairs.count)
    let names = await client.ownCodes(of: Array(first))
    if names.isEmpty { return nil }
    return Streams(
      tickers: LiveTickers(names, from: source, coalesces: coalesces, onNews: onNews),
      pairs: Set(names.values), columns: source.info.columns(names.count))
  }

  private mutating func end(_ error: MarketError) {
    let poll = SomeFeed.AnsweredPoll(
      exchange: client.exchange.id, result: .failure(error), at: feed.market.clock.now())
    (failedPoll, pollFailure, hasChanged) = (poll, error, true)
  }

  /// Pauses the polls if streams have all that is needed.
  private func pausePolls() { control.isPaused = !needsPolls && !awaitsPoll && !isPolled }

  /// Whether something that is needed is not streamed.
  private var needsPolls: Bool {
    guard let streams else { return true }
    return demand.needsOthers || !news.failures.isEmpty
      || !streams.pairs.isSuperset(of: demand.pairs)
      || !demand.columns.intersection(Ticker.streamedColumns).isSubset(of: streams.columns)
  }
}

extension Ticker {
  /// The columns whose values a stream can change.
  static let streamedColumns: Set = [
    Columns.last, Columns.bid, Columns.ask, Columns.spreadBasisPoints, Columns.open,
    Columns.change, Columns.percent, Columns.high, Columns.low, Columns.volume, Columns.notional,
    Columns.turnover,
  ]
}

// MARK: - Streams

extension LiveExchange {
  /// Takes what has arrived from streams.
  mutating func takeNews() {
    replaceStreams()
    guard let streams, let source else { return }
    let old = news
    news = streams.tickers.take()
    pending += news.updates
    hasUpdates = !pending.isEmpty
    news.updates = []
    if !news.failures.isEmpty, old.failures.count != news.failures.count {
      hasChanged = true
      pausePolls()
    }
    switch news.phase {
    case .lost(let error, let next):
      if news.losses > old.losses { lose(error, next: next) }
    case .connecting: if !isPolled { mode = .starting }
    case .live:
      if case .live = mode { return }
      // Without first messages, only a poll has the prices that have not changed since the connection was
      // opened.
      awaitsPoll = !source.info.hasFirstMessages && (hasLost || isPolled)
      if awaitsPoll { control.pollNext() } else if !hasEnded { pollFailure = nil }
      (mode, hasChanged) = (.live, true)
      pausePolls()
    }
  }

  private mutating func lose(_ error: MarketError, next: ContinuousClock.Instant) {
    let now = feed.market.clock.now()
    hasLost = true
    if testsUpdates { while let test = nextTest(at: now) { tests.append(test) } }
    if case .live = mode { (downSince, hasChanged) = (now, true) }
    // Prices may change before the next connection.
    (updates, pending) = ([:], [])
    for index in rows.indices { rows[index].receivedAt = nil }
    guard !isPolled else { return }
    mode = .lost(error, next: next)
    loss = SomeFeed.AnsweredPoll(
      exchange: client.exchange.id, result: .failure(error), at: now, next: next)
  }

  /// The time at which polls replace a connection that cannot be had; `nil` if there is none.
  var fallbackTime: ContinuousClock.Instant? {
    switch mode {
    case .starting where streams != nil, .lost: downSince + client.timeout * 2
    default: nil
    }
  }

  /// Polls if there has been no connection for too long.
  mutating func fallBack(at now: ContinuousClock.Instant) {
    guard let fallbackTime, now >= fallbackTime else { return }
    let reason: MarketError =
      if case .lost(let error, _) = mode { error } else { .unreachable("no data on its streams") }
    (mode, awaitsPoll) = (.polled(reason), true)
    pausePolls()
    control.pollNext()
  }

  /// Applies all updates that have arrived.
  mutating func applyUpdates() {
    if hasUpdates { takeNews() }
    while applyNextUpdate() != nil {}
  }

  /// Applies the next update that changes a row, and returns the index of the row.
  mutating func applyNextUpdate() -> Int? {
    defer { hasUpdates = !pending.isEmpty }
    while let (update, time) = pending.popFirst() {
      updates[update.pair] = updates[update.pair]?.updated(by: update) ?? update
      asOf = max(asOf, time)
      guard let place = places[update.pair] else { continue }
      var row = rows[place]
      row.apply(update, at: time)
      let isChange = row.comparable != rows[place].comparable
      rows[place] = row
      if isChange {
        hasChanged = true
        return place
      }
    }
    return nil
  }
}

// MARK: - Rows in view

extension LiveExchange {
  /// The time at which rows in view that are not streamed will be; `nil` if there are none.
  var viewTime: ContinuousClock.Instant? { view?.due }

  /// Notes the rows in view.
  mutating func show(_ listings: [Listing], at now: ContinuousClock.Instant) {
    guard let source else { return }
    let all = listings.filter { $0.exchange == client.exchange.id }.map(\.pair)
    let pairs = Array(all.prefix(source.info.pairLimit ?? all.count))
    let streamed = (nextStreams ?? streams)?.pairs ?? []
    view = streamed.isSuperset(of: pairs) ? nil : (pairs, now + Self.rest)
  }

  /// Begins to stream the rows in view if they are due, and as many others as possible. Until these streams
  /// are live, the present ones stay.
  mutating func streamView(
    at now: ContinuousClock.Instant, isolation: isolated (any Actor)?
  ) async {
    guard let (pairs, due) = view, due <= now, let source else { return }
    view = nil
    // Keys have added rows that the first query excluded.
    if !Set(demand.pairs).isSuperset(of: pairs) { demand.needsOthers = true }
    nextStreams?.tickers.stop()
    nextStreams = await streams(
      of: (pairs + demand.pairs).eachOnce, from: source, isolation: isolation)
  }

  private mutating func replaceStreams() {
    guard let next = nextStreams, next.tickers.isLive else { return }
    if let old = streams?.tickers {
      pending += old.take().updates
      old.stop()
    }
    (streams, nextStreams, news) = (next, nil, LiveTickers.News())
    pending = pending.filter { next.pairs.contains($0.update.pair) }[...]
    updates = updates.filter { next.pairs.contains($0.key) }
    for index in rows.indices where !next.pairs.contains(rows[index].pair) {
      rows[index].receivedAt = nil
    }
    pausePolls()
  }
}

// MARK: - Output

extension LiveExchange {
  /// The prices; `nil` if they are not known, or are not live although they should be.
  mutating func output(at now: ContinuousClock.Instant) -> SomeFeed.AnsweredPoll? {
    hasChanged = false
    return isShown ? poll(at: now) : nil
  }

  /// The last failure that was not taken before.
  mutating func takeFailure() -> SomeFeed.AnsweredPoll? {
    defer { (loss, failedPoll) = (nil, nil) }
    return loss ?? failedPoll
  }

  /// The prices after the next update that changes a row, as a test of alerts and conditions.
  mutating func nextTest(at now: ContinuousClock.Instant) -> SomeFeed.AnsweredPoll? {
    if !tests.isEmpty { return tests.removeFirst() }
    while let row = applyNextUpdate() {
      guard isShown, var poll = poll(at: now) else { continue }
      poll.updatedRow = row
      return poll
    }
    return nil
  }

  private func poll(at now: ContinuousClock.Instant) -> SomeFeed.AnsweredPoll? {
    guard var answer else { return nil }
    answer.value = rows
    answer.asOf = asOf
    answer.warnings += notes
    let (messages, aliveAt) = streams?.tickers.signsOfLife ?? (0, nil)
    answer.live = LiveState(isLive: isLive, messages: messages)
    for index in answer.value.indices where answer.value[index].receivedAt != nil {
      answer.value[index].confirmedAt = aliveAt
    }
    return SomeFeed.AnsweredPoll(exchange: client.exchange.id, result: .success(answer), at: now)
  }

  private var notes: [Warning] {
    let title = client.exchange.title
    let interval = LiveMarket.pollInterval.brief
    var notes = news.failures.sorted { $0.key < $1.key }.map { pair, error in
      "no live data of \(pair) from \(title) (\(error)); polling every \(interval)"
    }
    if case .polled(let reason?) = mode {
      let notice = source == nil ? client.exchange.stream?.noticeOfPolls : nil
      notes.insert(
        notice ?? "no live data from \(title) (\(reason)); polling every \(interval)", at: 0)
    }
    return notes.map { .note($0) }
  }
}
