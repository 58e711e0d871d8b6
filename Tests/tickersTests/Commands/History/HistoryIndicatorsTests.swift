import Foundation
import MarketCore
import Testing

/// The indicators of `history`, in whole runs.
@Suite(.timeLimit(.minutes(20)))
struct HistoryIndicatorsTests {
  private static let market = HistoryMarket([
    "one": [
      "A-USD": [10, 20, nil, 30, 40, 50, 20], "B-USD": [2, 2, 2, 2, 2, 4, 8],
      "EUR-USD": [2, 2, 2, 2, 2, 4, 4],
    ]
  ])

  private static func lines(_ arguments: [String]) async -> [String] {
    let outcome = await market.run(arguments + ["-e", "one", "-o", "csv", "--no-header"])
    #expect(outcome.status == 0)
    return outcome.output.split(separator: "\n").map(String.init)
  }

  @Test func `candles before the range, and gaps, count`() async {
    let lines = await Self.lines(["A-USD", "-n", "2", "-c", "close,sma2,sma6"])
    #expect(lines == ["50,45,28.3333333333", "20,35,30"])
    #expect(await Self.lines(["A-USD", "-n", "5", "-c", "close,sma2"]).first == "30,25")
    // A filled gap is the same candle.
    let filled = await Self.lines(["A-USD", "-n", "5", "-c", "close,sma2", "--fill"])
    #expect(filled.prefix(2) == ["20,20", "30,25"])
  }

  @Test func `each pair has its own values, which conditions and orders use`() async {
    let lines = await Self.lines([
      "A-USD", "B-USD", "-n", "2", "--with", "sma2", "-c", "symbol", "-w", "sma2 < 40", "-s",
      "sma2",
    ])
    #expect(lines == ["A-USD,35", "B-USD,6", "B-USD,3"])
    #expect(await Self.lines(["A-USD", "-n", "2", "-c", "close", "-w", "sma2 > 40"]) == ["50"])
  }

  @Test func `indicators are of converted prices`() async {
    let lines = await Self.lines(["B-USD", "-n", "3", "--in", "EUR", "-c", "close,sma3"])
    #expect(lines == ["1,1", "1,1", "2,1.33333333333"])
  }

  @Test func `gaps before the range are filled at the rate of their own period`() async {
    let market = HistoryMarket([
      "one": ["A-USD": [10, 20, nil, 30, 40], "EUR-USD": [2, 2, 4, 4, 4]]
    ])
    let arguments = ["A-USD", "-e", "one", "-o", "csv", "--no-header", "--in", "EUR", "--fill"]
    let whole = await market.run(arguments + ["-n", "5", "-c", "sma3"]).output
    let end = await market.run(arguments + ["-n", "2", "-c", "sma3"]).output
    #expect(end == "7.5\n7.5\n")
    #expect(whole.hasSuffix(end))
  }

  @Test func `columns of the file are continued`() async {
    let arguments = ["A-USD", "-e", "one", "-o", "csv", "-c", "time,close,sma2,bb2_upper"]
    let whole = await Self.market.run(arguments + ["--after", "f"]).output
    let lines = whole.split(separator: "\n").map { "\($0)\n" }
    #expect(lines.count > 4)
    let start = lines.prefix(3).joined()
    let outcome = await Self.market.run(
      ["A-USD", "-e", "one", "-o", "csv", "--after", "f"], earlier: start)
    #expect(start + outcome.output == whole)
    let other = await Self.market.run(
      ["A-USD", "-e", "one", "-o", "csv", "--with", "rsi3", "--after", "f"], earlier: start)
    #expect(other.output == outcome.output)
    #expect(other.errors.contains("--with ignored: f has the columns time,close,sma2,bb2_upper"))
  }

  @Test(arguments: ["csv", "tsv", "json", "ndjson", "markdown", "table", "influx"])
  func `every format of rows has the indicators`(format: String) async {
    let outcome = await Self.market.run(
      ["A-USD", "-e", "one", "-n", "2", "--with", "sma2,rsi2", "-o", format])
    #expect(outcome.status == 0)
    #expect(outcome.output.lowercased().contains("sma2"))
    #expect(outcome.output.contains("35"))
    #expect(outcome.output.contains("rsi2") || outcome.output.contains("RSI2"))
  }

  @Test(arguments: [
    (["--with", "sma501"], "--with: unknown indicator 'sma501'; did you mean sma500?"),
    (["--with", "sma20,rsy14"], "--with: unknown indicator 'rsy14'; did you mean rsi14?"),
    (["--with", ""], "--with: unknown indicator ''; indicators are smaN"),
    (["-c", "close,sma1"], "--columns: unknown field 'sma1'; did you mean sma2?"),
    (["-s", "emma9:asc"], "--sort: unknown field 'emma9'; did you mean ema9?"),
    (["-w", "rsi501 > 3"], "--where: unknown field 'rsi501'; did you mean rsi500?"),
    (["-t", "{atr1}"], "--template: unknown field 'atr1'; did you mean atr2?"),
    (["--with", "vwap", "-t", "{time}"], "--with cannot be combined with --template"),
    (["--with", "vwap", "-o", "ledger"], "ledger cannot be combined with --with"),
  ])
  func `an invalid name or period names the nearest`(arguments: [String], error: String) async {
    let outcome = await Self.market.run(["A-USD", "-e", "one"] + arguments)
    #expect(outcome.status == 64)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("tickers: " + error), "\(outcome.errors)")
  }
}
