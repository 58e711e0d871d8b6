/// Parses symbols and codes that are not in quotation marks: `BTC-USD`, `BTC/USD`, `btc_usd`, `4-USDT`.
extension ExpressionParser {
  /// Fields that contain a symbol or a code. A value that is compared with them is read as a text, even
  /// if it looks like a number, such as the coin `4`.
  private static let symbolFields: Set = ["symbol", "base", "quote", "coin"]

  /// Reads the symbol or code after a comparison sign. `nil` if `node`, which is before the sign, is not a
  /// field that contains symbols or codes, or if another kind of value follows.
  mutating func symbol(comparedWith node: ExpressionNode) -> ExpressionNode? {
    guard case .term(.text(.field(let field))) = node.content else { return nil }
    return symbol(comparedWith: fields[field].name) { next in
      switch next.kind {
      case .end, .sign(")"), .sign("&&"), .sign("||"), .word("and"), .word("or"): true
      case .sign(let text): Comparison(rawValue: text) != nil
      default: false
      }
    }
  }

  /// Reads a symbol or code that is compared with a field after it, as in `BTC-USD == symbol`; `nil` if
  /// the expression continues in another way.
  mutating func symbolBeforeField() -> ExpressionNode? {
    guard let sign = tokens.firstIndex(where: { Comparison(rawValue: $0.text) != nil }),
      sign > tokens.startIndex, case .word(let name) = tokens[sign + 1].kind
    else { return nil }
    return symbol(comparedWith: name) { [comparison = tokens[sign]] in $0 == comparison }
  }

  /// Reads a symbol or code that is compared with `field`: words and numbers, joined by slashes and
  /// dashes without spaces, before a token for which `endsBefore` is true. `nil` if there is none here.
  private mutating func symbol(
    comparedWith field: String, endsBefore: (ExpressionToken) -> Bool
  ) -> ExpressionNode? {
    guard Self.symbolFields.contains(field), self.field(field) != nil else { return nil }
    let offset = next.offset
    var (text, rest) = ("", tokens)
    while let part = rest.popFirst(), part.offset == offset + text.count {
      switch part.kind {
      case .word(let word):
        if Self.connectives.contains(word) || text.isEmpty && self.field(word) != nil { return nil }
      case .number: break
      default: return nil
      }
      text += part.text
      guard let following = rest.first else { return nil }
      if endsBefore(following) {
        tokens = rest
        let isSymbol = field == "symbol" && !text.contains("-")
        let symbol = isSymbol ? text.replacing(/[\/_]/, with: "-") : text
        return ExpressionNode(.term(.text(.constant(symbol.lowercased()))), at: offset, word: text)
      }
      guard ["/", "-"].contains(following.text), following.offset == offset + text.count else {
        return nil
      }
      text += following.text
      rest.removeFirst()
    }
    return nil
  }
}
