import Foundation
@testable import MarketCore
import StubExchange
import Terminal
import TestTools
import Testing

@testable import tickers

/// Commands of alerts on hostile symbols and names: their texts are values of variables, and are
/// not run.
@Suite(.startsPrograms)
struct HostileAlertsTests {
  private static let shell = [
    "$(touch pwned)-USD", "`touch pwned`-USD", "; touch pwned #-USD", "'; touch pwned; '-USD",
    "\"; touch pwned; \"-USD", "& touch pwned &-USD", "\n touch pwned\n-USD", "> pwned-USD",
    "() { :;}; touch pwned-USD", "-c-USD", "--on-alert=touch pwned", "!evil = last > 0",
    "x;y-USD", "9;4;1;50-USD", "evil: BTC-USD",
  ]
  private static let symbols =
    shell + OddTextTests.symbols + OddTextTests.joined
    + HostileNamesTests.names.filter { !OddTextTests.symbols.contains($0) }

  /// As a variable has it: without control characters, cut.
  private static func value(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { $0.isControl ? "\u{FFFD}" : $0 }
    var left = 1024
    return String(
      String.UnicodeScalarView(
        scalars.prefix { scalar in
          left -= UTF8.width(scalar)
          return left >= 0
        }))
  }

  /// Writes all variables of a firing to a file of its own.
  private static let command = #"env -0 > "$OUT/$$.new"; mv "$OUT/$$.new" "$OUT/$$.env""#

  /// The variables of the commands that have run.
  private static func variables(in folder: TemporaryFolder) throws -> [[String: String]] {
    try folder.files.filter { $0.hasSuffix(".env") }.map { file in
      let lines = try folder.data(of: file).split(separator: 0).map {
        String(decoding: $0, as: UTF8.self)
      }
      return lines.reduce(into: [:]) { variables, line in
        let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        if parts[0].hasPrefix("TICKERS_") { variables[String(parts[0])] = String(parts[1]) }
      }
    }
  }

  private static func expectNoControls(
    _ text: String, location: SourceLocation = #_sourceLocation
  ) {
    let found = text.unicodeScalars.filter { $0.isControl && $0 != "\n" }
    #expect(found.isEmpty, sourceLocation: location)
  }

  @Test func `nothing of a symbol runs, and each firing has its variables`() async throws {
    let (exchange, folder, out) = (
      try OddTextTests.exchange(Self.symbols), try TemporaryFolder(), try TemporaryFolder()
    )
    let program = try Program(
      [
        "list", "--once", "--alert", "all: last == 2", "--alert", "evil: last == 3", "--alert",
        "bitcoin: symbol == BTC-USD", "--on-alert", Self.command, "--url",
        exchange.url.absoluteString, "-e", "blockchain",
      ], environment: ["OUT": out.path], in: folder.url)
    #expect(await program.status() == 0, "\(program.errors.text)")
    #expect(folder.files == [])
    let runs = try Self.variables(in: out)
    #expect(
      runs.compactMap { $0["TICKERS_SYMBOL"] }.sorted() == Self.symbols.map(Self.value).sorted())
    #expect(
      runs.allSatisfy { $0["TICKERS_ALERT"] == "all" && $0["TICKERS_EXCHANGE"] == "blockchain" })
    #expect(runs.allSatisfy { $0["TICKERS_LAST"] == "2" && $0["TICKERS_NOTIONAL"] == "6" })
    Self.expectNoControls(program.output.text + program.errors.text)
    let notices = program.errors.text.split(separator: "\n")
    #expect(notices.allSatisfy { $0.hasPrefix("tickers: ") })
    #expect(notices.count { $0.contains(" all: ") } == Self.symbols.count)
  }

  @Test func `neither the rows of alerts nor a terminal obey a symbol`() async throws {
    let exchange = try OddTextTests.exchange(Self.symbols)
    let url = ["--url", exchange.url.absoluteString, "-e", "blockchain"]
    for format in ["table", "csv"] {
      let outcome = await TestWorld().run(
        ["alerts", "--once", "--alert", "all: last == 2", "-o", format] + url)
      Self.expectNoControls(outcome.output + outcome.errors)
      let rows = outcome.output.unicodeScalars.filter { $0 == "\n" }.count
      #expect(rows == Self.symbols.count + 1)
    }
    for symbol in Self.symbols where symbol.utf8.count < 100 {
      let single = try OddTextTests.exchange([symbol])
      var world = TestWorld()
      world.terminal = .init(columns: 200, rows: 24)
      let outcome = await world.run([
        "alerts", "-n", "1", "--alert", "all: last == 2", "--color", "never", "--url",
        single.url.absoluteString, "-e", "blockchain",
      ])
      // A bell, and two sequences.
      let parts = outcome.output.split(separator: "\u{7}", omittingEmptySubsequences: false)
      #expect(parts.count == 4 && parts[3].isEmpty, "\(symbol)")
      guard parts.count == 4 else { continue }
      Self.expectNoControls(String(parts[0]))
      let texts = [
        parts[1].trimmingPrefix("\u{1B}]9;"), parts[2].trimmingPrefix("\u{1B}]777;notify;tickers;"),
      ]
      for text in texts {
        Self.expectNoControls(String(text))
        #expect(!text.contains(";"))
      }
      #expect(texts[0] == texts[1])
    }
  }

  @Test func `variables have all fields with exact digits, without requests of their own`()
    async throws
  {
    let names = ["BTC": "Bit$(touch pwned)\u{1B}[2J\ncoin", "ETH": "'`touch pwned`'"]
    func json(_ value: some Encodable) throws -> String {
      String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }
    let currencies = try names.sorted { $0.key < $1.key }
      .map { #"{"id":\#(try json($0.key)),"name":\#(try json($0.value)),"status":"online"}"# }
    let stats =
      #"{"stats_24hour":{"open":"0.1","high":"1e3","low":"0.00000001","last":"LAST","volume":"3"}}"#
    let bodies = [
      "products/stats":
        #"{"BTC-USD":\#(stats.replacing("LAST", with: "0.100000000000000000010")),"ETH-USD":\#(stats.replacing("LAST", with: "12345678901234567890123456789"))}"#,
      "products": #"[{"id":"BTC-USD","status":"online"},{"id":"ETH-USD","status":"online"}]"#,
      "currencies": "[\(currencies.joined(separator: ","))]",
    ]
    let exchange = try StubExchange { request in
      .json(bodies[String(request.path.trimmingPrefix("/v3/exchange/"))] ?? "{}")
    }
    let (folder, out) = (try TemporaryFolder(), try TemporaryFolder())
    let program = try Program(
      [
        "list", "--once", "-c", "symbol", "--alert", "any: last > 0", "--on-alert", Self.command,
        "-e", "coinbase", "--url", exchange.url.absoluteString,
      ], environment: ["OUT": out.path], in: folder.url)
    #expect(await program.status() == 0, "\(program.errors.text)")
    #expect(folder.files == [])
    let runs = try Self.variables(in: out).sorted {
      $0["TICKERS_SYMBOL", default: ""] < $1["TICKERS_SYMBOL", default: ""]
    }
    #expect(runs.compactMap { $0["TICKERS_SYMBOL"] } == ["BTC-USD", "ETH-USD"])
    #expect(
      runs.compactMap { $0["TICKERS_LAST"] } == [
        "0.10000000000000000001", "12345678901234567890123456789",
      ])
    #expect(
      runs.compactMap { $0["TICKERS_TURNOVER"] } == [
        "0.30000000000000000003", "37037036703703703670370370367",
      ])
    #expect(
      runs.compactMap { $0["TICKERS_NAME"] } == [
        "Bit$(touch pwned)\u{FFFD}[2J\u{FFFD}coin", "'`touch pwned`'",
      ])
    for run in runs {
      let fields = Set(Firing<Ticker>.columns.map { "TICKERS_\($0.name.uppercased())" })
      #expect(Set(run.keys).subtracting(["TICKERS_OPTIONS"]) == fields)
      #expect(run["TICKERS_HIGH"] == "1000" && run["TICKERS_LOW"] == "0.00000001")
      #expect(run["TICKERS_BID"] == "" && run["TICKERS_SPREAD_BP"] == "")
      #expect(run["TICKERS_TIME"] == run["TICKERS_AS_OF"])
    }
    let paths = exchange.requests.map { String($0.path.trimmingPrefix("/v3/exchange/")) }
    #expect(!paths.contains { $0.hasSuffix("/ticker") }, "\(paths)")
    Self.expectNoControls(program.output.text + program.errors.text)
  }

  @Test func `bid and ask of a pair are requested where an alert tests them`() async throws {
    let exchange = TestExchange(hasQuotesPerPair: true)
    for (alert, quotes) in [("last > 0", false), ("bid > 0", true)] {
      var world = TestWorld(exchanges: [exchange])
      world.change = { $0.runCommand = { _ in .exited(status: 0) } }
      let outcome = await world.run([
        "list", "--once", "--alert", "x: \(alert)", "--on-alert", "true", "-q",
      ])
      #expect(outcome.status == 0)
      #expect(
        exchange.details.last?.wantsQuotes(of: Pair(symbol: "BTC-USD")) ?? false == quotes)
      // Names are for the command.
      #expect(exchange.details.last?.names == true)
    }
  }
}
