import Foundation
import MarketCore
import Terminal

/// A picture of a history: a candle a period, prices on the left and times below.
struct CandleChart: Sendable {
  /// The least terminal that candles are drawn on; a smaller one has a line of closes.
  private static let least = TerminalSize(columns: 40, rows: 10)
  /// The most columns from candle to candle.
  private static let widest = 6

  let looks: TextLooks
  let hasHeader: Bool
  /// The time zone of the axis.
  let timeZone: TimeZone

  /// The picture for a stream; nothing when no candle is new.
  func text(of list: ListViewModel<CandleRow>, isFirst: Bool) -> String {
    if list.rows.isEmpty, list.query.onlyChanges, !isFirst { return "" }
    return looks.text(of: lines(of: list, fitting: looks.terminal()), isFirst: isFirst)
  }

  /// The lines of the picture and of the sentences below it.
  ///
  /// - Parameters:
  ///   - terminal: the size of the terminal; 80 × 24 without one.
  ///   - reserved: how many of its lines are for others, as for the prompt that follows.
  func lines(
    of list: ListViewModel<CandleRow>, fitting terminal: TerminalSize?, reserving reserved: Int = 1
  ) -> [Line] {
    let size = terminal ?? TerminalSize(columns: 80, rows: 24)
    let candles = list.candles
    if size.columns < Self.least.columns || size.rows < Self.least.rows {
      return sparkline(of: candles, width: size.columns)
    }
    // The labels of more candles than there is room for may be wider, but never too narrow.
    guard let widest = CandleWindow(candles, width: size.columns) else { return [] }
    let gutter = gutter(of: widest, height: size.rows)
    let width = size.columns - gutter - 2
    guard let window = CandleWindow(candles, width: width) else { return [] }
    let notices = Line.flowing([window.notice].compactMap(\.self), width: size.columns, .faint)
    let height = max(3, size.rows - reserved - notices.count - (hasHeader ? 3 : 2))
    let scale = Scale(from: window.low.approximate, to: window.high.approximate, height: height)
    let pitch = min(max(1, width / window.slots.count), Self.widest)
    let axis = PriceAxis(window, on: scale, gutter: gutter)
    return heading(window, gutter: gutter) + picture(of: window, on: scale, pitch: pitch, axis)
      + times(of: window, pitch: pitch, gutter: gutter, width: width) + notices
  }

  private func gutter(of window: CandleWindow, height: Int) -> Int {
    let scale = Scale(from: window.low.approximate, to: window.high.approximate, height: height)
    let exact = [window.high, window.low, window.last].map { NumberFormat.money($0, in: nil) }
    return (["PRICE"] + exact + scale.marks.map(\.label)).map(\.count).max() ?? 0
  }

  private func heading(_ window: CandleWindow, gutter: Int) -> [Line] {
    guard hasHeader else { return [] }
    let subject = "\(window.newest.pair) · \(window.newest.period.rawValue)"
      .controlsReplaced.transliterated(to: looks.charset)
    return [Line("PRICE".padded(to: gutter) + "  " + subject, .heading)]
  }

  private func picture(
    of window: CandleWindow, on scale: Scale, pitch: Int, _ axis: PriceAxis
  ) -> [Line] {
    // An odd width has a middle for the wick.
    let side = max(0, (pitch - 2) / 2)
    let candles = window.slots.map { slot in
      slot.prices.map { prices in
        (shape: CandleShape(prices, on: scale, in: looks.charset), style: TextStyle(prices.tone))
      }
    }
    return (0..<scale.height).map { index in
      var line = axis.line(index)
      // Pieces of one style are joined, with the spaces between them.
      var (text, style) = ("", TextStyle.plain)
      for candle in candles {
        let part =
          candle?.shape.text(scale.height - 1 - index, side: side)
          ?? String(repeating: " ", count: 1 + 2 * side)
        if let new = candle?.style, new != style, part.contains(where: { $0 != " " }) {
          line.append(text, style)
          (text, style) = ("", new)
        }
        text += part + String(repeating: " ", count: pitch - 1 - 2 * side)
      }
      line.append(text, style)
      return line.trimmed()
    }
  }

  /// The lower edge, and the round times below it.
  private func times(of window: CandleWindow, pitch: Int, gutter: Int, width: Int) -> [Line] {
    let period = window.newest.period
    let axis = TimeAxis(period, width: pitch, in: timeZone)
    var edge = [String](repeating: "─", count: window.slots.count * pitch)
    var labels = ""
    var previous = period.start(-1, after: window.slots[0].start)
    for (index, slot) in window.slots.enumerated() {
      defer { previous = slot.start }
      guard let label = axis.label(at: slot.start, after: previous) else { continue }
      let column = index * pitch + max(0, (pitch - 2) / 2)
      let start = min(max(0, column - label.count / 2), width - label.count)
      guard start >= 0, labels.isEmpty || start >= labels.count + 2 else { continue }
      labels = labels.padded(to: start, .trailing) + label
      edge[column] = "┬"
    }
    return [
      Line("".padded(to: gutter) + " └" + edge.joined()),
      Line("".padded(to: gutter) + "  " + labels).trimmed(),
    ]
  }

  private func sparkline(of candles: [CandleRow], width: Int) -> [Line] {
    guard let window = CandleWindow(candles, width: width), let currency = candles.first?.pair.quote
    else { return [] }
    let prices = [("low", window.low), ("high", window.high), ("last", window.last)]
    let sentences = prices.map { name, price in "\(name) \(NumberFormat.money(price, in: currency))"
    }
    return [Line(BlockGraphics.sparkline(window.slots.map(\.prices?.close), in: looks.charset))]
      + Line.flowing(
        (sentences + [window.notice].compactMap(\.self)).map {
          $0.controlsReplaced.transliterated(to: looks.charset)
        }, width: width, .faint)
  }
}

/// The labels on the left: round prices, the highest and the lowest one, and the last.
private struct PriceAxis {
  private struct Mark {
    let label: String
    var edge = "┤"
    var style = TextStyle.plain
  }

  private var marks: [Int: Mark] = [:]
  private let gutter: Int

  init(_ window: CandleWindow, on scale: Scale, gutter: Int) {
    self.gutter = gutter
    for mark in scale.marks { marks[mark.line] = Mark(label: mark.label) }
    for price in [window.low, window.high] {
      marks[scale.line(of: price.approximate)] = Mark(label: NumberFormat.money(price, in: nil))
    }
    // In the line of the highest or the lowest price, too.
    marks[scale.line(of: window.last.approximate)] = Mark(
      label: NumberFormat.money(window.last, in: nil), edge: "→", style: .heading)
  }

  /// The beginning of a line of the picture.
  func line(_ index: Int) -> Line {
    let mark = marks[index] ?? Mark(label: "", edge: "│")
    var line = Line(mark.label.padded(to: gutter) + " " + mark.edge, mark.style)
    line.append("")
    return line
  }
}

extension ListViewModel<CandleRow> {
  /// The candles that the conditions keep, oldest first as in the answer, whether they are new or
  /// not.
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
  fileprivate enum Side { case leading, trailing }

  /// The text with spaces on one side of it.
  fileprivate func padded(to width: Int, _ side: Side = .leading) -> String {
    let spaces = String(repeating: " ", count: max(0, width - count))
    return side == .leading ? spaces + self : self + spaces
  }
}
