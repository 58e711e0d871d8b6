import Foundation
import MarketCore
import TestTools
import Testing

@testable import tickers

/// Polls with `--template` that fail, on a clock that the test moves on: `{stale}` and `{age}`.
@Suite(.timeLimit(.minutes(20)))
struct StaleTemplateTests {
  private static let fault = MarketError.httpStatus(503, retryAfter: nil)
  private let seconds = Observed(0.0)
  private let one, two: TestExchange

  init() {
    let date: @Sendable () -> Date = { [seconds] in ScreenRun.date + seconds.value }
    (one, two) = (TestExchange("one", date: date), TestExchange("two", date: date))
  }

  private final class Run: PipeRun {
    let clock = HandClock()
    let texts = Observed((output: "", errors: ""))
    let status = Observed<Int32?>(nil)
    private let seconds: Observed<Double>

    init(_ exchanges: [any Exchange], _ arguments: [String], at seconds: Observed<Double>) {
      self.seconds = seconds
      var world = TestWorld()
      world.exchanges = exchanges
      world.clock = clock.pollClock
      world.written = { [texts] text, isError in
        texts.change { isError ? ($0.errors += text) : ($0.output += text) }
      }
      world.change = { $0.date = { ScreenRun.date + seconds.value } }
      world.environment = ["TICKERS_EXCHANGE": "all"]
      Task { [status, world] in
        let outcome = await world.run(arguments + ["-i", "10", "--count", "3"])
        status.change { $0 = outcome.status }
      }
    }

    func writes(_ output: String) async -> Bool { await texts.waits { $0.output == output } }

    func tellsFailure() async -> Bool {
      await texts.waits { $0.errors.hasPrefix("tickers: HTTP 503 Service Unavailable; next") }
    }

    func passes(to time: Int) async {
      seconds.change { $0 = Double(time) }
      await clock.passes(to: time)
    }
  }

  private func run(_ exchanges: [any Exchange], _ arguments: String...) -> Run {
    Run(exchanges, arguments, at: seconds)
  }

  /// Lets the second poll fail, after which the output is `output`. The third poll is the retry.
  private func failsOnce(_ run: Run, writing output: String? = nil) async {
    one.reply = .fail(Self.fault)
    await run.passes(to: 10)
    if let output { #expect(await run.writes(output)) }
    #expect(await run.tellsFailure())
    one.reply = .answer
    await run.passes(to: 11)
  }

  @Test(arguments: [["list", "-f", "BTC"], ["price", "BTC-USD"], ["coins", "BTC"]])
  func `a failed poll prints the last rows again, with their age`(command: [String]) async {
    let price = command[0] == "coins" ? "price" : "last"
    let run = Run([one], command + ["-t", "{\(price):0}|{stale}"], at: seconds)
    #expect(await run.writes("$100|\n"))
    await failsOnce(run, writing: "$100|\n$100|stale 10 s\n")
    #expect(await run.writes("$100|\n$100|stale 10 s\n$102|\n"))
    #expect(await run.ends() == 0)
  }

  @Test func `without stale a failed poll prints nothing, and no age is hidden`() async {
    let run = run([one], "list", "-f", "BTC", "-t", "{last:0} {age} {age:raw}")
    #expect(await run.writes("$100 0 s 0\n"))
    await failsOnce(run)
    #expect(await run.writes("$100 0 s 0\n$102 0 s 0\n"))
    #expect(await run.ends() == 0)
  }

  @Test func `of several exchanges only the rows of one that fails are stale`() async {
    let run = run([one, two], "list", "-f", "BTC", "-t", "{exchange} {last:0} {age:0} {stale}")
    #expect(await run.writes("one $100 0 s \ntwo $100 0 s \n"))
    two.reply = .fail(Self.fault)
    await run.passes(to: 10)
    let second = "one $101 0 s \ntwo $100 10 s stale 10 s\n"
    #expect(await run.writes("one $100 0 s \ntwo $100 0 s \n" + second))
    one.reply = .fail(Self.fault)
    await run.passes(to: 20)
    #expect(await run.ends() == 69)
    #expect(
      run.texts.value.output.hasSuffix(
        second + "one $101 10 s stale 10 s\ntwo $100 20 s stale 20 s\n"))
  }

  @Test func `a coin of several exchanges is stale if one of them fails`() async {
    let run = run([one, two], "coins", "BTC", "-t", "{coin} {stale}")
    #expect(await run.writes("BTC \n"))
    two.reply = .fail(Self.fault)
    await run.passes(to: 10)
    #expect(await run.writes("BTC \nBTC stale 10 s\n"))
    await run.passes(to: 20)
    #expect(await run.ends() == 69)
  }

  @Test func `changed rows are not printed again`() async {
    let run = run([one], "list", "--changes", "-f", "BTC", "-t", "{last:0} {stale}")
    #expect(await run.writes("$100 \n"))
    await failsOnce(run)
    #expect(await run.writes("$100 \n$102 \n"))
    #expect(await run.ends() == 0)
  }
}
