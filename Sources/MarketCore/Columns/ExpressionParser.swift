import Foundation
import Spelling

/// Parses a condition by recursive descent, with one function for each level of precedence.
struct ExpressionParser {
  /// The fields that an expression can name. A field is identified by its index.
  typealias Fields = [(name: String, isNumber: Bool)]

  private static let longest = 1_000
  private static let deepest = 50

  let fields: Fields
  /// Returns the names that can be similar to a word that is not a field.
  private let near: (String) -> [String]
  var tokens: ArraySlice<ExpressionToken>
  private var depth = 0

  init(
    _ text: String, _ fields: Fields, near: @escaping (String) -> [String]
  ) throws(ExpressionError) {
    (self.fields, self.near) = (fields, near)
    guard text.count <= Self.longest else {
      throw ExpressionError("expression too long (maximum \(Self.longest) characters)", at: 0)
    }
    let names = fields.map(\.name)
    var lexer = ExpressionLexer(text, fields: Set(names + names.compactMap { OtherNames.all[$0] }))
    tokens = try lexer.tokens()[...]
  }

  mutating func parse() throws(ExpressionError) -> FieldTest {
    let condition = try disjunction().condition()
    guard case .end = next.kind else { throw unexpected() }
    return condition
  }

  private mutating func disjunction() throws(ExpressionError) -> ExpressionNode {
    let first = try conjunction()
    var conditions: [FieldTest] = []
    while accept("||", "or") != nil {
      if conditions.isEmpty { conditions.append(try first.condition()) }
      conditions.append(try conjunction().condition())
    }
    return first.replaced(by: conditions, where: true)
  }

  private mutating func conjunction() throws(ExpressionError) -> ExpressionNode {
    let first = try negation()
    var conditions: [FieldTest] = []
    while accept("&&", "and") != nil {
      if conditions.isEmpty { conditions.append(try first.condition()) }
      conditions.append(try negation().condition())
    }
    return first.replaced(by: conditions, where: false)
  }

  private mutating func negation() throws(ExpressionError) -> ExpressionNode {
    guard let sign = accept("!", "not") else { return try comparison() }
    let negated = try nested { parser throws(ExpressionError) in try parser.negation().condition() }
    return ExpressionNode(
      .condition(
        FieldTest(negated.inputs) { values, ofUnknown in
          negated.truth(values, ofUnknown).map { !$0 }
        }), at: sign.offset)
  }

  private mutating func comparison() throws(ExpressionError) -> ExpressionNode {
    let symbol = symbolBeforeField()
    let node = if let symbol { symbol } else { try sum() }
    if let nextComparison { try compare(node, nextComparison) }
    return node
  }

  private var nextComparison: Comparison? {
    if case .sign(let text) = next.kind { Comparison(rawValue: text) } else { nil }
  }

  /// Replaces the content of a node by the comparison of the node with the value that follows. This is
  /// not part of `comparison()`, whose stack frame must be small: nested parentheses need many of them.
  private mutating func compare(
    _ node: ExpressionNode, _ comparison: Comparison
  ) throws(ExpressionError) {
    let sign = advance()
    let symbol = symbol(comparedWith: node)
    let other = if let symbol { symbol } else { try sum() }
    let (lhs, rhs) = (try node.term(), try other.term())
    let truth: FieldTest.Truth
    switch (lhs, rhs) {
    case (.number(let lhs), .number(let rhs)):
      if comparison == .contains {
        throw ExpressionError("~ requires a text field", at: sign.offset)
      }
      truth = comparison.truth(of: lhs, rhs)
    case (.text(let lhs), .text(let rhs)): truth = comparison.truth(of: lhs, rhs)
    case (.number, .text), (.text, .number):
      for node in [node, other] {
        if let word = node.word { throw unknownColumn(word, at: node.offset) }
      }
      throw ExpressionError("cannot compare text with a number", at: sign.offset)
    }
    node.content = .condition(FieldTest(lhs.inputs.union(rhs.inputs), truth))
    if nextComparison != nil {
      let reason = "join comparisons with and, as in 1 < last and last < 2"
      throw ExpressionError(reason, at: next.offset)
    }
  }

  private mutating func sum() throws(ExpressionError) -> ExpressionNode {
    let node = try product()
    while let sign = accept("+", "-") {
      try node.checkNumber()
      try node.calculate(sign.kind == .sign("+") ? .sum : .difference, with: product())
    }
    return node
  }

  private mutating func product() throws(ExpressionError) -> ExpressionNode {
    let node = try unary()
    while let sign = accept("*", "/") {
      try node.checkNumber()
      try node.calculate(sign.kind == .sign("*") ? .product : .quotient, with: unary())
    }
    return node
  }

  private mutating func unary() throws(ExpressionError) -> ExpressionNode {
    guard let sign = accept("-") else { return try primary() }
    let operand = try nested { parser throws(ExpressionError) in try parser.unary() }
    let node = ExpressionNode(.term(.number(.constant(.zero))), at: sign.offset)
    try node.calculate(.difference, with: operand)
    return node
  }

  private mutating func primary() throws(ExpressionError) -> ExpressionNode {
    let token = next
    switch token.kind {
    case .number(let number):
      advance()
      return ExpressionNode(
        .term(.number(.constant(IntegerDecimal(number) ?? .zero))), at: token.offset)
    case .quoted(let text):
      advance()
      return ExpressionNode(.term(.text(.constant(text.lowercased()))), at: token.offset)
    case .word(let word) where !Self.connectives.contains(word):
      advance()
      return try node(of: word, at: token.offset)
    case .sign("("):
      advance()
      let inner = try nested { parser throws(ExpressionError) in try parser.disjunction() }
      try close()
      inner.offset = token.offset
      return inner
    default:
      throw unexpected()
    }
  }

  private mutating func node(
    of word: String, at offset: Int
  ) throws(ExpressionError) -> ExpressionNode {
    if let field = field(word) {
      return ExpressionNode(
        .term(fields[field].isNumber ? .number(.field(field)) : .text(.field(field))), at: offset)
    }
    let window = FieldWindow.Function(rawValue: word)
    guard window != nil || ["abs", "known"].contains(word), accept("(") != nil else {
      return ExpressionNode(.term(.text(.constant(word.lowercased()))), at: offset, word: word)
    }
    if let window { return try self.window(window, at: offset) }
    if word == "abs" {
      let operand = try nested { parser throws(ExpressionError) in try parser.sum() }
      try operand.checkNumber()
      try close()
      try operand.calculate(
        .magnitude, with: ExpressionNode(.term(.number(.constant(.zero))), at: offset))
      operand.offset = offset
      return operand
    }
    guard case .word(let name) = next.kind, let field = field(name) else {
      throw ExpressionError("known() requires a field", at: next.offset)
    }
    advance()
    try close()
    return ExpressionNode(
      .condition(FieldTest(FieldInputs(fields: [field])) { values, _ in values.isKnown(field) }),
      at: offset)
  }

  func field(_ name: String) -> Int? {
    func index(_ name: String) -> Int? { fields.firstIndex { $0.name == name } }
    return index(name) ?? OtherNames.all[name].flatMap(index)
  }
}

extension ExpressionParser {
  /// The next token. The token `end` is never removed.
  var next: ExpressionToken { tokens.first ?? ExpressionToken(kind: .end, offset: 0) }

  @discardableResult mutating func advance() -> ExpressionToken {
    defer { if tokens.count > 1 { tokens.removeFirst() } }
    return next
  }

  /// Removes and returns the next token if it is a sign or word in `spellings`; otherwise returns `nil`.
  mutating func accept(_ spellings: String...) -> ExpressionToken? {
    switch next.kind {
    case .sign(let text), .word(let text): spellings.contains(text) ? advance() : nil
    case .number, .quoted, .end: nil
    }
  }

  mutating func close() throws(ExpressionError) {
    guard accept(")") != nil else { throw ExpressionError("missing )", at: next.offset) }
  }

  private mutating func nested<Result>(
    _ read: (inout Self) throws(ExpressionError) -> Result
  ) throws(ExpressionError) -> Result {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else {
      throw ExpressionError("nested too deeply (maximum \(Self.deepest) levels)", at: next.offset)
    }
    return try read(&self)
  }

  private func unexpected() -> ExpressionError {
    let reason =
      switch next.kind {
      case .end: "unexpected end of expression"
      case .number(let number): "unexpected number \(number.plain)"
      case .word(let text)
      where Self.connectives.contains(text.lowercased()) && text != text.lowercased():
        "write '\(text.lowercased())' in lower case"
      case .sign(","): "unexpected character ','"
      case .word(let text), .quoted(let text), .sign(let text): "unexpected '\(text)'"
      }
    return ExpressionError(reason, at: next.offset)
  }

  static let connectives = ["and", "or", "not"]

  /// Returns the error about a word where a number is required: it is neither a number nor a field.
  func unknownColumn(_ word: String, at offset: Int) -> ExpressionError {
    if let first = word.first, first.isDigit || first == "." {
      return .malformedNumber(word, at: offset)
    }
    let near = nearest(to: word, in: near(word), limit: 1).first
    let hint = near.map { "; did you mean \($0)?" } ?? ""
    return ExpressionError("unknown field '\(word)'\(hint)", at: offset)
  }
}

/// A part of an expression, and its position. A class, because nested calls then need small stack frames.
final class ExpressionNode {
  enum Content {
    case condition(FieldTest)
    case term(Term)
  }

  var content: Content
  var offset: Int
  /// The word, if the node is a text that is not in quotation marks; otherwise `nil`.
  var word: String?

  init(_ content: Content, at offset: Int, word: String? = nil) {
    self.content = content
    self.offset = offset
    self.word = word
  }

  func calculate(
    _ operation: Calculation.Operation, with other: ExpressionNode
  ) throws(ExpressionError) {
    content = .term(
      .number(.calculated(Calculation(try number(), operation, try other.number()))))
  }

  func checkNumber() throws(ExpressionError) { _ = try number() }

  /// Returns this node if there are no conditions, otherwise a node that combines all of them. Its result
  /// is `decides` if one of them has this result: `true` combines them by `or`, `false` by `and`.
  func replaced(by conditions: [FieldTest], where decides: Bool) -> ExpressionNode {
    if conditions.isEmpty { return self }
    let inputs = conditions.reduce(FieldInputs()) { $0.union($1.inputs) }
    let condition = FieldTest(inputs) { values, ofUnknown in
      var result: Bool? = !decides
      for condition in conditions {
        let truth = condition.truth(values, ofUnknown)
        if truth == decides { return decides }
        if truth == nil { result = nil }
      }
      return result
    }
    return ExpressionNode(.condition(condition), at: offset)
  }

  func condition() throws(ExpressionError) -> FieldTest {
    guard case .condition(let condition) = content else {
      throw ExpressionError("expected a comparison", at: offset)
    }
    return condition
  }

  func term() throws(ExpressionError) -> Term {
    guard case .term(let term) = content else {
      throw ExpressionError("expected a value, not a condition", at: offset)
    }
    return term
  }

  func number() throws(ExpressionError) -> NumberTerm {
    guard case .number(let number) = try term() else {
      let reason = word.map { "unknown field '\($0)'" } ?? "cannot calculate with text"
      throw ExpressionError(reason, at: offset)
    }
    return number
  }
}

/// Alternative names of columns, which are valid unless a column has the alternative name as its name.
enum OtherNames {
  static let all = ["last": "price", "price": "last"]
}
