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
///
/// A request counts from when it is sent until a window after its response: only then has it left the
/// exchange's own window for certain, however long it was on the way.
final class RateLimiter: Sendable {
  /// A request that was admitted.
  struct Admission: Sendable {
    fileprivate let limit: RateLimit
    fileprivate let number: Int
    fileprivate let cost: Int
    /// The time of its response; `nil` while it is in flight.
    fileprivate var end: ContinuousClock.Instant?
  }

  private let admissions = Mutex<(recent: [RateLimit: [Admission]], count: Int)>(([:], 0))
  private let clock: PollClock

  init(clock: PollClock) {
    self.clock = clock
  }

  /// The time by which limits are kept.
  var now: ContinuousClock.Instant { clock.now() }

  /// Returns when a request of this cost is allowed, and counts it until a window after its end.
  func admit(_ cost: Int, within limit: RateLimit) async -> Admission {
    while true {
      let (admission, fullUntil) = reserve(cost, within: limit)
      if let admission { return admission }
      await clock.sleep(fullUntil)
    }
  }

  /// Marks a request as finished, with or without a response.
  func end(_ admission: Admission) {
    let now = clock.now()
    admissions.withLock { state in
      let recent = state.recent[admission.limit] ?? []
      guard let index = recent.firstIndex(where: { $0.number == admission.number }) else { return }
      state.recent[admission.limit]?[index].end = now
    }
  }

  /// Counts a request; `nil` without room for it, and the time until when. A cancelled caller does not
  /// wait.
  private func reserve(
    _ cost: Int, within limit: RateLimit
  ) -> (admission: Admission?, fullUntil: ContinuousClock.Instant) {
    let now = clock.now()
    return admissions.withLock { state in
      var recent = state.recent[limit, default: []].filter { admission in
        admission.end.map { now - $0 < limit.window } ?? true
      }
      defer { state.recent[limit] = recent }
      let sum = recent.reduce(0) { $0 + $1.cost }
      if sum + cost > limit.count, !recent.isEmpty, !Task.isCancelled {
        // One that is in flight ends now at the earliest.
        return (nil, (recent.compactMap(\.end).min() ?? now) + limit.window)
      }
      state.count += 1
      recent.append(Admission(limit: limit, number: state.count, cost: cost))
      return (recent.last, now)
    }
  }
}
