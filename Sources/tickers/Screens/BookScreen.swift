import Foundation
import MarketCore
import Terminal

/// The order book of one pair, as a ladder or as a picture; depth, steps and detail follow the keys.
struct BookScreen: LiveScreen {
  /// The depths that the keys go through, before all levels.
  private static let depths = [1, 5, 10, 20, 50, 100]

  var viewModel: OrderBookViewModel
  var room = TerminalSize(columns: 80, rows: 24)
  private let ladder: Layout<BookField>
  private var isChart: Bool
  /// The depth of what is not shown: the ladder, or the picture.
  private var otherDepth: Int?
  /// How many lines below the usual place the ladder is looked at.
  private var scroll = 0

  /// - Parameter ladder: the columns of levels; those of single orders are made from them.
  init(pair: Pair, query: BookQuery, ladder: Layout<BookField>, isChart: Bool) {
    viewModel = OrderBookViewModel(pair: pair, query: query)
    self.ladder = ladder
    self.isChart = isChart
    otherDepth = isChart ? 10 : nil
  }

  var fetch: @Sendable (MarketClient) async -> Result<Answer<OrderBook>, MarketError> {
    BookQuestion(pair: viewModel.pair, detail: viewModel.query.detail).ask
  }

  var renderer: any Renderer {
    guard isChart, let table = ladder.renderer as? TableRenderer else { return ladder.renderer }
    return ChartRenderer(like: table, leavesOutFar: viewModel.query.depth == nil)
  }

  var frame: Frame {
    let layout =
      isChart ? Layout(ChartRenderer.fields, renderer) : ladder.showing(viewModel.query.detail)
    func group(_ name: String, _ rows: [OrderBookViewModel.Row]) -> Frame.Group {
      Frame.Group(
        name: name, rows: rows.map { row in layout.fields.map { viewModel.cell(of: $0, in: row) } })
    }
    let fill: [Frame.Member] = FillField.inData.map { ($0.rawValue, viewModel.cell(of: $0).value) }
    return Frame(
      freshness: viewModel.freshness,
      columns: layout.columns,
      groups: [group("bids", viewModel.bids), group("asks", viewModel.asks)],
      summary: BookSummaryField.allCases.map { ($0.rawValue, viewModel.value(of: $0)) },
      detail: viewModel.fill == nil ? nil : ("fill", fill),
      divider: [viewModel.summary, viewModel.fillSummary])
  }

  static var keys: [KeyHint] {
    [
      KeyHint("+-", "depth", "More or fewer levels"),
      KeyHint("[]", "group", "Finer or coarser price steps"),
      KeyHint("c", "chart", "The cumulative depth as a picture, or the ladder"),
      KeyHint("o", "orders", "Single orders, or price levels"),
      KeyHint("↑↓", "move", "Move the ladder; also j and k, PgUp and PgDn, Home and End"),
    ]
  }

  var prompt: String? { nil }

  mutating func press(_ key: Key) -> KeyResponse {
    switch key {
    case .character("+"), .character("="): deepen()
    case .character("-"): flatten()
    case .character("]"): viewModel.query.step = nextStep(coarser: true)
    case .character("["): viewModel.query.step = nextStep(coarser: false)
    case .character("c"):
      isChart.toggle()
      (viewModel.query.depth, otherDepth) = (otherDepth, viewModel.query.depth)
    case .character("o"):
      var query = viewModel.query
      query.detail = query.detail == .orders ? .levels : .orders
      // What was answered is of the other kind.
      viewModel = OrderBookViewModel(pair: viewModel.pair, query: query)
      return .restart
    case .up, .character("k"): move { $0 - 1 }
    case .down, .character("j"): move { $0 + 1 }
    case .pageUp: move { [room] in $0 - room.rows / 2 }
    case .pageDown: move { [room] in $0 + room.rows / 2 }
    case .home, .character("g"): move { _ in 0 }
    case .end, .character("G"): move { _ in .max }
    default: return .ignored
    }
    return .taken
  }

  private mutating func deepen() {
    guard let depth = viewModel.query.depth else { return }
    viewModel.query.depth = Self.depths.first { $0 > depth }
  }

  private mutating func flatten() {
    let depth = viewModel.query.depth ?? .max
    viewModel.query.depth = Self.depths.last { $0 < depth } ?? viewModel.query.depth
  }

  /// The next price step: 1, 2 or 5 times a power of ten between a 100,000th and a tenth of the
  /// price, or none at the fine end.
  private func nextStep(coarser: Bool) -> Decimal? {
    guard let mid = viewModel.book.mid ?? viewModel.book.levels(.bid, limit: 1).first?.price,
      mid > 0
    else { return viewModel.query.step }
    let steps = (-40...40).flatMap { exponent in
      [1, 2, 5].map { Decimal(sign: .plus, exponent: exponent, significand: $0) }
    }.filter { $0 >= mid / 100_000 && $0 <= mid / 10 }
    guard let step = viewModel.query.step else { return coarser ? steps.first : nil }
    return coarser ? steps.first { $0 > step } ?? step : steps.last { $0 < step }
  }

  var heading: [String] {
    let query = viewModel.query
    let depth = "depth \(query.depth.map(String.init) ?? "all")"
    let kind = query.detail == .orders ? "orders" : query.step.map { "group \($0.plain)" }
    return [viewModel.pair.symbol, depth] + [kind].compactMap(\.self)
  }

  func body(isLast: Bool) -> [Line] {
    if let chart = renderer as? ChartRenderer {
      return chart.lines(
        of: frame, for: TerminalSize(columns: room.columns, rows: room.rows + 1))
    }
    guard let ladder = Ladder(self) else { return [] }
    return ladder.heading + ladder.lines.dropFirst(ladder.first(scroll)).prefix(ladder.rows)
  }

  /// Has another line be the first that is shown, as far as there is something to see.
  private mutating func move(_ change: (_ first: Int) -> Int) {
    guard let ladder = Ladder(self) else { return }
    scroll = min(max(0, change(ladder.first(scroll))), ladder.last) - ladder.usual
  }

  /// A ladder of more lines than there may be room for.
  private struct Ladder {
    let heading: [Line]
    let lines: [Line]
    /// How many of the lines there is room for.
    let rows: Int
    /// The line that is the first to be shown when nobody moved the ladder: the spread stands in
    /// the middle then.
    let usual: Int
    /// The last line that can be the first to be shown.
    let last: Int

    /// The ladder of a book; `nil` if a picture is shown.
    init?(_ screen: BookScreen) {
      guard let table = screen.renderer as? TableRenderer else { return nil }
      let lines = table.lines(of: screen.frame, for: screen.room)
      heading = Array(lines.prefix(table.hasHeader ? 1 : 0))
      self.lines = Array(lines.dropFirst(heading.count))
      rows = max(0, screen.room.rows - heading.count)
      last = max(0, self.lines.count - rows)
      usual = min(max(0, screen.viewModel.asks.count - rows / 2), last)
    }

    /// The line that is the first to be shown when the ladder is looked at so far below.
    func first(_ scroll: Int) -> Int { min(max(0, usual + scroll), last) }
  }
}
