import Foundation
package import MarketCore
package import Terminal

extension TableRenderer {
  /// Returns a chart of the cumulative depth of a book, and the sentences about the book below the chart. An
  /// empty book has only sentences. Without a terminal, the chart fits 80 × 24 cells.
  package func depthChart(of book: OrderBookViewModel, fitting terminal: TerminalSize?) -> [Line] {
    let size = terminal ?? TerminalSize(columns: 80, rows: 24)
    guard let window = DepthWindow(book, in: looks.charset) else {
      return book.sentences(fitting: size.columns, in: looks.charset)
    }
    let sentences = book.sentences(
      [window.notice].compactMap(\.self), fitting: size.columns, in: looks.charset)
    // One line stays free for the prompt of the shell.
    let height = max(3, size.rows - 1 - sentences.count - (hasHeader ? 3 : 2))
    return chart(of: window, width: size.columns, height: height) + sentences
  }

  private func chart(of window: DepthWindow, width: Int, height: Int) -> [Line] {
    let scale = Scale(to: window.highest, height: height)
    let gutter = max("TOTAL".count, scale.marks.map(\.label.count).max() ?? 0)
    let columns = window.columns(max(1, width - gutter - 2))
    let rows = BlockGraphics.columns(
      columns.map { $0.total / scale.top }, height: height, in: looks.charset)
    let lines = rows.enumerated().map { index, text in
      let mark = scale.marks.first { $0.line == index }?.label
      var line = Line((mark ?? "").leftPadded(to: gutter) + (mark == nil ? " │" : " ┤"))
      for (character, column) in zip(text, columns) {
        line.append(String(character), column.side == .bid ? .up : .down)
      }
      return line.trimmed()
    }
    let sides = Self.spread("BIDS", "", "ASKS", over: columns.count, middle: 0)
    let heading = Line("TOTAL".leftPadded(to: gutter) + "  " + sides, .heading)
    let middle = columns.count { $0.side == .bid }
    let (left, center, right) = window.labels
    let labels = Self.spread(left, center, right, over: columns.count, middle: middle)
    return (hasHeader ? [heading] : []) + lines + [
      Line("0".leftPadded(to: gutter) + " ┴" + String(repeating: "─", count: columns.count)),
      Line("".leftPadded(to: gutter) + "  " + labels).trimmed(),
    ]
  }

  /// Returns a line with a text on the left, a text as near as possible to the cell `middle`, and a text on
  /// the right. The second or third text is omitted if there is no room for it.
  private static func spread(
    _ left: String, _ center: String, _ right: String, over width: Int, middle: Int
  ) -> String {
    var line = left
    let first = left.displayWidth + 2
    let last = width - right.displayWidth - 2 - center.displayWidth
    if first <= last {
      let start = min(max(first, middle - center.displayWidth / 2), last)
      line += String(repeating: " ", count: start - left.displayWidth) + center
    }
    let room = width - line.displayWidth - right.displayWidth
    return room > 0 ? line + String(repeating: " ", count: room) + right : line
  }
}

private struct DepthWindow {
  typealias Level = (price: Double, total: Double, label: String)

  private let bids, asks: [Level]
  /// The number of hidden levels, as a sentence; `nil` if no level is hidden.
  let notice: String?

  /// Selects the levels to draw; `nil` if there are none.
  ///
  /// Unless the depth is limited, levels far from the middle are hidden: they would compress all other levels
  /// into a few cells. A shown level is at most three times as far away as the median bid or the median ask,
  /// whichever is nearer.
  init?(_ book: OrderBookViewModel, in charset: Charset) {
    func levels(_ rows: [BookRow]) -> [Level] {
      rows.filter(\.total.isFinite).map { row in
        let label = book.cell(of: BookRow.Columns.price, in: row).text.controlsReplaced
          .transliterated(to: charset)
        return (row.entry.price.approximate, row.total.approximate, label)
      }
    }
    let (bids, asks) = (levels(book.bids), levels(book.asks))
    let best = [bids.first, asks.first].compactMap(\.?.price)
    guard !best.isEmpty else { return nil }
    // Distances are measured from the middle between the best prices, via the best price of the side, because
    // the sides of a crossed book reach beyond the middle.
    let toBest = best.count == 2 ? abs(best[1] - best[0]) / 2 : 0
    func distance(_ level: Level, in side: [Level]) -> Double {
      abs(level.price - side[0].price) + toBest
    }
    // A side with a single level does not show which distances are large.
    let distances = [bids, asks].filter { $0.count > 1 }
      .map { distance($0[$0.count / 2], in: $0) }.filter { $0 > 0 }
    let reach = book.query.depth == nil ? 3 * (distances.min() ?? .infinity) : .infinity
    self.bids = bids.filter { distance($0, in: bids) <= reach }
    self.asks = asks.filter { distance($0, in: asks) <= reach }
    let hidden = bids.count + asks.count - self.bids.count - self.asks.count
    notice = hidden == 0 ? nil : "\(hidden) outlying \(hidden == 1 ? "level" : "levels") not shown"
  }

  /// The levels of the lowest and the highest price. In a crossed book, each can be a bid or an ask.
  private var ends: (low: Level?, high: Level?) {
    let ends = [bids.last, bids.first, asks.first, asks.last].compactMap(\.self)
    return (ends.min { $0.price < $1.price }, ends.max { $0.price < $1.price })
  }

  /// The labels of the lowest price, of both best prices, and of the highest price. The second is empty if a
  /// side is empty; the third, if it is equal to the first.
  var labels: (left: String, center: String, right: String) {
    let (low, high) = (ends.low?.label ?? "", ends.high?.label ?? "")
    let best = [bids.first, asks.first].compactMap(\.?.label)
    return (low, best.count == 2 ? best.joined(separator: " | ") : "", low == high ? "" : high)
  }

  var highest: Double { max(bids.last?.total ?? 0, asks.last?.total ?? 0) }

  /// Divides the prices into `count` equal steps. Returns the side with the larger total for each step.
  func columns(_ count: Int) -> [(total: Double, side: Side)] {
    let (low, high) = (ends.low?.price ?? 0, ends.high?.price ?? 0)
    let width = (high - low) / Double(count)
    return (0..<count).map { column in
      let start = low + width * Double(column)
      let end = column == count - 1 ? high : start + width
      let bought = bids.last { $0.price >= start }?.total ?? 0
      let sold = asks.last { $0.price <= end }?.total
      return bought > sold ?? 0 || sold == nil ? (bought, .bid) : (sold ?? 0, .ask)
    }
  }
}
