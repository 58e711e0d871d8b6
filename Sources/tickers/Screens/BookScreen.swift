import Foundation
import MarketCore
import Terminal

/// The order book of one pair, as a ladder or as a picture; depth, steps, detail and the exchanges
/// follow the keys.
struct BookScreen: ScreenModel {
  /// The depths that the keys go through, before all levels.
  private static let depths = [1, 5, 10, 20, 50, 100]

  private(set) var viewModel: OrderBookViewModel
  var room = TerminalSize(columns: 80, rows: 24)
  private let ladder: LadderRenderer
  private let chart: DepthChart
  private let history: NextScreen
  /// The exchanges that are asked, first, and all there are.
  private let home, everywhere: [String]
  private var isEverywhere = false
  /// Whether all exchanges that are asked give single orders.
  private let hasOrders: Bool
  private var isChart: Bool
  /// The depth of the form that is not shown: the ladder, or the picture.
  private var otherDepth: Int?
  /// The number of lines that the ladder was moved below its usual place.
  private var scroll = 0

  /// - Parameters:
  ///   - ladder: the columns of levels; those of single orders are made from them.
  ///   - everywhere: the ids of all exchanges, which `a` asks.
  ///   - hasOrders: whether the exchanges that are asked give single orders.
  ///   - history: the screen that `h` opens.
  init(
    _ viewModel: OrderBookViewModel, ladder: LadderRenderer, isChart: Bool = false,
    everywhere: [String], hasOrders: Bool, history: NextScreen
  ) {
    self.hasOrders = hasOrders
    home = viewModel.sources.all.map(\.exchange)
    self.everywhere = everywhere
    self.viewModel = viewModel
    self.ladder = ladder
    self.history = history
    self.isChart = isChart
    chart = DepthChart(looks: ladder.table.looks, hasHeader: ladder.table.hasHeader)
    otherDepth = isChart ? 10 : nil
  }

  var fetch: PollJob<OrderBookViewModel>.Fetch {
    let fetch = BookFetch(pair: viewModel.pair, detail: viewModel.query.detail)
    return { await fetch($0) }
  }

  var pairEverywhere: Pair? { isEverywhere ? viewModel.pair : nil }

  mutating func apply(_ polls: [Poll<Answer<OrderBook>>]) { viewModel.apply(polls) }

  static let bindings: [KeyBinding<BookScreen>] = [
    KeyBinding(
      "+-", "depth", "More or fewer levels",
      [
        .character("+"): { $0.deepen() }, .character("="): { $0.deepen() },
        .character("-"): { $0.flatten() },
      ]),
    KeyBinding(
      "[]", "group", "Finer or coarser price steps",
      [
        .character("["): { $0.changeStep(isCoarser: false) },
        .character("]"): { $0.changeStep(isCoarser: true) },
      ]),
    KeyBinding(
      "c", "chart", "The cumulative depth as a picture, or the ladder",
      [.character("c"): { $0.toggleChart() }]),
    KeyBinding(
      "o", "orders", "Single orders, or price levels", [.character("o"): { $0.toggleDetail() }]),
    KeyBinding(
      "a", "all", "The books of all exchanges that list the pair as one, or back",
      [.character("a"): { $0.toggleEverywhere() }]),
    KeyBinding(
      "h", "past", "Open the price history of the pair",
      [.character("h"): { .open($0.history) }]),
    .movement("Move the ladder") { $0.move($1) },
  ]

  private mutating func deepen() -> KeyResult {
    if let depth = viewModel.query.depth {
      viewModel.query.depth = Self.depths.first { $0 > depth }
    }
    return .handled
  }

  private mutating func flatten() -> KeyResult {
    let depth = viewModel.query.depth ?? .max
    viewModel.query.depth = Self.depths.last { $0 < depth } ?? viewModel.query.depth
    return .handled
  }

  private mutating func toggleChart() -> KeyResult {
    isChart.toggle()
    (viewModel.query.depth, otherDepth) = (otherDepth, viewModel.query.depth)
    return .handled
  }

  private mutating func toggleDetail() -> KeyResult {
    guard hasOrders, !isEverywhere else { return .handled }
    var query = viewModel.query
    query.detail = query.detail == .orders ? .levels : .orders
    return restart(query)
  }

  private mutating func toggleEverywhere() -> KeyResult {
    isEverywhere.toggle()
    var query = viewModel.query
    if isEverywhere { query.detail = .levels }
    return restart(query)
  }

  /// Restarts polling with another question; the last answer belongs to the previous one.
  private mutating func restart(_ query: BookQuery) -> KeyResult {
    viewModel = OrderBookViewModel(
      pair: viewModel.pair, query: query, of: isEverywhere ? everywhere : home)
    return .restart
  }

  /// Changes the price step: 1, 2 or 5 times a power of ten between a 100,000th and a tenth of the
  /// price, or none at the fine end.
  private mutating func changeStep(isCoarser: Bool) -> KeyResult {
    guard let mid = viewModel.book.mid ?? viewModel.book.levels(.bid, limit: 1).first?.price,
      mid > 0
    else { return .handled }
    let steps = (-40...40).flatMap { exponent in
      [1, 2, 5].map { Decimal(sign: .plus, exponent: exponent, significand: $0) }
    }.filter { $0 >= mid / 100_000 && $0 <= mid / 10 }
    if let step = viewModel.query.step {
      viewModel.query.step =
        isCoarser ? steps.first { $0 > step } ?? step : steps.last { $0 < step }
    } else if isCoarser {
      viewModel.query.step = steps.first
    }
    return .handled
  }

  var heading: [String] {
    let query = viewModel.query
    let depth = "depth \(query.depth.map(String.init) ?? "all")"
    let kind = query.detail == .orders ? "orders" : query.step.map { "group \($0.plain)" }
    return [viewModel.pair.symbol, depth] + [kind].compactMap(\.self)
  }

  var body: [Line] {
    guard !isChart else {
      return chart.lines(
        of: viewModel, fitting: TerminalSize(columns: room.columns, rows: room.rows + 1))
    }
    let ladder = shownLadder
    let place = place(of: ladder)
    let first = place.viewport.clamped(place.usual + scroll)
    return ladder.heading + ladder.body.dropFirst(first).prefix(place.viewport.room)
  }

  var finalLines: [Line] { body }

  private var shownLadder: Ladder {
    (isEverywhere ? ladder.withExchange : ladder).ladder(of: viewModel, fitting: room)
  }

  /// The rows of a ladder that fit, and the first of them when it was not moved: the
  /// spread stands in the middle then.
  private func place(of ladder: Ladder) -> (viewport: Viewport, usual: Int) {
    let viewport = Viewport(
      count: ladder.body.count, room: max(0, room.rows - ladder.heading.count))
    return (viewport, viewport.first(centering: viewModel.asks.count))
  }

  private mutating func move(_ movement: Movement) {
    guard !isChart else { return }
    let (viewport, usual) = place(of: shownLadder)
    let first = Viewport.row(
      viewport.clamped(usual + scroll), movement, page: room.rows, last: viewport.lastFirst)
    scroll = first - usual
  }
}
