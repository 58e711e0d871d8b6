import Foundation
import TestTools
@testable import MarketCore
import Synchronization
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The rate limits of an exchange.
struct RateLimiterTests {
  /// How long a limiter lets each of these requests wait, whose answers take no time.
  private static func waits(
    _ requests: [(cost: Int, limit: RateLimit)]
  ) async -> [Duration] {
    let clock = FakeClock()
    let limiter = RateLimiter(clock: clock.pollClock())
    var waits: [Duration] = []
    for (cost, limit) in requests {
      let start = clock.now
      limiter.end(await limiter.admit(cost, within: limit) ?? 0, within: limit)
      waits.append(clock.now - start)
    }
    return waits
  }

  @Test func `no window holds more than the limit, and nothing waits without need`() async {
    let limit = RateLimit("all", 3, per: .seconds(10))
    let waits = await Self.waits([1, 1, 1, 1, 2, 3, 1].map { ($0, limit) })
    #expect(waits == [0, 0, 0, 10, 0, 10, 10].map { .seconds($0) })
  }

  @Test func `each limit has a count of its own`() async {
    let (one, other) = (RateLimit("a", 1, per: .seconds(2)), RateLimit("b", 1, per: .seconds(2)))
    #expect(await Self.waits([(1, one), (1, other), (1, one)]) == [.zero, .zero, .seconds(2)])
  }

  @Test func `a cost above the limit is admitted alone`() async {
    let limit = RateLimit("a", 2, per: .seconds(2))
    #expect(await Self.waits([(5, limit), (1, limit)]) == [.zero, .seconds(2)])
  }

  @Test func `a request counts until a window after its answer, for it may have arrived late`()
    async
  {
    let clock = FakeClock()
    let limiter = RateLimiter(clock: clock.pollClock())
    let limit = RateLimit("a", 2, per: .seconds(10))
    let slow = await limiter.admit(1, within: limit) ?? 0
    limiter.end(await limiter.admit(1, within: limit) ?? 0, within: limit)
    clock.pass(.seconds(9))
    limiter.end(slow, within: limit)
    limiter.end(await limiter.admit(1, within: limit) ?? 0, within: limit)
    #expect(clock.now == .seconds(10))
    limiter.end(await limiter.admit(1, within: limit) ?? 0, within: limit)
    #expect(clock.now == .seconds(19))
  }

  @Test
  func `one that is cancelled while it waits is not counted, and lets others go first no more`()
    async
  {
    let clock = HandClock()
    let limiter = RateLimiter(clock: clock.pollClock)
    let limit = RateLimit("a", 1, per: .seconds(10))
    limiter.end(await limiter.admit(1, within: limit) ?? 0, within: limit)
    for isBackground in [false, true] {
      let task = Task { await limiter.admit(1, within: limit, isBackground: isBackground) }
      #expect(await clock.waits { $0 == [.seconds(10)] })
      task.cancel()
      #expect(await task.value == nil)
    }
    clock.pass(.seconds(10))
    #expect(await limiter.admit(1, within: limit, isBackground: true) != nil)
  }

  @Test func `one that would wait beyond its end does not wait, and is not counted`() async {
    let clock = HandClock()
    let limiter = RateLimiter(clock: clock.pollClock)
    let limit = RateLimit("a", 1, per: .seconds(10))
    let start = clock.pollClock.now()
    func request(endingAfter seconds: Int) -> Task<Int?, Never> {
      Task {
        await limiter.admit(
          1, within: limit, isBackground: true, waitEnd: start + .seconds(seconds))
      }
    }
    limiter.end(await limiter.admit(1, within: limit) ?? 0, within: limit)
    #expect(await request(endingAfter: 9).value == nil)
    let patient = request(endingAfter: 10)
    #expect(await clock.waits { $0 == [.seconds(10)] })
    clock.pass(.seconds(10))
    #expect(await patient.value != nil)
  }

  @Test func `one in the background waits until no other one does`() async {
    let clock = HandClock()
    let limiter = RateLimiter(clock: clock.pollClock)
    let limit = RateLimit("a", 1, per: .seconds(10))
    let order = Observed<[String]>([])
    func request(_ name: String, isBackground: Bool) -> Task<Void, Never> {
      Task {
        let number = await limiter.admit(1, within: limit, isBackground: isBackground) ?? 0
        limiter.end(number, within: limit)
        order.change { $0.append(name) }
      }
    }
    await request("first", isBackground: false).value
    let background = request("background", isBackground: true)
    #expect(await clock.waits { $0 == [.seconds(10)] })
    let polls = ["poll", "poll"].map { request($0, isBackground: false) }
    #expect(await clock.waits { $0 == Array(repeating: .seconds(10), count: 3) })
    for count in 2...4 {
      clock.pass(.seconds(10))
      #expect(await order.waits { $0.count == count })
      let end = Duration.seconds(10 * count)
      #expect(await clock.waits { $0 == Array(repeating: end, count: 4 - count) })
    }
    #expect(order.value == ["first", "poll", "poll", "background"])
    for task in polls + [background] { await task.value }
  }

  @Test func `a shorter delay does not end a longer one`() {
    let clock = FakeClock()
    let limiter = RateLimiter(clock: clock.pollClock())
    for seconds in [60.0, 5, 70] { limiter.delay(after: .rateLimited(retryAfter: seconds)) }
    limiter.delay(after: .rateLimited(retryAfter: 5))
    #expect(limiter.delay == .seconds(70))
    clock.pass(.seconds(10))
    limiter.delay(after: .rateLimited(retryAfter: 5))
    #expect(limiter.delay == .seconds(60))
    clock.pass(.seconds(60))
    #expect(limiter.delay == nil)
  }

  @Test func `waiting for a limit side by side moves the deadline on once`() async throws {
    let clock = FakeClock()
    let deadlines = Mutex<[Double]>([])
    let transport = Transport { request in
      deadlines.withLock { $0.append(request.timeoutInterval) }
      return .success(Transport.Response(body: Data("{}".utf8)))
    }
    let scope = RequestScope(
      MarketClient(
        transport, base: URL(filePath: "/"), timeout: .seconds(60), clock: clock.pollClock()))
    let limit = RateLimit("all", 2, per: .seconds(10))
    await withTaskGroup { group in
      for number in 0..<20 {
        group.addTask { _ = try? await scope.get("\(number)", limit: limit) }
      }
    }
    // The clock has the waits, and the real one has not.
    let waited = clock.now / .seconds(1)
    let longest = try #require(deadlines.withLock { $0.max() })
    #expect(deadlines.withLock(\.count) == 20)
    #expect(waited >= 90 && longest > 60 && longest <= 60 + waited)
  }
}
