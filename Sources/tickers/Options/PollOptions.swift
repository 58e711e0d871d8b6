import Arguments
import MarketCore

/// The interval and the number of polls.
struct PollOptions: Sendable {
  private static let intervalOption = ValueOption(
    Option(
      "interval", short: "i", value: "TIME", help: "Polling interval (10, 30s, 1m)",
      details: [
        "A number of seconds, or a number with a unit: s, m, h or d. The minimum is 1, 2 or 5 s, "
          + "depending on the exchange; it does not apply to --replay, nor to a --url on this machine."
      ], defaultText: "10",
      hints: ["--watch": "list, book and holdings poll by default, others with --interval"])
  ) { text throws(InvalidValue) in try ValueParsers.duration(text, upTo: 86_400) }

  private static let once = Option(
    "once", short: "1", standsFor: ["--count", "1"], help: "Exit after one poll")
  private static let countOption = ValueOption(
    Option("count", value: "N", help: "Exit after N polls, including failed ones"),
    parse: ValueParsers.positiveInteger)
  private static let plain = Option("plain", help: "Plain output, no full-screen mode")

  static let options = [intervalOption.option, once, countOption.option, plain]

  let interval: Duration?
  let count: Int?
  /// Whether text is appended on a terminal, too.
  let isPlain: Bool

  init(_ invocation: Invocation) throws(UsageError) {
    interval = try invocation.value(of: Self.intervalOption)
    count = try invocation.value(of: Self.countOption)
    isPlain = invocation.has(Self.plain)
  }
}

/// The `--until` condition.
struct UntilOption<Row: MarketCore.Row>: Sendable {
  private static var until: ValueOption<Condition<Row>> {
    ValueOption(
      Option(
        "until", short: "u", value: "EXPR", help: "Exit when the expression becomes true",
        details: [
          "The exit status is 0, or 1 if polling ends first. Numbers are plain decimals: 30000, not "
            + "30,000 or $30000."
        ]), parse: ValueParsers.expression)
  }

  static var options: [Option] { [until.option] }

  let condition: Condition<Row>?

  init(_ invocation: Invocation) throws(UsageError) {
    condition = try invocation.value(of: Self.until)
  }

  var usedColumns: Set<Column<Row>> { condition?.columns ?? [] }
}

extension UntilOption where Row: ListRow {
  /// Whether the condition is true for a shown row; `nil` without a condition.
  func holds<List: RowsViewModel>() -> (@Sendable (List) -> Bool)? where List.Row == Row {
    guard let condition else { return nil }
    return { list in list.rows.contains { condition.holds(for: $0, asOf: list.asOf(of: $0)) } }
  }
}
