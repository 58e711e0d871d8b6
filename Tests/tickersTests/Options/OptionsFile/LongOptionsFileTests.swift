import Foundation
import Testing

@testable import tickers

/// Options files with very many lines. If the time grew with the square of their number, these
/// tests would take more than a minute.
struct LongOptionsFileTests {
  private static let count = 3_000

  private static func run(_ lines: (Int) -> String, _ arguments: [String]) async
    -> TestWorld.Outcome
  {
    let text = (0..<count).map { lines($0) + "\n" }.joined()
    return await TestWorld(options: Array(text.utf8)).run(
      arguments + ["--replay", Repository.fixtures.path])
  }

  @Test(.timeLimit(.minutes(1)))
  func `watchlists`() async {
    let help = await Self.run({ "@a\($0) = BTC-USD" }, ["list", "--filter", "@help"])
    #expect(help.output.split(separator: "\n").count == Self.count)
    let twice = await Self.run({ "@a\($0 % 2_999) = BTC-USD" }, ["list", "--once"])
    #expect(twice.errors.contains(":3000: @a0 is already defined in line 1\n"))
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [["list", "--once"], ["price", "BTC-USD", "--at", "2026-11-17"]])
  func `alerts`(arguments: [String]) async {
    let outcome = await Self.run({ "!a\($0) = last > 1e9" }, arguments + ["-e", "kraken", "-q"])
    #expect((outcome.errors, outcome.status) == ("", 0))
  }

  @Test(
    .timeLimit(.minutes(1)), arguments: ["[list]", "--limit 3", "--url kraken=http://127.0.0.1:1"])
  func `headings, options and options that repeat`(line: String) async {
    let outcome = await Self.run({ _ in line }, ["list", "--once", "-q"])
    #expect((outcome.errors, outcome.status) == ("", 0))
  }
}
