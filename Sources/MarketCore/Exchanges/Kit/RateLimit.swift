import Synchronization

/// A documented limit: requests of at most so much cost together within any window of time.
package struct RateLimit: Hashable, Sendable {
  /// The requests that count towards it, as in `tickers`.
  let name: String
  let count: Int
  let window: Duration

  package init(_ name: String, _ count: Int, per window: Duration) {
    (self.name, self.count, self.window) = (name, count, window)
  }
}

/// Delays requests so that no limit is exceeded, for one client and its copies.
///
/// A request counts from when it is sent until a window after its response: only then has it left the
/// exchange's own window for certain, however long it was on the way.
final class RateLimiter: Sendable {
  /// A request that counts, and the time of its response; `nil` while it is in flight.
  private typealias Request = (cost: Int, end: ContinuousClock.Instant?)

  /// The requests that may still count, by their numbers, and the last number.
  private let state = Mutex<(recent: [RateLimit: [Int: Request]], last: Int)>(([:], 0))
  /// The time by which limits are kept.
  let clock: PollClock

  init(clock: PollClock) { self.clock = clock }

  /// Returns the number of a request of this cost when it is allowed, from when on it counts.
  func admit(_ cost: Int, within limit: RateLimit) async -> Int {
    while true {
      let now = clock.now()
      let (number, fullUntil) = state.withLock { state -> (Int?, ContinuousClock.Instant) in
        var recent = state.recent[limit, default: [:]].filter { _, request in
          request.end.map { now - $0 < limit.window } ?? true
        }
        defer { state.recent[limit] = recent }
        let sum = recent.values.reduce(0) { $0 + $1.cost }
        // A cancelled caller does not wait.
        if sum + cost > limit.count, !recent.isEmpty, !Task.isCancelled {
          // One that is in flight ends now at the earliest.
          return (nil, (recent.values.compactMap(\.end).min() ?? now) + limit.window)
        }
        state.last += 1
        recent[state.last] = (cost, nil)
        return (state.last, now)
      }
      if let number { return number }
      await clock.sleep(fullUntil)
    }
  }

  /// Marks a request as finished, with or without a response.
  func end(_ number: Int, within limit: RateLimit) {
    let now = clock.now()
    state.withLock { $0.recent[limit]?[number]?.end = now }
  }
}
