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

  private struct State {
    /// The requests that may still count, by their numbers, and the last number.
    var recent: [RateLimit: [Int: Request]] = [:]
    var last = 0
    /// The number of requests that wait, without those in the background.
    var waiting: [RateLimit: Int] = [:]
    /// The end of the delay that the exchange has demanded last.
    var delayEnd: ContinuousClock.Instant?

    /// The number of a request that is allowed; `nil` for one that has to wait until a time.
    mutating func admit(
      _ cost: Int, within limit: RateLimit, at now: ContinuousClock.Instant, isBackground: Bool,
      isWaiting: inout Bool
    ) -> (number: Int?, fullUntil: ContinuousClock.Instant) {
      var recent = self.recent[limit, default: [:]].filter { _, request in
        request.end.map { now - $0 < limit.window } ?? true
      }
      defer { self.recent[limit] = recent }
      let sum = recent.values.reduce(0) { $0 + $1.cost }
      let isFull = sum + cost > limit.count && !recent.isEmpty
      let isBehind = isBackground && waiting[limit, default: 0] > 0
      // A cancelled caller does not wait.
      if isFull || isBehind, !Task.isCancelled {
        if !isWaiting, !isBackground { waiting[limit, default: 0] += 1 }
        isWaiting = true
        // One that is in flight ends now at the earliest.
        let oldest = isFull ? recent.values.compactMap(\.end).min() : nil
        return (nil, (oldest ?? now) + limit.window)
      }
      if isWaiting, !isBackground { waiting[limit, default: 0] -= 1 }
      last += 1
      recent[last] = (cost, nil)
      return (last, now)
    }
  }

  private let state = Mutex(State())
  /// The time by which limits are kept.
  let clock: PollClock

  init(clock: PollClock) { self.clock = clock }

  /// Returns the number of a request of this cost when it is allowed, from when on it counts. One in the
  /// background waits until no other one does.
  func admit(_ cost: Int, within limit: RateLimit, isBackground: Bool = false) async -> Int {
    var isWaiting = false
    while true {
      let now = clock.now()
      let (number, fullUntil) = state.withLock {
        $0.admit(
          cost, within: limit, at: now, isBackground: isBackground, isWaiting: &isWaiting)
      }
      if let number { return number }
      await clock.sleep(fullUntil)
    }
  }

  /// The delay that is left of the one that the exchange has demanded; `nil` if it is over.
  var delay: Duration? {
    let now = clock.now()
    return state.withLock { $0.delayEnd }.flatMap { $0 > now ? $0 - now : nil }
  }

  /// Begins the delay that an error demands, if it does.
  func delay(after error: MarketError) {
    guard case .rateLimited = error, let seconds = error.retryAfter else { return }
    let end = clock.now() + .seconds(seconds)
    state.withLock { $0.delayEnd = end }
  }

  /// Marks a request as finished, with or without a response.
  func end(_ number: Int, within limit: RateLimit) {
    let now = clock.now()
    state.withLock { $0.recent[limit]?[number]?.end = now }
  }
}
