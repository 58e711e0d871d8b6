import Foundation

/// The tickers of one exchange in a live run.
struct LiveTickers<SomeFeed: RowsFeed>: LiveContent where SomeFeed.Model.Element == Ticker {
  private let feed: SomeFeed
  private let client: MarketClient
  private var streams: LiveStreams?
  private var rows = LiveRows()

  /// `streams` is `nil` if the streams of the exchange are not used.
  init(_ feed: SomeFeed, _ client: MarketClient, _ streams: LiveStreams?) {
    (self.feed, self.client, self.streams) = (feed, client, streams)
  }

  var info: StreamInfo? { streams?.info }
  var isStarted: Bool { streams?.isStarted ?? false }
  var haveAll: Bool { streams?.haveAll ?? false }
  var hasUpdates: Bool { rows.hasUpdates }

  func isLive(without failures: [Pair: MarketError]) -> Bool {
    streams.map { failures.count < $0.pairs.count } ?? false
  }

  mutating func replace(by answer: Answer<[Ticker]>) -> Bool {
    var tickers = answer.value
    if let info, client.exchange.info.changeReference != .dayAgo,
      info.columns(tickers.count).contains(Ticker.Columns.open)
    {
      // Polls measure changes from another moment than the stream.
      for index in tickers.indices { tickers[index].removeOpen() }
    }
    return rows.replace(by: tickers, asOf: answer.asOf)
  }

  mutating func start(
    after poll: SomeFeed.AnsweredPoll, isolation: isolated (any Actor)?
  ) async throws(MarketError) {
    guard var streams else { return }
    let demand = feed.demand(after: poll)
    if let limit = streams.info.pairLimit, demand.isWhole, demand.pairs.count > limit {
      let title = client.exchange.title
      throw .unsupported(
        "\(title) streams at most \(limit) pairs at once, not \(demand.pairs.count)")
    }
    await streams.start(demand, isolation: isolation)
    self.streams = streams
  }

  func stop() { streams?.stop() }

  mutating func replaceStreams() -> Bool {
    guard let (last, pairs) = streams?.replace() else { return false }
    rows.add(last)
    rows.keepUpdates(of: pairs)
    return true
  }

  mutating func take() -> LiveConnections.News? {
    guard var news = streams?.take() else { return nil }
    rows.add(news.updates)
    news.updates = []
    return news
  }

  mutating func applyNextUpdate(until end: Date?) -> AppliedUpdate? {
    rows.applyNextUpdate(until: end)
  }

  mutating func lose() { rows.keepUpdates(of: []) }

  mutating func drop(_ pairs: Set<Pair>) {
    rows.keepUpdates(of: (streams?.pairs ?? []).subtracting(pairs))
  }

  var signsOfLife: LiveConnections.SignsOfLife? { streams?.signsOfLife }
  var liveSince: Date? { streams?.liveSince }

  mutating func confirm(without failures: [Pair: MarketError]) {
    guard let streams, let alive = signsOfLife?.alive else { return }
    rows.confirm(streams.pairs.subtracting(failures.keys), at: alive.date)
  }

  func fill(_ answer: inout Answer<[Ticker]>, isStreamed: Bool) {
    answer.value = rows.tickers
    answer.asOf = rows.asOf
    answer.live = LiveState(
      isLive: isStreamed, messages: signsOfLife?.messages ?? 0, polledAt: rows.polledAt)
  }

  var viewTime: ContinuousClock.Instant? { streams?.viewTime }

  mutating func show(_ pairs: [Pair], at now: ContinuousClock.Instant) {
    streams?.show(pairs, at: now)
  }

  mutating func streamView(
    at now: ContinuousClock.Instant, isolation: isolated (any Actor)?
  ) async {
    guard var streams else { return }
    await streams.streamView(at: now, isolation: isolation)
    self.streams = streams
  }
}
