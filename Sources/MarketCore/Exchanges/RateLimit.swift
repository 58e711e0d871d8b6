import Synchronization

/// A documented limit: requests of at most so much cost together within any window of time.
package struct RateLimit: Hashable, Sendable {
  /// The requests that count towards it, as in `tickers`; each has a count of its own.
  let name: String
  /// The largest sum of costs, above 0.
  let count: Int
  /// The length of the window.
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

  /// Returns when a request of this cost is allowed, and counts it until a window after its end.
  ///
  /// - Returns: the number of the request.
  func admit(_ cost: Int, within limit: RateLimit) async -> Int {
    while true {
      let (number, fullUntil) = reserve(cost, within: limit)
      if let number { return number }
      await clock.sleep(fullUntil)
    }
  }

  /// Marks a request as finished, with or without a response.
  func end(_ number: Int, within limit: RateLimit) {
    let now = clock.now()
    state.withLock { $0.recent[limit]?[number]?.end = now }
  }

  /// Counts a request; `nil` without room for it, and the time until when. A cancelled caller does not
  /// wait.
  private func reserve(
    _ cost: Int, within limit: RateLimit
  ) -> (number: Int?, fullUntil: ContinuousClock.Instant) {
    let now = clock.now()
    return state.withLock { state in
      var recent = state.recent[limit, default: [:]].filter { _, request in
        request.end.map { now - $0 < limit.window } ?? true
      }
      defer { state.recent[limit] = recent }
      let sum = recent.values.reduce(0) { $0 + $1.cost }
      if sum + cost > limit.count, !recent.isEmpty, !Task.isCancelled {
        // One that is in flight ends now at the earliest.
        return (nil, (recent.values.compactMap(\.end).min() ?? now) + limit.window)
      }
      state.last += 1
      recent[state.last] = (cost, nil)
      return (state.last, now)
    }
  }
}
