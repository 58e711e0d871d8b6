import Foundation
import Testing

/// Lines of the options file that are about past prices.
struct HistoryLinesTests {
  private static let market = HistoryMarket([
    "one": ["BTC-USD": [100, 200, nil, 400, 500], "EUR-USD": [2, 2, 2, 2, 2]]
  ])
  private static let arguments = ["BTC-USD", "-o", "csv", "-c", "close", "--no-header", "-n", "4"]

  private static func run(_ arguments: [String], _ file: String) async -> TestWorld.Outcome {
    await TestWorld(options: Array(file.utf8), holdings: Array("symbol,quantity\nBTC-USD,2\n".utf8))
      .run(arguments + ["-e", "kraken", "--replay", Repository.fixtures.path, "-v"])
  }

  @Test(arguments: [
    ("", "200\n400\n500\n"), ("--fill", "200\n200\n400\n500\n"), ("--in EUR", "100\n200\n250\n"),
    ("--in EUR\n--fill", "100\n100\n200\n250\n"), ("--in CHF\n--in=eur", "100\n200\n250\n"),
  ])
  func `lines below the heading hold for history`(lines: String, output: String) async {
    let outcome = await Self.market.run(Self.arguments, options: "[history]\n\(lines)\n")
    #expect((outcome.output, outcome.status) == (output, 0), "\(outcome.errors)")
  }

  @Test func `the command line overrides them, and other headings do not hold`() async {
    let typed = await Self.market.run(
      Self.arguments + ["--in", "USD"], options: "[history]\n--in EUR\n")
    #expect(typed.output == "200\n400\n500\n")
    let other = await Self.market.run(
      Self.arguments, options: "[list]\n--in EUR\n[holdings]\n--in EUR\n")
    #expect(other.output == "200\n400\n500\n")
    let all = await Self.market.run(Self.arguments, options: "--in EUR\n")
    #expect(all.output == "100\n200\n250\n")
  }

  @Test(arguments: [
    ("--interval 30", [1]), ("--count 3", [1]), ("--count 1", []), ("[price]\n--interval 30", [2]),
    ("--until last > 1", [1]), ("--interval 30\n--count 3\n--until last > 1", [1, 2, 3]),
    ("[price]\n!high = last > 1", [2]),
  ])
  func `lines about polling are ignored with price --at`(file: String, ignored: [Int]) async {
    let outcome = await Self.run(["price", "BTC-USD", "--at", "2026-11-17"], file)
    #expect((outcome.output, outcome.status) == ("27021.4\n", 0), "\(outcome.errors)")
    #expect(outcome.errors.matches(of: /:(\d+) ignored/).map { Int($0.1) } == ignored)
  }

  @Test(arguments: [
    ("--interval 30", [1]), ("[holdings]\n--until value > 1", [2]), ("--count 2", [1]),
  ])
  func `lines about polling are ignored with holdings --at`(file: String, ignored: [Int]) async {
    let arguments = [
      "holdings", "--at", "2026-11-17", "-o", "csv", "-c", "value", "--no-header",
    ]
    let outcome = await Self.run(arguments, file)
    #expect((outcome.output, outcome.status) == ("54042.8\n", 0), "\(outcome.errors)")
    #expect(outcome.errors.matches(of: /:(\d+) ignored/).map { Int($0.1) } == ignored)
  }

  @Test func `a line of --at is ignored with --interval`() async {
    let outcome = await Self.run(
      ["price", "BTC-USD", "--interval", "30", "--count", "1"], "[price]\n--at 2026-11-17\n")
    #expect((outcome.output, outcome.status) == ("27424.4\n", 0), "\(outcome.errors)")
    #expect(outcome.errors.contains(":2 ignored: --at cannot be combined with --interval"))
  }

  @Test func `a line of --after is ignored with --chart`() async {
    let outcome = await Self.market.run(
      ["BTC-USD", "--chart", "-v"], options: "[history]\n--after f\n")
    #expect(outcome.status == 0)
    #expect(
      outcome.errors.contains(":2 ignored: --after cannot be combined with --chart"),
      "\(outcome.errors)")
  }
}
