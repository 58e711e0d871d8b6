/// The times of an exchange's next connections after losses.
struct Reconnection: Sendable {
  /// A connection that was open for this long ends the series of losses before it.
  private static let stableTime = Duration.seconds(60)
  /// After this time without a connection that can be used, further ones are tried once a minute.
  let patience: Duration
  private var losses = 0
  private var lastOpening: ContinuousClock.Instant?
  /// The time of the first loss since a connection could be used; at first, the start.
  private(set) var downSince: ContinuousClock.Instant?

  init(patience: Duration, start: ContinuousClock.Instant) {
    (self.patience, downSince) = (patience, start)
  }

  /// Notes that a connection that was opened at this time could be used.
  mutating func noteUse(since opening: ContinuousClock.Instant) {
    (lastOpening, downSince) = (opening, nil)
  }

  /// Notes a loss, or a failure to connect. Returns the time of the next connection: at once, then after
  /// 1, 2, 4, … seconds, at most a minute, each randomly varied; or after the delay that the exchange
  /// requires.
  mutating func next(after error: MarketError, by clock: PollClock) -> ContinuousClock.Instant {
    let now = clock.now()
    if let opening = lastOpening, now - opening >= Self.stableTime { losses = 0 }
    lastOpening = nil
    losses += 1
    let start = downSince ?? now
    downSince = start
    if now - start >= patience { return now + error.pause(atLeast: .seconds(60)) }
    if case .rateLimited(nil) = error { return now + .seconds(60) }
    if losses == 1 { return now + error.pause(atLeast: .zero) }
    return now + clock.delay(after: error, failures: losses - 1)
  }
}
