package import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Replays a recording of a live run: its streams, and its responses.
///
/// Each connection of the program receives the messages of one recorded connection, at their recorded times. Of the
/// recorded connections that were open at the time, the one with the most similar subscription is replayed. A request
/// receives the newest response that has arrived, or else waits for the next one.
package final class LiveReplay: Sendable {
  private struct State {
    /// A time of the recording, and the time of the clock at which it is the time of the replay.
    var start: (date: Date, instant: ContinuousClock.Instant)
    /// The index of the last received response, by the folder of the request.
    var received: [String: Int] = [:]
    var responses: [String: Recording.Responses] = [:]
    /// The recorded connections of each exchange that no connection of the program has.
    var free: [ExchangeID: [Candidate]] = [:]
  }

  /// A recorded connection, the time at which it was opened or refused, and the time of its last line.
  fileprivate struct Candidate {
    let stream: RecordedStream
    let start, end: Date
    /// The reason why it was refused; `nil` if it was opened.
    let refusal: String?
    let words: Set<Substring>
  }

  /// How long a request waits for a response: so long that a recorded response of the same request has arrived.
  private static let patience: TimeInterval = 2

  private let recording: Recording
  package let clock: ReplayClock
  private let candidates: [ExchangeID: [Candidate]]
  private let state: Mutex<State>
  private let observers = Mutex<[(number: Int, step: @Sendable (PollStep) -> Void)]>([])
  /// The beginning of the recording; the present time if no time is recorded.
  package let beginning: Date
  /// When the streams end; if none is recorded, when the last response arrived. `nil` if no time is recorded.
  package let end: Date?

  /// Begins a replay now: at the beginning of the recording, or at `start`.
  package init(_ directory: URL, from start: Date? = nil, by clock: ReplayClock) {
    recording = Recording(directory)
    self.clock = clock
    let streams = Exchanges.all.flatMap { [recording] in recording.streams(of: $0.id) }
    let summaries = streams.map(\.summary)
    beginning =
      recording.started ?? summaries.compactMap(\.first?.time).min() ?? recording.oldest ?? .now
    end = summaries.compactMap(\.last?.time).max() ?? recording.newest
    candidates = Dictionary(
      grouping: zip(streams, summaries).compactMap { Candidate($0, $1) }, by: \.stream.exchange)
    state = Mutex(State(start: (start ?? beginning, clock.now), free: candidates))
  }

  /// The time of the replay.
  package var now: Date {
    let start = state.withLock(\.start)
    return start.date + (clock.now - start.instant) / .seconds(1)
  }

  /// The last time at which each of these exchanges that was streamed was connected; `nil` if none was streamed.
  func lastConnected(_ exchanges: [ExchangeID]) -> Date? {
    exchanges.compactMap { exchange in
      candidates[exchange]?.lazy.filter { $0.refusal == nil }.map(\.end).max()
    }.min()
  }

  /// Goes to another time of the recording. Connections that are open end.
  package func go(to time: Date) {
    state.withLock { $0 = State(start: (time, clock.now), free: candidates) }
  }

  /// Makes a step. The last observer makes it.
  package func go(_ step: PollStep) { observers.withLock(\.last)?.step(step) }

  /// Calls a closure at each step until its observer ends, in place of earlier observers. Returns the number with
  /// which it ends.
  package func observe(_ step: @escaping @Sendable (PollStep) -> Void) -> Int {
    observers.withLock { observers in
      let number = (observers.last?.number ?? 0) + 1
      observers.append((number, step))
      return number
    }
  }

  package func endObserver(_ number: Int) {
    observers.withLock { $0.removeAll { $0.number == number } }
  }

  /// Sleeps until a time of the replay. Returns `false` if the replay has gone elsewhere, or the task is cancelled.
  private func sleep(until time: Date) async -> Bool {
    let start = state.withLock(\.start)
    await clock.sleep(until: start.instant + .seconds(time.timeIntervalSince(start.date)))
    return !Task.isCancelled && state.withLock { $0.start == start }
  }

  /// The recorded address of an exchange's streams; `nil` if none is recorded.
  package func streamURL(of exchange: ExchangeID) -> URL? {
    recording.streams(of: exchange).lazy.compactMap { $0.summary.first }
      .first { $0.kind == .open }.flatMap { URL(string: $0.text) }
  }
}

// MARK: - Responses

extension LiveReplay {
  package func client(of exchange: any Exchange) -> MarketClient {
    recording.client(of: exchange) { [self] request, base throws(MarketError) in
      try await response(to: request, of: exchange.info, below: base)
    }
  }

  private func response(
    to request: URLRequest, of exchange: ExchangeInfo, below base: URL
  ) async throws(MarketError) -> Transport.Response {
    let name = request.recordingFolder(of: exchange, below: base)
    var known = state.withLock { $0.responses[name] }
    if known == nil { known = try recording.responses(to: request, of: exchange, below: base) }
    guard let known else { throw recording.missing(name) }
    let last = state.withLock { state in
      state.responses[name] = known
      return state.received[name] ?? -1
    }
    guard let index = await index(after: last, in: known.series) else { throw .notAnswered }
    state.withLock { $0.received[name] = index }
    return try known.response(index, now: now)
  }

  /// The index of the newest response, or else of the next one if it arrives soon, or else of the last one again;
  /// `nil` if none has arrived. Without times of arrival, of the next one.
  private func index(after last: Int, in series: Recording.Series) async -> Int? {
    guard let times = series.times else { return min(last + 1, series.numbers.count - 1) }
    let now = now
    let newest = times.lastIndex { $0 <= now } ?? -1
    if newest <= last, let next = times.dropFirst(last + 1).first,
      last < 0 || next.timeIntervalSince(now) <= Self.patience
    {
      return await sleep(until: next) ? last + 1 : nil
    }
    let index = max(newest, last)
    return index < 0 ? nil : index
  }
}

// MARK: - Streams

extension LiveReplay {
  package func webSocket(of exchange: ExchangeID) -> WebSocket {
    WebSocket { [self] _ in await open(exchange) }
  }

  private func open(_ exchange: ExchangeID) async -> Result<WebSocket.Connection, MarketError> {
    guard let candidate = next(of: exchange) else {
      // The recorded run ended before it had another connection.
      if let end, haveEnded(of: exchange) { _ = await sleep(until: end + 1) }
      return .failure(.missing("no recording of its streams"))
    }
    if now < candidate.start, await !sleep(until: candidate.start) {
      return .failure(.cancelled)
    }
    if let refusal = candidate.refusal {
      take(candidate)
      return .failure(.unreachable(refusal))
    }
    return .success(connection(to: exchange))
  }

  private func connection(to exchange: ExchangeID) -> WebSocket.Connection {
    let (events, destination) = AsyncStream.makeStream(of: WebSocket.Event.self)
    let task = Mutex<Task<Void, Never>?>(nil)
    let replayed = ReplayedEvents(events, clock)
    return WebSocket.Connection(
      events: AsyncStream { await replayed.next() },
      send: { [self] text in
        task.withLock { task in
          // The first message is the subscription, which selects a recorded connection.
          task = task ?? Task { await replay(text, of: exchange, to: destination) }
        }
      },
      close: {
        task.withLock { $0?.cancel() }
        destination.finish()
        replayed.endReading()
      })
  }

  /// The recorded connection that is open now, or else the next one.
  private func next(of exchange: ExchangeID) -> Candidate? {
    let now = now
    return state.withLock { $0.free[exchange, default: []].first { now <= $0.end } }
  }

  /// Whether there are recorded connections of an exchange, and all whose times are known have ended.
  private func haveEnded(of exchange: ExchangeID) -> Bool {
    let now = now
    return candidates[exchange]?.allSatisfy { $0.end <= now || $0.start == .distantPast } ?? false
  }

  private func take(_ candidate: Candidate) {
    state.withLock { state in
      state.free[candidate.stream.exchange]?.removeAll {
        $0.stream.number == candidate.stream.number
      }
    }
  }

  /// Sends the messages of the recorded connection that is open now, and whose first message is most like this one.
  private func replay(
    _ subscription: String, of exchange: ExchangeID,
    to destination: AsyncStream<WebSocket.Event>.Continuation
  ) async {
    let words = StreamLine.words(of: subscription)
    let now = now
    let found = state.withLock { state in
      state.free[exchange, default: []].filter {
        $0.start <= now && now <= $0.end && $0.refusal == nil
      }
      .max { $0.words.likeness(to: words) < $1.words.likeness(to: words) }
    }
    guard let found else { return }
    take(found)
    clock.addBusy(1)
    defer { clock.addBusy(-1) }
    for line in found.stream.lines {
      switch line {
      case .success(let line):
        guard await wait(until: line.time, to: destination) else {
          return destination.end(.unreachable("the replay goes to another time"))
        }
        switch (line.kind, line.text) {
        case (.received, _): destination.yield(.messages([Data(line.text.utf8)], at: line.time))
        case (.close, ""): return
        case (.close, let reason): return destination.end(.unreachable(reason))
        case (.open, _), (.sent, _): break
        }
      case .failure(let error): return destination.end(error)
      }
    }
  }

  /// Waits until a time of the replay. The exchange's pings, which are not recorded, are replaced. A fast clock waits
  /// for several messages together. Returns `false` if the connection was closed.
  private func wait(
    until time: Date, to destination: AsyncStream<WebSocket.Event>.Continuation
  ) async -> Bool {
    while now < (clock.rate == .fast ? time - 0.2 : time) {
      clock.addBusy(-1)
      let isThere = await sleep(until: min(time, now + 5))
      clock.addBusy(1)
      guard isThere else { return false }
      if now < time { destination.yield(.alive) }
    }
    return !Task.isCancelled
  }
}

/// The events of a replayed connection. While the program reads one, a fast clock does not jump.
private actor ReplayedEvents {
  private var iterator: AsyncStream<WebSocket.Event>.Iterator
  private let clock: ReplayClock
  private let isReading = Mutex(false)

  init(_ events: AsyncStream<WebSocket.Event>, _ clock: ReplayClock) {
    (iterator, self.clock) = (events.makeAsyncIterator(), clock)
  }

  func next() async -> WebSocket.Event? {
    endReading()
    var iterator = iterator
    let event = await iterator.next(isolation: self)
    self.iterator = iterator
    if event != nil {
      isReading.withLock { $0 = true }
      clock.addBusy(1)
    }
    return event
  }

  nonisolated func endReading() {
    let wasReading = isReading.withLock { isReading in
      defer { isReading = false }
      return isReading
    }
    if wasReading { clock.addBusy(-1) }
  }
}

extension LiveReplay.Candidate {
  fileprivate init?(_ stream: RecordedStream, _ summary: RecordedStream.Summary) {
    if let first = summary.first, let last = summary.last {
      (start, end) = (first.time, last.time)
      refusal = first.kind == .close ? first.text : nil
    } else if case .failure(let error) = stream.lines.first(where: { _ in true }) {
      // Its time is not known, so it fails in its turn.
      (start, end, refusal) = (.distantPast, .distantFuture, "\(error)")
    } else {
      return nil
    }
    self.stream = stream
    words = StreamLine.words(of: summary.subscription ?? "")
  }
}

extension AsyncStream<WebSocket.Event>.Continuation {
  fileprivate func end(_ error: MarketError) {
    yield(.closed(error))
    finish()
  }
}

extension StreamLine {
  /// The words of a subscription: its names, texts and numbers.
  fileprivate static func words(of text: String) -> Set<Substring> {
    Set(text.split { "{}[]:,\" ".contains($0) })
  }
}

extension Set {
  /// How many elements both have, less those that only one has.
  fileprivate func likeness(to other: Set) -> Int {
    2 * intersection(other).count - symmetricDifference(other).count
  }
}
