import Foundation

/// A word, number or sign of an expression.
struct ExpressionToken: Hashable {
  enum Kind: Hashable {
    /// A number as it was written.
    case number(Decimal)
    /// A name: of a field, a function or a connective; or else text.
    case word(String)
    /// A text between quotes.
    case quoted(String)
    /// An operator or a parenthesis.
    case sign(String)
    case end
  }

  let kind: Kind
  /// The number of characters before it.
  let offset: Int
}

/// Takes an expression apart.
struct ExpressionLexer<F: Field> {
  private static var signs: [String] {
    ["==", "!=", "<=", ">=", "&&", "||", "<", ">", "~", "!", "(", ")", "+", "-", "*", "/"]
  }

  private let characters: [Character]
  private var position = 0

  init(_ text: String) {
    characters = Array(text)
  }

  /// All tokens, an end last.
  mutating func tokens() throws(ExpressionError) -> [ExpressionToken] {
    var tokens: [ExpressionToken] = []
    while position < characters.count {
      if characters[position].isWhitespace {
        position += 1
      } else {
        let offset = position
        tokens.append(ExpressionToken(kind: try next(), offset: offset))
      }
    }
    return tokens + [ExpressionToken(kind: .end, offset: position)]
  }

  private mutating func next() throws(ExpressionError) -> ExpressionToken.Kind {
    let first = characters[position]
    if first == "'" || first == "\"" {
      guard let end = characters[(position + 1)...].firstIndex(of: first) else {
        throw ExpressionError(reason: "this text has no end", offset: position)
      }
      defer { position = end + 1 }
      return .quoted(String(characters[(position + 1)..<end]))
    }
    if Self.isOfWord(first) { return word() }
    let rest = characters[position...].prefix(2)
    guard let sign = Self.signs.first(where: { rest.starts(with: $0) }) else {
      let hint = first == "=" ? "equality is written ==" : "'\(first)' means nothing here"
      throw ExpressionError(reason: hint, offset: position)
    }
    position += sign.count
    return .sign(sign)
  }

  /// A word or number. A dash with no space around it belongs to the word, unless what stands
  /// before it is a field or a number: then it is a minus.
  private mutating func word() -> ExpressionToken.Kind {
    let start = position
    while position < characters.count {
      let isDash =
        characters[position] == "-" && position + 1 < characters.count
        && Self.isOfWord(characters[position + 1])
      if isDash {
        let before = String(characters[start..<position])
        let isExponent = before.last?.lowercased() == "e" && Decimal(exact: before + "0") != nil
        if !isExponent, F(rawValue: before) != nil || Decimal(exact: before) != nil { break }
      } else if !Self.isOfWord(characters[position]) {
        break
      }
      position += 1
    }
    let word = String(characters[start..<position])
    return Decimal(exact: word).map { .number($0) } ?? .word(word)
  }

  private static func isOfWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "."
  }
}
