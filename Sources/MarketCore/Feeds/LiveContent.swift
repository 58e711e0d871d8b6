import Foundation

/// The data of one exchange in a live run: of the last poll, with the updates of streams since.
protocol LiveContent: SendableMetatype {
  associatedtype Value: Sendable

  /// The streams; `nil` if they are not used.
  var info: StreamInfo? { get }
  /// Whether streams are open, or will be when there is a connection.
  var isStarted: Bool { get }
  /// Whether some data is streamed although these pairs have failed.
  func isLive(without failures: [Pair: MarketError]) -> Bool
  /// `false` for a book that has failed its proof, until there is another one.
  var isCurrent: Bool { get }
  /// Whether all that is needed is streamed.
  var haveAll: Bool { get }
  /// Whether updates have arrived that are not applied.
  var hasUpdates: Bool { get }

  /// Replaces the data by that of a poll. Returns whether a value has changed.
  mutating func replace(by answer: Answer<Value>) -> Bool
  /// Opens the streams that are needed after the first poll. Throws if they are not possible.
  mutating func start(
    after poll: Poll<Answer<Value>>, isolation: isolated (any Actor)?
  ) async throws(MarketError)
  func stop()
  /// Replaces the streams by others, whose pairs have data or have failed. Returns `false` if there are none.
  mutating func replaceStreams() -> Bool
  /// Takes what has arrived; `nil` if there are no streams. The updates are not applied yet.
  mutating func take() -> LiveConnections.News?
  /// Applies the next update; returns `nil` if there is none. With `end`, updates that arrived later are not
  /// applied, and those before may be applied together.
  mutating func applyNextUpdate(until end: Date?) -> AppliedUpdate?
  /// Notes that the streamed values may be old, because the connection is lost.
  mutating func lose()
  /// Removes the streamed values of pairs that are no longer streamed.
  mutating func drop(_ pairs: Set<Pair>)
  /// The arrival time of the message since which all streams are live; `nil` if they are not.
  var liveSince: Date? { get }
  /// The messages received on the present connections, and the last sign of life; `nil` without streams.
  var signsOfLife: LiveConnections.SignsOfLife? { get }
  /// Notes the last sign of life of the streams, for all pairs but those that have failed.
  mutating func confirm(without failures: [Pair: MarketError])
  /// Sets the data in the answer of the last poll, and its arrival times. If `isStreamed` is false, the streams
  /// are not live.
  func fill(_ answer: inout Answer<Value>, isStreamed: Bool)

  /// The time at which rows in view that are not streamed will be; `nil` if there are none.
  var viewTime: ContinuousClock.Instant? { get }
  mutating func show(_ pairs: [Pair], at now: ContinuousClock.Instant)
  mutating func streamView(at now: ContinuousClock.Instant, isolation: isolated (any Actor)?) async
}

/// The row of an update that was applied, and whether a value has changed.
typealias AppliedUpdate = (row: Int, isChange: Bool)

extension LiveContent {
  var viewTime: ContinuousClock.Instant? { nil }
  var isCurrent: Bool { true }
  mutating func confirm(without failures: [Pair: MarketError]) {}
  mutating func replaceStreams() -> Bool { false }
  mutating func show(_ pairs: [Pair], at now: ContinuousClock.Instant) {}
  mutating func streamView(
    at now: ContinuousClock.Instant, isolation: isolated (any Actor)?
  ) async {}
}
