public import Foundation

/// A condition on the columns of a row, as people write it: `percent > 5 and quote == USD`.
///
/// Decimals, `+ - * /`, comparisons `== != < <= > >=`, `~` (contains), `and`/`&&`, `or`/`||`,
/// `not`/`!` (of the whole comparison that follows), parentheses, `abs()`, `known()`. A bare word
/// that is not a column is text; text may be quoted; case is ignored.
public struct Condition<Row>: Sendable {
  /// The condition as it was written; empty for one that is part of the code.
  package let text: String
  /// The columns that it tests.
  package let columns: Set<Column<Row>>
  /// See ``truth(for:asOf:ofUnknown:)``.
  typealias Test = @Sendable (_ row: Row, _ asOf: Date, _ ofUnknown: Bool?) -> Bool?
  private let test: Test

  init(_ columns: Set<Column<Row>>, text: String = "", _ test: @escaping Test) {
    self.text = text
    self.columns = columns
    self.test = test
  }

  /// Parses a text of at most 1,000 characters, with parentheses at most 50 deep.
  ///
  /// - Throws: ``ExpressionError``, with the place.
  public init(_ text: String) throws(ExpressionError) where Row: MarketCore.Row {
    var parser = try ExpressionParser(text, Row.columns)
    let condition = try parser.parse()
    self.init(condition.columns, text: text, condition.test)
  }

  /// Whether it is true for a row, in an answer of that time. A comparison with an unknown value is
  /// false, and so is one with the result of a division by zero.
  public func holds(for row: Row, asOf: Date) -> Bool {
    truth(for: row, asOf: asOf, ofUnknown: false) == true
  }

  /// Whether it is true for a row; `nil` where that depends on an unknown value, or on the result of a
  /// division by zero.
  public func truth(for row: Row, asOf: Date) -> Bool? {
    truth(for: row, asOf: asOf, ofUnknown: nil)
  }

  /// - Parameter ofUnknown: the result of a comparison with an unknown value. If it is `nil`, so is any
  ///   result that depends on it (Kleene's logic).
  func truth(for row: Row, asOf: Date, ofUnknown: Bool?) -> Bool? { test(row, asOf, ofUnknown) }
}

/// An error in an expression, and its place.
public struct ExpressionError: Error, Hashable, Sendable {
  /// The error, in a sentence without a period.
  public let reason: String
  /// The number of characters before the place.
  public let offset: Int
  /// Whether it is about the form of a number, so that the names of columns are of no help.
  package let isAboutNumber: Bool

  init(_ reason: String, at offset: Int, isAboutNumber: Bool = false) {
    self.reason = reason
    self.offset = offset
    self.isAboutNumber = isAboutNumber
  }

  /// A number in a form that is not read: with a sign of a currency or of percent, or with separators
  /// of thousands.
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

/// A part of an expression that has a value.
struct Term<Row>: Sendable {
  let isNumber: Bool
  var columns: Set<Column<Row>> = []
  let value: @Sendable (Row, Date) -> FieldValue
}

extension Term {
  init(_ column: Column<Row>) {
    self.init(isNumber: column.kind.isNumber, columns: [column], value: column.value)
  }

  init(number: Decimal) { self.init(isNumber: true) { _, _ in .number(number) } }

  init(text: String) { self.init(isNumber: false) { _, _ in .text(text) } }

  /// A calculation with two numbers; `nil` without a result.
  typealias Calculation = @Sendable (Decimal, Decimal) -> Decimal?

  /// A number, with which one calculation after the other is made; unknown where a number is.
  init(_ first: Term, _ steps: [(calculate: Calculation, operand: Term)]) {
    let columns = steps.reduce(into: first.columns) { $0.formUnion($1.operand.columns) }
    self.init(isNumber: true, columns: columns) { row, asOf in
      guard case .number(var result) = first.value(row, asOf) else { return .unknown }
      for step in steps {
        guard case .number(let number) = step.operand.value(row, asOf),
          let next = step.calculate(result, number)
        else { return .unknown }
        result = next
      }
      return .number(result)
    }
  }
}

enum Comparison: String, Sendable {
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case contains = "~"

  /// Whether the comparison holds; `nil` if a value is unknown.
  func holds(_ lhs: FieldValue, _ rhs: FieldValue) -> Bool? {
    guard lhs != .unknown, rhs != .unknown else { return nil }
    let (lhs, rhs) = (lhs.folded, rhs.folded)
    switch self {
    case .equal: return lhs == rhs
    case .notEqual: return lhs != rhs
    case .less: return lhs.isBelow(rhs)
    case .lessOrEqual: return !rhs.isBelow(lhs)
    case .greater: return rhs.isBelow(lhs)
    case .greaterOrEqual: return !lhs.isBelow(rhs)
    case .contains:
      guard case .text(let text) = lhs, case .text(let part) = rhs else { return false }
      return text.containsBytes(of: part)
    }
  }
}

extension FieldValue {
  fileprivate var isNumber: Bool {
    if case .number = self { true } else { false }
  }

  /// For comparisons: text without its case, times as the text that formats show.
  fileprivate var folded: FieldValue {
    switch self {
    case .text(let text): .text(text.lowercased())
    case .time, .moment, .flag, .words: text.map { .text($0.lowercased()) } ?? .unknown
    case .number, .unknown: self
    }
  }
}
