import Foundation
import Spelling

/// Parses an expression by recursive descent, one function per level of precedence.
struct ExpressionParser<F: Field> {
  private static var longest: Int { 1_000 }
  private static var deepest: Int { 50 }

  private var tokens: ArraySlice<ExpressionToken>
  private var depth = 0

  init(_ text: String) throws(ExpressionError) {
    guard text.count <= Self.longest else {
      throw ExpressionError(
        reason: "expression too long (maximum \(Self.longest) characters)", offset: 0)
    }
    var lexer = ExpressionLexer<F>(text)
    tokens = try lexer.tokens()[...]
  }

  /// The whole expression.
  mutating func parse() throws(ExpressionError) -> Condition<F> {
    let condition = try disjunction().condition()
    guard case .end = next.kind else { throw unexpected() }
    return condition
  }

  private mutating func disjunction() throws(ExpressionError) -> ExpressionNode<F> {
    var left = try conjunction()
    while accept("||", "or") != nil {
      left.content = .condition(.or(try left.condition(), try conjunction().condition()))
    }
    return left
  }

  private mutating func conjunction() throws(ExpressionError) -> ExpressionNode<F> {
    var left = try negation()
    while accept("&&", "and") != nil {
      left.content = .condition(.and(try left.condition(), try negation().condition()))
    }
    return left
  }

  private mutating func negation() throws(ExpressionError) -> ExpressionNode<F> {
    guard let sign = accept("!", "not") else { return try comparison() }
    let negated = try nested { parser throws(ExpressionError) in try parser.negation().condition() }
    return ExpressionNode(.condition(.not(negated)), at: sign.offset)
  }

  private mutating func comparison() throws(ExpressionError) -> ExpressionNode<F> {
    var left = try sum()
    guard case .sign(let text) = next.kind, let comparison = Comparison(rawValue: text) else {
      return left
    }
    let sign = advance()
    let right = try sum()
    let (one, two) = (try left.term(), try right.term())
    if one.isNumber != two.isNumber {
      for node in [left, right] {
        if let word = node.word { throw noField(word, at: node.offset) }
      }
      throw ExpressionError(reason: "cannot compare text with a number", offset: sign.offset)
    }
    if comparison == .contains, one.isNumber {
      throw ExpressionError(reason: "~ requires a text field", offset: sign.offset)
    }
    left.content = .condition(.compare(one, comparison, two))
    if case .sign(let text) = next.kind, Comparison(rawValue: text) != nil {
      throw ExpressionError(
        reason: "join comparisons with and, as in 1 < last and last < 2", offset: next.offset)
    }
    return left
  }

  private mutating func sum() throws(ExpressionError) -> ExpressionNode<F> {
    var left = try product()
    while let operation = acceptArithmetic(.plus, .minus) {
      left.content = .term(.arithmetic(try left.number(), operation, try product().number()))
    }
    return left
  }

  private mutating func product() throws(ExpressionError) -> ExpressionNode<F> {
    var left = try unary()
    while let operation = acceptArithmetic(.times, .over) {
      left.content = .term(.arithmetic(try left.number(), operation, try unary().number()))
    }
    return left
  }

  private mutating func unary() throws(ExpressionError) -> ExpressionNode<F> {
    guard let sign = accept("-") else { return try primary() }
    let operand = try nested { parser throws(ExpressionError) in try parser.unary().number() }
    return ExpressionNode(
      .term(.arithmetic(.constant(.number(0)), .minus, operand)), at: sign.offset)
  }

  private mutating func primary() throws(ExpressionError) -> ExpressionNode<F> {
    let token = next
    switch token.kind {
    case .number(let number):
      advance()
      return ExpressionNode(.term(.constant(.number(number))), at: token.offset)
    case .quoted(let text):
      advance()
      return ExpressionNode(.term(.constant(.text(text))), at: token.offset)
    case .word(let word) where !Self.connectives.contains(word):
      advance()
      var node = ExpressionNode<F>(try content(of: word), at: token.offset)
      if case .term(.constant) = node.content { node.word = word }
      return node
    case .sign("("):
      advance()
      var inner = try nested { parser throws(ExpressionError) in try parser.disjunction() }
      try close()
      inner.offset = token.offset
      return inner
    default:
      throw unexpected()
    }
  }

  private mutating func content(
    of word: String
  ) throws(ExpressionError) -> ExpressionNode<F>.Content {
    if let field = F(rawValue: word) { return .term(.field(field)) }
    guard ["abs", "known"].contains(word), accept("(") != nil else {
      return .term(.constant(.text(word)))
    }
    if word == "abs" {
      let operand = try nested { parser throws(ExpressionError) in try parser.sum().number() }
      try close()
      return .term(.magnitude(operand))
    }
    guard case .word(let name) = next.kind, let field = F(rawValue: name) else {
      throw ExpressionError(reason: "known() requires a field", offset: next.offset)
    }
    advance()
    try close()
    return .condition(.known(field))
  }
}

extension ExpressionParser {
  /// The next token; the end is never passed.
  private var next: ExpressionToken { tokens.first ?? ExpressionToken(kind: .end, offset: 0) }

  @discardableResult private mutating func advance() -> ExpressionToken {
    defer { if tokens.count > 1 { tokens.removeFirst() } }
    return next
  }

  /// Skips the next token if it is one of these signs or words.
  private mutating func accept(_ spellings: String...) -> ExpressionToken? {
    switch next.kind {
    case .sign(let text), .word(let text): spellings.contains(text) ? advance() : nil
    case .number, .quoted, .end: nil
    }
  }

  private mutating func acceptArithmetic(_ operations: Arithmetic...) -> Arithmetic? {
    guard case .sign(let text) = next.kind, let operation = Arithmetic(rawValue: text),
      operations.contains(operation)
    else { return nil }
    advance()
    return operation
  }

  private mutating func close() throws(ExpressionError) {
    guard accept(")") != nil else {
      throw ExpressionError(reason: "missing )", offset: next.offset)
    }
  }

  private mutating func nested<Result>(
    _ read: (inout Self) throws(ExpressionError) -> Result
  ) throws(ExpressionError) -> Result {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else {
      throw ExpressionError(
        reason: "nested too deeply (maximum \(Self.deepest) levels)", offset: next.offset)
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
      case .word(let text), .quoted(let text), .sign(let text): "unexpected '\(text)'"
      }
    return ExpressionError(reason: reason, offset: next.offset)
  }

  private static var connectives: [String] { ["and", "or", "not"] }

  /// A word in the place of a number that is neither one nor a field.
  private func noField(_ word: String, at offset: Int) -> ExpressionError {
    if let first = word.first, first.isDigit || first == "." {
      return .malformedNumber(word, at: offset)
    }
    let near = nearest(to: word, in: F.allCases.map(\.rawValue), limit: 1).first
    let hint = near.map { "; did you mean \($0)?" } ?? ""
    return ExpressionError(reason: "unknown field '\(word)'\(hint)", offset: offset)
  }
}

/// A part of an expression, and where it begins.
struct ExpressionNode<F: Field> {
  enum Content {
    case condition(Condition<F>)
    case term(Term<F>)
  }

  var content: Content
  var offset: Int
  /// The bare word that the node is, unless it is a field; `nil` for any other node.
  var word: String?

  init(_ content: Content, at offset: Int) {
    self.content = content
    self.offset = offset
  }

  func condition() throws(ExpressionError) -> Condition<F> {
    guard case .condition(let condition) = content else {
      throw ExpressionError(reason: "expected a comparison", offset: offset)
    }
    return condition
  }

  func term() throws(ExpressionError) -> Term<F> {
    guard case .term(let term) = content else {
      throw ExpressionError(reason: "expected a value, not a condition", offset: offset)
    }
    return term
  }

  func number() throws(ExpressionError) -> Term<F> {
    let term = try term()
    guard term.isNumber else {
      throw ExpressionError(
        reason: word.map { "unknown field '\($0)'" } ?? "cannot calculate with text",
        offset: offset)
    }
    return term
  }
}
