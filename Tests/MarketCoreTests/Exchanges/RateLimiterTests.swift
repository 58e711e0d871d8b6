@testable import MarketCore
import Synchronization
import Testing

/// How requests are delayed so that no limit is exceeded.
struct RateLimiterTests {
  /// A clock on which only sleeping takes time.
  private static func clock() -> PollClock {
    let now = Mutex(ContinuousClock.now)
    return PollClock(
      now: { now.withLock(\.self) }, sleep: { until in now.withLock { $0 = max($0, until) } },
      random: { 0.5 })
  }

  @Test func `no window holds more than the limit, and nothing waits without need`() async {
    let clock = Self.clock()
    let limiter = RateLimiter(clock: clock)
    let limit = RateLimit("all", 3, per: .seconds(10))
    let start = clock.now()
    var times: [Duration] = []
    for cost in [1, 1, 1, 1, 2, 3, 1] {
      _ = await limiter.admit(cost, within: limit)
      times.append(clock.now() - start)
    }
    #expect(times == [0, 0, 0, 10, 10, 20, 30].map { .seconds($0) })
  }

  @Test func `each limit has a count of its own, and waiting is told`() async {
    let limiter = RateLimiter(clock: Self.clock())
    let (one, other) = (RateLimit("a", 1, per: .seconds(2)), RateLimit("b", 1, per: .seconds(2)))
    #expect(await limiter.admit(1, within: one) == .zero)
    #expect(await limiter.admit(1, within: other) == .zero)
    #expect(await limiter.admit(1, within: one) == .seconds(2))
  }

  @Test func `a cost above the limit is admitted alone`() async {
    let limiter = RateLimiter(clock: Self.clock())
    let limit = RateLimit("a", 2, per: .seconds(2))
    #expect(await limiter.admit(5, within: limit) == .zero)
    #expect(await limiter.admit(1, within: limit) == .seconds(2))
  }
}
