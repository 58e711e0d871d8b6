import Foundation

/// The streams of an exchange that a feed uses. They follow the rows in view.
struct LiveStreams {
  /// Streams with what they have. `pairs` are everyday names.
  private struct Selection {
    let tickers: LiveConnections
    let pairs: Set<Pair>
    let columns: Set<Column<Ticker>>
  }

  /// How long rows are in view before they are streamed, so that moving through rows opens no connection.
  private static let rest = Duration.milliseconds(300)

  private let source: LiveConnections.Source
  private let client: MarketClient
  private let coalesces: Bool
  private let onNews: @Sendable (LiveConnections.NewsKind) -> Void
  private var demand = StreamDemand(pairs: [], columns: [])
  private var current: Selection?
  /// The streams that replace ``current`` once each of their pairs has data or has failed.
  private var next: Selection?
  /// The rows in view, of which some are not streamed, and the time at which they will be.
  private var view: (pairs: [Pair], due: ContinuousClock.Instant)?

  init(
    _ source: LiveConnections.Source, _ client: MarketClient, coalesces: Bool,
    onNews: @escaping @Sendable (LiveConnections.NewsKind) -> Void
  ) {
    (self.source, self.client, self.coalesces, self.onNews) = (source, client, coalesces, onNews)
  }

  var info: StreamInfo { source.info }

  /// Begins to stream as many pairs of a demand as the exchange streams at once.
  mutating func start(_ demand: StreamDemand, isolation: isolated (any Actor)?) async {
    self.demand = demand
    current = await selection(of: demand.pairs, isolation: isolation)
  }

  /// Whether some pairs are streamed, or will be when there is a connection.
  var isStarted: Bool { current != nil }

  /// The pairs that are streamed.
  var pairs: Set<Pair> { current?.pairs ?? [] }

  func stop() { for selection in [current, next] { selection?.tickers.stop() } }

  /// Returns streams of the first pairs, as many as the exchange streams at once; `nil` if there is none.
  private func selection(
    of pairs: [Pair], isolation: isolated (any Actor)?
  ) async -> Selection? {
    let names = await client.ownCodes(of: Array(pairs.prefix(info.pairLimit ?? pairs.count)))
    if names.isEmpty { return nil }
    return Selection(
      tickers: LiveConnections(names, from: source, coalesces: coalesces, onNews: onNews),
      pairs: Set(names.values), columns: info.columns(names.count))
  }

  /// Whether all that the feed needs is streamed.
  var haveAll: Bool {
    guard let current else { return false }
    return !demand.needsOthers && current.pairs.isSuperset(of: demand.pairs)
      && demand.columns.intersection(Ticker.streamedColumns).isSubset(of: current.columns)
  }

  func take() -> LiveConnections.News? { current?.tickers.take() }

  var signsOfLife: LiveConnections.SignsOfLife? { current?.tickers.signsOfLife }
  var liveSince: Date? { current?.tickers.liveSince }
}

// MARK: - Rows in view

extension LiveStreams {
  /// The time at which rows in view that are not streamed will be; `nil` if there are none.
  var viewTime: ContinuousClock.Instant? { view?.due }

  /// Notes the rows in view.
  mutating func show(_ all: [Pair], at now: ContinuousClock.Instant) {
    let pairs = Array(all.prefix(info.pairLimit ?? all.count))
    let streamed = (next ?? current)?.pairs ?? []
    view = streamed.isSuperset(of: pairs) ? nil : (pairs, now + Self.rest)
  }

  /// Begins to stream the rows in view if they are due, and as many others as possible. Until each of
  /// these pairs has data or has failed, the present streams stay.
  mutating func streamView(
    at now: ContinuousClock.Instant, isolation: isolated (any Actor)?
  ) async {
    guard let (pairs, due) = view, due <= now else { return }
    view = nil
    // Keys have added rows that the first query excluded.
    if !Set(demand.pairs).isSuperset(of: pairs) { demand.needsOthers = true }
    next?.tickers.stop()
    next = await selection(of: (pairs + demand.pairs).eachOnce, isolation: isolation)
  }

  /// Ends the present streams if those of the rows in view can replace them. Returns the last updates, and the pairs
  /// that are now streamed; `nil` if the present streams stay.
  mutating func replace() -> (last: [LiveConnections.ArrivedUpdate], pairs: Set<Pair>)? {
    guard let next, next.tickers.isComplete else { return nil }
    let last = current?.tickers.take().updates ?? []
    current?.tickers.stop()
    (current, self.next) = (next, nil)
    return (last, next.pairs)
  }
}

extension Ticker {
  /// The columns whose values a stream can change.
  fileprivate static let streamedColumns: Set = [
    Columns.last, Columns.bid, Columns.ask, Columns.spreadBasisPoints, Columns.open,
    Columns.change, Columns.percent, Columns.high, Columns.low, Columns.volume, Columns.notional,
    Columns.turnover,
  ]
}
