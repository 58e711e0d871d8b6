import Arguments
import MarketCore

/// The `--until` condition.
struct UntilOption<F: Field>: OptionGroup {
  private static var until: ValueOption<FieldExpression<F>> {
    ValueOption(
      Option(
        "until", short: "u", .value(placeholder: "EXPR"),
        help: "Exit when the expression becomes true",
        details: ["The exit status is then 0; it is 1 if polling ends before."]),
      parse: Values.expression)
  }

  static var options: [Option] { [until.option] }

  /// The condition, when it was given.
  let expression: FieldExpression<F>?

  init(_ invocation: Invocation) throws(UsageError) {
    expression = try invocation.value(of: Self.until)
  }

  /// The fields of the condition.
  var usedFields: Set<F> { expression?.fields ?? [] }

  /// Whether the condition holds for a row that is shown; `nil` without one.
  func holds<Element: Listed>(
    for _: Element.Type
  ) -> (@Sendable (ListViewModel<Element>) -> Bool)? where Element.F == F {
    guard let expression else { return nil }
    return { list in
      list.rows.contains { row in expression.holds { list.value(of: $0, in: row) } }
    }
  }
}
