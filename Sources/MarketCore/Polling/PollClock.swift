/// The time that polling goes by: real, or a test's own.
public struct PollClock: Sendable {
  /// The time now, on a clock that goes on while the machine sleeps.
  public let now: @Sendable () -> ContinuousClock.Instant
  /// Returns at that time, or at once when the task is cancelled.
  public let sleep: @Sendable (_ until: ContinuousClock.Instant) async -> Void
  /// A number from 0 up to 1, drawn anew each time.
  public let random: @Sendable () -> Double

  /// A clock of these parts.
  public init(
    now: @escaping @Sendable () -> ContinuousClock.Instant,
    sleep: @escaping @Sendable (_ until: ContinuousClock.Instant) async -> Void,
    random: @escaping @Sendable () -> Double
  ) {
    self.now = now
    self.sleep = sleep
    self.random = random
  }

  /// The real time.
  public static let real = PollClock(
    now: { .now },
    sleep: { instant in try? await Task.sleep(until: instant, clock: .continuous) },
    random: { .random(in: 0..<1) })
}
