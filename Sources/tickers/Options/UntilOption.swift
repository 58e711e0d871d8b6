import Arguments
import MarketCore

/// The `--until` condition.
struct UntilOption<F: Field>: Sendable {
  private static var until: ValueOption<FieldExpression<F>> {
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
  let expression: FieldExpression<F>?

  init(_ invocation: Invocation) throws(UsageError) {
    expression = try invocation.value(of: Self.until)
  }

  /// The fields of the condition.
  var usedFields: Set<F> { expression?.fields ?? [] }

  /// Whether the condition is true for a shown row; `nil` without a condition.
  func holds<Element: Listed>(
    for _: Element.Type
  ) -> (@Sendable (ListViewModel<Element>) -> Bool)? where Element.F == F {
    guard let expression else { return nil }
    return { list in
      list.rows.contains { row in expression.holds { list.value(of: $0, in: row) } }
    }
  }
}
