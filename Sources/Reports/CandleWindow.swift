import Foundation
import MarketCore
import Terminal

/// Selects the newest candles of a history for a chart, with one slot per period.
struct CandleWindow: Sendable {
  /// The prices and the volume of a candle that is drawn.
  struct Prices: Sendable {
    let open, high, low, close: Decimal
    /// `nil` if the volume is unknown or not above 0.
    let volume: Decimal?
    let tone: Tone

    init?(_ row: CandleRow) {
      guard let open = row.candle.open, let high = row.candle.high, let low = row.candle.low,
        let close = row.candle.close, [open, high, low, close].allSatisfy(\.isFinite)
      else { return nil }
      let volume = row.candle.volume.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
      // For a period without a trade, some exchanges send a candle in which all prices are the last price.
      if row.candle.volume == 0, high == low { return nil }
      (self.open, self.high, self.low, self.close) = (open, high, low, close)
      (self.volume, tone) = (volume, row.tone)
    }
  }

  /// A period of the chart. A period without prices is a gap.
  struct Slot: Sendable {
    let start: Date
    var prices: Prices?
    var indicators: [Indicator: Decimal] = [:]
  }

  let newest: CandleRow
  /// The periods up to the newest candle, oldest first.
  let slots: [Slot]
  /// The highest high, the lowest low, and the newest close of the drawn candles.
  let high, low, last: Decimal
  /// The largest volume of the drawn candles; `nil` if no volume is above 0.
  let largestVolume: Decimal?
  /// A sentence with the number of shown candles; `nil` if all fit.
  let notice: String?

  /// Selects the candles of the last `width` periods. The candles must have the same period, and be sorted,
  /// the oldest first. `nil` if no selected candle can be drawn.
  init?(_ candles: [CandleRow], width: Int) {
    guard let newest = candles.last else { return nil }
    var slots: [Slot] = []
    var known: [Prices] = []
    var rest = candles[...]
    while slots.count < width, !rest.isEmpty {
      var slot = Slot(start: newest.period.start(-slots.count, after: newest.candle.time))
      while let row = rest.last, row.candle.time >= slot.start {
        rest.removeLast()
        slot.indicators = row.indicators
        guard let prices = Prices(row) else { continue }
        known.append(prices)
        slot.prices = prices
      }
      slots.append(slot)
    }
    guard let high = known.map(\.high).max(), let low = known.map(\.low).min() else { return nil }
    (self.newest, self.slots) = (newest, slots.reversed())
    (self.high, self.low, last) = (high, low, known[0].close)
    largestVolume = slots.compactMap(\.prices?.volume).max()
    notice = rest.isEmpty ? nil : "last \(candles.count - rest.count) of \(candles.count) candles"
  }

  /// The scale of the prices and of these indicators. The indicators extend it to at most three times the
  /// range of the prices.
  func scale(height: Int, with indicators: [Indicator] = []) -> Scale {
    let (low, high) = (low.approximate, high.approximate)
    let values = values(of: indicators)
    return Scale(
      from: max(min(low, values.min() ?? low), low - (high - low)),
      to: min(max(high, values.max() ?? high), high + (high - low)), height: height)
  }

  /// The known values of indicators.
  func values(of indicators: [Indicator]) -> [Double] {
    slots.flatMap { slot in indicators.compactMap { slot.indicators[$0]?.approximate } }
  }
}

extension CandleWindow.Prices {
  /// Returns the drawing of a candle, one text per line from the top. `side` is the number of cells on each
  /// side of the wick.
  func shape(on scale: Scale, side: Int, in charset: Charset) -> [String] {
    let body = bodyLines(on: scale)
    func halfLines(_ price: Decimal) -> Int {
      Int((scale.share(of: price.approximate) * Double(2 * scale.height)).rounded())
    }
    // In half lines from the bottom, including the body.
    let wick = min(halfLines(low), 2 * body.lowerBound)..<max(halfLines(high), 2 * body.upperBound)
    // The characters without a wick, and with a wick above, below, and on both sides.
    let joints: [Character] = ["─", "┴", "┬", "┼"]
    let wicks: [Character] = charset == .ascii ? [" ", "|", "|", "|"] : [" ", "╵", "╷", "│"]
    func index(above: Bool, below: Bool) -> Int { (above ? 1 : 0) + (below ? 2 : 0) }
    func text(
      _ left: Character, _ fill: Character, _ middle: Character, _ right: Character
    ) -> String {
      if side == 0 { return String(middle) }
      let inner = String(repeating: fill, count: side - 1)
      return "\(left)\(inner)\(middle)\(inner)\(right)"
    }
    func solid(_ part: Character) -> String { text(part, part, part, part) }
    return (0..<scale.height).reversed().map { line in
      guard body.contains(line) else {
        let parts = index(above: wick.contains(2 * line + 1), below: wick.contains(2 * line))
        return text(" ", " ", wicks[parts], " ")
      }
      let (isTop, isBottom) = (line == body.upperBound - 1, line == body.lowerBound)
      let parts = index(
        above: isTop && wick.upperBound > 2 * body.upperBound,
        below: isBottom && wick.lowerBound < 2 * body.lowerBound)
      return switch tone {
      case .flat: charset == .ascii ? solid("-") : text("─", "─", joints[parts], "─")
      case .down: solid(charset == .ascii ? "#" : "█")
      case .up where charset == .ascii: solid(".")
      case .up where side == 0: "║"
      case .up where isTop && isBottom: text("[", " ", wicks[parts], "]")
      case .up where isTop: text("┌", "─", joints[parts], "┐")
      case .up where isBottom: text("└", "─", joints[parts], "┘")
      case .up: text("│", " ", " ", "│")
      }
    }
  }

  /// Returns the lines of the body, counted from the bottom: at least one line.
  private func bodyLines(on scale: Scale) -> Range<Int> {
    let low = scale.share(of: min(open, close).approximate) * Double(scale.height)
    let high = scale.share(of: max(open, close).approximate) * Double(scale.height)
    let (first, end) = (Int(low.rounded()), Int(high.rounded()))
    if first < end { return first..<end }
    let line = min(Int((low + high) / 2), scale.height - 1)
    return line..<line + 1
  }
}
