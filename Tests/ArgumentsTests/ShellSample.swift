import Arguments

/// A program with everything that shells have to complete.
enum ShellSample {
  static let fields = ["symbol", "last", "percent", "percent:desc"]
  static let sort = Option(
    "sort", short: "s", value: "FIELD[:desc]", candidates: .words(fields),
    help: #"Sort: 'it' [a] `b` $c \d "e""#)
  static let columns = Option(
    "columns", short: "c",
    value: "A,B", candidates: .list(["symbol", "last", "percent"]),
    help: "Which fields", helpValue: "help")
  static let filter = Option(
    "filter", short: "f", value: "TEXT", help: "Keep names", repeats: true)
  static let once = Option("once", short: "1", help: "Poll once")

  static let match = Option(
    "match", short: "m",
    value: "TEXT", candidates: .output(of: ["list", "--match", "@help"]),
    help: "Keep matches")

  static let oddWords = ["it's", "a[b]", "c:d", "$HOME", "`id`", "e f", #"g\h"#, "*", "\"", "~"]
  static let odd = Option(
    "odd", value: "X", candidates: .words(oddWords), help: "Odd words")
  static let shape = Option(
    "shape", value: "X", candidates: .words(["ladder", "line"]), help: "How")
  static let otherShape = Option(
    "shape", value: "X", candidates: .words(["long", "short"]), help: "How")

  static let symbol = Candidates.output(of: ["symbols", "--columns", "symbol"])
  static let program = Program(
    name: "tickers", version: "1.2.3", about: "Prices in a terminal",
    commands: [
      Command(
        "list", summary: "It's all: `a` [b] $c", options: [sort, columns, filter, match, odd]),
      Command(
        "book", summary: "One book",
        operand: Operand("SYMBOL", help: "A pair", candidates: symbol),
        options: [once, shape]),
      Command(
        "price", summary: "The last price",
        operand: Operand("SYMBOL", 1...Int.max, help: "Pairs", candidates: symbol),
        options: [once, otherShape]),
    ],
    commonOptions: [
      Option("replay", value: "DIR", candidates: .directory, help: "Recordings"),
      Option("quiet", short: "q", help: "No notices"),
    ])
}
