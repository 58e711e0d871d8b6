public import Observation

/// A view model that polls, for SwiftUI. Views show its ``model`` and follow its changes.
///
/// A view polls while it is on screen if it calls ``poll()`` in its `task`:
///
/// ```swift
/// List(market.model.rows) { ticker in Text(ticker.pair.symbol) }
///   .task { await market.poll() }
///   .refreshable { await market.refresh() }
/// ```
@MainActor @Observable
public final class ObservableMarket<Model: MarketViewModel> {
  /// The data of the last answers, ready to show. The query can always be changed, except
  /// ``BookQuery/detail``.
  public var model: Model

  /// Whether polling is paused, for example for an app in the background. A poll in flight continues.
  /// ``refresh()`` and the first poll of ``poll()`` are not paused.
  public var isPaused = false {
    didSet { control.isPaused = isPaused }
  }

  private let clients: [MarketClient]
  private let interval: Duration
  private let clock: PollClock
  private let fetch: @Sendable (MarketClient) async -> Result<Answer<Model.Value>, MarketError>
  private let control = PollControl()
  @ObservationIgnored private var isPolling = false
  /// Each wakes a call of ``poll()`` that waits for the end of polling.
  @ObservationIgnored private var waiting: [AsyncStream<Never>.Continuation] = []

  /// A view model before its first poll.
  ///
  /// - Parameters:
  ///   - model: a view model of the exchanges of the clients.
  ///   - clients: at least one client, each of another exchange.
  ///   - interval: the time from one poll to the next, above 0.
  ///   - clock: measures time, and sleeps until the next poll.
  ///   - fetch: makes one poll of an exchange.
  public init(
    _ model: Model, of clients: [MarketClient], every interval: Duration = .seconds(10),
    clock: PollClock = .real,
    fetch: @escaping @Sendable (MarketClient) async -> Result<Answer<Model.Value>, MarketError>
  ) {
    self.model = model
    // The client refuses requests during a delay that an exchange requested. A later call of `poll()` or
    // `refresh()` makes a new poller, which would not keep the delay.
    self.clients = clients.map { client in
      var client = client
      client.keepsDelays = true
      return client
    }
    self.interval = interval
    self.clock = clock
    self.fetch = fetch
  }

  /// Polls as ``Poller`` does, and applies the answers and failures to the model as they arrive.
  ///
  /// Returns when the task is cancelled, or when every exchange has failed permanently. A further call
  /// keeps the data. While another task polls, the call waits until the other task has stopped polling,
  /// and then polls. A task that polls keeps the object alive.
  public func poll() async {
    while isPolling {
      guard !Task.isCancelled else { return }
      await endOfPolling()
    }
    isPolling = true
    await poll(every: interval, count: nil, control: control)
    isPolling = false
    for continuation in waiting { continuation.finish() }
    waiting = []
  }

  /// Polls each exchange once, immediately, and returns when all have answered or failed. While a delay
  /// that an exchange requested lasts, its poll fails, unless the client ignores rate limits.
  public func refresh() async { await poll(every: .zero, count: 1) }

  private func poll(every interval: Duration, count: Int?, control: PollControl = PollControl())
    async
  {
    let poller = Poller(interval: interval, count: count, clock: clock, control: control)
    for await polls in poller.polls(of: clients, gathers: false, fetch: fetch) {
      model.apply(polls)
    }
  }

  /// Returns when polling has ended, or when the task is cancelled.
  private func endOfPolling() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    waiting.append(continuation)
    for await _ in stream {}
  }
}

extension ObservableMarket where Model == ListViewModel<Ticker> {
  /// Polls the tickers of exchanges. The parts of tickers in `details` are requested in addition to
  /// prices, changes and volumes. On some exchanges, bids and asks cost one request per pair.
  public convenience init(
    tickersOf clients: [MarketClient], query: ListQuery<Ticker> = ListQuery(),
    details: TickerDetails = TickerDetails(names: true, quotes: false),
    every interval: Duration = .seconds(10), clock: PollClock = .real
  ) {
    self.init(
      ListViewModel(query, of: clients.map(\.exchange.id)), of: clients, every: interval,
      clock: clock
    ) { client in await client.tickers(details: details) }
  }
}

extension ObservableMarket where Model == OrderBookViewModel {
  /// Polls the order book of a pair, on one exchange or merged from several. ``BookQuery/detail`` of the
  /// query must not change later.
  public convenience init(
    bookOf pair: Pair, on clients: [MarketClient], query: BookQuery = BookQuery(),
    every interval: Duration = .seconds(10), clock: PollClock = .real
  ) {
    self.init(
      OrderBookViewModel(pair: pair, query: query, of: clients.map(\.exchange.id)), of: clients,
      every: interval, clock: clock
    ) { client in await client.book(of: pair, detail: query.detail) }
  }
}
