package import Foundation
import Synchronization

/// The tickers, or the books, of some pairs of an exchange from its streams. Connections are kept open until
/// ``stop()``.
package final class LiveConnections: Sendable {
  /// Whether the data is live.
  package enum Phase: Sendable {
    /// The first connection is being opened, or pairs lack their first messages.
    case connecting
    case live
    /// The connections are open, but the exchange refuses all pairs, or sends no data of any.
    case failed
    /// There is no connection, for this reason. The next one is tried at `next`.
    case lost(MarketError, next: ContinuousClock.Instant)
  }

  /// What ``LiveConnections`` announces.
  package enum NewsKind: Sendable {
    /// Values of tickers, or a book, have changed.
    case updates
    /// The state of a connection or of a pair has changed.
    case state
  }

  /// A time by the calendar, and by the clock of the polls.
  package typealias Moment = (date: Date, instant: ContinuousClock.Instant)
  package typealias SignsOfLife = (messages: Int, alive: Moment?)

  /// An update with an everyday pair, and its arrival time.
  package typealias ArrivedUpdate = (update: TickerUpdate, at: Date)

  /// What has arrived since the last call of ``take()``, and the state of the connections.
  package struct News: Sendable {
    /// The updates of tickers in the order of arrival.
    package var updates: [ArrivedUpdate] = []
    /// The pairs that the exchange refuses, or that lack a first message, by everyday names.
    package var failures: [Pair: MarketError] = [:]
    package var phase = Phase.connecting
    /// The number of losses and failed attempts.
    package var losses = 0
  }

  fileprivate struct State {
    var news = News()
    /// News up to a loss each, which are taken first, in this order.
    var earlier: [News] = []
    var connections: [Connection]
    let pairCount: Int
    /// The arrival time of the last message or sign of life.
    var alive: Moment?
    /// The place of the last update of each pair, if updates are coalesced.
    var places: [Pair: Int] = [:]
    /// The arrival time of the message since which all data is live; `nil` if it is not.
    var liveSince: Date?
    /// Whether `onNews` was called since the last ``take()``.
    var isAnnounced = false
    var tasks: [Task<Void, Never>] = []
  }

  fileprivate struct Connection {
    /// The pairs that the exchange has not refused, in its own codes.
    var pairs: [Pair]
    /// Whether each pair gets a first message after each opening.
    let hasFirstMessages: Bool
    /// The pairs that lack their first message.
    var awaited: Set<Pair> = []
    var loss: (error: MarketError, next: ContinuousClock.Instant)?
    /// Whether the exchange has answered on the open connection, and has not refused all pairs.
    var hasAnswered = false
    var messages = 0
  }

  /// Where an exchange streams, and how a connection is made.
  package struct Source: Sendable {
    package var info: StreamInfo
    let url: URL
    let webSocket: WebSocket
    let timeout: Duration
    let clock: PollClock
    /// Keeps the limit of new connections; by default, of these only.
    var limiter: RateLimiter
    let now: @Sendable () -> Date
    /// Requests a book for a stream that needs it; `nil` if no stream does.
    package var book: (@Sendable (Pair) async -> Result<Data, MarketError>)?
    let log: @Sendable (String) -> Void

    /// - Parameters:
    ///   - info: the facts about the streams.
    ///   - url: the address of the streams.
    ///   - timeout: the time limit for a new connection.
    ///   - log: called with sentences about connections.
    package init(
      _ info: StreamInfo, at url: URL, over webSocket: WebSocket, timeout: Duration,
      clock: PollClock = .real, now: @escaping @Sendable () -> Date = { .now },
      log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
      (self.info, self.url, self.webSocket, self.timeout) = (info, url, webSocket, timeout)
      (self.clock, self.now, self.log) = (clock, now, log)
      limiter = RateLimiter(clock: clock)
    }
  }

  private let names: [Pair: Pair]
  private let now: @Sendable () -> Date
  private let clock: PollClock
  private let coalesces: Bool
  private let onNews: @Sendable (NewsKind) -> Void
  private let state: Mutex<State>

  /// Begins to open connections.
  ///
  /// - Parameters:
  ///   - names: the everyday names of the pairs, by the exchange's own codes.
  ///   - coalesces: whether only the newest values of a pair are kept until the next ``take()``.
  ///   - onNews: called on any thread at each change of state, and at the first update after a ``take()``.
  package init(
    _ names: [Pair: Pair], from source: Source, coalesces: Bool,
    onNews: @escaping @Sendable (NewsKind) -> Void
  ) {
    (self.names, self.coalesces, self.onNews) = (names, coalesces, onNews)
    (now, clock) = (source.now, source.clock)
    let info = source.info
    let pairs = names.keys.sorted()
    let size = max(1, min(info.pairsPerConnection ?? pairs.count, pairs.count))
    let parts = stride(from: 0, to: pairs.count, by: size).map {
      Array(pairs[$0..<min($0 + size, pairs.count)])
    }
    state = Mutex(
      State(
        connections: parts.map {
          Connection(pairs: $0, hasFirstMessages: info.hasFirstMessages)
        }, pairCount: names.count))
    let tasks = parts.indices.map { index in
      let connection = LiveConnection(
        info: info, url: source.url, pairs: { [weak self] in self?.pairs(of: index) ?? [] },
        webSocket: source.webSocket,
        clock: source.clock, timeout: source.timeout, limiter: source.limiter,
        report: { [weak self] in self?.apply($0, of: index) }, book: source.book,
        log: source.log)
      return Task { await connection.run() }
    }
    state.withLock { $0.tasks = tasks }
  }

  deinit { stop() }

  private func pairs(of index: Int) -> [Pair] { state.withLock { $0.connections[index].pairs } }

  /// Closes the connections.
  package func stop() {
    let tasks = state.withLock { state in
      defer { state.tasks = [] }
      return state.tasks
    }
    for task in tasks { task.cancel() }
  }

  /// Returns the news since the last call, up to a loss. News after it are announced, and returned next.
  package func take() -> News {
    let (news, hasMore) = state.withLock { state -> (News, Bool) in
      if !state.earlier.isEmpty { return (state.earlier.removeFirst(), true) }
      defer { (state.news.updates, state.places, state.isAnnounced) = ([], [:], false) }
      state.news.phase = state.phase
      return (state.news, false)
    }
    if hasMore { onNews(.state) }
    return news
  }

  /// Whether all connections are open, and each pair has had its first message or has failed.
  package var isComplete: Bool {
    switch state.withLock({ $0.phase }) {
    case .live, .failed: true
    case .connecting, .lost: false
    }
  }

  /// The messages received on the present connections, and the arrival time of the last sign of life.
  package var signsOfLife: SignsOfLife {
    state.withLock { state in
      (state.connections.reduce(0) { $0 + $1.messages }, state.alive)
    }
  }

  /// The arrival time of the message since which all data is live; `nil` if it is not.
  package var liveSince: Date? { state.withLock(\.liveSince) }

  private func apply(_ report: StreamReport, of index: Int) {
    var time = (date: now(), instant: clock.now())
    if case .events(_, messages: _, isAnswer: _, at: let arrival?) = report { time.date = arrival }
    let kind = state.withLock { state -> NewsKind? in
      guard let kind = state.apply(report, of: index, at: time, names, coalesces: coalesces) else {
        return nil
      }
      if case .updates = kind, state.isAnnounced { return nil }
      state.isAnnounced = true
      return kind
    }
    if let kind { onNews(kind) }
  }
}

extension LiveConnections.State {
  /// The phase of all connections together: lost if one is lost, live if all are.
  var phase: LiveConnections.Phase {
    if let loss = connections.lazy.compactMap(\.loss).first {
      return .lost(loss.error, next: loss.next)
    }
    guard connections.allSatisfy({ $0.hasAnswered && $0.awaited.isEmpty }) else {
      return .connecting
    }
    return news.failures.count < pairCount ? .live : .failed
  }

  /// Applies a report. Returns what is new; `nil` for nothing.
  mutating func apply(
    _ report: StreamReport, of index: Int, at time: LiveConnections.Moment, _ names: [Pair: Pair],
    coalesces: Bool
  ) -> LiveConnections.NewsKind? {
    defer { noteLiveness(at: time.date) }
    switch report {
    case .opened:
      // Prices stay live while a connection is replaced.
      if !connections[index].hasAnswered, connections[index].hasFirstMessages {
        connections[index].awaited = Set(connections[index].pairs)
      }
      (connections[index].loss, connections[index].messages) = (nil, 0)
      alive = time
    case .lost(let error, let next):
      (connections[index].loss, connections[index].hasAnswered) = ((error, next), false)
      (news.losses, news.phase) = (news.losses + 1, .lost(error, next: next))
      earlier.append(news)
      (news.updates, places) = ([], [:])
    case .silent(let pairs):
      for pair in pairs {
        connections[index].awaited.remove(pair)
        news.failures[names[pair] ?? pair] = .unreachable("no data on its stream")
      }
    case .events(let events, let messages, let isAnswer, _):
      alive = time
      connections[index].messages += messages
      let kind = apply(events, of: index, at: time.date, names, coalesces: coalesces)
      if connections[index].hasAnswered || !isAnswer || events.contains(where: \.isLoss) {
        return kind
      }
      connections[index].hasAnswered = true
    }
    return .state
  }

  private mutating func noteLiveness(at time: Date) {
    if case .live = phase { liveSince = liveSince ?? time } else { liveSince = nil }
  }

  private mutating func apply(
    _ events: [StreamEvent], of index: Int, at time: Date, _ names: [Pair: Pair], coalesces: Bool
  ) -> LiveConnections.NewsKind? {
    var kind: LiveConnections.NewsKind?
    for event in events {
      switch event {
      case .ticker(var update):
        guard let name = names[update.pair] else { continue }
        if note(update.pair, name, of: index) { kind = .state }
        update.pair = name
        add(update, at: time, coalesces: coalesces)
        kind = kind ?? .updates
      case .book(let update):
        guard let name = names[update.pair] else { continue }
        if note(update.pair, name, of: index) { kind = .state }
        kind = kind ?? .updates
      case .refused(let pair?, let error):
        connections[index].awaited.remove(pair)
        connections[index].pairs.removeAll { $0 == pair }
        news.failures[names[pair] ?? pair] = error
        kind = .state
      case .refused(nil, _), .failed, .gap, .ending, .needsBook, .subscribed: break
      }
    }
    return kind
  }

  /// Notes a message of a pair. Returns whether it is the first one, or the first one after a failure.
  private mutating func note(_ pair: Pair, _ name: Pair, of index: Int) -> Bool {
    let isFirst =
      !connections[index].awaited.isEmpty && connections[index].awaited.remove(pair) != nil
    return news.failures.removeValue(forKey: name) != nil || isFirst
  }

  private mutating func add(_ update: TickerUpdate, at time: Date, coalesces: Bool) {
    if coalesces, let place = places[update.pair] {
      news.updates[place] = (news.updates[place].update.updated(by: update), time)
      return
    }
    if coalesces { places[update.pair] = news.updates.count }
    news.updates.append((update, time))
  }
}

extension StreamEvent {
  /// Whether the connection ends with this event.
  fileprivate var isLoss: Bool {
    switch self {
    case .refused(nil, _), .failed, .gap: true
    case .refused, .ticker, .book, .needsBook, .subscribed, .ending: false
    }
  }
}
