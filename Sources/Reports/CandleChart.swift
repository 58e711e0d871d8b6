package import Foundation
package import MarketCore
package import Terminal

/// Draws candles as a candlestick chart, or as a sparkline if there is little room.
package struct CandleChart: Sendable {
  private static let minimumSize = TerminalSize(columns: 40, rows: 10)
  /// The size of the chart if the output is not a terminal.
  private static let defaultSize = TerminalSize(columns: 80, rows: 24)
  private static let minimumHeightWithVolumes = 12
  /// The maximum distance from one candle to the next, in cells.
  private static let maximumPitch = 6

  let looks: TextLooks
  private var hasHeader: Bool
  package let timeZone: TimeZone
  package var hasRange: Bool
  private let hidesPrices: Bool
  private let heading: String
  /// The indicators to draw, in order: the most important first.
  package var indicators: [Indicator]

  private static let defaultHeading = "PRICE"

  /// If the user chose the range of the candles (`hasRange`), a notice gives the number of shown candles
  /// unless all fit. `heading` is the heading of the prices, at least as wide as the default `PRICE`.
  package init(
    looks: TextLooks, hasHeader: Bool, timeZone: TimeZone, hasRange: Bool = true,
    hidesPrices: Bool = false, heading: String? = nil, indicators: [Indicator] = []
  ) {
    (self.looks, self.hasHeader, self.timeZone) = (looks, hasHeader, timeZone)
    (self.hasRange, self.hidesPrices) = (hasRange, hidesPrices)
    (self.heading, self.indicators) = (heading ?? Self.defaultHeading, indicators)
  }

  package var withHeading: CandleChart {
    var chart = self
    chart.hasHeader = true
    return chart
  }

  /// Returns the largest number of candles that fit into a chart. Wide prices leave room for fewer.
  package static func capacity(of terminal: TerminalSize?) -> Int {
    let size = terminal ?? defaultSize
    return hasCandles(size) ? size.columns - defaultHeading.count - 2 : size.columns
  }

  private static func hasCandles(_ size: TerminalSize) -> Bool {
    size.columns >= minimumSize.columns && size.rows >= minimumSize.rows
  }

  /// Returns the chart as text for a stream. Empty if the query requests only changes and the list has
  /// no rows, except for the first text.
  package func text(of list: ListViewModel<CandleRow>, isFirst: Bool) -> String {
    if list.rows.isEmpty, list.query.onlyChanges, !isFirst { return "" }
    return looks.text(of: lines(of: list, fitting: looks.terminal()), isFirst: isFirst)
  }

  /// Returns a chart of values over time. A candle opens at the value of the previous row, and closes at the
  /// value of its row. The first candle is flat.
  package func text(of list: ValueHistoryViewModel, _ period: Period) -> String {
    let rows = list.rows.sorted { $0.time < $1.time }
    let candles = zip([rows.first].compactMap(\.self) + rows, rows).map { before, row in
      CandleRow(from: before, to: row, period)
    }
    return looks.text(of: lines(of: candles, fitting: looks.terminal()), isFirst: true)
  }

  /// Returns the chart and its notices. `reserved` lines stay free, such as a line for the prompt.
  package func lines(
    of list: ListViewModel<CandleRow>, fitting terminal: TerminalSize?, reserving reserved: Int = 1
  ) -> [Line] {
    // All candles that meet the conditions, oldest first. `list.rows` may have fewer candles.
    let asOf = list.asOf
    let candles = list.elements.filter { row in
      list.query.conditions.allSatisfy {
        $0.holds(for: row, asOf: asOf(row), in: list.polled.windows)
      }
    }
    return lines(of: candles, fitting: terminal, reserving: reserved)
  }

  private func lines(
    of candles: [CandleRow], fitting terminal: TerminalSize?, reserving reserved: Int = 1
  ) -> [Line] {
    let size = terminal ?? Self.defaultSize
    let rows = size.rows - reserved
    return Self.hasCandles(size)
      ? lines(of: candles, columns: size.columns, rows: rows, gutter: heading.count)
      : sparkline(of: candles, width: size.columns)
  }

  /// Returns the chart, with at least `gutter` cells for labels of prices, or else a sparkline.
  private func lines(of candles: [CandleRow], columns: Int, rows: Int, gutter: Int) -> [Line] {
    let width = columns - gutter - 2
    guard width >= columns / 2, let window = CandleWindow(candles, width: width) else {
      return sparkline(of: candles, width: columns)
    }
    let notices = notice(on: window).map { Line.flowing([$0], width: columns, .faint) } ?? []
    let height = max(3, rows - notices.count - (hasHeader ? 3 : 2))
    let (panels, volumeHeight) = parts(of: window, in: height)
    let scale = window.scale(
      height: height - volumeHeight - panels.map(\.height).reduce(0, +),
      with: indicators.filter(\.isPriceLevel))
    let exact = [window.high, window.low, window.last].map { label($0, of: window.newest) }
    let labels = exact + (scale.marks + panels.flatMap(\.marks)).map(\.label)
    let widest = labels.map(\.count).max() ?? 0
    if widest > gutter {
      // Fewer candles fit beside a wider gutter. The labels of their prices can be even wider.
      return lines(of: candles, columns: columns, rows: rows, gutter: widest)
    }
    let pitch = min(max(1, width / window.slots.count), Self.maximumPitch)
    let subject = "\(window.newest.subject) · \(window.newest.period.rawValue)".controlsReplaced
    let parts = [heading.leftPadded(to: gutter), subject] + (legend.map { [$0] } ?? [])
    let heading = Line(parts.joined(separator: "  "), .heading)
    return (hasHeader ? [heading.shortened(to: columns, in: looks.charset)] : [])
      + plot(
        of: window, on: scale, pitch: pitch, volumeHeight: volumeHeight,
        axis: priceAxis(of: window, on: scale, gutter: gutter)
          + volumeAxis(of: window, height: volumeHeight, gutter: gutter))
      + panels.flatMap { lines(of: $0, in: window, pitch: pitch, gutter: gutter) }
      + times(of: window, pitch: pitch, gutter: gutter, width: width) + notices
  }

  /// Returns the panels below the prices, and the height of the volumes. There are no volumes if panels
  /// would otherwise leave less than half of the height for the prices.
  private func parts(
    of window: CandleWindow, in height: Int
  ) -> (panels: [IndicatorPanel], volumeHeight: Int) {
    let hasVolumes = window.largestVolume != nil && height >= Self.minimumHeightWithVolumes
    let volumeHeight = hasVolumes ? height / 4 : 0
    let all = panels(of: window, in: height)
    let panelHeight = all.map(\.height).reduce(0, +)
    return all.isEmpty || 2 * (height - volumeHeight - panelHeight) >= height
      ? (all, volumeHeight) : (all, 0)
  }

  /// Returns a price of a row; with a currency, its sign or code.
  private func label(_ price: Decimal, of row: CandleRow, in currency: String? = nil) -> String {
    hidesPrices ? "•••" : NumberFormat.money(row.shown(price), in: currency)
  }

  private func notice(on window: CandleWindow) -> String? { hasRange ? window.notice : nil }

  private func plot(
    of window: CandleWindow, on scale: Scale, pitch: Int, volumeHeight: Int, axis: [Line]
  ) -> [Line] {
    // The width of a candle is odd, so that the wick is in the middle.
    let side = max(0, (pitch - 2) / 2)
    let width = 1 + 2 * side
    let gap = [String](repeating: String(repeating: " ", count: width), count: axis.count)
    let space = String(repeating: " ", count: pitch - width)
    let largestVolume = window.largestVolume?.approximate ?? 1
    let candles = window.slots.map { slot in
      let prices = slot.prices
      let shape = prices?.shape(on: scale, side: side, in: looks.charset)
      let share = (prices?.volume?.approximate ?? 0) / largestVolume
      let bar = BlockGraphics.columns([share], height: max(0, volumeHeight - 1), in: looks.charset)
      // A blank line separates volumes from prices.
      let bars = ([" "] + bar).map { String(repeating: $0, count: width) }
      return (
        lines: shape.map { $0 + bars } ?? gap, style: TextStyle(prices?.tone ?? .flat),
        marks: marks(of: slot, on: scale)
      )
    }
    return axis.enumerated().map { index, axis in
      var (line, style) = (axis, TextStyle.plain)
      for candle in candles {
        let part = candle.lines[index]
        if let mark = candle.marks[index] {
          line.append(String(part.prefix(side)), style)
          line.append(String(mark.sign), mark.style)
          line.append(part.suffix(side) + space, style)
          continue
        }
        // Spaces continue the style of the candle before them.
        if part.contains(where: { $0 != " " }) { style = candle.style }
        line.append(part + space, index < scale.height ? style : style.union(.faint))
      }
      return line.trimmed()
    }
  }

  /// Returns the left parts of the lines of prices: the axis with its labels.
  private func priceAxis(of window: CandleWindow, on scale: Scale, gutter: Int) -> [Line] {
    let (high, low, last) = (window.high, window.low, window.last)
    let (top, bottom) = (scale.line(of: high.approximate), scale.line(of: low.approximate))
    var (lastLine, lastEdge) = (scale.line(of: last.approximate), " →")
    if top < bottom {
      switch last {
      case high: lastEdge = "▲→"
      case low: lastEdge = "▼→"
      // Between the two lines, if possible, so that all three labels are shown.
      default: lastLine = min(max(lastLine, top + 1), bottom - 1)
      }
    }
    var marks = Dictionary(
      scale.marks.map { ($0.line, (label: hidesPrices ? "•••" : $0.label, edge: " ┤")) }
    ) { $1 }
    for (line, price, edge) in [(bottom, low, " ▼"), (top, high, " ▲"), (lastLine, last, lastEdge)]
    {
      marks[line] = (label(price, of: window.newest), edge)
    }
    return (0..<scale.height).map { index in
      let (label, edge) = marks[index] ?? ("", " │")
      return Line(label.leftPadded(to: gutter) + edge, index == lastLine ? .heading : .plain)
    }
  }

  /// Returns the left parts of the lines of volumes. The first one shows the largest volume, if it fits.
  private func volumeAxis(of window: CandleWindow, height: Int, gutter: Int) -> [Line] {
    let label = window.largestVolume.flatMap { NumberFormat.volume($0, width: gutter) } ?? ""
    var top = Line("\(label.leftPadded(to: gutter)) ┬")
    top.append(" VOLUME", .faint)
    let others = Line("".leftPadded(to: gutter) + " │")
    return (0..<height).map { $0 == 0 ? top : others }
  }

  /// Returns the lower edge of the chart, and the line of round times below the edge.
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
    guard let currency = candles.first?.currency else { return [] }
    guard let window = CandleWindow(candles, width: width) else {
      return Line.flowing(["no prices in this range"], width: width, .faint)
    }
    let (low, high, last) = (window.low, window.high, window.last)
    func text(_ price: Decimal) -> String { label(price, of: window.newest, in: currency) }
    let texts = ["low \(text(low))", "high \(text(high))", "last \(text(last))"]
    let sentences = (texts + [notice(on: window)].compactMap(\.self))
      .map { $0.controlsReplaced.transliterated(to: looks.charset) }
    let closes = window.slots.map { $0.prices?.close.approximate }
    return [Line(BlockGraphics.sparkline(closes, in: looks.charset))]
      + Line.flowing(sentences, width: width, .faint)
  }
}

extension CandleRow {
  /// The pair, and the currency of the prices if it is not the quote currency.
  var subject: String {
    currency == pair.quote ? pair.symbol : "\(pair) in \(currency ?? "")"
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
