import Synchronization

/// Delays requests of a client and its copies, to keep the rate limits of the exchange.
///
/// A request counts until one window after its end, because the exchange may have counted it at its end.
final class RateLimiter: Sendable {
  /// `end` is `nil` while the request is in flight.
  private typealias Request = (cost: Int, end: ContinuousClock.Instant?)

  private struct State {
    /// For each limit, the requests that may still count, by their numbers. `last` is the newest number.
    var recent: [RateLimit: [Int: Request]] = [:]
    var last = 0
    /// For each limit, how many requests wait for it. Background requests are not counted.
    var waiting: [RateLimit: Int] = [:]
    var delayEnd: ContinuousClock.Instant?

    /// Counts a request that need not wait, and returns its number; else `nil`: try again at `fullUntil`.
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
      if isFull || isBehind {
        if !isWaiting, !isBackground { waiting[limit, default: 0] += 1 }
        isWaiting = true
        // A request in flight ends now at the earliest.
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
  let clock: PollClock

  init(clock: PollClock) { self.clock = clock }

  /// Waits until a request of this cost is allowed. Then counts it, and returns a number for
  /// ``end(_:within:)``. A background request lets waiting requests go first. If the task is cancelled while
  /// it waits, or if it would have to wait beyond `waitEnd`, nothing is counted, and the result is `nil`: the
  /// request must not be sent.
  func admit(
    _ cost: Int, within limit: RateLimit, isBackground: Bool = false,
    waitEnd: ContinuousClock.Instant? = nil
  ) async -> Int? {
    var isWaiting = false
    while true {
      let now = clock.now()
      let (number, fullUntil) = state.withLock {
        $0.admit(
          cost, within: limit, at: now, isBackground: isBackground, isWaiting: &isWaiting)
      }
      if let number { return number }
      if Task.isCancelled || waitEnd.map({ fullUntil > $0 }) ?? false {
        state.withLock { $0.waiting[limit, default: 0] -= isBackground ? 0 : 1 }
        return nil
      }
      await clock.sleep(fullUntil)
    }
  }

  /// The rest of the longest delay that rate limit errors required; `nil` if it is over, or none was required.
  var delay: Duration? {
    let now = clock.now()
    return state.withLock { $0.delayEnd }.flatMap { $0 > now ? $0 - now : nil }
  }

  func delay(after error: MarketError) {
    guard case .rateLimited = error, let seconds = error.retryAfter else { return }
    let end = clock.now() + .seconds(seconds)
    state.withLock { $0.delayEnd = max(end, $0.delayEnd ?? end) }
  }

  func end(_ number: Int, within limit: RateLimit) {
    let now = clock.now()
    state.withLock { $0.recent[limit]?[number]?.end = now }
  }
}
