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

    init?(_ row: [Cell], in charset: Charset) {
      guard case .number(let price) = row[0].value, case .number(let total) = row[1].value else {
        return nil
      }
      self.price = Double(price.plain) ?? 0
      self.total = Double(total.plain) ?? 0
      label = row[0].text.withoutControls.transliterated(to: charset)
    }
  }

  let palette: Palette?
  let terminal: @Sendable () -> TerminalSize?
  let hasHeader: Bool
  let charset: Charset
  /// Whether levels that are so far off that the others would be a line are left out.
  var leavesOutFar: Bool

  /// A picture with the looks of a table.
  init(like table: TableRenderer, leavesOutFar: Bool) {
    (palette, terminal, hasHeader) = (table.palette, table.terminal, table.hasHeader)
    charset = table.charset
    self.leavesOutFar = leavesOutFar
  }

  func lines(of frame: Frame, for terminal: TerminalSize?) -> [Line] {
    let size = terminal ?? TerminalSize(columns: 80, rows: 24)
    let sides = frame.groups.map { $0.rows.compactMap { Level($0, in: charset) } }
    guard sides.count == 2,
      let window = Window(bids: sides[0], asks: sides[1], leavesOutFar: leavesOutFar)
    else {
      return TableRenderer.divider(of: frame, width: size.columns, in: charset)
    }
    var frame = frame
    if let remark = window.remark { frame.divider[0].append(remark) }
    let divider = TableRenderer.divider(of: frame, width: size.columns, in: charset)
    // A line is left for the prompt that follows.
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
    let picture = Blocks.columns(
      columns.map { $0.total / scale.top }, height: height, in: charset)
    var lines = picture.enumerated().map { index, text in
      let mark = scale.marks.first { $0.line == index }?.label
      var line = Line(margin(mark ?? "") + (mark == nil ? "│" : "┤"))
      for (character, column) in zip(text, columns) {
        line.append(String(character), column.side == .bid ? .up : .down)
      }
      return line.trimmed()
    }
    if hasHeader {
      let sides = Self.spread(["BIDS", "", "ASKS"], over: columns.count, middle: 0)
      lines.insert(Line(margin("TOTAL") + " " + sides, .heading), at: 0)
    }
    let middle = columns.count(where: { $0.side == .bid })
    let labels = Self.spread(window.labels, over: columns.count, middle: middle)
    return lines + [
      Line(margin("0") + "┴" + String(repeating: "─", count: columns.count)),
      Line(margin("") + " " + labels).trimmed(),
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
      // From the middle, also where the sides of a crossed book reach beyond it.
      let toBest = best.count == 2 ? abs(best[1] - best[0]) / 2 : 0
      func distance(_ level: Level, in side: [Level]) -> Double {
        abs(level.price - side[0].price) + toBest
      }
      // A level alone does not tell what is far.
      let distances = [bids, asks].filter { $0.count > 1 }
        .map { distance($0[$0.count / 2], in: $0) }.filter { $0 > 0 }
      let reach = leavesOutFar ? 3 * (distances.min() ?? .infinity) : .infinity
      self.bids = bids.filter { distance($0, in: bids) <= reach }
      self.asks = asks.filter { distance($0, in: asks) <= reach }
      beyond = bids.count + asks.count - self.bids.count - self.asks.count
    }

    var remark: String? {
      beyond == 0 ? nil : "\(beyond) far \(beyond == 1 ? "level" : "levels") left out"
    }

    /// The levels of the lowest and the highest price. In a crossed book each is of either side.
    private var ends: (low: Level?, high: Level?) {
      let ends = [bids.last, bids.first, asks.first, asks.last].compactMap(\.self)
      return (ends.min { $0.price < $1.price }, ends.max { $0.price < $1.price })
    }

    /// The lowest price, the best ones, and the highest; the best one of a lone side is an end.
    var labels: [String] {
      let (low, high) = (ends.low?.label ?? "", ends.high?.label ?? "")
      let best = [bids.first, asks.first].compactMap(\.?.label)
      return [
        low, best.count == 2 ? best.joined(separator: " | ") : "", low == high ? "" : high,
      ]
    }

    var highest: Double { max(bids.last?.total ?? 0, asks.last?.total ?? 0) }

    /// The total within each of so many steps of the price, and whose it is.
    func columns(_ count: Int) -> [(total: Double, side: Side)] {
      let (low, high) = (ends.low?.price ?? 0, ends.high?.price ?? 0)
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
      // On a low picture none may be that large: then there is one that fits.
      let steps = [1, 2, 5, 10].map { Decimal(sign: .plus, exponent: exponent, significand: $0) }
        .map { (exact: $0, size: Double($0.plain) ?? 1) }.filter { $0.size <= top }
      let (step, size) = steps.first { $0.size >= least * 0.999 } ?? steps.last ?? (1, 1)
      marks = (1...max(1, Int(top / size))).compactMap { number in
        let line = height - Int((Double(number) * size / top * Double(height)).rounded(.up))
        return line < 0 ? nil : (line, VolumeFormat.text(step * Decimal(number)))
      }
    }
  }
}
