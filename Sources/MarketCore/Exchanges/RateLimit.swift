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
/// A request counts from when it is sent until a window after its answer: only then has it left the
/// exchange's own window for certain, however long it was on the way.
final class RateLimiter: Sendable {
  /// A request that was admitted and is under way.
  struct Admission: Sendable {
    fileprivate let limit: RateLimit
    fileprivate let number: Int
  }

  private struct Spent {
    let number: Int
    let cost: Int
    /// The time of its answer; `nil` while it is under way.
    var end: ContinuousClock.Instant?
  }

  private struct State {
    var spent: [RateLimit: [Spent]] = [:]
    var count = 0
  }

  private let state = Mutex(State())
  private let clock: PollClock

  init(clock: PollClock) {
    self.clock = clock
  }

  /// The time by which limits are kept.
  var now: ContinuousClock.Instant { clock.now() }

  /// Returns when a request of this cost is allowed, and counts it until a window after its end.
  func admit(_ cost: Int, within limit: RateLimit) async -> Admission {
    while true {
      switch reserve(cost, within: limit) {
      case .success(let admission): return admission
      case .failure(let full): await clock.sleep(full.until)
      }
    }
  }

  /// The answer to a request came, or there is none.
  func end(_ admission: Admission) {
    let now = clock.now()
    state.withLock { state in
      let spent = state.spent[admission.limit] ?? []
      guard let index = spent.firstIndex(where: { $0.number == admission.number }) else { return }
      state.spent[admission.limit]?[index].end = now
    }
  }

  private struct Full: Error {
    let until: ContinuousClock.Instant
  }

  /// Counts a request, or says until when there is no room for it. A cancelled caller does not wait.
  private func reserve(_ cost: Int, within limit: RateLimit) -> Result<Admission, Full> {
    let now = clock.now()
    return state.withLock { state in
      var recent = state.spent[limit, default: []].filter { spent in
        spent.end.map { now - $0 < limit.window } ?? true
      }
      defer { state.spent[limit] = recent }
      let sum = recent.reduce(0) { $0 + $1.cost }
      if sum + cost > limit.count, !recent.isEmpty, !Task.isCancelled {
        // One that is under way ends now at the earliest.
        return .failure(Full(until: (recent.compactMap(\.end).min() ?? now) + limit.window))
      }
      state.count += 1
      recent.append(Spent(number: state.count, cost: cost))
      return .success(Admission(limit: limit, number: state.count))
    }
  }
}
