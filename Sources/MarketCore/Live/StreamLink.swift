import Foundation
import Synchronization

/// Subscribes pairs on one open connection, and reports its events until it ends. Before an expected end, it
/// opens another connection. Its deadlines wake it up only when they are due.
final class StreamLink: Sendable {
  /// The longest time until the first message of a subscribed pair, if each pair has one.
  private static let firstMessageLimit = Duration.seconds(10)
  /// After this time, another connection is tried in place of one without data of any pair.
  private static let uselessTime = Duration.seconds(60)
  /// How long before the end of its life a connection is replaced.
  private static let replacementTime = Duration.seconds(300)
  /// The most messages in sequence that cannot be read and are skipped.
  private static let unreadableLimit = 3

  private struct State {
    var lastArrival: ContinuousClock.Instant
    /// Whether a ping was sent since the last arrival.
    var hasPinged = false
    /// The pairs without a message, and the time at which they count as failed.
    var awaited: Set<Pair>
    var firstMessageEnd: ContinuousClock.Instant?
    var replacementTime: ContinuousClock.Instant?
    /// The number of requests of books.
    var bookRequests = 0
    /// Whether all subscriptions are sent.
    var hasSubscribed = false
    /// Whether there was a ticker or a book.
    var hasData = false
    /// Whether there was data or an accepted subscription.
    var isUsable = false
    /// The time at which the connection is closed if it is not usable by then.
    var uselessEnd: ContinuousClock.Instant?
    /// The connection that this one replaces.
    var predecessor: WebSocket.Connection?
    /// Serves the connection that replaces this one. Its result is `nil` if there was no connection.
    var successor: Task<MarketError?, Never>?
    /// Why the connection was closed by a deadline.
    var loss: MarketError?
  }

  private let live: LiveConnection
  private let connection: WebSocket.Connection
  private let pairs: [Pair]
  /// The events of the connection, and the responses to the stream's requests.
  private let events: AsyncStream<WebSocket.Event>
  private let responses: AsyncStream<WebSocket.Event>.Continuation?
  private let state: Mutex<State>
  private var clock: PollClock { live.clock }

  init(
    _ live: LiveConnection, _ connection: WebSocket.Connection,
    replacing predecessor: WebSocket.Connection? = nil
  ) {
    (self.live, self.connection, pairs) = (live, connection, live.pairs())
    (events, responses) =
      live.book == nil ? (connection.events, nil) : connection.eventsWithOthers()
    let now = live.clock.now()
    state = Mutex(
      State(
        lastArrival: now, awaited: live.info.hasFirstMessages ? Set(pairs) : [],
        replacementTime: live.info.life.map { now + $0 - Self.replacementTime },
        predecessor: predecessor))
  }

  /// Whether the connection has had data or an accepted subscription.
  var isUsable: Bool { state.withLock(\.isUsable) }

  /// Returns the reason of the end. After a replacement it is the end of the last connection.
  func run() async -> MarketError {
    var stream = live.info.makeStream(pairs)
    let messages = stream.subscriptions
    let tasks = [Task { await send(messages) }, Task { await watch() }]
    live.report(.opened)
    let error = await receive(&stream)
    stream.end()
    for task in tasks { task.cancel() }
    connection.close()
    guard let successor = state.withLock({ $0.successor }) else { return error }
    return await withTaskCancellationHandler {
      await successor.value ?? error
    } onCancel: {
      successor.cancel()
    }
  }

  /// Sends the subscriptions within the limit of messages.
  private func send(_ messages: [String]) async {
    let limiter = RateLimiter(clock: clock)
    for message in messages {
      guard let number = await limiter.admit(1, within: live.info.messageLimit) else { return }
      connection.send(message)
      limiter.end(number, within: live.info.messageLimit)
    }
    let end = clock.now() + Self.firstMessageLimit
    state.withLock { state in
      state.hasSubscribed = true
      if !state.awaited.isEmpty { state.firstMessageEnd = end }
    }
    closePredecessor()
    live.log("subscribed with \(messages.count) message\(messages.count == 1 ? "" : "s")")
  }

  /// Opens another connection. This one stays open until the other one has data, so that none is missed.
  private func replace(because reason: String) {
    state.withLock { state in
      guard state.successor == nil else { return }
      live.log("replacing the connection: \(reason)")
      state.replacementTime = nil
      state.successor = Task { [live, connection] in
        switch await live.open() {
        case .success(let next):
          return await StreamLink(live, next, replacing: connection).run()
        case .failure(let error):
          live.log("\(error)")
          return nil
        }
      }
    }
  }
}

// MARK: - Messages

extension StreamLink {
  /// Receives until the end of the connection, and returns its reason.
  private func receive(_ stream: inout any ExchangeStream) async -> MarketError {
    var unreadable = 0
    for await event in events {
      let now = clock.now()
      state.withLock { ($0.lastArrival, $0.hasPinged) = (now, false) }
      switch event {
      case .alive: live.report(.events([], messages: 0, isAnswer: false))
      case .closed(let error): return state.withLock { $0.loss } ?? error
      case .messages(let messages, let time):
        let (events, isReadable) = self.events(in: messages, at: time, of: &stream, &unreadable)
        let isUse = events.contains(where: \.isUse)
        let isAnswer = isUse || live.info.hasFirstMessages && isReadable
        live.report(
          .events(events, messages: messages.count, isAnswer: isAnswer, at: time))
        if let error = loss(after: events) { return error }
        if isUse { noteUse() }
        if unreadable > Self.unreadableLimit { return .malformed("unreadable messages") }
      }
    }
    return state.withLock { $0.loss } ?? .cancelled
  }

  private func events(
    in messages: [Data], at time: Date?, of stream: inout any ExchangeStream,
    _ unreadable: inout Int
  ) -> (events: [StreamEvent], isReadable: Bool) {
    var events: [StreamEvent] = []
    var isReadable = false
    for message in messages {
      do {
        events += try stream.events(in: message, at: time)
        (isReadable, unreadable) = (true, 0)
      } catch {
        unreadable += 1
        live.log("unreadable message: \(String(decoding: message.prefix(200), as: UTF8.self))")
        if unreadable > Self.unreadableLimit { break }
      }
    }
    return (events, isReadable)
  }

  /// Returns the error that ends the connection.
  private func loss(after events: [StreamEvent]) -> MarketError? {
    let isAwaiting = state.withLock { !$0.awaited.isEmpty || $0.predecessor != nil }
    for event in events {
      switch event {
      case .ticker(let update):
        if isAwaiting { noteData(of: update.pair) }
      case .book(let update):
        if isAwaiting { noteData(of: update.pair) }
      case .needsBook(let pair): requestBook(of: pair)
      case .refused(let pair?, _): state.withLock { _ = $0.awaited.remove(pair) }
      case .subscribed: break
      case .refused(nil, let error), .failed(let error): return error
      case .gap(let numbers):
        return .exchangeError(
          message: "messages lost or repeated: number \(numbers)", isTransient: true)
      case .ending(let reason): replace(because: reason)
      }
    }
    return nil
  }

  private func noteUse() { state.withLock { $0.isUsable = true } }

  private func noteData(of pair: Pair) {
    state.withLock { state in
      state.hasData = true
      state.awaited.remove(pair)
    }
    closePredecessor()
  }

  /// Closes the replaced connection when this one has data, and no pair waits for its subscription or its first
  /// message.
  private func closePredecessor() {
    let predecessor = state.withLock { state -> WebSocket.Connection? in
      guard state.hasSubscribed, state.hasData, state.awaited.isEmpty else { return nil }
      defer { state.predecessor = nil }
      return state.predecessor
    }
    predecessor?.close()
  }
}

// MARK: - Books by request

extension StreamLink {
  /// Requests a book, each time a second later. The stream reads the response as a message. Without a response,
  /// the connection ends.
  private func requestBook(of pair: Pair) {
    guard let book = live.book, let responses else { return }
    let delay = state.withLock { state in
      defer { state.bookRequests += 1 }
      return state.bookRequests
    }
    Task { [clock] in
      await clock.sleep(clock.now() + .seconds(min(delay, 10)))
      switch await book(pair) {
      case .success(let body): responses.yield(.messages([body]))
      case .failure(let error): responses.yield(.closed(error))
      }
    }
  }
}

extension StreamEvent {
  /// Whether the event shows that the exchange understands the subscriptions.
  fileprivate var isUse: Bool {
    switch self {
    case .ticker, .book, .subscribed, .needsBook, .refused(_?, _): true
    case .refused(nil, _), .ending, .gap, .failed: false
    }
  }
}

extension WebSocket.Connection {
  /// The events of the connection, and others that are added.
  fileprivate func eventsWithOthers() -> (
    AsyncStream<WebSocket.Event>, AsyncStream<WebSocket.Event>.Continuation
  ) {
    let (all, continuation) = AsyncStream.makeStream(of: WebSocket.Event.self)
    let task = Task { [events] in
      for await event in events { continuation.yield(event) }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return (all, continuation)
  }
}

// MARK: - Deadlines

extension StreamLink {
  private func watch() async {
    while !Task.isCancelled {
      await clock.sleep(state.withLock { nextDeadline($0) })
      if Task.isCancelled { return }
      let now = clock.now()
      if state.withLock({ loss(&$0, at: now) }) != nil {
        connection.close()
        return
      }
      let silent = state.withLock { state -> Set<Pair> in
        guard let end = state.firstMessageEnd, end <= now else { return [] }
        defer { (state.awaited, state.firstMessageEnd) = ([], nil) }
        if !state.isUsable { state.uselessEnd = now + Self.uselessTime }
        return state.awaited
      }
      if !silent.isEmpty { live.report(.silent(silent.sorted())) }
      if state.withLock({ $0.replacementTime.map { $0 <= now } ?? false }) {
        replace(because: "the exchange limits its life")
      }
    }
  }

  private func nextDeadline(_ state: State) -> ContinuousClock.Instant {
    let ping = state.hasPinged ? nil : live.info.ping?.after
    let idle = state.lastArrival + min(ping ?? live.info.silence, live.info.silence)
    // Until the subscriptions are sent, the time of the first messages is not known.
    let first = state.firstMessageEnd ?? (state.awaited.isEmpty ? idle : clock.now() + .seconds(1))
    return [idle, first, state.replacementTime, state.uselessEnd].compactMap(\.self).min() ?? idle
  }

  /// Sends a ping if it is due. Returns the error if the connection has been silent for too long.
  private func loss(_ state: inout State, at now: ContinuousClock.Instant) -> MarketError? {
    let silence = now - state.lastArrival
    if silence >= live.info.silence {
      let time = NumberFormat.duration(seconds: live.info.silence / .seconds(1))
      state.loss = .unreachable("no data for \(time)")
      return state.loss
    }
    if let end = state.uselessEnd, end <= now {
      state.uselessEnd = nil
      if !state.isUsable {
        state.loss = .unreachable("no data on its streams")
        return state.loss
      }
    }
    if let (text, after) = live.info.ping, silence >= after, !state.hasPinged {
      state.hasPinged = true
      connection.send(text)
    }
    return nil
  }
}
