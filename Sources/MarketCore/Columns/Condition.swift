public import Foundation

/// A condition on the columns of a row, as people write it: `percent > 5 and quote == USD`.
///
/// The syntax: numbers such as `2.5` and `100k`, `+ - * /`, comparisons `== != < <= > >=`, `~`
/// (contains), `and`/`&&`, `or`/`||`, `not`/`!` (negates the whole comparison or other condition that
/// follows), parentheses, `abs()`, `known()`. A word that is not a column is a text, as is anything in
/// quotation marks. The case of texts is ignored.
public struct Condition<Row: MarketCore.Row>: Sendable {
  /// The text from which the condition was parsed; empty if it was created from a column.
  package let text: String
  package let columns: Set<Column<Row>>
  let test: FieldTest

  private init(_ test: FieldTest, text: String = "") {
    (self.text, self.test) = (text, test)
    columns = Set(test.fields.map { Row.columns[$0] })
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
    self.init(FieldTest(fields: [field]) { values, _ in values.texts[field] == "true" })
  }

  /// Whether the condition is true for a row. A comparison with an unknown value, or with a result that
  /// cannot be calculated (such as 1 / 0), is false. `asOf` is the arrival time of the row's answer.
  public func holds(for row: Row, asOf: Date) -> Bool {
    test.truth(row.values(of: test.fields, asOf: asOf), false) == true
  }

  /// Whether the condition is true for a row, as ``holds(for:asOf:)``, but `nil` if that depends on an
  /// unknown value, or on a result that cannot be calculated.
  public func truth(for row: Row, asOf: Date) -> Bool? {
    test.truth(row.values(of: test.fields, asOf: asOf), nil)
  }
}

/// A condition on the values of fields. A field is a column, identified by its index.
struct FieldTest: Sendable {
  /// Returns the result for the values of a row. A comparison with an unknown value has the result
  /// `ofUnknown`. If `ofUnknown` is `nil`, each result that depends on an unknown value is `nil`, too
  /// (Kleene's three-valued logic).
  typealias Truth = @Sendable (_ values: FieldValues, _ ofUnknown: Bool?) -> Bool?

  let fields: Set<Int>
  let truth: Truth

  init(fields: Set<Int>, _ truth: @escaping Truth) { (self.fields, self.truth) = (fields, truth) }
}

/// The values of a row by the index of the field. A number is in `numbers`, any other value in `texts`,
/// and an unknown value, or a value that is not needed, in neither.
struct FieldValues: Equatable {
  fileprivate(set) var numbers: [IntegerDecimal?]
  /// The texts of machine formats, in lower case.
  fileprivate(set) var texts: [String?]

  func isKnown(_ field: Int) -> Bool { numbers[field] != nil || texts[field] != nil }
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

/// An error in an expression, with its position.
public struct ExpressionError: LocalizedError, Hashable, CustomStringConvertible, Sendable {
  /// The reason, without a period at the end.
  public let reason: String
  /// The position of the error: the number of characters before it.
  public let offset: Int
  /// Whether a number is malformed. A list of the columns is then no help for the user.
  package let isAboutNumber: Bool

  /// The reason and the position, as in `unexpected '>' (character 11)`.
  public var description: String { "\(reason) (character \(offset + 1))" }
  public var errorDescription: String? { description }

  init(_ reason: String, at offset: Int, isAboutNumber: Bool = false) {
    self.reason = reason
    self.offset = offset
    self.isAboutNumber = isAboutNumber
  }

  /// Returns the error about a number in a form that is not accepted, such as `$5`, `5%` or `1,000`.
  static func malformedNumber(_ text: String, at offset: Int) -> ExpressionError {
    let bare = text.filter { !$0.isCurrencySymbol && $0 != "%" }
    let isGrouped = bare.wholeMatch(of: /[0-9]{1,3}(,[0-9]{3})+(\.[0-9]+)?/) != nil
    let number = isGrouped ? bare.filter { $0 != "," } : bare
    let isNumber = Decimal(exact: number) != nil
    let hint = isNumber ? number : "digits and a decimal point, as in 1234.5"
    return ExpressionError(
      "invalid number '\(text)'; write \(hint)", at: offset, isAboutNumber: true)
  }
}
