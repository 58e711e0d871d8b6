import Foundation
import MarketCore
import Terminal

/// A picture of the cumulative depth of a book: bids on the left, asks on the right.
struct ChartRenderer: LineRenderer {
  /// The fields that a frame must have as columns, in this order.
  static let fields: [BookField] = [.price, .total]

  /// A level of the book. A picture needs no exact numbers.
  private struct Level {
    let price: Double
    let total: Double
    let label: String

    init?(_ row: [Cell]) {
      guard case .number(let price) = row[0].value, case .number(let total) = row[1].value else {
        return nil
      }
      self.price = Double(price.plain) ?? 0
      self.total = Double(total.plain) ?? 0
      label = row[0].text.withoutControls
    }
  }

  /// How much room there is.
  let size: @Sendable () -> TerminalSize
  let color: Bool
  let hasHeader: Bool
  /// Whether levels that are so far off that the others would be a line are left out.
  let leavesOutFar: Bool

  /// A picture as large as the terminal, where there is one; with the looks of a table.
  init(like table: TableRenderer, leavesOutFar: Bool, in world: World) {
    self.leavesOutFar = leavesOutFar
    size = { world.output.size() ?? TerminalSize(columns: 80, rows: 24) }
    color = table.color
    hasHeader = table.hasHeader
  }

  func focus(of frame: Frame) -> Int? { nil }

  func lines(of frame: Frame) -> [Line] {
    let size = size()
    let sides = frame.groups.map { $0.rows.compactMap(Level.init) }
    guard sides.count == 2,
      let window = Window(bids: sides[0], asks: sides[1], leavesOutFar: leavesOutFar)
    else {
      return TableRenderer.divider(of: frame, width: size.columns)
    }
    var frame = frame
    if let remark = window.remark { frame.divider[0].append(remark) }
    let divider = TableRenderer.divider(of: frame, width: size.columns)
    // A line is left for what follows, a prompt or a foot.
    let height = max(3, size.rows - 1 - divider.count - (hasHeader ? 3 : 2))
    return picture(of: window, width: size.columns, height: height) + divider
  }

  private func picture(of window: Window, width: Int, height: Int) -> [Line] {
    let scale = Scale(top: window.highest, height: height)
    let gutter = max("TOTAL".count, scale.marks.map(\.label.count).max() ?? 0)
    func margin(_ text: String) -> String {
      String(repeating: " ", count: gutter - text.count) + text + " "
    }

    let columns = window.columns(max(1, width - gutter - 2))
    let picture = Blocks.columns(columns.map { $0.total / scale.top }, height: height)
    var lines = picture.enumerated().map { index, text in
      let mark = scale.marks.first { $0.line == index }?.label
      var line = Line(margin(mark ?? "") + (mark == nil ? "│" : "┤"))
      for (character, column) in zip(text, columns) {
        line.append(String(character), column.side == .bid ? .green : .red)
      }
      return line
    }
    if hasHeader {
      let sides = Self.spread(["BIDS", "", "ASKS"], over: columns.count, middle: 0)
      lines.insert(Line(margin("TOTAL") + " " + sides, .bold), at: 0)
    }
    let middle = columns.count(where: { $0.side == .bid })
    let labels = Self.spread(window.labels, over: columns.count, middle: middle)
    return lines + [
      Line(margin("0") + "┴" + String(repeating: "─", count: columns.count)),
      Line(margin("") + " " + labels),
    ]
  }

  /// Three texts in a line: on the left, around the middle as far as there is room, and on the right.
  private static func spread(_ texts: [String], over width: Int, middle: Int) -> String {
    let (left, center, right) = (texts[0], texts[1], texts[2])
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

extension ChartRenderer {
  /// The part of a book that a picture shows.
  private struct Window {
    let bids: [Level]
    let asks: [Level]
    /// How many levels lie beyond.
    let beyond: Int

    /// These levels; far are those beyond three times the distance within which half of the side
    /// stands that is nearer.
    init?(bids: [Level], asks: [Level], leavesOutFar: Bool) {
      let best = [bids.first, asks.first].compactMap(\.?.price)
      guard !best.isEmpty else { return nil }
      let middle = best.reduce(0, +) / Double(best.count)
      let distances = [bids, asks].filter { !$0.isEmpty }.map { levels in
        abs(levels[levels.count / 2].price - middle)
      }
      let reach = leavesOutFar ? 3 * (distances.min() ?? 0) : .infinity
      func isNear(_ level: Level) -> Bool { abs(level.price - middle) <= reach }
      self.bids = bids.filter(isNear)
      self.asks = asks.filter(isNear)
      beyond = bids.count + asks.count - self.bids.count - self.asks.count
    }

    var remark: String? {
      beyond == 0 ? nil : "\(beyond) far \(beyond == 1 ? "level" : "levels") left out"
    }

    /// The lowest price, the best ones, and the highest.
    var labels: [String] {
      let ends = [bids.last ?? asks.first, asks.last ?? bids.first].map { $0?.label ?? "" }
      let best = [bids.first, asks.first].compactMap(\.?.label).joined(separator: " | ")
      return [ends[0], best, ends[1]]
    }

    var highest: Double { max(bids.last?.total ?? 0, asks.last?.total ?? 0) }

    /// The total within each of so many steps of the price, and whose it is.
    func columns(_ count: Int) -> [(total: Double, side: Side)] {
      let low = bids.last?.price ?? asks.first?.price ?? 0
      let high = asks.last?.price ?? bids.first?.price ?? 0
      let width = (high - low) / Double(count)
      var (bid, ask) = (bids.count - 1, -1)
      return (0..<count).map { column in
        let start = low + width * Double(column)
        let end = column == count - 1 ? high : start + width
        while bid >= 0, bids[bid].price < start { bid -= 1 }
        while ask + 1 < asks.count, asks[ask + 1].price <= end { ask += 1 }
        let bought = bid >= 0 ? bids[bid].total : 0
        let sold = ask >= 0 ? asks[ask].total : 0
        return bought > sold || ask < 0 ? (bought, .bid) : (sold, .ask)
      }
    }
  }

  /// The marks on the left of a picture: round numbers, a few lines apart.
  private struct Scale {
    let top: Double
    let marks: [(line: Int, label: String)]

    init(top: Double, height: Int) {
      self.top = top
      let least = top / Double(max(1, height / 4))
      guard least > 0, least.isFinite else {
        marks = []
        return
      }
      let exponent = Int(log10(least).rounded(.down))
      let step =
        [1, 2, 5, 10].map { Decimal(sign: .plus, exponent: exponent, significand: $0) }
        .first { (Double($0.plain) ?? 0) >= least * 0.999 } ?? 1
      let size = Double(step.plain) ?? 1
      marks = (1...max(1, Int(top / size))).compactMap { number in
        let line = height - Int((Double(number) * size / top * Double(height)).rounded(.up))
        return line < 0 ? nil : (line, VolumeFormat.text(step * Decimal(number)))
      }
    }
  }
}
