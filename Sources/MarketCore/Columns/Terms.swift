/// A number or a text in an expression. Its value for a row is `nil` if it is unknown.
enum Term: Sendable {
  case number(NumberTerm)
  case text(TextTerm)

  /// What the value depends on.
  var inputs: FieldInputs {
    switch self {
    case .number(let term): term.inputs
    case .text(.field(let field)): FieldInputs(fields: [field])
    case .text(.constant): FieldInputs()
    }
  }
}

// This is an enumeration, because terms are evaluated for many rows, and closures are slower.
enum NumberTerm: Sendable {
  case field(Int)
  case window(FieldWindow)
  case constant(IntegerDecimal)
  case calculated(Calculation)

  func value(in values: FieldValues) -> IntegerDecimal? {
    switch self {
    case .field(let field): values.numbers[field]
    case .window(let window): values.windows[window]
    case .constant(let number): number
    case .calculated(let calculation): calculation.value(in: values)
    }
  }

  var inputs: FieldInputs {
    switch self {
    case .field(let field): FieldInputs(fields: [field])
    case .window(let window): FieldInputs(fields: [window.field], windows: [window])
    case .constant: FieldInputs()
    case .calculated(let calculation):
      calculation.steps.reduce(calculation.first.inputs) { $0.union($1.operand.inputs) }
    }
  }
}

/// A number and the operations that are applied to it, one after another. The operations are a list,
/// instead of nested terms, because sums can be long. The result is `nil` if a number is unknown, or an
/// operation has no result (such as a division by 0).
final class Calculation: Sendable {
  enum Operation: Sendable {
    case sum, difference, product, quotient
    /// The magnitude of the result so far. The operand is ignored.
    case magnitude
  }

  let first: NumberTerm
  let steps: [(operation: Operation, operand: NumberTerm)]

  init(_ number: NumberTerm, _ operation: Operation, _ operand: NumberTerm) {
    if case .calculated(let calculation) = number {
      (first, steps) = (calculation.first, calculation.steps + [(operation, operand)])
    } else {
      (first, steps) = (number, [(operation, operand)])
    }
  }

  func value(in values: FieldValues) -> IntegerDecimal? {
    guard var result = first.value(in: values) else { return nil }
    for step in steps {
      guard let operand = step.operand.value(in: values),
        let next = step.operation.result(of: result, operand)
      else { return nil }
      result = next
    }
    return result
  }
}

extension Calculation.Operation {
  func result(of lhs: IntegerDecimal, _ rhs: IntegerDecimal) -> IntegerDecimal? {
    switch self {
    case .sum: lhs.adding(rhs).inRange
    case .difference: lhs.adding(rhs.negated).inRange
    case .product: lhs.multiplied(by: rhs).inRange
    case .quotient: lhs.divided(by: rhs)?.inRange
    case .magnitude: lhs.isNegative ? lhs.negated : lhs
    }
  }
}

enum TextTerm: Sendable {
  case field(Int)
  /// A text in lower case.
  case constant(String)

  func value(in values: FieldValues) -> String? {
    switch self {
    case .field(let field): values.texts[field]
    case .constant(let text): text
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

  func truth(of lhs: NumberTerm, _ rhs: NumberTerm) -> FieldTest.Truth {
    if case (.field(let field), .constant(let number)) = (lhs, rhs) {
      // This common comparison is evaluated without copying the terms, which is faster.
      return { values, ofUnknown in
        values.numbers[field].map { holds($0, number) } ?? ofUnknown
      }
    }
    return { values, ofUnknown in
      guard let lhs = lhs.value(in: values), let rhs = rhs.value(in: values) else {
        return ofUnknown
      }
      return holds(lhs, rhs)
    }
  }

  func truth(of lhs: TextTerm, _ rhs: TextTerm) -> FieldTest.Truth {
    { values, ofUnknown in
      guard let lhs = lhs.value(in: values), let rhs = rhs.value(in: values) else {
        return ofUnknown
      }
      return holds(lhs, rhs)
    }
  }

  private func holds(_ lhs: IntegerDecimal, _ rhs: IntegerDecimal) -> Bool {
    switch self {
    case .equal: lhs.equals(rhs)
    case .notEqual: !lhs.equals(rhs)
    case .less: lhs.isBelow(rhs)
    case .lessOrEqual: !rhs.isBelow(lhs)
    case .greater: rhs.isBelow(lhs)
    case .greaterOrEqual: !lhs.isBelow(rhs)
    case .contains: false
    }
  }

  private func holds(_ lhs: String, _ rhs: String) -> Bool {
    switch self {
    case .equal: lhs == rhs
    case .notEqual: lhs != rhs
    case .less: lhs < rhs
    case .lessOrEqual: lhs <= rhs
    case .greater: lhs > rhs
    case .greaterOrEqual: lhs >= rhs
    case .contains: lhs.containsBytes(of: rhs)
    }
  }
}
