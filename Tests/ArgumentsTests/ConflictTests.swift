import Testing

@testable import Arguments

/// Options that cannot be combined, on the command line and in an options file.
struct ConflictTests {
  private static let format = Option("format", value: "F", help: "Format")
  private static let chart = Option("chart", help: "Draw it").conflicts(with: "format") {
    _, format in
    format == "table" ? nil : "no chart as \(format)"
  }
  private static let buy = Option("buy", value: "N", help: "Buy")
    .conflicts(with: "sell", "chart") { own, _ in "not with --buy \(own)" }
  private static let sell = Option("sell", value: "N", help: "Sell")

  private static let program = Program(
    name: "t", version: "1", about: "",
    commands: [
      Command("book", summary: "", options: [format, chart, buy, sell]),
      // Here the same options can be combined.
      Command(
        "list", summary: "",
        options: [format, Option("chart", help: "Draw it"), sell]),
    ],
    commonOptions: [])

  private static func invocation(_ line: String) throws -> Invocation {
    guard case .run(let invocation) = try program.parse(line.split(separator: " ").map(String.init))
    else { throw UsageError("no command") }
    return invocation
  }

  @Test(arguments: [
    ("book --chart --format csv", "no chart as csv"),
    ("--format csv book --chart", "no chart as csv"),
    ("book --format table --format csv --chart", "no chart as csv"),
    ("book --buy 1 --sell 2", "not with --buy 1"), ("book --sell 2 --buy 1", "not with --buy 1"),
    ("book --chart --buy 2", "not with --buy 2"),
  ])
  func `a conflict is an error`(line: String, message: String) {
    #expect(throws: UsageError(message)) { try Self.invocation(line) }
  }

  @Test(arguments: [
    "book --chart --format table", "book --chart --format csv --format table", "book --chart",
    "book --format csv --buy 1", "list --chart --format csv --sell 1",
  ])
  func `what has no conflict is no error`(line: String) throws {
    _ = try Self.invocation(line)
  }

  @Test(arguments: [
    ("book --chart", "--format csv\n--sell 1", [1: "no chart as csv"]),
    ("book --format csv", "--sell 1\n--chart", [2: "no chart as csv"]),
    ("book --format table", "--chart", [:]), ("book --chart", "--format csv\n--format table", [:]),
    ("book --sell 1", "--buy 2\n--format csv", [1: "not with --buy 2"]),
    ("list --chart", "--format csv", [:]),
    // An overridden line has no conflict.
    ("book --buy 1", "--buy 2\n[list]\n--sell 1", [:]),
  ])
  func `a line of the options file gives way`(
    line: String, text: String, ignored: [Int: String]
  ) throws {
    var invocation = try Self.invocation(line)
    try invocation.add(OptionsFile(Array(text.utf8), path: "o", of: Self.program))
    #expect(
      Dictionary(uniqueKeysWithValues: invocation.ignoredLines.map { ($0.number, $0.reason) })
        == ignored)
    let lines = invocation.occurrences.compactMap(\.fileLine)
    #expect(Set(lines).isDisjoint(with: ignored.keys))
  }

  @Test(arguments: [
    ("book", "--chart\n[book]\n--format csv", "o:3: no chart as csv"),
    ("book", "--sell 1\n--buy 2", "o:2: not with --buy 2"),
  ])
  func `lines that conflict with each other are an error`(
    line: String, text: String, message: String
  ) throws {
    var invocation = try Self.invocation(line)
    let file = try OptionsFile(Array(text.utf8), path: "o", of: Self.program)
    #expect(throws: UsageError(message)) { try invocation.add(file) }
  }

  @Test func `a line that is overridden conflicts with no other`() throws {
    var invocation = try Self.invocation("book --format table")
    try invocation.add(
      OptionsFile(Array("--format csv\n\n--chart".utf8), path: "o", of: Self.program))
    #expect(invocation.occurrences.compactMap(\.fileLine) == [3])
    #expect(invocation.ignoredLines.isEmpty)
  }

  @Test(arguments: [
    (["sell", "format"], 1), (["format", "chart"], 2), (["chart", "SYMBOL", "sell"], 2),
    (["buy", "sell"], 1),
  ])
  func `of the options of an error the first that is a line gives way`(
    options: [String], line: Int
  ) throws {
    var invocation = try Self.invocationWithTwoLines()
    try invocation.ignoreLine(behind: UsageError(lines: ["no"], of: options))
    #expect(invocation.ignoredLines.map(\.number) == [line])
    #expect(!invocation.occurrences.contains { $0.fileLine == line })
  }

  @Test(arguments: [
    (["sell", "chart"], "o:1: no"), (["chart"], "o:2: no"), (["format"], "no"), ([], "no"),
    (["format", "buy"], "no"),
  ])
  func `an error about lines alone, or about none, stays one`(
    options: [String], message: String
  ) throws {
    var invocation = try Self.invocationWithTwoLines()
    #expect(throws: UsageError(message)) {
      try invocation.ignoreLine(behind: UsageError(lines: ["no"], of: options))
    }
    #expect(invocation.ignoredLines.isEmpty)
  }

  private static func invocationWithTwoLines() throws -> Invocation {
    var invocation = try invocation("book --format table")
    try invocation.add(OptionsFile(Array("--sell 1\n--chart".utf8), path: "o", of: program))
    return invocation
  }
}
