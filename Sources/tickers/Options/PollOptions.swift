import Arguments
import MarketCore

/// The interval and the number of polls.
enum PollOptions {
  static let interval = ValueOption(
    Option(
      "interval", short: "i", value: "TIME", help: "Polling interval (10, 30s, 1m)",
      details: [
        "A number of seconds, or a number with a unit: s, m, h or d. The minimum is 1, 2 or 5 s, "
          + "depending on the exchange; it does not apply to --replay, nor to a --url on this machine.",
        "While the reader of a pipe does not read, polls wait. Missed ones are not made up; then polling "
          + "continues on schedule.",
      ], defaultText: "10; screen of history: 60",
      hints: ["--watch": "list, coins, book and holdings poll by default, others with --interval"])
  ) { text throws(InvalidValue) in try ValueParsers.duration(text, upTo: 86_400) }

  private static let once = Option(
    "once", short: "1", standsFor: ["--count", "1"], help: "Exit after one poll")
  static let count = ValueOption(
    Option("count", value: "N", help: "Exit after N polls, including failed ones"),
    parse: ValueParsers.positiveInteger)
  /// Whether text is appended on a terminal, too.
  static let plain = Option("plain", help: "Plain output, no full-screen mode")

  static let options = [interval.option, once, count.option, plain]
}

extension Condition where Row: MarketCore.Row {
  /// The `--until` condition.
  static var until: ValueOption<Condition> {
    ValueOption(
      Option(
        "until", short: "u", value: "EXPR", help: "Exit when the expression becomes true",
        details: [
          "The exit status is 0, or 1 if polling ends first. Numbers are plain decimals: 30000, not "
            + "30,000 or $30000."
        ]), parse: { text throws(InvalidValue) in try ValueParsers.expression(text) })
  }
}

extension Condition where Row: ListRow {
  /// Whether it is true for a shown row.
  func holds<List: RowsViewModel>() -> @Sendable (List) -> Bool where List.Row == Row {
    { list in
      let asOf = list.asOf
      return list.rows.contains { holds(for: $0, asOf: asOf($0)) }
    }
  }
}
