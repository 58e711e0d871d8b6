import Arguments
import MarketCore

/// The `--until` condition.
struct UntilOption<Row: MarketCore.Row>: Sendable {
  private static var until: ValueOption<Condition<Row>> {
    ValueOption(
      Option(
        "until", short: "u", .value(placeholder: "EXPR"),
        help: "Exit when the expression becomes true",
        details: [
          "The exit status is 0, or 1 if polling ends first. Numbers are plain decimals: 30000, not "
            + "30,000 or $30000."
        ]),
      parse: ValueParsers.expression)
  }

  static var options: [Option] { [until.option] }

  /// The condition, when it was given.
  let condition: Condition<Row>?

  init(_ invocation: Invocation) throws(UsageError) {
    condition = try invocation.value(of: Self.until)
  }

  /// The columns of the condition.
  var usedColumns: Set<Column<Row>> { condition?.columns ?? [] }
}

extension UntilOption where Row: ListRow {
  /// Whether the condition is true for a shown row; `nil` without a condition.
  func holds<List: RowsViewModel>() -> (@Sendable (List) -> Bool)? where List.Row == Row {
    guard let condition else { return nil }
    return { list in
      list.rows.contains { condition.holds(for: $0, asOf: list.asOf(of: $0)) }
    }
  }
}
