import MarketCore
import Terminal

/// A candle as characters, from the top line down: a rising body is hollow, a falling one solid.
struct CandleShape: Sendable {
  /// The part of a candle in a line.
  struct Part: Equatable, Sendable {
    /// The character in the middle of the candle.
    let middle: Character
    /// The characters beside it, where the candle is wider.
    let side: Character

    static let none = Part(middle: " ", side: " ")
  }

  private static let lowerEighths: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  private let tone: Tone
  private let charset: Charset
  /// Body and wick in eighths of a line, from the bottom.
  private let body: Range<Int>
  private let wick: Range<Int>

  init(_ prices: CandleWindow.Prices, on scale: Scale, in charset: Charset) {
    let top = 8 * scale.height
    func eighths(_ price: Double) -> Int { Int((scale.share(of: price) * Double(top)).rounded()) }
    func range(_ one: Double, _ other: Double) -> Range<Int> {
      let low = min(eighths(min(one, other)), top - 1)
      return low..<max(eighths(max(one, other)), low + 1)
    }
    tone = prices.tone
    self.charset = charset
    body = range(prices.open, prices.close)
    wick = range(prices.low, prices.high)
  }

  /// The part in a line, counted from the bottom.
  func part(_ line: Int) -> Part {
    let cell = 8 * line..<8 * line + 8
    let (body, wick) = (body.clamped(to: cell), wick.clamped(to: cell))
    if tone == .flat, line == largest {
      let line: Character = charset == .utf8 ? "─" : "-"
      let cross: Character = charset == .utf8 ? "┼" : "+"
      return Part(middle: wick.count > 1 ? cross : line, side: line)
    }
    // A thin edge would cut the wick off.
    let isEdge = charset == .utf8 ? body.count < 3 && wick.count == 8 : body.count < 4
    guard tone != .flat, line == largest || !body.isEmpty && !isEdge else {
      return wick.isEmpty ? .none : Part(middle: wickCharacter(wick, in: cell), side: " ")
    }
    let character = bodyCharacter(body, in: cell, isLargest: line == largest)
    return Part(middle: character, side: character)
  }

  /// The line that has the most of the body.
  private var largest: Int {
    let (first, last) = (body.lowerBound / 8, (body.upperBound - 1) / 8)
    if last - first > 1 { return first + 1 }
    let inFirst = body.clamped(to: 8 * first..<8 * first + 8).count
    return body.count - inFirst > inFirst ? last : first
  }

  private func wickCharacter(_ wick: Range<Int>, in cell: Range<Int>) -> Character {
    guard charset == .utf8 else { return "|" }
    if wick.count > 4 { return "│" }
    return wick.lowerBound + wick.upperBound < cell.lowerBound + cell.upperBound ? "╷" : "╵"
  }

  private func bodyCharacter(
    _ body: Range<Int>, in cell: Range<Int>, isLargest: Bool
  ) -> Character {
    guard charset == .utf8 else { return tone == .up ? "o" : "#" }
    // One line at least tells rise from fall.
    if tone == .up, isLargest || body.count == 8 { return "░" }
    if body.lowerBound == cell.lowerBound { return Self.lowerEighths[body.count - 1] }
    if body.upperBound == cell.upperBound {
      switch body.count {
      case ...2: return "▔"
      case ...5: return "▀"
      default: return tone == .up ? "░" : "█"
      }
    }
    let middle = body.lowerBound + body.upperBound - cell.lowerBound - cell.upperBound
    if body.count >= 4 { return middle < 0 ? "▄" : "▀" }
    return middle < -3 ? "▂" : middle > 3 ? "▔" : "━"
  }
}
