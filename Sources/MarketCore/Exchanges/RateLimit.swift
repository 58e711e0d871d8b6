import Synchronization

/// A documented limit: requests of at most so much cost together within any window of time.
public struct RateLimit: Hashable, Sendable {
  /// The requests that count towards it, as in `tickers`; each has a count of its own.
  public let name: String
  /// The largest sum of costs, above 0.
  public let count: Int
  /// The length of the window.
  public let window: Duration

  /// A limit of these parts.
  public init(_ name: String, _ count: Int, per window: Duration) {
    self.name = name
    self.count = count
    self.window = window
  }
}

/// Delays requests so that no limit is exceeded, for one client and its copies.
final class RateLimiter: Sendable {
  private struct Spent {
    let at: ContinuousClock.Instant
    let cost: Int
  }

  private let spent = Mutex<[RateLimit: [Spent]]>([:])
  private let clock: PollClock

  init(clock: PollClock) {
    self.clock = clock
  }

  /// The time by which limits are kept.
  var now: ContinuousClock.Instant { clock.now() }

  /// Returns when a request of this cost is allowed, and counts it.
  ///
  /// - Returns: how long it waited.
  func admit(_ cost: Int, within limit: RateLimit) async -> Duration {
    let start = clock.now()
    while !Task.isCancelled, let free = reserve(cost, within: limit) { await clock.sleep(free) }
    return clock.now() - start
  }

  /// Counts a request, or returns when there may be room for it.
  private func reserve(_ cost: Int, within limit: RateLimit) -> ContinuousClock.Instant? {
    let now = clock.now()
    return spent.withLock { spent in
      var recent = spent[limit, default: []].filter { now - $0.at < limit.window }
      defer { spent[limit] = recent }
      let sum = recent.reduce(0) { $0 + $1.cost }
      if sum + cost > limit.count, let oldest = recent.first { return oldest.at + limit.window }
      recent.append(Spent(at: now, cost: cost))
      return nil
    }
  }
}
