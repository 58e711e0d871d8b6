import Foundation

/// A condition on the fields of a row, as people write it: `percent > 5 and quote == USD`.
///
/// Decimals, `+ - * /`, comparisons `== != < <= > >=`, `~` (contains), `and`/`&&`, `or`/`||`,
/// `not`/`!` (of the whole comparison that follows), parentheses, `abs()`, `known()`. A bare word
/// that is not a field is text; text may be quoted; case is ignored.
public struct FieldExpression<F: Field>: Sendable {
  private let condition: Condition<F>

  /// Parses a text of at most 1,000 characters, with parentheses at most 50 deep.
  ///
  /// - Throws: ``ExpressionError``, with the place.
  public init(_ text: String) throws(ExpressionError) {
    var parser = try ExpressionParser<F>(text)
    condition = try parser.parse()
  }

  /// The fields of the condition.
  public var fields: Set<F> { condition.fields }

  /// Whether the condition is true. A comparison with an unknown value is false, and so is one with
  /// the result of a division by zero.
  ///
  /// - Parameter value: gives the value of each field of the row.
  public func holds(_ value: (F) -> FieldValue) -> Bool { condition.holds(value) }
}

/// An error in an expression, and its place.
public struct ExpressionError: Error, Hashable, Sendable {
  /// The error, in a sentence without a period.
  public let reason: String
  /// The number of characters before the place.
  public let offset: Int
  /// Whether it is about the form of a number, so that the names of fields are of no help.
  public let isAboutNumber: Bool

  init(reason: String, offset: Int, isAboutNumber: Bool = false) {
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
    let hint =
      Decimal(exact: number) == nil
      ? "write digits and a decimal point, as in 1234.5" : "write \(number)"
    return ExpressionError(
      reason: "invalid number '\(text)'; \(hint)", offset: offset, isAboutNumber: true)
  }
}

/// A part of an expression that is true or false.
indirect enum Condition<F: Field>: Sendable {
  case compare(Term<F>, Comparison, Term<F>)
  case known(F)
  case not(Condition)
  case and(Condition, Condition)
  case or(Condition, Condition)

  func holds(_ value: (F) -> FieldValue) -> Bool {
    switch self {
    case .compare(let left, let comparison, let right):
      comparison.holds(left.value(value), right.value(value))
    case .known(let field): value(field) != .unknown
    case .not(let condition): !condition.holds(value)
    case .and(let lhs, let rhs): lhs.holds(value) && rhs.holds(value)
    case .or(let lhs, let rhs): lhs.holds(value) || rhs.holds(value)
    }
  }

  var fields: Set<F> {
    switch self {
    case .compare(let left, _, let right): left.fields.union(right.fields)
    case .known(let field): [field]
    case .not(let condition): condition.fields
    case .and(let lhs, let rhs), .or(let lhs, let rhs): lhs.fields.union(rhs.fields)
    }
  }
}

/// A part of an expression that has a value.
indirect enum Term<F: Field>: Sendable {
  case constant(FieldValue)
  case field(F)
  case magnitude(Term)
  case arithmetic(Term, Arithmetic, Term)

  func value(_ value: (F) -> FieldValue) -> FieldValue {
    switch self {
    case .constant(let constant): return constant
    case .field(let field): return value(field)
    case .magnitude(let term):
      guard case .number(let number) = term.value(value) else { return .unknown }
      return .number(number.magnitude)
    case .arithmetic(let left, let operation, let right):
      guard case .number(let one) = left.value(value), case .number(let two) = right.value(value)
      else { return .unknown }
      return FieldValue(operation.result(one, two))
    }
  }

  var fields: Set<F> {
    switch self {
    case .constant: []
    case .field(let field): [field]
    case .magnitude(let term): term.fields
    case .arithmetic(let left, _, let right): left.fields.union(right.fields)
    }
  }

  /// Whether it is a number, known or not; else it is text.
  var isNumber: Bool {
    switch self {
    case .constant(.number), .magnitude, .arithmetic: true
    case .constant: false
    case .field(let field): field.isNumber
    }
  }
}

/// The arithmetic operators.
enum Arithmetic: String, Sendable {
  case plus = "+"
  case minus = "-"
  case times = "*"
  case over = "/"

  /// `nil` when there is no result, or none that a decimal can hold.
  func result(_ lhs: Decimal, _ rhs: Decimal) -> Decimal? {
    switch self {
    case .plus: lhs.adding(rhs).finite
    case .minus: lhs.subtracting(rhs).finite
    case .times: lhs.multiplied(by: rhs)
    case .over: lhs.divided(by: rhs)
    }
  }
}

/// The comparison operators.
enum Comparison: String, Sendable {
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case contains = "~"

  /// Whether the comparison holds: never, if a value is unknown.
  func holds(_ left: FieldValue, _ right: FieldValue) -> Bool {
    guard left != .unknown, right != .unknown else { return false }
    let (left, right) = (left.folded, right.folded)
    switch self {
    case .equal: return left == right
    case .notEqual: return left != right
    case .less: return left.isBelow(right)
    case .lessOrEqual: return !right.isBelow(left)
    case .greater: return right.isBelow(left)
    case .greaterOrEqual: return !left.isBelow(right)
    case .contains:
      guard case .text(let text) = left, case .text(let part) = right else { return false }
      return text.containsBytes(of: part)
    }
  }
}

extension FieldValue {
  /// For comparisons: text without its case, times as the text that formats show.
  fileprivate var folded: FieldValue {
    switch self {
    case .text(let text): .text(text.lowercased())
    case .time, .moment, .flag, .words: text.map { .text($0.lowercased()) } ?? .unknown
    case .number, .unknown: self
    }
  }
}
