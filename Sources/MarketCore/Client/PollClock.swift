/// The time, a sleep and random numbers, which a test can simulate.
public struct PollClock: Sendable {
  package let now: @Sendable () -> ContinuousClock.Instant
  package let sleep: @Sendable (_ until: ContinuousClock.Instant) async -> Void
  package let random: @Sendable () -> Double
  /// Called with the polled exchanges when a poller begins polls, before their first request. The list is
  /// empty if the poller has no clients.
  package let beginBeat: @Sendable ([ExchangeID]) -> Void

  /// Creates a clock.
  ///
  /// - Parameters:
  ///   - now: the current time, which must not go back.
  ///   - sleep: returns at the given time, or at once if the task is cancelled. In a test it need not wait.
  ///   - random: a new number, 0 or more and below 1, by which delays after failures differ.
  public init(
    now: @escaping @Sendable () -> ContinuousClock.Instant,
    sleep: @escaping @Sendable (_ until: ContinuousClock.Instant) async -> Void,
    random: @escaping @Sendable () -> Double
  ) {
    self.init(now: now, sleep: sleep, random: random, beginBeat: { _ in })
  }

  package init(
    now: @escaping @Sendable () -> ContinuousClock.Instant,
    sleep: @escaping @Sendable (_ until: ContinuousClock.Instant) async -> Void,
    random: @escaping @Sendable () -> Double,
    beginBeat: @escaping @Sendable ([ExchangeID]) -> Void
  ) {
    self.now = now
    self.sleep = sleep
    self.random = random
    self.beginBeat = beginBeat
  }

  public static let real = PollClock(
    now: { .now },
    sleep: { instant in try? await Task.sleep(until: instant, clock: .continuous) },
    random: { .random(in: 0..<1) })

  /// The longest delay after a failure, unless the error requires a longer one.
  static let longestDelay = Duration.seconds(60)

  /// The delay that the error requires, if it is above 0. Otherwise 1, 2, 4, … seconds after 1, 2, 3, …
  /// consecutive failures, randomly varied by up to a fifth so that not all clients retry at once, and at
  /// most a minute.
  func delay(after error: MarketError, failures: Int) -> Duration {
    if let requested = error.retryAfter, requested > 0 { return .seconds(requested) }
    let doubled = Double(1 << min(failures - 1, 10))
    return min(.seconds(doubled * (0.8 + 0.4 * random())), Self.longestDelay)
  }
}
