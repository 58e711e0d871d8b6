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

  private let feed: SomeFeed
  private let client: MarketClient
  private let testsUpdates: Bool
  /// Pauses the polls while streams have all that the feed needs.
  let control = PollControl()

  private var mode: Mode
  /// `nil` if the streams of the exchange are not used.
  private var streams: LiveStreams?
  private var hasLost = false
  private var news = LiveConnections.News()
  private var answer: Answer<[Ticker]>?
  private var rows = LiveRows()
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
    testsUpdates: Bool, onNews: @escaping @Sendable (LiveConnections.NewsKind) -> Void
  ) {
    (self.feed, self.client, self.testsUpdates) = (feed, client, testsUpdates)
    downSince = feed.market.clock.now()
    switch live.source(of: client, in: feed.market) {
    case .success(let source):
      streams = LiveStreams(source, client, coalesces: coalesces, onNews: onNews)
      mode = .starting
    case .failure(let reason): mode = .polled(reason)
    }
  }

  func stop() { streams?.stop() }

  /// Whether there are prices to show, or a failure to tell.
  var isReady: Bool { loss != nil || failedPoll != nil || isShown }

  var isLive: Bool {
    guard case .live = mode, let streams else { return false }
    return isShown && news.failures.count < streams.pairs.count
  }

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
      var tickers = answer.value
      if let info = streams?.info, client.exchange.info.changeReference != .dayAgo,
        info.columns(tickers.count).contains(Ticker.Columns.open)
      {
        // Polls measure changes from another moment than the stream.
        for index in tickers.indices { tickers[index].removeOpen() }
      }
      let isChange = rows.replace(by: tickers, asOf: answer.asOf)
      hasChanged = hasChanged || isRecovery || isPolled || isChange
      if isFirst { await startStreams(after: poll, isolation: isolation) }
      pausePolls()
    }
  }

  private var isPolled: Bool { if case .polled = mode { true } else { false } }

  private mutating func startStreams(
    after poll: SomeFeed.AnsweredPoll, isolation: isolated (any Actor)?
  ) async {
    guard var streams else { return }
    let demand = feed.demand(after: poll)
    if let limit = streams.info.pairLimit, demand.isWhole, demand.pairs.count > limit {
      let title = client.exchange.title
      let reason = "\(title) streams at most \(limit) pairs at once, not \(demand.pairs.count)"
      return end(.unsupported(reason))
    }
    await streams.start(demand, isolation: isolation)
    if !streams.isStarted { mode = .polled(nil) }
    self.streams = streams
    downSince = feed.market.clock.now()
  }

  private mutating func end(_ error: MarketError) {
    let poll = SomeFeed.AnsweredPoll(
      exchange: client.exchange.id, result: .failure(error), at: feed.market.clock.now())
    (failedPoll, pollFailure, hasChanged) = (poll, error, true)
  }

  /// Pauses the polls if streams have all that is needed.
  private func pausePolls() { control.isPaused = !needsPolls && !awaitsPoll && !isPolled }

  /// Whether something that is needed is not streamed.
  private var needsPolls: Bool { !(streams?.haveAll ?? false) || !news.failures.isEmpty }
}

// MARK: - Streams

extension LiveExchange {
  /// Takes what has arrived from streams.
  mutating func takeNews() {
    if let (last, pairs) = streams?.replace() {
      rows.add(last)
      rows.keepUpdates(of: pairs)
      news = LiveConnections.News()
      pausePolls()
    }
    guard let streams, let taken = streams.take() else { return }
    let old = news
    news = taken
    rows.add(news.updates)
    hasUpdates = rows.hasUpdates
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
      awaitsPoll = !streams.info.hasFirstMessages && (hasLost || isPolled)
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
    rows.keepUpdates(of: [])
    guard !isPolled else { return }
    mode = .lost(error, next: next)
    loss = SomeFeed.AnsweredPoll(
      exchange: client.exchange.id, result: .failure(error), at: now, next: next)
  }

  /// The time at which polls replace a connection that cannot be had; `nil` if there is none.
  var fallbackTime: ContinuousClock.Instant? {
    switch mode {
    case .starting where streams?.isStarted ?? false, .lost: downSince + client.timeout * 2
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
    let place = rows.applyNextUpdate()
    hasUpdates = rows.hasUpdates
    hasChanged = hasChanged || place != nil
    return place
  }

  /// The time at which rows in view that are not streamed will be; `nil` if there are none.
  var viewTime: ContinuousClock.Instant? { streams?.viewTime }

  /// Notes the rows in view.
  mutating func show(_ listings: [Listing], at now: ContinuousClock.Instant) {
    let own = listings.filter { $0.exchange == client.exchange.id }
    streams?.show(own.map(\.pair), at: now)
  }

  mutating func streamView(
    at now: ContinuousClock.Instant, isolation: isolated (any Actor)?
  ) async {
    guard var streams else { return }
    await streams.streamView(at: now, isolation: isolation)
    self.streams = streams
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
    answer.value = rows.tickers
    answer.asOf = rows.asOf
    answer.warnings += notes
    let (messages, aliveAt) = streams?.signsOfLife ?? (0, nil)
    let isFallback = streams?.isStarted ?? false && isPolled
    answer.live = LiveState(isLive: isLive, isFallback: isFallback, messages: messages)
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
      let notice = streams == nil ? client.exchange.stream?.noticeOfPolls : nil
      notes.insert(
        notice ?? "no live data from \(title) (\(reason)); polling every \(interval)", at: 0)
    }
    return notes.map { .note($0) }
  }
}
