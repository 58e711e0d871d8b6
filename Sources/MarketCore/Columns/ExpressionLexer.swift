import Foundation

/// A piece of an expression, such as a word, a number or an operator.
struct ExpressionToken: Hashable {
  enum Kind: Hashable {
    case number(Decimal)
    /// A field, a function, `and`, `or`, `not`, or a text that is not in quotation marks.
    case word(String)
    /// A text in quotation marks, without the quotation marks.
    case quoted(String)
    /// An operator or a parenthesis.
    case sign(String)
    case end
  }

  let kind: Kind
  let offset: Int
  /// The token as the user has written it; empty for the end.
  var text = ""
}

struct ExpressionLexer {
  private static let signs = [
    "==", "!=", "<=", ">=", "&&", "||", "<", ">", "~", "!", "(", ")", ",", "+", "-", "*",
    "/",
  ]

  private let characters: [Character]
  private let fields: Set<String>
  private var position = 0

  init(_ text: String, fields: Set<String>) {
    characters = Array(text)
    self.fields = fields
  }

  mutating func tokens() throws(ExpressionError) -> [ExpressionToken] {
    var tokens: [ExpressionToken] = []
    while position < characters.count {
      if characters[position].isWhitespace {
        position += 1
      } else {
        let offset = position
        let kind = try next()
        let text = String(characters[offset..<position])
        tokens.append(ExpressionToken(kind: kind, offset: offset, text: text))
      }
    }
    return tokens + [ExpressionToken(kind: .end, offset: position)]
  }

  private mutating func next() throws(ExpressionError) -> ExpressionToken.Kind {
    let first = characters[position]
    if let number = malformedNumber { throw .malformedNumber(number, at: position) }
    if first == "'" || first == "\"" {
      guard let end = characters[(position + 1)...].firstIndex(of: first) else {
        throw ExpressionError("unterminated string", at: position)
      }
      defer { position = end + 1 }
      return .quoted(String(characters[(position + 1)..<end]))
    }
    if Self.isOfWord(first) { return word() }
    let rest = characters[position...].prefix(2)
    guard let sign = Self.signs.first(where: { rest.starts(with: $0) }) else {
      let hint = first == "=" ? "use == for equality" : "unexpected character '\(first)'"
      throw ExpressionError(hint, at: position)
    }
    position += sign.count
    return .sign(sign)
  }

  /// The number at the current position, if it has a currency sign, a percent sign or a comma; otherwise
  /// `nil`.
  private var malformedNumber: String? {
    let first = characters[position]
    guard first.isDigit || first.isCurrencySymbol else { return nil }
    var end = position + 1
    while end < characters.count, characters[end].isDigit || ",.".contains(characters[end]) {
      end += 1
    }
    while end > position + 1, ",.".contains(characters[end - 1]) { end -= 1 }
    let hasUnit = end < characters.count && "kKMB".contains(characters[end])
    if hasUnit, !characters[(end + 1)...].prefix(1).contains(where: Self.isOfWord) { end += 1 }
    if end < characters.count, characters[end] == "%" || characters[end].isCurrencySymbol {
      end += 1
    }
    let text = String(characters[position..<end])
    guard text.contains(where: \.isDigit) else { return nil }
    return text.contains { $0 == "," || $0 == "%" || $0.isCurrencySymbol } ? text : nil
  }

  /// Reads a word or a number. A dash before a letter, digit, `_` or `.` is part of the word, as in
  /// `BTC-USD` or `5e-6`. But after a field or a number, it is a minus.
  private mutating func word() -> ExpressionToken.Kind {
    let start = position
    while position < characters.count {
      let isDash =
        characters[position] == "-" && position + 1 < characters.count
        && Self.isOfWord(characters[position + 1])
      if isDash {
        let before = String(characters[start..<position])
        let isExponent = before.last?.lowercased() == "e" && Decimal(exact: before + "0") != nil
        if !isExponent, fields.contains(before) || Decimal(abbreviated: before) != nil { break }
      } else if !Self.isOfWord(characters[position]) {
        break
      }
      position += 1
    }
    let word = String(characters[start..<position])
    return Decimal(abbreviated: word).map { .number($0) } ?? .word(word)
  }

  private static func isOfWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "."
  }
}

extension Character {
  var isDigit: Bool { ("0"..."9").contains(self) }
}
