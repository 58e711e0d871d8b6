import Foundation

/// Parses windows such as `ago(last, 15m)`.
extension ExpressionParser {
  private static let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]

  /// Parses what follows `ago(`, `min(`, `max(` or `avg(`.
  mutating func window(
    _ function: FieldWindow.Function, at offset: Int
  ) throws(ExpressionError) -> ExpressionNode {
    let name = function.rawValue
    let start = next.offset
    guard case .word(let word) = next.kind else {
      throw ExpressionError(
        "\(name)() requires a field and a time, as in \(name)(last, 15m)", at: start)
    }
    guard let field = field(word) else {
      let isWindow = FieldWindow.Function(rawValue: word) != nil
      throw isWindow
        ? ExpressionError("\(name)() requires a field, not another window", at: start)
        : unknownColumn(word, at: start)
    }
    guard fields[field].isNumber else {
      throw ExpressionError("\(name)() requires a field of numbers", at: start)
    }
    advance()
    guard accept(",") != nil else {
      throw ExpressionError(
        "\(name)() requires a time after the field, as in \(name)(\(word), 15m)", at: next.offset)
    }
    let length = try windowLength()
    try close()
    let window = FieldWindow(function: function, field: field, length: length)
    return ExpressionNode(.term(.number(.window(window))), at: offset)
  }

  /// Parses a time such as `15m`, in microseconds.
  private mutating func windowLength() throws(ExpressionError) -> Int64 {
    let token = next
    guard let unit = token.text.last.flatMap({ Self.units[$0] }),
      let number = Decimal(exact: String(token.text.dropLast()))
    else {
      let reason =
        token.kind == .end || token.kind == .sign(")")
        ? "missing time, as in 15m"
        : "invalid time '\(token.text)'; write a number and s, m, h or d, as in 15m"
      throw ExpressionError(reason, at: token.offset, isAboutNumber: true)
    }
    let length = (number.approximate * Double(unit * FieldWindow.second)).rounded()
    guard length >= 1 else {
      throw ExpressionError("the time must be above 0", at: token.offset, isAboutNumber: true)
    }
    guard length <= Double(FieldWindow.longest) else {
      throw ExpressionError(
        "time too long (maximum 366d)", at: token.offset, isAboutNumber: true)
    }
    advance()
    return Int64(length)
  }
}
