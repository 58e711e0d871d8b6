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
  /// The time zone of the axis.
  let timeZone: TimeZone

  /// The chart for a stream; empty when no candle is new.
  func text(of list: ListViewModel<CandleRow>, isFirst: Bool) -> String {
    if list.rows.isEmpty, list.query.onlyChanges, !isFirst { return "" }
    return looks.text(of: lines(of: list, fitting: looks.terminal()), isFirst: isFirst)
  }

  /// The lines of the chart and of the sentences below it.
  ///
  /// - Parameters:
  ///   - terminal: the size of the terminal; 80 × 24 without one.
  ///   - reserved: the number of its lines that stay free, such as that of the prompt.
  func lines(
    of list: ListViewModel<CandleRow>, fitting terminal: TerminalSize?, reserving reserved: Int = 1
  ) -> [Line] {
    let size = terminal ?? TerminalSize(columns: 80, rows: 24)
    let candles = list.candles
    if size.columns < Self.minimumSize.columns || size.rows < Self.minimumSize.rows {
      return sparkline(of: candles, width: size.columns)
    }
    // The labels of more candles than there is room for may be wider, but never too narrow.
    guard let widest = CandleWindow(candles, width: size.columns) else { return [] }
    let gutter = gutter(of: widest, height: size.rows)
    let width = size.columns - gutter - 2
    guard let window = CandleWindow(candles, width: width) else { return [] }
    let notices = window.notice.map { Line.flowing([$0], width: size.columns, .faint) } ?? []
    let height = max(3, size.rows - reserved - notices.count - (hasHeader ? 3 : 2))
    let pitch = min(max(1, width / window.slots.count), Self.maximumPitch)
    return heading(window, gutter: gutter)
      + plot(of: window, pitch: pitch, height: height, gutter: gutter)
      + times(of: window, pitch: pitch, gutter: gutter, width: width) + notices
  }

  private func gutter(of window: CandleWindow, height: Int) -> Int {
    let exact = [window.high, window.low, window.last].map { NumberFormat.money($0, in: nil) }
    let labels = window.scale(height: height).marks.map(\.label)
    return (["PRICE"] + exact + labels).map(\.count).max() ?? 0
  }

  private func heading(_ window: CandleWindow, gutter: Int) -> [Line] {
    guard hasHeader else { return [] }
    let subject = "\(window.newest.pair) · \(window.newest.period.rawValue)"
      .controlsReplaced.transliterated(to: looks.charset)
    return [Line("PRICE".leftPadded(to: gutter) + "  " + subject, .heading)]
  }

  private func plot(of window: CandleWindow, pitch: Int, height: Int, gutter: Int) -> [Line] {
    let scale = window.scale(height: height)
    // An odd width has a middle for the wick.
    let side = max(0, (pitch - 2) / 2)
    let gap = [String](repeating: String(repeating: " ", count: 1 + 2 * side), count: height)
    let space = String(repeating: " ", count: pitch - 1 - 2 * side)
    let candles = window.slots.map { slot in
      (
        lines: slot.prices?.shape(on: scale, side: side, in: looks.charset) ?? gap,
        style: TextStyle(slot.prices?.tone ?? .flat)
      )
    }
    return priceAxis(of: window, on: scale, gutter: gutter).enumerated().map { index, axis in
      var line = axis
      // Pieces of one style are joined, with the spaces between them.
      var (text, style) = ("", TextStyle.plain)
      for candle in candles {
        let part = candle.lines[index]
        if candle.style != style, part.contains(where: { $0 != " " }) {
          line.append(text, style)
          (text, style) = ("", candle.style)
        }
        text += part + space
      }
      line.append(text, style)
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
    return [
      Line("".leftPadded(to: gutter + 1) + "└" + String(edge)),
      Line("".leftPadded(to: gutter + 2) + labels).trimmed(),
    ]
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

extension ListViewModel<CandleRow> {
  /// The candles that meet the conditions, new or not, oldest first.
  fileprivate var candles: [CandleRow] {
    guard !query.conditions.isEmpty else { return elements }
    return elements.filter { row in
      query.conditions.allSatisfy { $0.holds(for: row, asOf: asOf(of: row)) }
    }
  }
}

extension TextStyle {
  fileprivate init(_ tone: Tone) {
    switch tone {
    case .up: self = .up
    case .down: self = .down
    case .flat: self = .plain
    }
  }
}

extension String {
  fileprivate func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
