import Arguments
import Testing

/// What errors suggest for words that people type by habit.
struct HintTests {
  private static let columns = Option(
    "columns", short: "c", .value(placeholder: "A,B", candidates: .list(["a", "b"])),
    help: "Which fields", helpValue: "help")
  private static let filter = Option("filter", .value(placeholder: "TEXT"), help: "Keep names")

  private static let program = Program(
    name: "tickers", version: "1", summary: "Prices",
    commands: [
      Command(
        "list", otherNames: ["ls", "watch"], summary: "Every pair",
        operandHint: OperandHint(
          option: "--filter", separator: ",",
          prefix: .init(option: "--from", mark: ":", names: ["here", "over there"])),
        options: [columns, filter]),
      Command(
        "book", otherNames: ["price-book"], summary: "One book",
        operand: Operand("SYMBOL", .one, help: "A pair"), options: [columns, filter]),
      Command("price", summary: "Prices", operand: Operand("SYMBOL", .oneOrMore, help: "Pairs")),
    ],
    commonOptions: [], impliedCommand: ImpliedCommand("price") { $0.contains("-") })

  @Test(arguments: [
    ("ls", "unknown command 'ls'; did you mean list?"),
    ("LS -c x", "unknown command 'LS'; did you mean list?"),
    ("help watch", "unknown command 'watch'; did you mean list?"),
    ("price-book A", "unknown command 'price-book'; did you mean book?"),
    ("bok", "unknown command 'bok'; did you mean book?"),
    ("help xyzzy", "unknown command 'xyzzy'; commands are list, book, price, help"),
    ("help A-B", "unknown command 'A-B'; commands are list, book, price, help"),
    ("-c x A-B", "price has no option --columns (used by list, book)"),
  ])
  func `a word like a command names the command that is meant`(line: String, message: String) {
    expect(line, failsWith: message)
  }

  @Test(arguments: [
    ("A-B", ["A-B"]), ("boo-k", ["boo-k"]), ("xyzzy", ["xyzzy"]),
    ("A-B C D-E", ["A-B", "C", "D-E"]),
    ("A-B list", ["A-B", "list"]), ("-- -x", ["-x"]),
  ])
  func `a first word that is not like a command is an operand of the implied one`(
    line: String, operands: [String]
  ) throws {
    guard case .run(let invocation) = try Self.parse(line) else {
      Issue.record("not an invocation")
      return
    }
    #expect(invocation.command.name == "price")
    #expect(invocation.operands == operands)
  }

  @Test(arguments: ["xyzzy --help", "--help xyzzy"])
  func `help on an operand is that of the implied command`(line: String) throws {
    #expect(try Self.parse(line).outline == "help price")
  }

  @Test(arguments: [
    ("list -c a -c b", ["-c is repeated and the last one wins; for several, use -c a,b"]),
    (
      "list -c a --columns=b,c", ["-c is repeated and the last one wins; for several, use -c a,b,c"]
    ),
    ("list -c a -c a", []), ("list -c a,b", []), ("list -c a -c help", []),
    ("list --filter a --filter b", []),
  ])
  func `a repeated list has a hint`(line: String, hints: [String]) throws {
    guard case .run(let invocation) = try Self.parse(line) else {
      Issue.record("not an invocation")
      return
    }
    #expect(invocation.repetitionHints == hints)
  }

  @Test(arguments: [
    ("list BTC-USD", "list takes no arguments; did you mean --filter BTC-USD?"),
    ("list -c x BTC ETH", "list takes no arguments; did you mean --filter BTC,ETH?"),
    ("list *-USD", "list takes no arguments; did you mean --filter '*-USD'?"),
    ("list here:A", "list takes no arguments; did you mean --from here --filter A?"),
    ("list HERE:a", "list takes no arguments; did you mean --from here --filter a?"),
    ("list here:A B here:C", "list takes no arguments; did you mean --from here --filter A,B,C?"),
    (
      "list overthere:A here:B",
      "list takes no arguments; did you mean --from 'over there,here' --filter A,B?"
    ),
    ("list here", "list takes no arguments; did you mean --from here?"),
    ("list HERE here:A", "list takes no arguments; did you mean --from here --filter A?"),
    (
      "list here there A",
      "list takes no arguments; did you mean --from here --filter there,A?"
    ),
    ("list xyzzy:A", "too many arguments (xyzzy:A); list takes no arguments"),
    ("list here:A xyzzy:B", "too many arguments (here:A xyzzy:B); list takes no arguments"),
    ("list here:", "too many arguments (here:); list takes no arguments"),
    ("list :A", "too many arguments (:A); list takes no arguments"),
    ("book A B", "too many arguments (A B); book takes one SYMBOL"),
  ])
  func `words for a command that takes none name the option for them`(
    line: String, message: String
  ) {
    expect(line, failsWith: message)
  }

  @Test(arguments: [
    "book -c help", "book --columns=help", "-c help book", "book -c last -c help", "book -chelp",
    "book -c help A",
  ])
  func `a value that asks for help needs no operands`(line: String) throws {
    #expect(try Self.parse(line).outline == "run book")
  }

  @Test(arguments: [
    ("book -c help -c last", "book requires a SYMBOL"),
    ("book -c HELP", "book requires a SYMBOL"),
    ("book --filter help", "book requires a SYMBOL"),
    ("book -c help A B", "too many arguments (A B); book takes one SYMBOL"),
  ])
  func `only the last value of an option that has such a value asks for help`(
    line: String, message: String
  ) {
    expect(line, failsWith: message)
  }

  private func expect(
    _ line: String, failsWith message: String, at location: SourceLocation = #_sourceLocation
  ) {
    #expect(throws: UsageError(message), sourceLocation: location) { try Self.parse(line) }
  }

  private static func parse(_ line: String) throws(UsageError) -> Request {
    try program.parse(line.split(separator: " ").map { String($0) })
  }
}
