import MarketCore
import TestTools
import Testing

/// The retries of a failed request.
struct RetryingTests {
  private static let faultsThatCanPass: [MarketError] = [
    .unreachable("no route"), .timedOut(seconds: 10), .rateLimited(retryAfter: nil),
    .httpStatus(500, retryAfter: nil), .httpStatus(503, retryAfter: nil),
    .httpStatus(599, retryAfter: nil), .dataUnavailable(Pair(symbol: "BTC-USD"), status: 500),
  ]

  @Test(arguments: faultsThatCanPass)
  func `a fault that can pass is given three tries`(fault: MarketError) async {
    let run = await Run { _ in .failure(fault) }
    #expect(run.starts == [.zero, .seconds(1), .seconds(3)])
    #expect(run.timeouts == [.seconds(10), .seconds(10), .seconds(10)])
    #expect(run.result == .failure(fault))
  }

  @Test(arguments: faultsThatCanPass, [1, 2])
  func `the first answer ends the tries`(fault: MarketError, failures: Int) async {
    let run = await Run { $0 < failures ? .failure(fault) : .success($0) }
    #expect(run.starts.count == failures + 1)
    #expect(run.result == .success(failures))
  }

  @Test(
    arguments: [
      .untrusted("bad certificate"), .httpStatus(403, retryAfter: 1),
      .httpStatus(404, retryAfter: nil), .unknownSymbol("BTC-USDD", near: []),
      .missing("tickers"), .malformed("nonsense"), .tooLarge(limit: 1), .cancelled,
    ] as [MarketError])
  func `a fault that can not pass is given one try`(fault: MarketError) async {
    let run = await Run { _ in .failure(fault) }
    #expect(run.starts == [.zero])
    #expect(run.result == .failure(fault))
    let second = await Run { .failure($0 == 0 ? .unreachable("no route") : fault) }
    #expect(second.starts == [.zero, .seconds(1)])
    #expect(second.result == .failure(fault))
  }

  @Test(arguments: [(1, [1]), (2, [2, 1]), (10, [10, 9]), (60, [60, 59])])
  func `tries that time out take twice the time-out at most`(
    timeout: Int, timeouts: [Int]
  ) async {
    let run = await Run(
      timeout: .seconds(timeout), taking: { $0 },
      answer: { .failure(.timedOut(seconds: Double($0))) })
    #expect(run.timeouts == timeouts.map { .seconds($0) })
    #expect(run.end <= .seconds(2 * timeout))
    #expect(run.result == .failure(.timedOut(seconds: 0)), "the time-out that was asked for")
  }

  @Test func `the last try has only the time that is left`() async {
    let run = await Run(
      taking: { min($0, .seconds(8)) }, answer: { .failure(.unreachable("try \($0)")) })
    #expect(run.starts == [.zero, .seconds(9), .seconds(19)])
    #expect(run.timeouts == [.seconds(10), .seconds(10), .seconds(1)])
    #expect(run.end == .seconds(20))
    #expect(run.result == .failure(.unreachable("try 2")))
  }

  @Test func `a last try with too little time does not hide the fault before it`() async {
    let answers: [MarketError] = [.unreachable("no route"), .timedOut(seconds: 10)]
    let cut = await Run(taking: { $0 }, answer: { .failure(answers[min($0, 1)]) })
    #expect(cut.timeouts == [.seconds(10), .seconds(9)])
    #expect(cut.result == .failure(.unreachable("no route")))
    let whole = await Run { .failure(answers[min($0, 1)]) }
    #expect(whole.timeouts == [.seconds(10), .seconds(10), .seconds(10)])
    #expect(whole.result == .failure(.timedOut(seconds: 10)))
  }

  @Test(arguments: [0, 0.999])
  func `the waits between the tries vary by chance`(random: Double) async {
    let run = await Run(random: random) { _ in .failure(.unreachable("no route")) }
    let first = Duration.seconds(0.8 + 0.4 * random)
    #expect(run.starts.dropFirst().first == first)
    #expect(run.starts.count == 3)
  }

  @Test(
    arguments: [
      (5, [0, 5, 10], [10, 10, 10]), (9, [0, 9, 18], [10, 10, 2]), (12, [0, 12], [10, 8]),
      (19, [0, 19], [10, 1]), (20, [0], [10]), (3600, [0], [10]),
    ])
  func `what the exchange asks for is waited if it fits, else ends the tries`(
    seconds: Int, starts: [Int], timeouts: [Int]
  ) async {
    let faults: [MarketError] = [
      .rateLimited(retryAfter: Double(seconds)),
      .httpStatus(503, retryAfter: Double(seconds)),
    ]
    for fault in faults {
      let run = await Run { _ in .failure(fault) }
      #expect(run.starts == starts.map { .seconds($0) })
      #expect(run.timeouts == timeouts.map { .seconds($0) })
      #expect(run.end == run.starts.last, "no wait after the last try")
      #expect(run.result == .failure(fault))
    }
  }

  @Test func `a cancelled task is given no second try`() async {
    let run = await Task {
      await Run { _ in
        withUnsafeCurrentTask { $0?.cancel() }
        return .failure(.unreachable("no route"))
      }
    }.value
    #expect(run.starts == [.zero])
  }
}

extension RetryingTests {
  /// What came of a question, by a clock that takes no time.
  private struct Run: Sendable {
    /// When each try began, and the time-out that it was given.
    let starts, timeouts: [Duration]
    let result: Result<Int, MarketError>
    /// When the result was there.
    let end: Duration

    /// Asks with answers by the number of the try, from 0, that take a part of their time-out.
    init(
      timeout: Duration = .seconds(10), random: Double = 0.5,
      taking: @Sendable (Duration) -> Duration = { _ in .zero },
      answer: @Sendable (Int) -> Result<Int, MarketError>
    ) async {
      let clock = FakeClock()
      var client = MarketClient.failing(.cancelled)
      client.timeout = timeout
      let tries = Observed((starts: [Duration](), timeouts: [Duration]()))
      result = await client.retrying(clock: clock.pollClock(random: random)) { client in
        tries.change { tries in
          tries.starts.append(clock.now)
          tries.timeouts.append(client.timeout)
        }
        clock.pass(taking(client.timeout))
        return answer(tries.value.starts.count - 1)
      }
      (starts, timeouts) = tries.value
      end = clock.now
    }
  }
}
