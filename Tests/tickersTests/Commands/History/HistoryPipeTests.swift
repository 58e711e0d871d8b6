import Foundation
import MarketCore
import TestTools
import Testing

@testable import tickers

/// Polls of histories into a pipe, on a clock that the test moves on.
@Suite(.timeLimit(.minutes(20)))
struct HistoryPipeTests {
  /// The program, which gets the candles of two pairs every minute: those that begin in minute N of the run
  /// close at N + 5.
  private final class Run: PipeRun {
    let clock = HandClock()
    let failing = Observed<Set<String>>([])
    let texts = Observed((output: "", errors: ""))
    let status = Observed<Int32?>(nil)

    /// - Parameter revision: is added to the closes of all candles, by minute.
    init(
      _ arguments: [String], earlier: String? = nil,
      revision: @escaping @Sendable (_ minute: Int) -> Decimal = { _ in 0 }
    ) {
      let date = { @Sendable [clock] in ScreenRun.date + clock.now / .seconds(1) }
      let exchange = HistoryMarket.exchange(
        "one", ["A-USD", "B-USD"], periods: [.oneMinute],
        // The candle begins with the minute.
        date: { [clock] in ScreenRun.date + (clock.now / .seconds(60)).rounded(.down) * 60 }
      ) { [failing, clock] pair throws(MarketError) in
        if failing.value.contains(pair.symbol) { throw .malformed("no candles") }
        let minute = Int(clock.now / .seconds(60))
        return (0...5).map { Decimal(minute + $0) + revision(minute) }
      }
      var world = TestWorld(exchanges: [exchange])
      world.clock = clock.pollClock
      world.written = { [texts] text, isError in
        texts.change { isError ? ($0.errors += text) : ($0.output += text) }
      }
      world.change = { world in
        world.date = date
        world.files.readLarge = { _ in earlier.map { Array($0.utf8) } }
      }
      Task { [status, world] in
        let outcome = await world.run(
          [
            "history", "A-USD", "B-USD", "-p", "1m", "-n", "3", "-i", "60", "-o", "tsv",
            "-c", "symbol,close", "--no-header", "-q",
          ] + arguments)
        status.change { $0 = outcome.status }
      }
    }
  }

  @Test func `each candle is printed once, when it is complete`() async {
    let run = Run(["--count", "4"])
    var output = "A-USD 3\nB-USD 3\nA-USD 4\nB-USD 4\n"
    #expect(await run.prints(output))
    for minute in 1...3 {
      await run.clock.passes(to: 60 * minute)
      output += "A-USD \(minute + 4)\nB-USD \(minute + 4)\n"
      #expect(await run.prints(output))
    }
    #expect(await run.ends() == 0)
    #expect(run.errors == "")
  }

  @Test func `a candle that the exchange changes after its end is not printed again`() async {
    let run = Run(["--count", "3"]) { Decimal($0) / 10 }
    var output = "A-USD 3\nB-USD 3\nA-USD 4\nB-USD 4\n"
    #expect(await run.prints(output))
    for minute in 1...2 {
      await run.clock.passes(to: 60 * minute)
      output += "A-USD \(minute + 4).\(minute)\nB-USD \(minute + 4).\(minute)\n"
      #expect(await run.prints(output))
    }
    #expect(await run.ends() == 0)
  }

  @Test func `polls within a period print nothing`() async {
    let run = Run(["--count", "4", "-i", "20"])
    let output = "A-USD 3\nB-USD 3\nA-USD 4\nB-USD 4\n"
    #expect(await run.prints(output))
    for seconds in [20, 40] { await run.clock.passes(to: seconds) }
    await run.clock.passes(to: 60)
    #expect(await run.prints(output + "A-USD 5\nB-USD 5\n"))
    #expect(await run.ends() == 0)
  }

  @Test func `after a failure of one pair nothing is missing and nothing is repeated`() async {
    let run = Run(["--count", "4"])
    var output = "A-USD 3\nB-USD 3\nA-USD 4\nB-USD 4\n"
    #expect(await run.prints(output))
    run.failing.change { $0 = ["B-USD"] }
    await run.clock.passes(to: 60)
    output += "A-USD 5\n"
    #expect(await run.prints(output))
    #expect(await run.fails("tickers: B-USD: invalid response: One: no candles\n"))
    run.failing.change { $0 = [] }
    await run.clock.passes(to: 120)
    // The candle that the failed poll lacked is printed, too.
    output += "B-USD 5\nA-USD 6\nB-USD 6\n"
    #expect(await run.prints(output))
    await run.clock.passes(to: 180)
    output += "A-USD 7\nB-USD 7\n"
    #expect(await run.prints(output))
    #expect(await run.ends() == 0)
  }

  @Test func `polls continue earlier output`() async {
    func time(_ minute: Int) -> String {
      (ScreenRun.date + Double(minute) * 60).formatted(.iso8601)
    }
    let run = Run(
      ["--count", "3", "--after", "f"],
      earlier: "close\tsymbol\ttime\n3\tA-USD\t\(time(-2))\n")
    var output =
      "3 B-USD \(time(-2))\n4 A-USD \(time(-1))\n4 B-USD \(time(-1))\n"
    #expect(await run.prints(output))
    for minute in 1...2 {
      await run.clock.passes(to: 60 * minute)
      for pair in ["A", "B"] { output += "\(minute + 4) \(pair)-USD \(time(minute - 1))\n" }
      #expect(await run.prints(output))
    }
    #expect(await run.ends() == 0)
  }

  @Test func `the newest candle of each pair meets a condition, also one that runs`() async {
    let run = Run(["--until", "symbol == B-USD and close == 6"])
    let output = "A-USD 3\nB-USD 3\nA-USD 4\nB-USD 4\n"
    #expect(await run.prints(output))
    await run.clock.passes(to: 60)
    #expect(await run.ends() == 0)
    #expect(await run.prints(output + "A-USD 5\nB-USD 5\n"))
  }
}
