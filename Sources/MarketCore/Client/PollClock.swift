/// The time that polling goes by: real, or a test's own.
public struct PollClock: Sendable {
  /// The time now, on a clock that goes on while the machine sleeps.
  package let now: @Sendable () -> ContinuousClock.Instant
  /// Returns at that time, or at once when the task is cancelled.
  package let sleep: @Sendable (_ until: ContinuousClock.Instant) async -> Void
  /// A new number from 0 up to 1.
  package let random: @Sendable () -> Double
  /// Called as a beat begins, before its first fetch, with the exchanges that are polled in it.
  package let beginBeat: @Sendable ([ExchangeID]) -> Void

  /// A clock of these parts.
  ///
  /// - Parameters:
  ///   - now: the time now; it must not go back.
  ///   - sleep: returns at a time, or at once when the task is cancelled. In a test it need not wait.
  ///   - random: a new number from 0 up to 1, by which delays after failures differ.
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

  /// The real time.
  public static let real = PollClock(
    now: { .now },
    sleep: { instant in try? await Task.sleep(until: instant, clock: .continuous) },
    random: { .random(in: 0..<1) })

  /// The longest delay after a failure, unless the exchange requests a longer one.
  static let longestDelay = Duration.seconds(60)

  /// The delay after so many failures in a row, the last of them this one: 1, 2, 4, … seconds, never
  /// more than a minute, a fifth more or less by chance so that many clients do not retry at once;
  /// or what the exchange requests in `Retry-After`.
  func delay(after error: MarketError, failures: Int) -> Duration {
    if let requested = error.retryAfter, requested > 0 { return .seconds(requested) }
    let doubled = Double(1 << min(failures - 1, 10))
    return min(.seconds(doubled * (0.8 + 0.4 * random())), Self.longestDelay)
  }
}

/// A step from a recorded poll to the one before or after it, or to the first or the last of all.
package enum PollStep: Sendable { case previous, next, first, last }
