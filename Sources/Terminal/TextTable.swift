/// Formats cells as a table with aligned columns.
package struct TextTable: Sendable {
  package enum Alignment: Sendable {
    case leading
    case trailing
    case point
    /// Columns of bars share the width that the other columns leave, up to 40 cells each.
    case bar
  }

  package enum Cell: Sendable {
    case text(Line.Span)
    /// A bar that fills a share (0…1) of the width of its column.
    case bar(share: Double, TextStyle)
  }

  package struct Column: Sendable {
    package var heading: String
    let alignment: Alignment
    /// A narrow terminal drops the highest rank first, and never drops rank 0.
    package var dropRank: Int
    let isSelected: Bool

    package init(
      _ heading: String, _ alignment: Alignment, dropRank: Int = 0, isSelected: Bool = false
    ) {
      (self.heading, self.alignment, self.dropRank) = (heading, alignment, dropRank)
      self.isSelected = isSelected
    }
  }

  /// The widths before and after the place where a text is split. Only texts aligned at a point are split;
  /// for other texts, `after` is 0.
  fileprivate typealias Split = (before: Int, after: Int)

  /// The widths of the widest cells of a column, without its heading.
  package struct Widths: Sendable {
    fileprivate var split: Split = (0, 0)
    /// The widths per group of cells if the points line up only within groups; otherwise empty.
    fileprivate var groups: [String?: Split] = [:]
    fileprivate var width = 0
  }

  package static let gap = "  "
  private static let barWidths = 8...40
  private static let minimumWidth = 16
  /// Longer numbers are treated as bad data and may be cut.
  private static let longestNumber = 40
  /// The points of a column line up per group if otherwise a gap beside a number would be larger. With the two
  /// cells between columns, no gap is then larger than 12 cells.
  private static let largestGap = 10

  package var columns: [Column]
  package private(set) var rows: [[Cell]]
  private let charset: Charset
  private let minimumWidths: [Widths]?
  /// The groups of the cells in some columns, such as the currencies of prices: one group per row.
  private let groups: [Int: [String?]]

  /// Creates a table. With the widths of an earlier table, columns do not become narrower when rows change.
  package init(
    columns: [Column], rows: [[Cell]], charset: Charset = .utf8, minimumWidths: [Widths]? = nil,
    groups: [Int: [String?]] = [:]
  ) {
    (self.columns, self.rows, self.groups) = (columns, rows, groups)
    (self.charset, self.minimumWidths) = (charset, minimumWidths)
    if charset == .utf8 { return }
    for index in columns.indices {
      self.columns[index].heading = columns[index].heading.transliterated(to: charset)
    }
    self.rows = rows.map { row in
      row.map { cell in
        if case .text(let span) = cell { .text(span.transliterated(to: charset)) } else { cell }
      }
    }
  }

  /// Formats the table, and drops columns to fit into `width`. Returns the lines, headings first; the indices
  /// of the shown columns; the width of the rows; and the widths of all columns without their headings.
  package func fitted(
    to width: Int?
  ) -> (lines: [Line], shown: [Int], width: Int, widths: [Widths]) {
    let measured = measured
    let widest = widest(of: measured)
    let shown = places(of: widest, in: width)
    let headings = columns.map {
      Line.Span($0.heading, $0.isSelected ? [.heading, .selected] : .heading)
    }
    let heading = line(shown) { place in
      (headings[place.column], (headings[place.column].text.displayWidth, 0))
    }
    let lines = rows.indices.map { index in
      let (row, splits) = (rows[index], measured[index])
      return line(shown, row: index) { place in
        switch row[place.column] {
        case .text(let span): return (span, splits[place.column])
        case .bar(let share, let style):
          let bar = BlockGraphics.bar(share, width: place.width, in: charset)
          return (Line.Span(bar, style), (bar.displayWidth, 0))
        }
      }
    }
    var longest = lines.lazy.map(\.width).max() ?? 0
    // With these widths, later rows may be longer: up to the widest cell of the last column, or to the end of
    // that column if its decimal points are aligned.
    if let last = shown.last {
      let end = last.alignment == .point ? last.width : min(last.split.before, last.width)
      longest = max(longest, Self.total(shown) - last.width + end)
    }
    return ([heading.line] + lines.map(\.line), shown.map(\.column), longest, widest)
  }

  private var measured: [[Split]] {
    rows.map { row in
      zip(row, columns).map { cell, column in
        if case .text(let span) = cell { span.text.widthsAtPoint(column.alignment) } else { (0, 0) }
      }
    }
  }

  private func widest(of measured: [[Split]]) -> [Widths] {
    columns.indices.map { index in
      var widths = minimumWidths?[index] ?? Widths()
      widths.split = measured.reduce(into: widths.split) { $0 = Self.widest($0, $1[index]) }
      if let groups = groups[index],
        !widths.groups.isEmpty || hasLargeGaps(measured, index, widths.split)
      {
        for (group, row) in zip(groups, measured) {
          widths.groups[group] = Self.widest(widths.groups[group] ?? (0, 0), row[index])
        }
        if widths.groups.count < 2 { widths.groups = [:] }
      }
      // A column whose points no longer line up across groups keeps its width.
      let widest = widths.groups.values.map { $0.before + $0.after }.max()
      widths.width = max(widths.width, widest ?? widths.split.before + widths.split.after)
      return widths
    }
  }

  private func hasLargeGaps(_ measured: [[Split]], _ column: Int, _ widest: Split) -> Bool {
    measured.contains { row in
      let gaps = (widest.before - row[column].before, widest.after - row[column].after)
      return max(gaps.0, gaps.1) > Self.largestGap
    }
  }

  private static func widest(_ lhs: Split, _ rhs: Split) -> Split {
    (max(lhs.before, rhs.before), max(lhs.after, rhs.after))
  }

  private func places(of widest: [Widths], in width: Int?) -> [Place] {
    var shown = columns.indices.map { Place($0, columns[$0], widest[$0]) }
    if let width {
      while Self.total(Self.cut(shown, to: width)) > width,
        // Among equal ranks, the rightmost column is dropped.
        let last = shown.reversed()
          .max(by: { columns[$0.column].dropRank < columns[$1.column].dropRank }),
        columns[last.column].dropRank > 0
      {
        shown.removeAll { $0.column == last.column }
      }
      shown = Self.cut(shown, to: width)
    }
    let bars = shown.indices.filter { shown[$0].alignment == .bar }
    let longest = Self.barWidths.upperBound
    let rest = width.map { max(0, $0 - Self.total(shown)) / max(1, bars.count) } ?? longest
    for index in bars {
      shown[index].width = max(shown[index].width, min(shown[index].width + rest, longest))
    }
    return shown
  }

  private static func total(_ places: [Place]) -> Int {
    places.reduce(-gap.utf8.count) { $0 + gap.utf8.count + $1.width }
  }

  /// Cuts the wide columns if all columns together exceed `width`. The wide columns share half of `width`, or
  /// what the other columns leave if that is more. Each keeps at least ``minimumWidth`` cells.
  private static func cut(_ places: [Place], to width: Int) -> [Place] {
    let wide = places.count { $0.isWide(in: width) }
    guard wide > 0, total(places) > width else { return places }
    func cut(to share: Int) -> [Place] {
      places.map { $0.isWide(in: width) ? $0.cut(to: share) : $0 }
    }
    var share = max(minimumWidth, width / 2 / wide)
    while share < width, total(cut(to: share + 1)) <= width { share += 1 }
    return cut(to: share)
  }

  /// Formats the heading, or the row with an index.
  private func line(
    _ places: [Place], row: Int? = nil, cell: (Place) -> (Line.Span, Split)
  ) -> (line: Line, width: Int) {
    // The plain text before the next styled text. Appending bytes is faster than appending text.
    var (line, text) = (Line(), [UInt8]())
    text.reserveCapacity(Self.total(places))
    // The start of the current column, and the end of the line so far.
    var (start, end) = (0, 0)
    for place in places {
      var (span, widths) = cell(place)
      if widths.before + widths.after > place.width {
        let mark = charset.ellipsis
        span.text = span.text.clipped(to: place.width - mark.displayWidth) + mark
        widths = span.text.widthsAtPoint(place.alignment)
      }
      if !span.text.isEmpty {
        let rest = place.width - widths.before - widths.after
        // A cut text may extend beyond the decimal point of its column. Then less space follows the text.
        let after = row.map { self.after(of: place, row: $0) } ?? 0
        let behind = min(max(0, after - widths.after), rest)
        let first = start + (place.isOnRight ? rest - behind : 0)
        text.append(contentsOf: repeatElement(UInt8(ascii: " "), count: first - end))
        if span.style == .plain {
          text += span.text.utf8
        } else {
          line.append(String(decoding: text, as: UTF8.self))
          line.append(span.text, span.style)
          text.removeAll(keepingCapacity: true)
        }
        end = first + widths.before + widths.after
      }
      start += place.width + Self.gap.utf8.count
    }
    if !text.isEmpty { line.append(String(decoding: text, as: UTF8.self)) }
    return (line, end)
  }

  /// Returns the width after the points of the cells that line up with the cell of a row.
  private func after(of place: Place, row: Int) -> Int {
    guard !place.groups.isEmpty, let groups = groups[place.column] else { return place.split.after }
    return place.groups[groups[row]]?.after ?? 0
  }

  private struct Place {
    let column: Int
    let alignment: Alignment
    var split: Split
    var groups: [String?: Split]
    var width: Int

    init(_ index: Int, _ column: Column, _ widest: Widths) {
      (self.column, alignment) = (index, column.alignment)
      (split, groups) = (widest.split, widest.groups)
      width = max(widest.width, column.heading.displayWidth)
      if alignment == .bar { width = max(width, barWidths.lowerBound) }
    }

    /// Whether texts are at the right edge of the column, or beside its points.
    var isOnRight: Bool { alignment == .point || alignment == .trailing }

    /// Whether the column takes more than half of a width and may be cut.
    func isWide(in total: Int) -> Bool {
      let limit = isOnRight ? longestNumber : minimumWidth
      return alignment != .bar && width > max(total / 2, limit)
    }

    func cut(to width: Int) -> Place {
      guard width < self.width else { return self }
      var place = self
      let before = min(split.before, width)
      (place.width, place.split, place.groups) = (width, (before, width - before), [:])
      return place
    }
  }
}

extension String {
  /// Splits the width at the decimal point, or else after the last digit of the number, or else at the end.
  fileprivate func widthsAtPoint(_ alignment: TextTable.Alignment) -> TextTable.Split {
    guard alignment == .point else { return (displayWidth, 0) }
    var text = self
    let (offset, isASCII) = text.withUTF8 { (Self.offsetOfPoint($0), $0.allSatisfy { $0 < 0x80 }) }
    if isASCII { return (offset, utf8.count - offset) }
    let before = self[..<utf8.index(startIndex, offsetBy: offset)].displayWidth
    return (before, displayWidth - before)
  }

  /// Returns the number of bytes before the split. A code may precede or follow the number.
  private static func offsetOfPoint(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    let (digits, space) = (UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: " "))
    var (point, afterDigits): (Int?, Int?)
    scan: for (index, byte) in text.enumerated() {
      switch byte {
      case digits: afterDigits = index + 1
      case UInt8(ascii: "."): point = point ?? index
      // A point in a word before the number is not the decimal point.
      case space where afterDigits == nil: point = nil
      case space: break scan
      default: break
      }
    }
    return afterDigits.map { point ?? $0 } ?? text.count
  }
}
