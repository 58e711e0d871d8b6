import Foundation
import MarketCore
import RandomInputs
import TestTools
import Testing

/// The file of `history --after`: its columns and format are continued, or the command fails.
struct EarlierOutputTests {
  private static let market = HistoryMarket(
    [
      "one": [
        "BTC-USD": [1, 2, 3, 4, 5, 6], "BTC-EUR": [6, 5, 4, 3, 2, 1],
        "ETH-USD": [7, 7, 7, 7, 7, 7],
        "EUR-USD": [2, 2, 2, 2, 2, 2],
      ]
    ], periods: [.oneHour, .fourHours, .oneDay, .oneWeek, .oneMonth])

  private static let midnight = ScreenRun.date - 11 * 3_600

  /// A file of candles that begin so many periods before a time.
  private static func file(
    _ heading: String, _ ages: [Int], of period: Period = .oneDay, before time: Date = midnight,
    _ row: (_ time: String) -> String
  ) -> String {
    let rows = ages.map { row(period.start(-$0, after: time).formatted(.iso8601)) }
    return ([heading] + rows).filter { !$0.isEmpty }.map { "\($0)\n" }.joined()
  }

  private static func csv(_ ages: [Int], of period: Period = .oneDay) -> String {
    file("time,close", ages, of: period) { "\($0),1" }
  }

  private static func ledger(_ base: String, _ quote: String, _ ages: [Int] = [3, 2]) -> String {
    file("", ages) { "P \($0.prefix(10)) \($0.dropFirst(11).prefix(8)) \(base) 1 \(quote)" }
  }

  private static func run(_ arguments: [String], _ file: String) async -> TestWorld.Outcome {
    await market.run(["BTC-USD", "-e", "one", "--after", "f"] + arguments, earlier: file)
  }

  @Test(arguments: [
    ("time,close", ["%,4", "%,5"]), ("close,time", ["4,%", "5,%"]), ("time", ["%", "%"]),
    ("complete,time,symbol,filled", ["true,%,BTC-USD,false", "true,%,BTC-USD,false"]),
  ])
  func `new rows have the columns of the file, in their order`(
    heading: String, rows: [String]
  ) async {
    let earlier = Self.file(heading, [3], before: ScreenRun.date) { time in
      heading.replacing("time", with: time).replacing("close", with: "1")
        .replacing("complete", with: "true").replacing("symbol", with: "BTC-USD")
        .replacing("filled", with: "false")
    }
    let times = [2, 1].map { (ScreenRun.date - Double($0) * 86_400).formatted(.iso8601) }
    let output = zip(rows, times).map { $0.replacing("%", with: $1) + "\n" }.joined()
    for (format, separator) in [("csv", ","), ("tsv", "\t")] {
      let outcome = await Self.run(
        ["-o", format], earlier.replacing(",", with: separator))
      #expect(outcome.output == output.replacing(",", with: separator))
      #expect((outcome.errors, outcome.status) == ("", 0))
    }
    let other = await Self.run(["-o", "csv", "-c", "open"], earlier)
    #expect((other.output, other.status) == (output, 0))
    let names = heading.split(separator: ",").joined(separator: ",")
    #expect(other.errors == "tickers: --columns ignored: f has the columns \(names)\n")
  }

  @Test(arguments: [
    // An unknown column.
    (["-o", "csv"], "time,price\n", "history has no column 'price'"),
    (["-o", "csv"], "symbol,base,last,as_of\n", "history has no column 'base'"),
    // Another format.
    (["-o", "tsv"], csv([2]), "format is csv, not tsv"),
    (["-o", "csv"], csv([2]).replacing(",", with: "\t"), "format is tsv, not csv"),
    (["-o", "ndjson"], csv([2]), "format is csv, not ndjson"),
    (["-o", "csv"], "{\"time\":\"2026-11-18T00:00:00Z\"}\n", "format is ndjson, not csv"),
    (["-o", "ledger"], "2026-11-18 price BTC 1 USD\n", "format is beancount, not ledger"),
    (["-o", "beancount"], ledger("BTC", "USD"), "format is ledger, not beancount"),
    // Another currency.
    (["-o", "ledger"], ledger("BTC", "EUR"), "prices of BTC are in EUR, not USD"),
    (
      ["-o", "ledger", "--in", "EUR"], ledger("BTC", "USD") + ledger("ETH", "EUR"),
      "prices of BTC are in USD, not EUR"
    ),
    (["-o", "beancount"], "2026-11-18 price BTC 1 EUR\n", "prices of BTC are in EUR, not USD"),
    (
      ["--in", "EUR"], "symbol,quote,time\nBTC-USD,USD,2026-11-18T00:00:00Z\n",
      "prices of BTC are in USD, not EUR"
    ),
    (
      ["--in", "EUR", "-o", "ndjson"],
      "{\"quote\":\"USD\",\"time\":\"2026-11-18T00:00:00Z\"}\n",
      "prices of BTC are in USD, not EUR"
    ),
    // Another period.
    (["-o", "csv", "-p", "1h"], csv([3, 2]), "candles of BTC-USD are of 1d, not 1h"),
    (["-o", "csv", "-p", "4h"], csv([5, 4, 3, 2]), "candles of BTC-USD are of 1d, not 4h"),
    (["-o", "csv"], csv([30, 29], of: .oneHour), "candles of BTC-USD are of 1h, not 1d"),
    (["-p", "1M"], csv([30, 2, 1], of: .oneWeek), "candles of BTC-USD are of 1w, not 1M"),
    (["-o", "csv"], csv([4, 3, 2], of: .oneMonth), "candles of BTC-USD are of 1M, not 1d"),
    (
      ["-p", "1h", "-o", "ledger"], ledger("BTC", "USD", [4, 2]),
      "candles of BTC-USD are of 1d, not 1h"
    ),
    (
      ["-p", "1h", "-o", "ledger", "--in", "EUR"], ledger("BTC", "EUR", [4, 3, 2]),
      "candles of BTC-USD are of 1d, not 1h"
    ),
    (
      ["-p", "1h"],
      file("", [3, 2, 1]) { "{\"symbol\":\"BTC-USD\",\"time\":\"\($0)\"}" },
      "candles of BTC-USD are of 1d, not 1h"
    ),
  ])
  func `a file of another kind is an error, with the reason`(
    arguments: [String], earlier: String, reason: String
  ) async {
    let outcome = await Self.run(arguments, earlier)
    #expect(outcome.output == "")
    #expect(outcome.errors == "tickers: f: \(reason)\n")
    #expect(outcome.status == 65)
  }

  @Test(arguments: [
    // Gaps, any order, a single time, repeated times, weeks.
    (["-o", "csv"], csv([90, 5, 2])), (["-o", "csv"], csv([2, 3, 4, 9])),
    (["-o", "csv", "-p", "1h"], csv([2], of: .oneHour)), (["-o", "csv"], csv([2, 2, 3, 3])),
    (["-o", "csv", "-p", "1w"], csv([4, 3, 2], of: .oneWeek)),
    (["-o", "csv", "-p", "1M"], csv([4, 3, 2], of: .oneMonth)),
    // Two hours that are a day apart could be by chance.
    (["-o", "csv", "-p", "1h"], csv([29, 5], of: .oneHour)),
    // Other pairs, and prices at any times.
    (["-o", "ledger"], ledger("ETH", "EUR")),
    (
      ["-p", "1h", "-o", "ledger"],
      ledger("ETH", "EUR", [9, 8, 7]) + "P 2026-11-19 14:00:03 BTC 1 USD\n"
        + "P 2026-11-19 15:00:04 BTC 1 USD\nP 2026-11-19 16:00:03 BTC 1 USD\n"
    ),
    // What cannot be added to any file.
    (["-o", "json"], csv([2])), (["-o", "influx"], csv([2])), (["-t", "{close}"], csv([2])),
    ([], ledger("BTC", "USD")),
  ])
  func `other files are continued`(arguments: [String], earlier: String) async {
    let outcome = await Self.run(arguments, earlier)
    #expect(outcome.status == 0 && !outcome.errors.contains("f:"), "\(outcome.errors)")
  }

  @Test func `directives of a pair in several currencies are those of the requested pairs`() async {
    let earlier = Self.ledger("BTC", "USD")
    let outcome = await Self.run(["BTC-EUR", "-o", "ledger", "-n", "2"], earlier)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("BTC 5 USD") && outcome.output.contains("BTC 2 EUR"))
  }

  /// What is printed first has random columns; what is added has no `--columns`.
  @Test(arguments: ["csv", "tsv"], UInt64(1)...UInt64(rounds(5)))
  func `output of any columns is continued`(format: String, seed: UInt64) async {
    var random = Seeded(state: seed)
    let names = CandleRow.columns.map(\.name).filter { $0 != "time" && $0 != "symbol" }
    let columns = (["time", "symbol"] + names.shuffled(using: &random).prefix(Int(seed)))
      .shuffled(using: &random).joined(separator: ",")
    let arguments = ["BTC-USD", "ETH-USD", "-e", "one", "-n", "6", "-o", format, "--after", "f"]
    let whole = await Self.market.run(arguments + ["-c", columns]).output
    let lines = whole.split(separator: "\n").map { "\($0)\n" }
    #expect(lines.count == 11)
    for count in 1...lines.count {
      let start = lines[..<count].joined()
      let outcome = await Self.market.run(arguments, earlier: start)
      #expect(start + outcome.output == whole, "\(columns)")
      #expect(outcome.status == 0)
    }
  }
}
