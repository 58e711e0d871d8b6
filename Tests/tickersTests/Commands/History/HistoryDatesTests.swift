import Foundation
import MarketCore
import TestTools
import Testing

/// The option `--date-format` of `history`, and files whose times are dates.
struct HistoryDatesTests {
  private static let market = HistoryMarket.random(["one"], pairs: ["BTC-USD"], seed: 3)
  private static let arguments = ["BTC-USD", "-c", "time,close", "-n", "36"]

  @Test(arguments: ["csv", "tsv"])
  func `dates are the days of the times`(format: String) async {
    let times = await Self.market.run(Self.arguments + ["-o", format])
    let dates = await Self.market.run(Self.arguments + ["-o", format, "--date-format", "date"])
    #expect(dates.output.contains(/^2026-11-\d\d[,\t]/.anchorsMatchLineEndings()))
    #expect(dates.output == times.output.replacing("T00:00:00Z", with: ""))
    let iso = await Self.market.run(Self.arguments + ["-o", format, "--date-format", "iso"])
    #expect(iso == times)
  }

  @Test(arguments: ["csv", "tsv"], [[], ["--date-format", "date"]])
  func `a file with dates continues with dates`(format: String, options: [String]) async throws {
    let arguments = Self.arguments + ["-o", format, "--after", "f"]
    let whole = await Self.market.run(arguments + ["--date-format", "date"]).output
    let lines = whole.split(separator: "\n").map { "\($0)\n" }
    #expect(lines.count > 20)
    // Without rows, a file has no form of times.
    for count in (options.isEmpty ? 2 : 0)...lines.count {
      for heading in [0, 1] where count > heading {
        let start = lines[heading..<count].joined()
        let outcome = await Self.market.run(arguments + options, earlier: start)
        #expect(start + outcome.output == lines[heading...].joined(), "after \(count) lines")
        #expect(outcome.status == 0)
      }
    }
  }

  @Test func `the form of the file wins, with a notice`() async {
    let times = "time,close\n2026-11-18T00:00:00Z,1\n"
    let dates = "time,close\n2026-11-18,1\n"
    for (file, format, form) in [(times, "date", "times"), (dates, "iso", "dates")] {
      let outcome = await Self.market.run(
        Self.arguments + ["-o", "csv", "--after", "f", "--date-format", format], earlier: file)
      let plain = await Self.market.run(
        Self.arguments + ["-o", "csv", "--after", "f"], earlier: file)
      #expect(outcome.output == plain.output && !outcome.output.isEmpty)
      #expect(outcome.errors.contains("tickers: --date-format ignored: f has \(form)\n"))
    }
  }

  @Test(arguments: [
    (["-o", "json"], "--date-format date requires --format csv or tsv"),
    (["-t", "{time}"], "--date-format date requires --format csv or tsv"),
    ([], "--date-format date requires --format csv or tsv"),
  ])
  func `other formats have times`(options: [String], error: String) async {
    let outcome = await Self.market.run(["BTC-USD", "--date-format", "date"] + options)
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    #expect(outcome.errors == "tickers: \(error)\n")
  }

  @Test func `a line of the options file that does not fit is ignored`() async {
    let outcome = await Self.market.run(
      ["BTC-USD", "--once", "-o", "json"], options: "[history]\n--date-format date")
    #expect(outcome.status == 0 && outcome.output.contains("T00:00:00Z"))
  }

  @Test func `hours cannot be dates`() async {
    let market = HistoryMarket(["one": ["BTC-USD": [1, 2, 3]]], periods: [.oneHour])
    let dates = await market.run(
      ["BTC-USD", "-p", "1h", "-o", "csv", "--date-format", "date"])
    #expect(dates.status == 64)
    #expect(dates.errors == "tickers: --date-format: date requires periods from 1d\n")
    let outcome = await market.run(
      ["BTC-USD", "-p", "1h", "-o", "csv", "--after", "f"], earlier: "time,close\n2026-11-18,1\n")
    #expect(outcome.status == 64)
    #expect(outcome.errors == "tickers: --after: a file with dates requires periods from 1d\n")
  }

  @Test(arguments: ["2026-11-31", "2026-11-1", "20261118", "2026-11-18T", "11/18/2026"])
  func `other texts are no dates`(date: String) async {
    let outcome = await Self.market.run(
      Self.arguments + ["-o", "csv", "--after", "f"], earlier: "time,close\n\(date),1\n")
    #expect(outcome.status == 65 && outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("tickers: f:2: invalid time '\(date)'"))
  }
}
