import Foundation
import MarketCore
import Terminal

extension CandleWindow.Prices {
  /// The candle as one text per line, from the top: a rising body is hollow, a falling one solid, and a
  /// thin line is the wick.
  ///
  /// - Parameter side: the columns of the body on each side of the middle.
  func shape(on scale: Scale, side: Int, in charset: Charset) -> [String] {
    let body = bodyLines(on: scale)
    func halfLines(_ price: Decimal) -> Int {
      Int((scale.share(of: price.approximate) * Double(2 * scale.height)).rounded())
    }
    // In half lines from the bottom; it includes the body.
    let wick =
      min(halfLines(low), 2 * body.lowerBound)..<max(halfLines(high), 2 * body.upperBound)
    return (0..<scale.height).reversed().map { line in
      let (left, fill, middle, right) =
        body.contains(line)
        ? bodyCharacters(line, of: body, wick, isNarrow: side == 0, in: charset)
        : (" ", " ", Self.wickCharacter(line, of: wick, in: charset), " ")
      if side == 0 { return String(middle) }
      let inner = String(repeating: fill, count: side - 1)
      return "\(left)\(inner)\(middle)\(inner)\(right)"
    }
  }

  /// The lines of the body from the bottom, at least one.
  private func bodyLines(on scale: Scale) -> Range<Int> {
    let low = scale.share(of: min(open, close).approximate) * Double(scale.height)
    let high = scale.share(of: max(open, close).approximate) * Double(scale.height)
    let (first, end) = (Int(low.rounded()), Int(high.rounded()))
    if first < end { return first..<end }
    let line = min(Int((low + high) / 2), scale.height - 1)
    return line..<line + 1
  }

  /// The outermost characters of the body in a line, the one in the middle, and those between.
  private func bodyCharacters(
    _ line: Int, of body: Range<Int>, _ wick: Range<Int>, isNarrow: Bool, in charset: Charset
  ) -> (left: Character, fill: Character, middle: Character, right: Character) {
    let (isTop, isBottom) = (line == body.upperBound - 1, line == body.lowerBound)
    let isAbove = isTop && wick.upperBound > 2 * body.upperBound
    let isBelow = isBottom && wick.lowerBound < 2 * body.lowerBound
    // Where the wick meets the edge of the body.
    let joint: Character =
      switch (isAbove, isBelow) {
      case (false, false): "─"
      case (true, false): "┴"
      case (false, true): "┬"
      case (true, true): "┼"
      }
    switch tone {
    case .flat where charset == .ascii: return ("-", "-", "-", "-")
    case .flat: return ("─", "─", joint, "─")
    case .down where charset == .ascii: return ("#", "#", "#", "#")
    case .down: return ("█", "█", "█", "█")
    case .up where charset == .ascii: return (".", ".", ".", ".")
    case .up where isNarrow: return ("║", "║", "║", "║")
    case .up where isTop && isBottom:
      return ("[", " ", Self.wickCharacter(isAbove: isAbove, isBelow: isBelow), "]")
    case .up where isTop: return ("┌", "─", joint, "┐")
    case .up where isBottom: return ("└", "─", joint, "┘")
    case .up: return ("│", " ", " ", "│")
    }
  }

  private static func wickCharacter(
    _ line: Int, of wick: Range<Int>, in charset: Charset
  ) -> Character {
    let isAbove = wick.contains(2 * line + 1)
    let isBelow = wick.contains(2 * line)
    if charset == .ascii { return isAbove || isBelow ? "|" : " " }
    return wickCharacter(isAbove: isAbove, isBelow: isBelow)
  }

  private static func wickCharacter(isAbove: Bool, isBelow: Bool) -> Character {
    switch (isAbove, isBelow) {
    case (false, false): " "
    case (true, false): "╵"
    case (false, true): "╷"
    case (true, true): "│"
    }
  }
}
