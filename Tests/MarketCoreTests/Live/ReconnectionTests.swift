import TestTools
import Testing

@testable import MarketCore

/// The times of new connections after losses.
struct ReconnectionTests {
  private static let lost = MarketError.unreachable("connection lost")
  private let clock = FakeClock()

  /// The delays after these losses, each of which takes place when the delay of the one before is over.
  private func delays(
    after errors: [MarketError], random: Double = 0.5, patience: Duration = .seconds(86_400)
  ) -> [Duration] {
    let pollClock = clock.pollClock(random: random)
    var reconnection = Reconnection(patience: patience, start: pollClock.now())
    return errors.map { error in
      let delay = reconnection.next(after: error, by: pollClock) - pollClock.now()
      clock.pass(delay)
      return delay
    }
  }

  private func seconds(_ seconds: Double...) -> [Duration] { seconds.map { .seconds($0) } }

  @Test(
    arguments: [
      (0.5, [0, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]),
      (0, [0, 800, 1600, 3200, 6400, 12_800, 25_600, 51_200, 60_000]),
      (0.999, [0, 1199.6, 2399.2, 4798.4, 9596.8, 19_193.6, 38_387.2, 60_000, 60_000]),
    ] as [(Double, [Double])])
  func `the first try is at once, the next ones twice as late each, up to a minute, and varied`(
    random: Double, milliseconds: [Double]
  ) {
    let delays = delays(after: Array(repeating: Self.lost, count: 9), random: random)
    #expect(delays.map { ($0 / .milliseconds(1) * 10).rounded() / 10 } == milliseconds)
  }

  @Test(arguments: [(59, 4), (60, 0)])
  func `a connection that was open for a minute ends the series of losses`(
    open: Int, delay: Int
  ) {
    let pollClock = clock.pollClock()
    var reconnection = Reconnection(patience: .seconds(86_400), start: pollClock.now())
    for _ in 0..<3 { _ = reconnection.next(after: Self.lost, by: pollClock) }
    reconnection.noteUse(since: pollClock.now())
    clock.pass(.seconds(open))
    #expect(
      reconnection.next(after: Self.lost, by: pollClock) - pollClock.now() == .seconds(delay))
  }

  @Test func `a time since the opening counts only if the connection was open until the loss`() {
    let pollClock = clock.pollClock()
    var reconnection = Reconnection(patience: .seconds(86_400), start: pollClock.now())
    reconnection.noteUse(since: pollClock.now())
    _ = reconnection.next(after: Self.lost, by: pollClock)
    _ = reconnection.next(after: Self.lost, by: pollClock)
    clock.pass(.seconds(100))
    #expect(
      reconnection.next(after: Self.lost, by: pollClock) - pollClock.now() == .seconds(2))
  }

  @Test func `a required delay is kept, and counts as a loss`() {
    let busy = MarketError.httpStatus(503, retryAfter: 7)
    #expect(
      delays(after: [busy, busy, .rateLimited(retryAfter: 5), Self.lost])
        == seconds(7, 7, 5, 4))
  }

  @Test func `a rate limit without a time is waited out for a minute`() {
    let limited = MarketError.rateLimited(retryAfter: nil)
    #expect(delays(after: [limited, Self.lost, limited], random: 0) == seconds(60, 0.8, 60))
  }

  @Test func `without a connection for too long there is one try per minute, or a later one`() {
    let errors = [
      Self.lost, Self.lost, Self.lost, Self.lost, Self.lost, .rateLimited(retryAfter: 90),
      .rateLimited(retryAfter: 5),
    ]
    // The losses are after 0, 0, 1, 3, 7, 67 and 157 seconds.
    #expect(delays(after: errors, patience: .seconds(7)) == seconds(0, 1, 2, 4, 60, 90, 60))
  }

  @Test func `the patience is counted from the first loss after the last connection`() {
    let pollClock = clock.pollClock()
    var reconnection = Reconnection(patience: .seconds(20), start: pollClock.now())
    clock.pass(.seconds(19))
    reconnection.noteUse(since: pollClock.now())
    clock.pass(.seconds(5))
    func delay() -> Duration {
      reconnection.next(after: Self.lost, by: pollClock) - pollClock.now()
    }
    #expect(delay() == .zero)
    clock.pass(.seconds(19))
    #expect(delay() == .seconds(1))
    clock.pass(.seconds(1))
    #expect(delay() == .seconds(60))
    reconnection.noteUse(since: pollClock.now())
    #expect(delay() == .seconds(4))
  }
}
