import MarketCore
import Testing

/// The delays between polls after failures.
struct BackoffTests {
  @Test(
    arguments: [
      (0, [800, 1600, 3200, 6400, 12_800, 25_600, 51_200, 60_000, 60_000]),
      (0.5, [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]),
      (0.999, [1200, 2399, 4798, 9597, 19_194, 38_387, 60_000, 60_000, 60_000]),
    ] as [(Double, [Int])])
  func `failures in a row are waited out twice as long each, up to a minute`(
    random: Double, gaps: [Int]
  ) async {
    let run = await PollRun(count: 10, random: random, failure: { _ in .timedOut(seconds: 10) })
    #expect(run.gaps == gaps)
    #expect(run.announced == run.followers)
  }

  @Test func `a thousand failures in a row are a minute apart`() async {
    let run = await PollRun(count: 1000, failure: { _ in .unreachable("no route") })
    #expect(run.gaps.max() == 60_000)
    #expect(Set(run.gaps.dropFirst(6)) == [60_000])
  }

  @Test func `the wait is counted from the failure, not from the beginning of the fetch`() async {
    let run = await PollRun(
      count: 3, failure: { _ in .timedOut(seconds: 10) }, fetching: { _ in .seconds(10) })
    #expect(run.starts == [.zero, .seconds(11), .seconds(23)])
  }

  @Test func `a success takes up the beat again and forgets the failures`() async {
    let fails = [true, true, true, false, true, false, false]
    let run = await PollRun(
      count: fails.count, failure: { fails[$0] ? .timedOut(seconds: 10) : nil })
    #expect(run.starts == [0, 1, 3, 7, 10, 11, 20].map { .seconds($0) })
  }

  @Test func `a wait may go past many beats, which are not made up for`() async {
    let run = await PollRun(
      interval: .seconds(1), count: 4,
      failure: { $0 == 0 ? .rateLimited(retryAfter: 20.5) : nil })
    #expect(run.starts == [.zero, .milliseconds(20_500), .seconds(21), .seconds(22)])
  }

  @Test(
    arguments: [
      (0.25, 250), (1, 1000), (7, 7000), (59.5, 59_500), (61, 61_000), (3600, 3_600_000),
      (86_400, 86_400_000), (86_401, 86_400_000), (1e300, 86_400_000), (0, 1000), (nil, 1000),
    ] as [(Double?, Int)])
  func `what the exchange asks for is waited exactly, up to a day`(seconds: Double?, gap: Int)
    async
  {
    let errors: [MarketError] = [
      .rateLimited(retryAfter: seconds), .httpStatus(503, retryAfter: seconds),
    ]
    for error in errors {
      let run = await PollRun(count: 2, failure: { _ in error })
      #expect(run.gaps == [gap])
    }
  }

  @Test(arguments: [0, 0.5, 0.999]) func `chance has no say in what the exchange asks for`(
    random: Double
  ) async {
    let run = await PollRun(
      count: 5, random: random, failure: { _ in .rateLimited(retryAfter: 7) })
    #expect(run.gaps == [7000, 7000, 7000, 7000])
  }
}
