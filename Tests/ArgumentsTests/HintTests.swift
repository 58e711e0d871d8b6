import Arguments
import Testing

/// What errors suggest for words that people type by habit.
struct HintTests {
  private static let columns = Option(
    "columns", short: "c", .value(placeholder: "A,B"), help: "Which fields", helpValue: "help")
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
    ("BTC-USD", "unknown command 'BTC-USD'; did you mean tickers price BTC-USD?"),
    ("-c x BTC-USD", "unknown command 'BTC-USD'; did you mean tickers price BTC-USD?"),
    ("boo-k", "unknown command 'boo-k'; did you mean tickers price boo-k?"),
    ("a-$b", "unknown command 'a-$b'; did you mean tickers price 'a-$b'?"),
    ("bok", "unknown command 'bok'; did you mean book?"),
    ("xyzzy", "unknown command 'xyzzy'; commands are list, book, price, help"),
  ])
  func `a word of habit names the command that is meant`(line: String, message: String) {
    expect(line, failsWith: message)
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
    ("list xyzzy:A", "list takes no arguments, but there is 1: xyzzy:A"),
    ("list here:A xyzzy:B", "list takes no arguments, but there are 2: here:A xyzzy:B"),
    ("list here:", "list takes no arguments, but there is 1: here:"),
    ("list :A", "list takes no arguments, but there is 1: :A"),
    ("book A B", "book takes one SYMBOL, but there are 2: A B"),
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
    ("book -c help -c last", "book needs a SYMBOL"), ("book -c HELP", "book needs a SYMBOL"),
    ("book --filter help", "book needs a SYMBOL"),
    ("book -c help A B", "book takes one SYMBOL, but there are 2: A B"),
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
