import MarketCore
import Terminal

/// A candle as characters: a rising body is hollow, a falling one solid, on whole lines; a thin line
/// is the wick.
struct CandleShape: Sendable {
  private let tone: Tone
  private let charset: Charset
  /// The lines of the body, counted from the bottom, one at least.
  private let body: Range<Int>
  /// The wick in halves of a line, from the bottom; it includes the body.
  private let wick: Range<Int>

  init(_ prices: CandleWindow.Prices, on scale: Scale, in charset: Charset) {
    func halves(_ price: Double) -> Int {
      Int((scale.share(of: price) * Double(2 * scale.height)).rounded())
    }
    func lines(_ price: Double) -> Double { scale.share(of: price) * Double(scale.height) }
    let (low, high) = (
      lines(min(prices.open, prices.close)), lines(max(prices.open, prices.close))
    )
    let (first, end) = (Int(low.rounded()), Int(high.rounded()))
    if first < end {
      body = first..<end
    } else {
      let line = min(Int((low + high) / 2), scale.height - 1)
      body = line..<line + 1
    }
    wick =
      min(halves(prices.low), 2 * body.lowerBound)..<max(halves(prices.high), 2 * body.upperBound)
    tone = prices.tone
    self.charset = charset
  }

  /// The characters in a line, counted from the bottom.
  ///
  /// - Parameter side: the columns of the body on each side of the middle.
  func text(_ line: Int, side: Int) -> String {
    guard body.contains(line) else {
      return Self.text(wickCharacter(line), beside: " ", " ", side)
    }
    guard charset == .utf8 else {
      let character: Character =
        switch tone {
        case .up: "."
        case .down: "#"
        case .flat: "-"
        }
      return Self.text(character, beside: character, character, side)
    }
    let (isTop, isBottom) = (line == body.upperBound - 1, line == body.lowerBound)
    // Where the wick meets the edge of the body.
    let isAbove = isTop && wick.upperBound > 2 * body.upperBound
    let isBelow = isBottom && wick.lowerBound < 2 * body.lowerBound
    func edge(
      _ plain: Character, _ up: Character, _ down: Character, _ both: Character
    ) -> Character {
      switch (isAbove, isBelow) {
      case (false, false): plain
      case (true, false): up
      case (false, true): down
      case (true, true): both
      }
    }
    switch tone {
    case .flat: return Self.text(edge("─", "┴", "┬", "┼"), beside: "─", "─", side)
    case .down: return Self.text("█", beside: "█", "█", side)
    case .up where side == 0: return "║"
    case .up where isTop && isBottom:
      return Self.text(edge(" ", "╵", "╷", "│"), beside: "[", "]", fill: " ", side)
    case .up where isTop:
      return Self.text(isAbove ? "┴" : "─", beside: "┌", "┐", fill: "─", side)
    case .up where isBottom:
      return Self.text(isBelow ? "┬" : "─", beside: "└", "┘", fill: "─", side)
    case .up: return Self.text(" ", beside: "│", "│", fill: " ", side)
    }
  }

  /// A character in the middle, and those on each side of it: the outermost, and others between.
  private static func text(
    _ middle: Character, beside left: Character, _ right: Character, fill: Character? = nil,
    _ side: Int
  ) -> String {
    guard side > 0 else { return String(middle) }
    func inner(_ character: Character) -> String {
      String(repeating: fill ?? character, count: side - 1)
    }
    return "\(left)\(inner(left))\(middle)\(inner(right))\(right)"
  }

  private func wickCharacter(_ line: Int) -> Character {
    let part = wick.clamped(to: 2 * line..<2 * line + 2)
    if part.isEmpty { return " " }
    guard charset == .utf8 else { return "|" }
    if part.count == 2 { return "│" }
    return part.lowerBound == 2 * line ? "╷" : "╵"
  }
}
