import Foundation
@testable import MarketCore
import Testing

/// The age of the data, and the reason of a failure.
struct FreshnessTests {
  private typealias Polled = Poll<Answer<Int>>
  private static let error = MarketError.unreachable("no route")

  @Test func `before the first poll nothing is known`() {
    let freshness = Freshness()
    #expect(freshness.phase == .loading(nil))
    #expect(freshness.failure == nil)
    #expect(freshness.asOf == nil)
    #expect(freshness.arrival == nil)
    #expect(freshness.nextPoll == nil)
  }

  @Test func `an answer tells its time by calendar and clock, and that of the next poll`() {
    var freshness = Freshness()
    freshness.apply(Polled.answered(1, at: 5))
    #expect(freshness.phase == .loaded)
    #expect(freshness.failure == nil)
    #expect(freshness.asOf == Date(timeIntervalSince1970: 5))
    #expect(freshness.arrival == .second(5))
    #expect(freshness.nextPoll == .second(15))
  }

  @Test func `a failure before any answer is why one still waits`() {
    var freshness = Freshness()
    freshness.apply(Polled.failed(Self.error, at: 5))
    #expect(freshness.phase == .loading(Self.error))
    #expect(freshness.failure == Self.error)
    #expect(freshness.asOf == nil)
    #expect(freshness.arrival == nil)
    #expect(freshness.nextPoll == .second(6))
    freshness.apply(Polled.failed(.cancelled, at: 7))
    #expect(freshness.phase == .loading(.cancelled))
  }

  @Test func `a failure after an answer leaves the times of that answer`() {
    var freshness = Freshness()
    freshness.apply(Polled.answered(1, at: 5))
    freshness.apply(Polled.failed(Self.error, at: 15))
    freshness.apply(Polled.failed(.timedOut(seconds: 10), at: 26))
    #expect(freshness.phase == .stale(.timedOut(seconds: 10)))
    #expect(freshness.failure == .timedOut(seconds: 10))
    #expect(freshness.asOf == Date(timeIntervalSince1970: 5))
    #expect(freshness.arrival == .second(5))
    #expect(freshness.nextPoll == .second(27))
  }

  @Test func `an answer after a failure is fresh`() {
    var freshness = Freshness()
    freshness.apply(Polled.answered(1, at: 5))
    freshness.apply(Polled.failed(Self.error, at: 15))
    freshness.apply(Polled.answered(1, at: 16))
    #expect(freshness.phase == .loaded)
    #expect(freshness.failure == nil)
    #expect(freshness.arrival == .second(16))
  }

  @Test func `of several exchanges the oldest answer and the first next poll count`() {
    var (one, two) = (Freshness(), Freshness())
    one.apply(Polled.answered(1, at: 5))
    two.apply(Polled.answered(1, at: 7))
    for parts in [[one, two], [two, one]] {
      let whole = Freshness(of: parts, isWhole: true, nil)
      #expect(whole.phase == .loaded)
      #expect(whole.asOf == Date(timeIntervalSince1970: 5))
      #expect(whole.arrival == .second(5))
      #expect(whole.nextPoll == .second(15))
    }
  }

  @Test func `after the last poll no other is due`() {
    var freshness = Freshness()
    freshness.apply(Polled.answered(1, at: 5))
    freshness.apply(Polled(result: .failure(.cancelled), at: .second(6), next: nil))
    #expect(freshness.nextPoll == nil)
  }
}
