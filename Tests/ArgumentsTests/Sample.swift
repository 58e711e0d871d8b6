import Arguments

/// A small program to parse for, with every kind of option and operand.
enum Sample {
  static let filter = ValueOption(
    Option("filter", short: "f", value: "TEXT", help: "Keep names", repeats: true)
  ) { $0 }
  static let limit = ValueOption(
    Option("limit", short: "n", value: "N", help: "The first N rows"), parse: number)
  static let count = ValueOption(
    Option("count", value: "N", help: "Stop after N polls"), parse: number)
  static let once = Option(
    "once", short: "1", standsFor: ["--count", "1"], help: "Poll once")
  static let depth = ValueOption(
    Option(
      "depth", short: "d", value: "N", candidates: .words(["all"]),
      help: "Levels a side", defaultText: "10"), parse: number)
  static let chart = Option("chart", help: "Draw it")
  static let url = ValueOption(Option("url", value: "URL", help: "Base URL")) { $0 }
  static let quiet = Option("quiet", short: "q", help: "No notices")
  static let verbose = Option("verbose", short: "v", help: "A line a request")

  static let list = Command(
    "list", summary: "Every pair", options: [filter.option, limit.option, count.option, once])
  static let book = Command(
    "book",
    summary: "The order book of one pair",
    details: [
      "Bids stand on the left and asks on the right, each side with its best price first, so that "
        + "the spread is in the middle.",
      "Amounts are never rounded.",
    ],
    operand: Operand("SYMBOL", help: "A pair, in any case"),
    options: [
      depth.option, count.option, once, chart,
      Option(
        "a-rather-long-name", value: "PLACEHOLDER",
        help: "Something that takes more words to explain than one line of a terminal holds",
        repeats: true),
    ],
    fields: [
      Section(
        "Fields",
        rows: [("price", "In dollars"), ("order_id", "A number"), ("a.b", "With -x")]),
      Section("Fields of the sum", rows: [("mid", "The middle")]),
    ],
    examples: [
      Command.Example("tickers book BTC-USD", "Ten levels, every ten seconds"),
      Command.Example("tickers book ETH-USD -1 --chart", "The depth, drawn once"),
    ])
  static let price = Command(
    "price", summary: "The last price", operand: Operand("SYMBOL", 1...Int.max, help: "Pairs"))
  static let note = Command(
    "note", summary: "Anything", operand: Operand("WORD", 0...Int.max, help: "Words"))

  static let program = Program(
    name: "tickers", version: "1.2.3", about: "Prices in a terminal",
    commands: [list, book, price, note], commonOptions: [url.option, quiet, verbose],
    topics: topics)

  /// `book` is a command as well.
  static let topics = [
    Section(
      "ENVIRONMENT", ["Names of variables. .Sh is no macro here, nor is \\fB."],
      rows: [("NO_COLOR", "Colours are off"), ("last < open * 0.95", "An expression.")]),
    Section(
      "KEYS", ["Those of every screen."], rows: [("q", "Quit")],
      parts: [Section("Nm", rows: [("↑", "Up")]), Section("book", ["No keys."])]),
    Section("BOOK", ["Levels are sums of orders."], rows: [("1", "The best level")]),
    Section("EXIT STATUS", rows: [("0", "Done"), ("Ar", "No macro either")]),
  ]

  @Sendable private static func number(_ text: String) throws(InvalidValue) -> Int {
    guard let number = Int(text), number > 0 else {
      throw InvalidValue.expected("a whole number greater than 0")
    }
    return number
  }

  /// Splits a line at spaces and parses it.
  static func parse(_ line: String) throws(UsageError) -> Request {
    try program.parse(line.split(separator: " ").map { String($0) })
  }

  /// Parses a line that asks for a command to be run.
  static func invocation(_ line: String) throws -> Invocation {
    switch try parse(line) {
    case .run(let invocation): return invocation
    case .help, .topic, .version: throw NotAnInvocation()
    }
  }

  private struct NotAnInvocation: Error {}
}

extension Request {
  /// What is asked for, in a few words, to compare.
  var outline: String {
    switch self {
    case .help(let command): "help \(command?.name ?? "overview")"
    case .topic(let topic): "topic \(topic.name)"
    case .version: "version"
    case .run(let invocation): "run \(invocation.command.name)"
    }
  }
}
