import Foundation
import Terminal
import TestTools
import Testing

@testable import tickers

/// Alerts in the options file: `!NAME = EXPR`.
struct AlertLinesTests {
  private static let place = "~/.config/tickers/options"

  private static func run(
    _ line: String, _ file: String, _ further: [String] = []
  ) async -> TestWorld.Outcome {
    await TestWorld(options: Array(file.utf8)).run(
      line.split(separator: " ").map(String.init) + ["--replay", Repository.fixtures.path] + further
    )
  }

  /// The names of the alerts that a command has, in order.
  private static func alerts(_ file: String, _ further: [String] = []) async -> [String] {
    let outcome = await run("alerts -o tsv -c alert --no-header", file, further)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome.errors.matches(of: /tickers: ([^:]+): (?:\d+|no) firing/).map { String($0.1) }
  }

  @Test(arguments: [
    ("!a = last < 1", ["a"]), ("!a=last < 1", ["a"]), ("  !a\t=\tlast < 1  ", ["a"]),
    ("!a = last < 1\r\n# !b = last < 2\r\n!c = last < 3\r\n", ["a", "c"]),
    ("\u{FEFF}!a = last < 1", ["a"]), ("!a = last < 1\n[alerts]\n!b = last < 2", ["a", "b"]),
    ("[list]\n!a = last < 1\n[alerts]\n!b = last < 2", ["b"]),
    ("--alert a: last < 1\n--alert=b:last < 2", ["a", "b"]),
    // The last one of a name wins, where it stands.
    ("!a = last < 1\n!b = last < 2\n!A = last < 3", ["b", "A"]),
    ("!a = last < 1\n[alerts]\n!a = last < 3", ["a"]),
    ("!Ä-1_x = last < 1", ["Ä-1_x"]), ("!a = symbol == 'x=y'", ["a"]),
    ("!a = last < 1 every 1h", ["a"]), ("!a = last < 1   every\t90m", ["a"]),
    // Not those of other rows.
    ("!a = last < 1\n!b = value > 1\n!c = imbalance > 1\n!d = gap_bp > 1", ["a"]),
  ])
  func `a line is an alert`(file: String, names: [String]) async {
    #expect(await Self.alerts(file) == names)
  }

  @Test func `the command line adds alerts, and overrides those of the same name`() async {
    let file = "!low = last < 0\n!top = last < 0"
    #expect(await Self.alerts(file, ["--alert", "new: last > 20000"]) == ["low", "top", "new"])
    #expect(await Self.alerts(file, ["--alert", "LOW: last > 20000"]) == ["top", "LOW"])
    let outcome = await Self.run(
      "alerts BTC-USD -o tsv -c alert --no-header", file,
      ["--alert", "top: last > 20000", "--alert", "Top: last > 1"])
    #expect(outcome.output == "Top\n")
  }

  @Test(arguments: [
    ("!a = last < 1", "book BTC-USD --once", [1]), ("!a = imbalance > 2", "list --once", [1]),
    ("!a = last < 1\n!b = imbalance > 2\n!c = gap_bp > 1", "list --once", [2, 3]),
    ("!a = bid < 1\n!b = price < 0", "coins --once", [1]),
    ("# x\n!a = value > 1e9\n!b = last < 0", "price BTC-USD", [2]),
    // Other commands have no alerts.
    ("!a = last < 1", "symbols", []), ("!a = last < 1", "history BTC-USD -e kraken", []),
  ])
  func `an alert that fits only other commands is ignored`(
    file: String, line: String, ignored: [Int]
  ) async {
    let outcome = await Self.run(line, file, ["-v"])
    #expect(outcome.status == 0)
    let lines = outcome.errors.matches(of: /options:(\d+) ignored: (.*)/)
    #expect(lines.map { Int($0.1) } == ignored)
    #expect(
      lines.allSatisfy { $0.2.hasPrefix("--alert: ") && $0.2.contains("field") },
      "\(outcome.errors)")
    // No word of it without -v.
    #expect(await !Self.run(line, file).errors.contains("ignored"))
  }

  @Test(arguments: [
    ("!a = nothing > 1", 1, "--alert: unknown field 'nothing'"),
    ("\n[list]\n!a = imbalance > 1", 3, "--alert: unknown field 'imbalance'"),
    ("!a = last <", 1, "--alert: unexpected end of expression"),
    ("!a = last > x > 1", 1, "--alert: "),
    ("!a = 1 > 0", 1, "--alert: a: the expression has no field"),
    ("!a", 1, "!a requires a value, e.g. !a = percent < -5"), ("!a =", 1, "!a requires a value"),
    ("!a = \t\r", 1, "!a requires a value"), ("! = last > 1", 1, "invalid name '!'"),
    ("!a b = last > 1", 1, "invalid name '!a b' (only letters, digits, - and _)"),
    ("!a: last > 1", 1, "invalid name '!a: last > 1'"), ("!!a = last > 1", 1, "invalid name '!!a'"),
    ("!$(id) = last > 1", 1, "invalid name '!$(id)'"),
    ("!a\u{1B}[2J = last > 1", 1, "invalid name '!a\u{FFFD}[2J'"),
    ("!a = last > \u{1B}[2J", 1, "--alert: "), ("!a = last > 1 every", 1, "--alert: "),
    ("!a = last > 1 every x", 1, "--alert: every requires a duration"),
    ("!a = last > 1 every -5m", 1, "--alert: every requires a duration"),
    ("!a = last > 1 every 99999w", 1, "--alert: every requires a duration"),
    ("!a = every 1h", 1, "--alert: "), ("!a = $(touch /tmp/x) > 1", 1, "--alert: "),
    ("--alert last > 1", 1, "--alert: 'last > 1' is not NAME: EXPR"),
    ("--alert : last > 1", 1, "--alert: "),
    ("--alert a b: last > 1", 1, "--alert: invalid name 'a b'"),
  ])
  func `a wrong one is an error with its line`(file: String, number: Int, error: String) async {
    for command in ["list --once", "alerts"] {
      let outcome = await Self.run(command, file)
      if command == "alerts", file.contains("[list]") { continue }
      #expect((outcome.output, outcome.status) == ("", 64))
      #expect(
        outcome.errors.hasPrefix("tickers: \(Self.place):\(number): \(error)"), "\(outcome.errors)")
      #expect(!outcome.errors.unicodeScalars.contains { $0.isControl && $0 != "\n" })
    }
  }

  /// As long as an argument may be on Linux.
  private static let huge = String(repeating: "x", count: 130_000)

  /// Alerts by name: a test is not to print the long ones.
  private static let hostile = [
    "name": "\(huge): last > 1", "field": "a: \(huge)", "value": "a: last > \(huge)",
    "pause": "a: last > 1 every \(huge)", "word": huge, "string": "a: last > '\(huge)",
    "parentheses": "a: " + String(repeating: "(", count: 130_000),
    "nots": "a: " + String(repeating: "not ", count: 32_500),
    "terms": "a: last > " + String(repeating: "1 + ", count: 32_500),
    "newline": "a\nb: last > 1", "NUL": "a: last\u{0} > 1", "ESC": "\u{1B}[2J: last > 1",
    "ESC in a string": "a: lst == '\u{1B}[2J'", "shell": "$(touch pwned): last > 1",
    "backticks": "`touch pwned`: last > 1",
  ]

  @Test(arguments: hostile.keys.sorted())
  func `a hostile alert is one clear error`(name: String) async throws {
    let alert = try #require(Self.hostile[name])
    for arguments in [["alerts", "--alert", alert], ["list", "--once", "--alert", alert]] {
      let outcome = await TestWorld().run(arguments + ["--replay", Repository.fixtures.path])
      #expect((outcome.output, outcome.status) == ("", 64))
      #expect(outcome.errors.hasPrefix("tickers: --alert: "), "\(outcome.errors.prefix(200))")
      #expect(outcome.errors.utf8.count < 5_000)
      #expect(outcome.errors.count { $0 == "\n" } <= 3)
      #expect(!outcome.errors.unicodeScalars.contains { $0.isControl && $0 != "\n" })
    }
  }

  @Test func `a long expression that is valid fires`() async {
    let terms = Array(repeating: "last > 1", count: 70).joined(separator: " and ")
    let outcome = await Self.run(
      "alerts BTC-USD -t {alert}", "!long = \(terms)")
    #expect(outcome.status == 0, "\(outcome.errors.prefix(300))")
    #expect(outcome.output == "long\n")
  }

  /// The commands that ran.
  private static func commands(_ arguments: [String], _ file: String) async -> (
    ran: [String], outcome: TestWorld.Outcome
  ) {
    let runs = Observed<[String]>([])
    var world = TestWorld(options: Array(file.utf8))
    world.change = { world in
      world.runCommand = { command in
        runs.change { $0.append(command.text) }
        return .exited(status: 0)
      }
    }
    let outcome = await world.run(arguments + ["--replay", Repository.fixtures.path])
    return (runs.value, outcome)
  }

  private static let alert = ["--alert", "high: last > 1", "-t", "{symbol}"]

  @Test(arguments: [
    (["alerts", "BTC-USD"], "--on-alert file", [], []),
    (["alerts", "BTC-USD"], "--on-alert file", ["--on-alert", "typed"], ["typed"]),
    (["alerts", "BTC-USD"], "[alerts]\n--on-alert file", [], []),
    (
      ["alerts", "BTC-USD", "-e", "kraken", "--history", "5d", "-p", "1d"], "--on-alert file", [],
      []
    ),
    (
      ["alerts", "BTC-USD", "-e", "kraken", "--history", "5d", "-p", "1d"], "",
      ["--on-alert", "typed"], ["typed"]
    ),
    // Not a rehearsal.
    (["price", "BTC-USD"], "--on-alert file", [], ["file"]),
    (["price", "BTC-USD"], "--on-alert file", ["--on-alert", "typed"], ["typed"]),
    (["price", "BTC-USD"], "--on-alert file", ["--on-alert="], []),
  ])
  func `a rehearsal ignores the command of the file, not a typed one`(
    arguments: [String], file: String, typed: [String], ran: [String]
  ) async {
    let (commands, outcome) = await Self.commands(arguments + typed + Self.alert, file)
    #expect(commands == ran)
    #expect(outcome.output == "BTC-USD\n")
    #expect(outcome.status == 0)
    #expect(!outcome.errors.contains("ignored"))
    let (_, verbose) = await Self.commands(arguments + typed + Self.alert + ["-v"], file)
    let line = file.split(separator: "\n").count
    let isIgnored = arguments[0] == "alerts" && !file.isEmpty && typed.isEmpty
    #expect(
      verbose.errors.contains(
        "\(Self.place):\(line) ignored: --on-alert is ignored in a rehearsal\n")
        == isIgnored)
  }
}
