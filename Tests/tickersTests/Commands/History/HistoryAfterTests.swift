import Foundation
import MarketCore
import RandomInputs
import TestTools
import Testing

/// The rows that `history --after` adds to earlier output.
@Suite(.timeLimit(.minutes(20)))
struct HistoryAfterTests {
  private static let pairs = ["BTC-USD", "ETH-USD", "SOL-USD"]

  /// Price directives name no exchange.
  private static func names(_ format: String) -> [String] {
    ["ledger", "beancount"].contains(format) ? ["one"] : ["one", "two"]
  }

  private static func arguments(_ format: String, _ options: [String]) -> [String] {
    pairs + ["-e", names(format).joined(separator: ","), "-o", format, "-n", "36", "--after", "f"]
      + options
  }

  private static let formats = ["csv", "tsv", "ndjson", "ledger", "beancount"]
  private static let options = [[], ["--fill"], ["--in", "EUR"], ["--fill", "--in", "EUR"]]

  @Test(arguments: formats, options)
  func `what was cut from output is added`(format: String, options: [String]) async {
    let market = HistoryMarket.random(Self.names(format), pairs: Self.pairs, seed: 5)
    let arguments = Self.arguments(format, options)
    let whole = await market.run(arguments).output
    let lines = whole.split(separator: "\n").map { "\($0)\n" }
    #expect(lines.count > 60)
    var random = Seeded(state: 7)
    for _ in 0..<rounds(2) {
      let count = Int.random(in: 0...lines.count, using: &random)
      let start = lines[..<count].joined()
      let outcome = await market.run(arguments, earlier: start)
      #expect(start + outcome.output == whole, "after \(count) lines")
      #expect(outcome.status == 0)
    }
    let again = await market.run(arguments, earlier: whole)
    #expect(again.output == "")
    #expect(again.errors.hasSuffix("tickers: no new candles\n"), "\(again.errors)")
    #expect(again.status == 0)
  }

  @Test(arguments: formats)
  func `a cut within a line is refused`(format: String) async {
    let market = HistoryMarket.random(Self.names(format), pairs: Self.pairs, seed: 5)
    let arguments = Self.arguments(format, [])
    let whole = Array(await market.run(arguments).output.utf8)
    var random = Seeded(state: 11)
    for _ in 0..<rounds(5) {
      let start = whole.prefix(.random(in: 1..<whole.count, using: &random))
      if start.last == UInt8(ascii: "\n") { continue }
      let line = start.count { $0 == UInt8(ascii: "\n") } + 1
      let outcome = await market.run(arguments, earlier: String(decoding: start, as: UTF8.self))
      #expect(outcome.output == "")
      #expect(outcome.errors == "tickers: f:\(line): incomplete last line\n")
      #expect(outcome.status == 65)
    }
  }

  @Test func `the running candle is not part of it`() async {
    let market = HistoryMarket(["one": ["BTC-USD": [1, 2, 3, 4]]])
    let outcome = await market.run(
      ["BTC-USD", "-o", "csv", "-c", "close,complete", "--no-header", "--after", "f"])
    #expect(outcome.output == "1,true\n2,true\n3,true\n")
  }

  @Test func `a pair that the file lacks follows the range, the others do not`() async {
    let market = HistoryMarket(["one": ["A-USD": [1, 2, 3, 4, 5], "B-USD": [6, 7, 8, 9, 10]]])
    // The candle of 7 days ago is before the range.
    let time = (ScreenRun.date - 4 * 86_400).formatted(.iso8601)
    let outcome = await market.run(
      ["A-USD", "B-USD", "-n", "2", "-o", "csv", "-c", "symbol,close", "--after", "f"],
      earlier: "symbol,time,close\nA-USD,\(time),1\n")
    let times = (1...3).map { (ScreenRun.date - Double($0) * 86_400).formatted(.iso8601) }
    #expect(
      outcome.output == """
        A-USD,\(times[2]),2
        A-USD,\(times[1]),3
        A-USD,\(times[0]),4
        B-USD,\(times[0]),9

        """)
    #expect(
      outcome.errors.contains("tickers: --columns ignored: f has the columns symbol,time,close\n"))
    #expect(outcome.status == 0)
  }

  @Test func `a candle of the file that had not ended is printed again`() async {
    let market = HistoryMarket(["one": ["A-USD": [1, 2, 3, 4]]])
    let times = (1...3).map { (ScreenRun.date - Double($0) * 86_400).formatted(.iso8601) }
    let outcome = await market.run(
      ["A-USD", "-o", "csv", "--after", "f"],
      earlier: "time,close,complete\n\(times[2]),1,true\n\(times[1]),1.5,false\n")
    #expect(outcome.output == "\(times[1]),2,true\n\(times[0]),3,true\n")
  }

  @Test func `lines of another exchange do not count, those without one do`() async {
    let market = HistoryMarket(["one": ["A-USD": [1, 2, 3, 4]], "two": ["A-USD": [5, 6, 7, 8]]])
    let times = (1...3).map { (ScreenRun.date - Double($0) * 86_400).formatted(.iso8601) }
    let arguments = [
      "A-USD", "-e", "one,two", "-n", "4", "-t", "{exchange} {close:raw}", "--after", "f",
    ]
    let two = await market.run(arguments, earlier: "exchange,symbol,time\ntwo,A-USD,\(times[1])\n")
    #expect(two.output == "one 1\none 2\none 3\ntwo 7\n")
    let any = await market.run(arguments, earlier: "symbol,time\nA-USD,\(times[1])\n")
    #expect(any.output == "one 3\ntwo 7\n")
  }

  @Test func `a long gap is filled after a cut within it`() async {
    let closes = [1, 2] + [Decimal?](repeating: nil, count: 14) + [3, 4]
    let market = HistoryMarket(["one": ["A-USD": closes]])
    let arguments = ["A-USD", "-n", "18", "-o", "csv", "--fill", "--after", "f"]
    let whole = await market.run(arguments).output
    let lines = whole.split(separator: "\n").map { "\($0)\n" }
    #expect(lines.count == 18)
    for count in 1...lines.count {
      let start = lines[..<count].joined()
      let outcome = await market.run(arguments, earlier: start)
      #expect(start + outcome.output == whole, "after \(count) lines")
    }
  }

  @Test(arguments: formats, options)
  func `a thinned and reordered file is completed by its holes and what follows`(
    format: String, options: [String]
  ) async {
    let market = HistoryMarket.random(Self.names(format), pairs: Self.pairs, seed: 13)
    let arguments = Self.arguments(format, options)
    let whole = await market.run(arguments).output.split(separator: "\n").map { "\($0)\n" }
    let heading = whole.prefix(["csv", "tsv"].contains(format) ? 1 : 0)
    let rows = whole.dropFirst(heading.count)
    var random = Seeded(state: 17)
    for _ in 0..<rounds(2) {
      let share = Int.random(in: 1...9, using: &random)
      // The oldest row of each pair stays: nothing before it is missing.
      var seen = Set<String>()
      var kept = rows.filter { row in
        seen.insert(Self.series(of: row, format)).inserted
          || Int.random(in: 0..<10, using: &random) < share
      }
      kept.shuffle(using: &random)
      var file = (heading + kept).joined()
      let holes = await market.run(arguments + ["--holes"], earlier: file)
      #expect(holes.status == 0)
      file += holes.output
      file += await market.run(arguments, earlier: file).output
      #expect(
        file.split(separator: "\n").map { "\($0)\n" }.sorted() == whole.sorted(), "\(share)")
      let again = await market.run(arguments + ["--holes"], earlier: file)
      #expect(again.output == "")
      #expect(again.errors.hasSuffix("tickers: no missing candles\n"), "\(again.errors)")
    }
  }

  /// The pair of a row, with its exchange.
  private static func series(of row: String, _ format: String) -> String {
    let separators: Set<Character> = [",", "\t", " ", "{", "}"]
    let names = pairs + pairs.map { String($0.prefix(3)) } + ["one", "two"]
    return row.split { separators.contains($0) }.filter { word in
      names.contains { word.contains($0) }
    }.joined(separator: " ")
  }

  @Test func `holes are printed in the columns of the file, and otherwise counted`() async {
    let market = HistoryMarket([
      "one": ["A-USD": [1, 2, nil, 4, 5, 6], "B-USD": [7, 8, 9, 8, 7, 6]]
    ])
    func time(_ age: Int) -> String {
      (ScreenRun.date - Double(age) * 86_400).formatted(.iso8601)
    }
    let file = "close,symbol,time\n5,A-USD,\(time(1))\n1,A-USD,\(time(5))\n"
    let arguments = ["A-USD", "B-USD", "-o", "csv", "--after", "f"]
    let holes = await market.run(arguments + ["--holes"], earlier: file)
    #expect(holes.output == "2,A-USD,\(time(4))\n4,A-USD,\(time(2))\n")
    #expect(holes.errors.contains("1 of 3 periods has no candle"))
    let filled = await market.run(arguments + ["--holes", "--fill"], earlier: file)
    #expect(
      filled.output == "2,A-USD,\(time(4))\n2,A-USD,\(time(3))\n4,A-USD,\(time(2))\n")
    let newer = await market.run(["A-USD", "-o", "csv", "--after", "f"], earlier: file)
    #expect(newer.output == "")
    #expect(
      newer.errors.contains("f lacks 3 periods before its newest; --holes prints the candles"))
    // The heading of a new file.
    let empty = await market.run(arguments + ["--holes"], earlier: nil)
    #expect(empty.output.split(separator: "\n").count == 1)
    let alone = await market.run(["A-USD", "--holes"])
    #expect(alone.status == 64)
    #expect(alone.errors == "tickers: --holes requires --after\n")
  }
}
