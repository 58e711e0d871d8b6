import Foundation
import MarketCore
import Testing

@testable import tickers

/// The table of exit statuses.
struct ExitStatusTests {
  @Test(
    arguments: [
      (.unreachable(""), 69), (.untrusted(""), 69), (.timedOut(seconds: 1), 69),
      (.rateLimited(retryAfter: nil), 75), (.httpStatus(500, retryAfter: nil), 69),
      (.dataUnavailable(Pair(symbol: "A-B"), status: 500), 69),
      (.unknownSymbol("", near: []), 66), (.notRequestable(Pair(symbol: "é-B")), 66),
      (.missing(""), 66), (.malformed(""), 65), (.tooLarge(limit: 1), 65),
      (.notKept(""), 74), (.cancelled, 69),
    ] as [(MarketError, Int32)])
  func `a failure has the status of its kind`(failure: MarketError, status: Int32) {
    #expect(ExitStatus(PollOutcome.failure(failure)).rawValue == status)
    #expect(ExitStatus.meanings.contains { $0.status == "\(status)" })
  }

  @Test func `the manual has them all`() async {
    let manual = await TestWorld().run(["manual"]).output
    for meaning in ExitStatus.meanings {
      #expect(manual.contains(".It Sy \"\\&\(meaning.status)\"\n"))
    }
  }
}
