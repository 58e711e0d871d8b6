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
  /// All columns of rows, and the computed columns that the text names: the fields of ``test``.
  let fields: [Column<Row>]
  /// The windows in the condition, such as `ago(last, 15m)`.
  var windows: Set<FieldWindow> { test.inputs.windows }

  private init(_ test: FieldTest, _ fields: [Column<Row>], text: String = "") {
    (self.text, self.test, self.fields) = (text, test, fields)
    columns = Set(test.inputs.fields.map { fields[$0] })
  }

  /// Parses a text of at most 1,000 characters, with at most 50 levels of nesting.
  ///
  /// - Throws: ``ExpressionError`` with the reason and the position.
  public init(_ text: String) throws(ExpressionError) {
    let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
    try self.init(text, Row.columns + words.compactMap(Row.computed.named))
  }

  private init(_ text: String, _ fields: [Column<Row>]) throws(ExpressionError) {
    var parser = try ExpressionParser(
      text, fields.map { ($0.name, $0.kind.isNumber) }, near: Row.names(near:))
    self.init(try parser.parse(), fields, text: text)
    // The values of computed columns are not recorded.
    if let window = windows.first(where: { $0.field >= Row.columns.count }) {
      let name = fields[window.field].name
      let offset = text.range(of: name).map {
        text.distance(from: text.startIndex, to: $0.lowerBound)
      }
      throw ExpressionError(
        "'\(name)' has no windows: it is computed from candles", at: offset ?? 0)
    }
  }

  /// Returns the test of the same condition, whose fields are these columns. They must contain ``fields``.
  func test(of columns: [Column<Row>]) -> FieldTest {
    columns == fields ? test : (try? Condition(text, columns).test) ?? test
  }

  init(flag column: Column<Row>) {
    let field = Row.columns.firstIndex(of: column) ?? 0
    self.init(
      FieldTest(FieldInputs(fields: [field])) { values, _ in values.texts[field] == "true" },
      Row.columns)
  }

  /// Whether the condition is true for a row. A comparison with an unknown value, or with a result that
  /// cannot be calculated (such as 1 / 0), is false. `asOf` is as in ``Column/value(of:asOf:)``. Windows such
  /// as `ago(last, 15m)` are unknown, because one row has no earlier values.
  public func holds(for row: Row, asOf: Date) -> Bool {
    test.truth(row.values(of: test.inputs.fields, in: fields, asOf: asOf), false) == true
  }

  /// Whether the condition is true for a row, as ``holds(for:asOf:)``, but `nil` if that depends on an
  /// unknown value, or on a result that cannot be calculated.
  public func truth(for row: Row, asOf: Date) -> Bool? {
    test.truth(row.values(of: test.inputs.fields, in: fields, asOf: asOf), nil)
  }
}

extension Row {
  func values(of fields: Set<Int>, in columns: [Column<Self>], asOf: Date) -> FieldValues {
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
