import Arguments
import Testing

/// The suggestions in errors for words that people type by habit.
struct HintTests {
  private static let columns = Option(
    "columns", short: "c", value: "A,B", candidates: .list(["a", "b", "every"]),
    help: "Which fields", helpValue: "help", wholeValue: "every")
  private static let filter = Option(
    "filter", value: "TEXT", help: "Keep names",
    misplaced: { word, given in
      word == word.uppercased() && word.last != ":" && !word.isEmpty
        ? [given, word].compactMap(\.self).joined(separator: ",") : nil
    })
  private static let place = Option(
    "from", short: "f", value: "PLACE", help: "Which place",
    hints: ["--at": "did you mean --from?", "--now": "now is the default"],
    misplaced: { word, given in
      guard word == "here:" || word == "here" || word == "over there" else { return nil }
      return [given, word.filter { $0 != ":" }].compactMap(\.self).joined(separator: ",")
    })
  private static let count = ValueOption(
    Option("count", value: "N", help: "How many")
  ) { text throws(InvalidValue) in
    guard let number = Int(text) else { throw .expected("a number") }
    return number
  }

  private static let price = Command(
    "price", summary: "Prices", operand: Operand("SYMBOL", 1...Int.max, help: "Pairs"),
    options: [place])
  private static let program = Program(
    name: "tickers", version: "1", about: "Prices",
    commands: [
      Command(
        "list", otherNames: ["ls", "watch"], summary: "Every pair",
        options: [columns, place, filter]),
      Command(
        "book", otherNames: ["price-book"], summary: "One book",
        operand: Operand("SYMBOL", help: "A pair"),
        options: [columns, place, count.option]),
      price,
      Command("read", summary: "A file", operand: Operand("FILE", 0...1, help: "A file")),
    ]
  ).implying(
    price, isOperand: { $0.contains("-") },
    hint: { $0.hasPrefix("un") ? "for an operand: \($0.uppercased())" : nil })

  @Test(arguments: [
    ("ls", "unknown command 'ls'; did you mean list?"),
    ("LS -c x", "unknown command 'LS'; did you mean list?"),
    ("help watch", "unknown command 'watch'; did you mean list?"),
    ("price-book A", "unknown command 'price-book'; did you mean book?"),
    ("bok", "unknown command 'bok'; did you mean book?"),
    ("help xyzzy", "unknown command 'xyzzy'; commands are list, book, price, read, help"),
    ("help A-B", "unknown command 'A-B'; commands are list, book, price, read, help"),
    ("wach", "unknown command 'wach'; did you mean list?"),
    ("bok --help", "unknown command 'bok'; did you mean book?"),
    ("version", "unknown command 'version'; did you mean --version?"),
    ("versoin -c a", "unknown command 'versoin'; did you mean --version?"),
    ("unusual", "unknown command 'unusual'; for an operand: UNUSUAL"),
    ("unusual --help", "unknown command 'unusual'; for an operand: UNUSUAL"),
    ("help unusual", "unknown command 'unusual'; commands are list, book, price, read, help"),
    ("here", "'here' is not a SYMBOL; did you mean -f here?"),
    ("-c x A-B", "price has no option --columns (used by list, book)"),
  ])
  func `a word like a command names the command that is meant`(line: String, message: String) {
    expect(line, failsWith: message)
  }

  @Test(arguments: [
    ("A-B", ["A-B"]), ("boo-k", ["boo-k"]), ("ps", ["ps"]), ("xyzzy", ["xyzzy"]),
    ("5 A", ["5", "A"]),
    ("A-B C D-E", ["A-B", "C", "D-E"]),
    ("A-B list", ["A-B", "list"]), ("-- -x", ["-x"]),
    ("un-usual unusual", ["un-usual", "unusual"]),
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

  @Test(arguments: ["A-B --help", "--help A-B", "xyzzy --help"])
  func `help on an operand is that of the implied command`(line: String) throws {
    #expect(try Self.parse(line).outline == "help price")
  }

  @Test(arguments: [
    ("list -c a -c b", ["-c is repeated and the last one wins; for several, use -c a,b"]),
    (
      "list -c a --columns=b,c", ["-c is repeated and the last one wins; for several, use -c a,b,c"]
    ),
    ("list -c a -c a", []), ("list -c a,b", []), ("list -c a -c help", []),
    ("list --filter a --filter b", []), ("list -c a -c every", []), ("list -c EVERY,a -c b", []),
  ])
  func `a repeated list has a hint`(line: String, hints: [String]) throws {
    guard case .run(let invocation) = try Self.parse(line) else {
      Issue.record("not an invocation")
      return
    }
    #expect(invocation.repetitionHints == hints)
  }

  @Test(arguments: [
    ("list A", "list takes no arguments; did you mean --filter A?"),
    ("list -c x A B", "list takes no arguments; did you mean --filter A,B?"),
    ("list *-A", "list takes no arguments; did you mean --filter '*-A'?"),
    ("list here:A", "list takes no arguments; did you mean -f here --filter A?"),
    ("list here:A B", "list takes no arguments; did you mean -f here --filter A,B?"),
    ("list A here", "list takes no arguments; did you mean --filter A -f here?"),
    ("list here", "list takes no arguments; did you mean -f here?"),
    ("list -f there here", "list takes no arguments; did you mean -f there,here?"),
    ("list --filter X A", "list takes no arguments; did you mean --filter X,A?"),
    ("--from=there list here", "list takes no arguments; did you mean -f there,here?"),
    ("list help", "list takes no arguments; did you mean tickers help list?"),
    ("list xyzzy", "too many arguments (xyzzy); list takes no arguments"),
    ("list here xyzzy", "too many arguments (here xyzzy); list takes no arguments"),
    ("list xyzzy:A", "too many arguments (xyzzy:A); list takes no arguments"),
    ("list here:A xyzzy:B", "too many arguments (here:A xyzzy:B); list takes no arguments"),
    ("list here:", "too many arguments (here:); list takes no arguments"),
    ("list :A", "too many arguments (:A); list takes no arguments"),
    ("book a b", "too many arguments (a b); book takes one SYMBOL"),
    ("book a here", "book takes one SYMBOL; did you mean -f here?"),
    ("book here a -f there", "book takes one SYMBOL; did you mean -f there,here?"),
    ("book a b here", "too many arguments (a b here); book takes one SYMBOL"),
    ("book here", "'here' is not a SYMBOL; did you mean -f here?"),
    ("book help", "'help' is not a SYMBOL; did you mean tickers help book?"),
    ("price a b here", "'here' is not a SYMBOL; did you mean -f here?"),
    ("read a here", "too many arguments (a here); read takes one FILE"),
  ])
  func `words that a command does not take name the option for them`(
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
    ("book -f help", "book requires a SYMBOL"),
    ("book -c help A B", "too many arguments (A B); book takes one SYMBOL"),
  ])
  func `only the last value of an option that has such a value asks for help`(
    line: String, message: String
  ) {
    expect(line, failsWith: message)
  }

  @Test(arguments: [
    ("list --at A", "unknown option --at; did you mean --from?"),
    ("--at list", "unknown option --at; did you mean --from?"),
    ("list --now", "unknown option --now; now is the default"),
    ("read --at", "unknown option --at; see tickers read --help"),
  ])
  func `an option of another program names the one that is meant`(line: String, message: String) {
    expect(line, failsWith: message)
  }

  @Test(arguments: [
    ("book --count A", "--count: 'A' is not a number"),
    ("book --count 1 --count A", "--count: 'A' is not a number"),
    ("book --count 1", "book requires a SYMBOL"),
    ("book -c A", "book requires a SYMBOL"),
  ])
  func `a wrong value is reported before a missing operand`(line: String, message: String) {
    expect(line, failsWith: message)
  }

  @Test func `a word may be the name of a file`() throws {
    #expect(try Self.parse("read here").outline == "run read")
  }

  @Test func `help on the program is the overview`() throws {
    #expect(try Self.parse("help tickers").outline == Self.parse("help").outline)
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
