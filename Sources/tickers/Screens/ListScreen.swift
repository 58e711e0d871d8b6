import Foundation
import MarketCore
import Terminal

/// A list of pairs: one of them is selected, and filter and sort follow the keys.
struct ListScreen<Element: Listed>: LiveScreen where Element.F: TableField {
  /// The least and the most polls that a trend is drawn of.
  private static var trendLengths: ClosedRange<Int> { 2...16 }

  var viewModel: ListViewModel<Element> {
    didSet {
      // The place of a pair counts when it is gone.
      let index = viewModel.rows.firstIndex { $0.pair == selection?.pair }
      if let index { selection?.index = index }
    }
  }
  var room = TerminalSize(columns: 80, rows: 24)
  let layout: Layout<Element.F>
  /// What the rows are, in formats that name them.
  let name: String
  let nothing: String?
  let fetch: @Sendable (MarketClient) async -> Result<Answer<[Element]>, MarketError>

  /// The filters that the keys leave alone.
  private let fixedFilters: [SymbolFilter]
  private var filter: String
  /// The filter that counts again when someone gives up editing; `nil` while nobody edits.
  private var filterBefore: String?
  private var selection: (pair: Pair, index: Int)?
  private var trends: [Pair: [Double?]] = [:]

  init(
    _ query: ListQuery<Element.F>, layout: Layout<Element.F>, name: String,
    nothing: String? = "no pair matches",
    fetch: @escaping @Sendable (MarketClient) async -> Result<Answer<[Element]>, MarketError>
  ) {
    viewModel = ListViewModel(query)
    self.layout = layout
    self.name = name
    self.nothing = nothing
    self.fetch = fetch
    fixedFilters = query.filters.count == 1 ? [] : query.filters
    filter = query.filters.count == 1 ? query.filters[0].text : ""
  }

  var renderer: any Renderer { layout.renderer }
  var frame: Frame { layout.frame(viewModel, name: name) }

  var emptiness: String? {
    viewModel.rows.isEmpty && !viewModel.query.onlyChanges ? nothing : nil
  }

  mutating func apply(_ poll: Poll<Answer<[Element]>>) {
    viewModel.apply(poll)
    guard case .success = poll.result, let watched = Element.watched else { return }
    // Without those of pairs that are not listed any more.
    var trends: [Pair: [Double?]] = [:]
    for element in viewModel.elements {
      var value: Double?
      if case .number(let number) = viewModel.value(of: watched, in: element) {
        value = Double(number.plain)
      }
      let trend = self.trends[element.pair, default: []] + [value]
      trends[element.pair] = trend.suffix(Self.trendLengths.upperBound)
    }
    self.trends = trends
  }

  static var keys: [KeyHint] {
    [
      KeyHint("↑↓", "move", "Move through the rows; also j and k, PgUp and PgDn, Home and End"),
      KeyHint("Enter", "book", "Open the order book of the selected pair"),
      KeyHint("/", "filter", "Type a filter: Enter keeps it, Esc gives it up"),
      KeyHint("s", "sort", "Sort by the next column"),
      KeyHint("S", "turn", "Turn the order round"),
    ]
  }

  var prompt: String? { filterBefore == nil ? nil : "/\(filter)" }

  mutating func press(_ key: Key) -> KeyResponse {
    if filterBefore != nil { return edit(key) }
    switch key {
    case .up, .character("k"): move(by: -1)
    case .down, .character("j"): move(by: 1)
    case .pageUp: move(by: -room.rows / 2)
    case .pageDown: move(by: room.rows / 2)
    case .home, .character("g"): move(by: -viewModel.rows.count)
    case .end, .character("G"): move(by: viewModel.rows.count)
    case .enter:
      guard let index = selectedIndex else { return .taken }
      // One comes back to the same pair, even if nobody moved to it.
      move(by: 0)
      return .open(viewModel.rows[index].pair)
    case .character("/"): filterBefore = filter
    case .character("s"): sortByNext()
    case .character("S"):
      viewModel.query.sort = viewModel.query.sort.map {
        RowOrder($0.field, descending: !$0.isDescending)
      }
    default: return .ignored
    }
    return .taken
  }

  private mutating func edit(_ key: Key) -> KeyResponse {
    switch key {
    case .character(let character): filter.append(character)
    case .paste(let text): filter += text
    case .backspace: _ = filter.popLast()
    case .control("u"): filter = ""
    case .control("w"): filter = filter.lastIndex(of: ",").map { String(filter[..<$0]) } ?? ""
    case .enter: filterBefore = nil
    case .escape:
      filter = filterBefore ?? ""
      filterBefore = nil
    default: break
    }
    viewModel.query.filters = fixedFilters + [SymbolFilter(filter)]
    return .taken
  }

  private mutating func sortByNext() {
    let fields = layout.fields
    let current = viewModel.query.sort.flatMap { fields.firstIndex(of: $0.field) }
    let next = fields[((current ?? -1) + 1) % fields.count]
    // Of numbers, people look for the largest.
    viewModel.query.sort = RowOrder(next, descending: next.isNumber)
  }

  /// The row of the selected pair; where it was, if it is gone.
  private var selectedIndex: Int? {
    let rows = viewModel.rows
    guard !rows.isEmpty else { return nil }
    guard let selection else { return 0 }
    return rows.firstIndex { $0.pair == selection.pair } ?? min(selection.index, rows.count - 1)
  }

  private mutating func move(by rows: Int) {
    guard let current = selectedIndex else { return }
    let index = min(max(0, current + rows), viewModel.rows.count - 1)
    selection = (viewModel.rows[index].pair, index)
  }

  var heading: [String] {
    let query = viewModel.query
    let filters = (fixedFilters.map(\.text) + [filter]).filter { !$0.isEmpty }
    return [
      viewModel.freshness.asOf == nil ? nil : viewModel.title,
      filters.isEmpty ? nil : "filter \(filters.joined(separator: " and "))",
      query.sort.map { "sort \($0.field.rawValue)\($0.isDescending ? ":desc" : "")" },
    ].compactMap(\.self)
  }

  func body(isLast: Bool) -> [Line] {
    guard let table = renderer as? TableRenderer else { return [] }
    let size = TerminalSize(columns: room.columns - (isLast ? 0 : 2), rows: room.rows)
    let (lines, isWhole) = table.fitted(frame, to: size)
    let header = table.hasHeader ? 1 : 0
    let selected = selectedIndex ?? 0
    let rows = max(0, room.rows - header)
    // The selected row stands in the middle, but at both ends.
    let first = max(0, min(selected - rows / 2, lines.count - header - rows))
    // Trends go before any other column does.
    let trend = isWhole ? trendColumn(beside: lines, in: size.columns) : nil
    let heading = lines.prefix(header).map { line in
      trend.map { line.appending("TREND", .heading, at: $0.start) } ?? line
    }
    let shown = zip(lines.dropFirst(header), viewModel.rows).dropFirst(first).prefix(rows)
      .map { line, row in
        trend.map { trend in
          line.appending(
            self.trend(of: row, length: trend.length, in: table.charset), at: trend.start)
        } ?? line
      }
    guard !isLast else { return heading + shown }
    return heading.map { $0.indented(by: "  ") }
      + shown.enumerated().map { index, line in
        first + index == selected
          ? line.indented(by: "› ").adding(.selected) : line.indented(by: "  ")
      }
  }

  /// The column where trends begin, right of a table, and how many columns are left there; `nil`
  /// with less room than the heading takes, or before the second poll.
  private func trendColumn(beside lines: [Line], in columns: Int) -> (start: Int, length: Int)? {
    let start = (lines.map(\.displayWidth).max() ?? 0) + Columns.gap.count
    let isWorthwhile = trends.values.contains { $0.count >= Self.trendLengths.lowerBound }
    return isWorthwhile && columns - start >= "TREND".count ? (start, columns - start) : nil
  }

  private func trend(of row: Element, length: Int, in charset: Charset) -> String {
    Blocks.sparkline((trends[row.pair] ?? []).suffix(length), in: charset)
  }
}
