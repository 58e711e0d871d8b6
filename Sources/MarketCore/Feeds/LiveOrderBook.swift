import Foundation

/// The order book of a pair on one exchange in a live run, or what is computed from it.
struct LiveOrderBook<Value: Equatable & Sendable>: LiveContent {
  private let client: MarketClient
  private let streams: BookStreamInfo?
  private let source: LiveConnections.Source?
  private let updates: LiveUpdates
  private let onNews: @Sendable (LiveConnections.NewsKind) -> Void
  private var connections: LiveConnections?
  private var live: LiveBook?
  /// About the book that was taken from ``live``; `nil` if ``value`` is of a poll.
  private var state: (asOf: Date, updates: Int, number: Int)?
  /// The pair of the book.
  private var pair: Pair?
  private let pairOf: (Value) -> Pair?
  private let valueOf: (OrderBook) -> Value
  /// What is shown: of ``state``, or without it, of the last poll.
  private var value: Value?

  /// - Parameters:
  ///   - streams: the streams of books; `nil` if the exchange has none.
  ///   - source: where the streams are; `nil` if they are not used.
  ///   - pair: returns the pair of an answer to a poll.
  ///   - value: what is computed from a book.
  init(
    _ client: MarketClient, _ streams: BookStreamInfo?,
    from source: LiveConnections.Source?, updates: LiveUpdates,
    onNews: @escaping @Sendable (LiveConnections.NewsKind) -> Void,
    pair: @escaping (Value) -> Pair?, value: @escaping (OrderBook) -> Value
  ) {
    (self.client, self.streams, self.source) = (client, streams, source)
    (self.updates, self.onNews) = (updates, onNews)
    (pairOf, valueOf) = (pair, value)
  }

  var info: StreamInfo? { source?.info }
  var isStarted: Bool { connections != nil }
  var haveAll: Bool { isStarted }
  var hasUpdates: Bool { live?.hasChanged ?? false }

  func isLive(without failures: [Pair: MarketError]) -> Bool {
    failures.isEmpty && state != nil && isCurrent
  }

  var isCurrent: Bool { state.map { $0.number == live?.number } ?? true }

  mutating func replace(by answer: Answer<Value>) -> Bool {
    if state != nil, isCurrent { return false }
    defer { (value, state) = (answer.value, nil) }
    return value != answer.value
  }

  mutating func start(
    after poll: Poll<Answer<Value>>, isolation: isolated (any Actor)?
  ) async throws(MarketError) {
    guard let streams, let source, let pair = poll.answer.flatMap({ pairOf($0.value) }) else {
      return
    }
    self.pair = pair
    let names = await client.ownCodes(of: [pair])
    if names.isEmpty { return }
    let live = LiveBook(
      streams, "\(client.exchange.title) \(pair)", keepsSteps: updates != .newest,
      now: source.now)
    self.live = live
    var bookSource = source
    bookSource.info = live.streamInfo
    connections = LiveConnections(names, from: bookSource, coalesces: true, onNews: onNews)
  }

  var signsOfLife: LiveConnections.SignsOfLife? { connections?.signsOfLife }
  var liveSince: Date? { connections?.liveSince }

  func stop() { connections?.stop() }

  mutating func take() -> LiveConnections.News? { connections?.take() }

  mutating func applyNextUpdate(until end: Date?) -> AppliedUpdate? {
    guard let live, let pair, live.hasChanged,
      let next = live.take(until: end, isOne: updates == .each)
    else { return nil }
    state = (next.asOf, next.updates, next.number)
    let new = valueOf(next.book(of: pair, on: client.exchange.id, depth: streams?.neededDepth))
    defer { value = new }
    return (0, new != value)
  }

  mutating func lose() {}

  mutating func drop(_ pairs: Set<Pair>) { state = nil }

  func fill(_ answer: inout Answer<Value>, isStreamed: Bool) {
    if let value { answer.value = value }
    if let state { answer.asOf = state.asOf }
    let isLive = isStreamed && state != nil
    answer.live = LiveState(
      isLive: isLive, messages: signsOfLife?.messages ?? 0,
      proof: isLive ? streams?.proof ?? .none : .none, updates: isLive ? state?.updates : nil)
  }
}

extension LiveBook.Snapshot {
  /// The best levels; `depth` is `nil` for all.
  fileprivate func book(of pair: Pair, on exchange: ExchangeID, depth: Int?) -> OrderBook {
    func entries(_ side: Side) -> [OrderBook.Entry] {
      sides.levels(side).prefix(depth ?? .max).map {
        OrderBook.Entry(price: $0.price, quantity: $0.quantity, orders: $0.orders)
      }
    }
    return OrderBook(exchange: exchange, pair: pair, bids: entries(.bid), asks: entries(.ask))
  }
}
