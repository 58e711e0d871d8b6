import Foundation
import MarketCore
import Terminal

/// A candlestick chart of a history, with prices on the left and times below.
struct CandleChart: Sendable {
  /// The smallest terminal that candles are drawn on; a smaller one has a sparkline of closes.
  private static let minimumSize = TerminalSize(columns: 40, rows: 10)
  /// The most columns from candle to candle.
  private static let maximumPitch = 6

  let looks: TextLooks
  let hasHeader: Bool
  let timeZone: TimeZone

  /// The chart for a stream; empty when no candle is new.
  func text(of list: ListViewModel<CandleRow>, isFirst: Bool) -> String {
    if list.rows.isEmpty, list.query.onlyChanges, !isFirst { return "" }
    return looks.text(of: lines(of: list, fitting: looks.terminal()), isFirst: isFirst)
  }

  /// The lines of the chart and of the sentences below it, for 80 × 24 without a terminal. `reserved`
  /// lines stay free, such as the prompt.
  func lines(
    of list: ListViewModel<CandleRow>, fitting terminal: TerminalSize?, reserving reserved: Int = 1
  ) -> [Line] {
    let size = terminal ?? TerminalSize(columns: 80, rows: 24)
    // Those that meet the conditions, new or not, oldest first.
    let asOf = list.asOf
    let candles = list.elements.filter { row in
      list.query.conditions.allSatisfy { $0.holds(for: row, asOf: asOf(row)) }
    }
    if size.columns < Self.minimumSize.columns || size.rows < Self.minimumSize.rows {
      return sparkline(of: candles, width: size.columns)
    }
    // The labels of more candles than there is room for may be wider, but never too narrow.
    guard let widest = CandleWindow(candles, width: size.columns) else { return [] }
    let exact = [widest.high, widest.low, widest.last].map { NumberFormat.money($0, in: nil) }
    let labels = widest.scale(height: size.rows).marks.map(\.label)
    let gutter = (["PRICE"] + exact + labels).map(\.count).max() ?? 0
    let width = size.columns - gutter - 2
    guard let window = CandleWindow(candles, width: width) else { return [] }
    let notices = window.notice.map { Line.flowing([$0], width: size.columns, .faint) } ?? []
    let height = max(3, size.rows - reserved - notices.count - (hasHeader ? 3 : 2))
    let pitch = min(max(1, width / window.slots.count), Self.maximumPitch)
    let subject = "\(window.newest.pair) · \(window.newest.period.rawValue)"
      .controlsReplaced.transliterated(to: looks.charset)
    return (hasHeader ? [Line("PRICE".leftPadded(to: gutter) + "  " + subject, .heading)] : [])
      + plot(of: window, pitch: pitch, height: height, gutter: gutter)
      + times(of: window, pitch: pitch, gutter: gutter, width: width) + notices
  }

  private func plot(of window: CandleWindow, pitch: Int, height: Int, gutter: Int) -> [Line] {
    let scale = window.scale(height: height)
    // An odd width has a middle for the wick.
    let side = max(0, (pitch - 2) / 2)
    let gap = [String](repeating: String(repeating: " ", count: 1 + 2 * side), count: height)
    let space = String(repeating: " ", count: pitch - 1 - 2 * side)
    let candles = window.slots.map { _, prices in
      (
        lines: prices?.shape(on: scale, side: side, in: looks.charset) ?? gap,
        style: TextStyle(prices?.tone ?? .flat)
      )
    }
    return priceAxis(of: window, on: scale, gutter: gutter).enumerated().map { index, axis in
      var (line, style) = (axis, TextStyle.plain)
      for candle in candles {
        let part = candle.lines[index]
        // The spaces between candles continue the style before them.
        if part.contains(where: { $0 != " " }) { style = candle.style }
        line.append(part + space, style)
      }
      return line.trimmed()
    }
  }

  /// The beginning of each line: round prices, the highest and the lowest one, and the last.
  private func priceAxis(of window: CandleWindow, on scale: Scale, gutter: Int) -> [Line] {
    var labels = Dictionary(scale.marks.map { ($0.line, $0.label) }) { $1 }
    for price in [window.low, window.high, window.last] {
      labels[scale.line(of: price.approximate)] = NumberFormat.money(price, in: nil)
    }
    let last = scale.line(of: window.last.approximate)
    return (0..<scale.height).map { index in
      let edge = index == last ? "→" : labels[index] == nil ? "│" : "┤"
      let label = (labels[index] ?? "").leftPadded(to: gutter)
      return Line("\(label) \(edge)", index == last ? .heading : .plain)
    }
  }

  /// The lower edge and the round times below it.
  private func times(of window: CandleWindow, pitch: Int, gutter: Int, width: Int) -> [Line] {
    let period = window.newest.period
    let axis = TimeAxis(period, width: pitch, in: timeZone)
    var edge = [Character](repeating: "─", count: window.slots.count * pitch)
    var labels = ""
    var previous = period.start(-1, after: window.slots[0].start)
    for (index, slot) in window.slots.enumerated() {
      defer { previous = slot.start }
      guard let label = axis.label(at: slot.start, after: previous) else { continue }
      let column = index * pitch + max(0, (pitch - 2) / 2)
      let start = min(max(0, column - label.count / 2), width - label.count)
      guard start >= 0, labels.isEmpty || start >= labels.count + 2 else { continue }
      labels += String(repeating: " ", count: start - labels.count) + label
      edge[column] = "┬"
    }
    let margin = "".leftPadded(to: gutter + 1)
    return [Line(margin + "└" + String(edge)), Line(margin + " " + labels).trimmed()]
  }

  private func sparkline(of candles: [CandleRow], width: Int) -> [Line] {
    guard let window = CandleWindow(candles, width: width), let currency = candles.first?.pair.quote
    else { return [] }
    let prices = [("low", window.low), ("high", window.high), ("last", window.last)]
    let texts = prices.map { name, price in "\(name) \(NumberFormat.money(price, in: currency))" }
    let sentences = (texts + [window.notice].compactMap(\.self))
      .map { $0.controlsReplaced.transliterated(to: looks.charset) }
    let closes = window.slots.map { $0.prices?.close.approximate }
    return [Line(BlockGraphics.sparkline(closes, in: looks.charset))]
      + Line.flowing(sentences, width: width, .faint)
  }
}

extension TextStyle {
  init(_ tone: Tone) { self = tone == .up ? .up : tone == .down ? .down : .plain }
}

extension String {
  func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
