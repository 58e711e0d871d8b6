import Foundation
import Testing

/// The headings, lines and documents of the formats for data.
@Suite(.timeLimit(.minutes(20))) struct ShapeTests {
  private func output(_ arguments: [String]) async -> String {
    // The symbols were recorded once.
    let polls = [
      "--interval", "0.001", "--count", arguments[0] == "symbols" ? "1" : "3", "--replay",
      Repository.fixtures.path,
    ]
    let outcome = await TestWorld().run(arguments + polls)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    return outcome.output
  }

  private func lines(_ output: String) throws -> [Substring] {
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
    try #require(lines.last == "")
    return lines.dropLast()
  }

  @Test(arguments: [
    (["list"], ["as_of", "source", "tickers", "rates"]),
    (["symbols"], ["as_of", "source", "symbols"]),
    (
      ["book", "BTC-USD"],
      [
        "as_of", "source", "exchange", "symbol", "best_bid", "best_ask", "mid", "spread",
        "spread_bp",
        "imbalance", "bids", "asks",
      ]
    ),
    (
      ["book", "BTC-USD", "--buy", "2"],
      [
        "as_of", "source", "exchange", "symbol", "best_bid", "best_ask", "mid", "spread",
        "spread_bp",
        "imbalance", "bids", "asks", "fill",
      ]
    ),
  ])
  func `json is a document a poll, on a line`(arguments: [String], members: [String]) async throws {
    let lines = try lines(await output(arguments + ["-o", "json"]))
    #expect(lines.count == (arguments[0] == "symbols" ? 1 : 3))
    for line in lines {
      guard case .object(let document) = try JSONText(String(line)) else {
        Issue.record("not an object")
        continue
      }
      #expect(Set(document.keys) == Set(members))
      #expect(document["as_of"]?.text?.wholeMatch(of: Self.time) != nil)
      #expect(line.wholeMatch(of: /.*[:,{] .*/) == nil)
    }
  }

  private static var time: Regex<Substring> { /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/ }

  @Test(arguments: [
    ["list"], ["symbols"], ["book", "BTC-USD"], ["list", "-c", "last"],
    ["book", "BTC-USD", "--buy", "2"], ["book", "BTC-USD", "--buy", "2", "-c", "worst,as_of"],
  ])
  func `every line of ndjson has its time`(arguments: [String]) async throws {
    let rows = try lines(await output(arguments + ["-o", "ndjson"])).map {
      try JSONText(String($0)).known
    }
    #expect(!rows.isEmpty)
    #expect(rows.allSatisfy { $0["as_of"]?.wholeMatch(of: Self.time) != nil })
    #expect(Set(rows.map { $0["as_of"] }).count == (arguments == ["symbols"] ? 1 : 3))
  }

  @Test func `a value that is not known is null in json`() async throws {
    let output = await output(["list", "--filter", "XLM-BTC", "-c", "symbol,percent", "-o", "json"])
    #expect(output.contains(#"[{"symbol":"XLM-BTC","percent":null}]"#))
  }

  @Test(arguments: ["tsv", "csv"])
  func `a heading stands once, at the start`(format: String) async throws {
    let arguments = ["list", "-f", "BTC-US?", "-c", "symbol,last", "-o", format]
    let separator = format == "tsv" ? "\t" : ","
    let lines = try lines(await output(arguments))
    #expect(lines.first == "symbol\(separator)last")
    #expect(lines.count == 4)
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("BTC-USD\(separator)") })
    #expect(
      await output(arguments + ["--no-header"]) == lines.dropFirst().joined(separator: "\n") + "\n")
  }

  @Test(arguments: [
    (["-o", "table"], 2), (["-o", "table", "--no-header"], 1), (["-o", "markdown"], 3),
  ])
  func `a blank line stands between tables`(options: [String], height: Int) async throws {
    let output = await output(["list", "-f", "BTC-US?", "-c", "symbol,last"] + options)
    let tables = try lines(output).split(separator: "", omittingEmptySubsequences: false)
    #expect(tables.map(\.count) == [height, height, height])
  }

  @Test(arguments: DataFormat.allCases)
  func `columns come in the order that is asked for`(format: DataFormat) async throws {
    let text = await output(["list", "-f", "BTC-US?", "-c", "quote,symbol", "-o", format.rawValue])
    let quote = try #require(text.range(of: "USD"))
    let symbol = try #require(text.range(of: "BTC-USD"))
    #expect(quote.lowerBound < symbol.lowerBound)
    #expect(try format.rows(text).count == 3)
  }

  @Test(arguments: ["tsv", "csv", "markdown", "table", "ndjson", "json"])
  func `no row is not an error`(format: String) async throws {
    let outcome = await TestWorld().run([
      "list", "--once", "-f", "NOTHING", "-c", "symbol", "-o", format,
      "--replay", Repository.fixtures.path,
    ])
    let outputs = [
      "tsv": "symbol\n", "csv": "symbol\n", "markdown": "| symbol |\n| --- |\n",
      "table": "SYMBOL\n", "ndjson": "",
    ]
    if let expected = outputs[format] { #expect(outcome.output == expected) }
    #expect(outcome.errors.wholeMatch(of: /tickers: [^\n]+\n/) != nil)
    #expect(outcome.status == 0)
  }
}
