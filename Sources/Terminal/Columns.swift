/// A table of text whose columns line up.
package struct Columns: Sendable {
  /// The alignment of a column.
  package enum Alignment: Sendable {
    /// On the left, as words do.
    case leading
    /// With the decimal points one below the other.
    case point
    /// As bars, in the width that the other columns leave.
    case bar
  }

  /// The content of one column of a row.
  package enum Cell: Sendable {
    case text(Line.Span)
    /// A bar as long as a share (0…1) of its column.
    case bar(share: Double, TextStyle)

    fileprivate func span(width: Int, in charset: Charset) -> Line.Span {
      switch self {
      case .text(let span): span
      case .bar(let share, let style):
        Line.Span(BlockGraphics.bar(share, width: width, in: charset), style)
      }
    }

    fileprivate var isBar: Bool {
      if case .bar = self { true } else { false }
    }

    fileprivate func widths(_ alignment: Alignment) -> Widths {
      switch self {
      case .text(let span): span.text.widthsAtPoint(alignment)
      case .bar: Widths()
      }
    }

    fileprivate func transliterated(to charset: Charset) -> Cell {
      guard case .text(let span) = self else { return self }
      return .text(Line.Span(span.text.transliterated(to: charset), span.style))
    }
  }

  /// A column and its heading.
  package struct Column: Sendable {
    package var heading: String
    package var alignment: Alignment
    /// The order in which columns are dropped where there is no room for all, the highest first; 0
    /// is never dropped.
    package var dropRank: Int

    package init(_ heading: String, _ alignment: Alignment, dropRank: Int = 0) {
      self.heading = heading
      self.alignment = alignment
      self.dropRank = dropRank
    }
  }

  /// The text between two columns.
  package static let gap = "  "
  /// Bars are no wider and no narrower than this.
  private static let barWidths = 8...40

  package var columns: [Column]
  package var rows: [[Cell]]
  private let charset: Charset
  private let minimumWidths: [Widths]?

  /// A table of these cells, in characters that the terminal can show.
  ///
  /// - Parameter minimumWidths: the widths of the columns with rows that are not shown now, so that
  ///   the columns stay where they are when others are shown.
  package init(
    columns: [Column], rows: [[Cell]], charset: Charset = .utf8, minimumWidths: [Widths]? = nil
  ) {
    self.columns = columns
    self.rows = rows
    self.charset = charset
    self.minimumWidths = minimumWidths
  }

  /// A table that fits into a width.
  package struct Fitted: Sendable {
    /// The lines, headings first, with as many columns as fit.
    package let lines: [Line]
    /// Whether all columns fit.
    package let isWhole: Bool
    /// The width of the longest row, shown or hidden.
    package let width: Int
    /// The most that the cells of each column take, shown or hidden.
    package let widths: [Widths]
  }

  /// The table with only as many columns as fit into a width.
  package func fitted(to width: Int?) -> Fitted {
    // The shown text is measured.
    (charset == .utf8 ? self : transliterated()).laidOut(in: width)
  }

  /// The most that the cells of each column take.
  package var widths: [Widths] {
    let table = charset == .utf8 ? self : transliterated()
    return table.widest(of: table.measured)
  }

  /// The widths of each cell.
  private var measured: [[Widths]] {
    rows.map { row in zip(row, columns).map { $0.widths($1.alignment) } }
  }

  private func widest(of measured: [[Widths]]) -> [Widths] {
    columns.indices.map { index in
      measured.reduce(into: minimumWidths?[index] ?? Widths()) { $0.formMaximum($1[index]) }
    }
  }

  private func transliterated() -> Columns {
    var table = self
    for index in columns.indices {
      table.columns[index].heading = columns[index].heading.transliterated(to: charset)
    }
    table.rows = rows.map { row in row.map { $0.transliterated(to: charset) } }
    return table
  }

  private func laidOut(in width: Int?) -> Fitted {
    let widths = measured
    let widest = widest(of: widths)
    let shown = measures(of: widest, fitting: width)
    let heading = line(shown, isHeading: true) { measure in
      let heading = columns[measure.column].heading
      return (Line.Span(heading, .heading), Widths(before: heading.displayWidth))
    }
    let lines = zip(rows, widths).map { row, widths in
      line(shown) { measure in
        let cell = row[measure.column]
        let span = cell.span(width: measure.width, in: charset)
        return (span, cell.isBar ? Widths(before: span.text.displayWidth) : widths[measure.column])
      }
    }
    var longest = lines.lazy.map(\.displayWidth).max() ?? 0
    // A row ends with its last cell, or where the longest of numbers that line up ends.
    if minimumWidths != nil, let last = shown.last {
      let end = last.alignment == .point ? last.width : min(last.left, last.width)
      longest = max(longest, Self.total(shown) - last.width + end)
    }
    return Fitted(
      lines: [heading] + lines, isWhole: shown.count == columns.count, width: longest,
      widths: widest)
  }

  /// The columns that fit, with bars in the rest of the width.
  private func measures(of widest: [Widths], fitting width: Int?) -> [Measure] {
    var shown = columns.indices.map {
      Measure(column: $0, columns[$0], of: widest[$0], barWidth: Self.barWidths.lowerBound)
    }
    guard let width else { return shown.map { $0.widened(to: Self.barWidths.upperBound) } }
    while Self.total(Self.cut(shown, to: width)) > width,
      let last = shown.max(by: { columns[$0.column].dropRank < columns[$1.column].dropRank }),
      columns[last.column].dropRank > 0
    {
      shown.removeAll { $0.column == last.column }
    }
    shown = Self.cut(shown, to: width)
    let bars = shown.count { $0.alignment == .bar }
    let left = max(0, width - Self.total(shown)) / max(1, bars)
    return shown.map { $0.widened(to: min($0.width + left, Self.barWidths.upperBound)) }
  }

  private static func total(_ measures: [Measure]) -> Int {
    measures.reduce(-gap.count) { $0 + gap.count + $1.width }
  }

  /// The same columns, where there is not room for all: those that would take more than half of a
  /// width share half of it, or what the others leave.
  private static func cut(_ measures: [Measure], to width: Int) -> [Measure] {
    let wide = measures.count { $0.isWide(in: width) }
    guard wide > 0, total(measures) > width else { return measures }
    func cut(to share: Int) -> [Measure] {
      measures.map { $0.isWide(in: width) ? $0.cut(to: share) : $0 }
    }
    var share = max(leastShare, width / 2 / wide)
    while share < width, total(cut(to: share + 1)) <= width { share += 1 }
    return cut(to: share)
  }

  /// No column is cut to less: it would tell too little.
  fileprivate static let leastShare = 16
  /// No number is longer but one that is made up, or its unit.
  fileprivate static let longestNumber = 40

  private func line(
    _ measures: [Measure], isHeading: Bool = false, cell: (Measure) -> (Line.Span, Widths)
  ) -> Line {
    var line = Line()
    line.reserveCapacity(Self.total(measures))
    // Spaces are written when something follows them.
    var spaces = 0
    for measure in measures {
      var (span, widths) = cell(measure)
      if measure.isCut {
        span.text = span.text.clipped(to: measure.width, mark: charset.ellipsis)
        widths = span.text.widthsAtPoint(measure.alignment)
      }
      let (before, after) = measure.padding(of: widths, isHeading: isHeading)
      spaces += before
      if !span.text.isEmpty {
        line.append(spaces: spaces)
        line.append(span.text, span.style)
        spaces = 0
      }
      spaces += after + Self.gap.utf8.count
    }
    return line
  }
}

extension Columns {
  /// The widths of what stands before the decimal point, and of the point and what follows.
  package struct Widths: Sendable {
    fileprivate var before = 0
    fileprivate var after = 0

    fileprivate var total: Int { before + after }

    fileprivate mutating func formMaximum(_ other: Widths) {
      (before, after) = (max(before, other.before), max(after, other.after))
    }
  }

  /// The widths of a column's cells left and right of the decimal point.
  private struct Measure {
    let column: Int
    let alignment: Alignment
    var left = 0
    var right = 0
    private(set) var width: Int
    /// Whether cells may be wider than the column.
    private(set) var isCut = false

    init(column index: Int, _ column: Column, of widest: Widths, barWidth: Int) {
      self.column = index
      alignment = column.alignment
      (left, right) = (widest.before, widest.after)
      width = max(left + right, column.heading.displayWidth)
      if alignment == .bar { width = max(width, barWidth) }
    }

    /// The same for bars of that width; a column of text stays as it is.
    func widened(to width: Int) -> Measure {
      var measure = self
      if alignment == .bar { measure.width = max(width, self.width) }
      return measure
    }

    /// Whether it would take more than its share of a width.
    func isWide(in total: Int) -> Bool {
      let least = alignment == .point ? Columns.longestNumber : Columns.leastShare
      return alignment != .bar && width > max(total / 2, least)
    }

    /// The same of at most that width.
    func cut(to width: Int) -> Measure {
      guard width < self.width else { return self }
      var measure = self
      (measure.width, measure.isCut) = (width, true)
      measure.left = min(left, width)
      measure.right = width - measure.left
      return measure
    }

    func padding(of widths: Widths, isHeading: Bool) -> (before: Int, after: Int) {
      let size = widths.total
      guard alignment == .point else { return (0, width - size) }
      guard !isHeading else { return (width - size, 0) }
      // A text that is cut has no place for its point.
      let after = min(max(0, right - widths.after), width - size)
      return (width - size - after, after)
    }
  }
}

extension String {
  /// The widths of what stands before the decimal point, and of the point and what follows. The
  /// point of a text without one is thought behind its last digit, or at its end.
  fileprivate func widthsAtPoint(_ alignment: Columns.Alignment) -> Columns.Widths {
    guard alignment == .point else { return Columns.Widths(before: displayWidth) }
    let (digits, space) = (UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: " "))
    // A code may stand before the number, and behind it.
    var (point, afterDigits): (Int?, Int?)
    var (isASCII, count) = (true, 0)
    var isBehind = false
    for byte in utf8 {
      if byte >= 0x80 { isASCII = false }
      if !isBehind {
        switch byte {
        case digits: afterDigits = count + 1
        case UInt8(ascii: "."): point = point ?? count
        // What stood before the number has no point.
        case space where afterDigits == nil: point = nil
        case space: isBehind = true
        default: break
        }
      }
      count += 1
    }
    let offset = afterDigits == nil ? count : point ?? afterDigits ?? count
    if isASCII { return Columns.Widths(before: offset, after: count - offset) }
    let before = self[..<utf8.index(startIndex, offsetBy: offset)].displayWidth
    return Columns.Widths(before: before, after: displayWidth - before)
  }
}
