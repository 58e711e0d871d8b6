public import Foundation

/// A condition on the columns of a row, as people write it: `percent > 5 and quote == USD`.
///
/// The syntax: numbers such as `2.5` and `100k`, `+ - * /`, comparisons `== != < <= > >=`, `~`
/// (contains), `and`/`&&`, `or`/`||`, `not`/`!` (negates the whole comparison or other condition that
/// follows), parentheses, `abs()`, `known()`, and windows such as `ago(last, 15m)` (also `min`, `max` and
/// `avg`), which are over earlier values of the row. A word without another meaning is a text, as is
/// anything in quotation marks. The case of texts is ignored.
public struct Condition<Row: MarketCore.Row>: Sendable {
  /// The text from which the condition was parsed; empty if it was created from a column.
  package let text: String
  package let columns: Set<Column<Row>>
  let test: FieldTest
  /// The windows in the condition, such as `ago(last, 15m)`.
  var windows: Set<FieldWindow> { test.inputs.windows }

  private init(_ test: FieldTest, text: String = "") {
    (self.text, self.test) = (text, test)
    columns = Set(test.inputs.fields.map { Row.columns[$0] })
  }

  /// Parses a text of at most 1,000 characters, with at most 50 levels of nesting.
  ///
  /// - Throws: ``ExpressionError`` with the reason and the position.
  public init(_ text: String) throws(ExpressionError) {
    var parser = try ExpressionParser(text, Row.columns.map { ($0.name, $0.kind.isNumber) })
    self.init(try parser.parse(), text: text)
  }

  init(flag column: Column<Row>) {
    let field = Row.columns.firstIndex(of: column) ?? 0
    self.init(
      FieldTest(FieldInputs(fields: [field])) { values, _ in values.texts[field] == "true" })
  }

  /// Whether the condition is true for a row. A comparison with an unknown value, or with a result that
  /// cannot be calculated (such as 1 / 0), is false. `asOf` is as in ``Column/value(of:asOf:)``. Windows such
  /// as `ago(last, 15m)` are unknown, because one row has no earlier values.
  public func holds(for row: Row, asOf: Date) -> Bool {
    test.truth(row.values(of: test.inputs.fields, asOf: asOf), false) == true
  }

  /// Whether the condition is true for a row, as ``holds(for:asOf:)``, but `nil` if that depends on an
  /// unknown value, or on a result that cannot be calculated.
  public func truth(for row: Row, asOf: Date) -> Bool? {
    test.truth(row.values(of: test.inputs.fields, asOf: asOf), nil)
  }
}

extension Row {
  func values(of fields: Set<Int>, asOf: Date) -> FieldValues {
    let columns = Self.columns
    var values = FieldValues(
      numbers: Array(repeating: nil, count: columns.count),
      texts: Array(repeating: nil, count: columns.count))
    for field in fields {
      switch columns[field].value(of: self, asOf: asOf) {
      case .unknown: break
      case .number(let number): values.numbers[field] = IntegerDecimal(number)
      case let value: values.texts[field] = value.text?.lowercased()
      }
    }
    return values
  }
}
