import Foundation
import MarketCore
import Terminal

/// The order book of one pair, as a ladder or as a chart; depth, step, detail and the exchanges
/// follow the keys.
struct BookScreen: ScreenModel {
  /// The number of levels per side.
  private enum Depth: Equatable {
    /// As many as fit, equal on both sides.
    case fitting
    /// So many; `nil` for all.
    case limited(Int?)
  }

  /// The depths that the keys go through, before all levels.
  private static let depths = [1, 5, 10, 20, 50, 100]

  private(set) var viewModel: OrderBookViewModel
  var room = TerminalSize(columns: 80, rows: 24) { didSet { fitDepth() } }
  private let ladder: LadderRenderer
  private let chart: DepthChart
  private let history: NextScreen
  /// The exchanges of the command.
  private let home: [String]
  /// All exchanges.
  private let exchanges: [any Exchange]
  private var isEverywhere = false
  private var isChart: Bool
  private var ladderDepth, chartDepth: Depth
  /// The number of lines that the ladder was scrolled below its usual place.
  private var scroll = 0

  /// - Parameters:
  ///   - ladder: the columns of levels; those of individual orders are made from them.
  ///   - hasDepth: whether the depth of the query was chosen; else the ladder has as many levels as
  ///     fit.
  ///   - exchanges: all exchanges, whose books `a` merges.
  ///   - history: the screen that `h` opens.
  init(
    _ viewModel: OrderBookViewModel, ladder: LadderRenderer, isChart: Bool = false,
    hasDepth: Bool = false, exchanges: [any Exchange], history: NextScreen
  ) {
    home = viewModel.sources.all.map(\.exchange)
    self.exchanges = exchanges
    self.viewModel = viewModel
    self.ladder = ladder
    self.history = history
    self.isChart = isChart
    chart = DepthChart(looks: ladder.table.looks, hasHeader: ladder.table.hasHeader)
    let chosen = Depth.limited(viewModel.query.depth)
    chartDepth = isChart ? chosen : .limited(nil)
    ladderDepth = !isChart && hasDepth ? chosen : .fitting
  }

  var fetch: PollJob<OrderBookViewModel>.Fetch {
    let fetch = BookFetch(pair: viewModel.pair, detail: viewModel.query.detail)
    return { await fetch($0) }
  }

  var pairForAllExchanges: Pair? { isEverywhere ? viewModel.pair : nil }

  mutating func apply(_ polls: [Poll<Answer<OrderBook>>]) {
    viewModel.apply(polls)
    fitDepth()
  }

  static let bindings: [KeyBinding<BookScreen>] = [
    KeyBinding(
      "+ -", "depth", "More / fewer levels per side (= is like +)",
      if: { !$0.viewModel.book.isEmpty },
      [
        .character("+"): { $0.deepen() }, .character("="): { $0.deepen() },
        .character("-"): { $0.flatten() },
      ]),
    KeyBinding(
      "[ ]", "step", "Smaller / larger price step", if: \.hasSteps,
      [
        .character("["): { $0.changeStep(isCoarser: false) },
        .character("]"): { $0.changeStep(isCoarser: true) },
      ]),
    KeyBinding(
      "h", "history", "Open the price history of the pair",
      [.character("h"): { .open($0.history) }]),
    KeyBinding(
      "c", "chart", "Toggle depth chart",
      now: { $0.viewModel.book.isEmpty ? nil : $0.isChart ? "ladder" : "chart" },
      [.character("c"): { $0.toggleChart() }]),
    KeyBinding(
      "a", "all exchanges", "Toggle merged book of all exchanges", now: \.otherExchanges,
      [.character("a"): { $0.toggleEverywhere() }]),
    KeyBinding(
      "o", "orders", "Toggle individual orders",
      now: { screen in
        guard screen.exchangesWithoutOrders.isEmpty else { return nil }
        return screen.viewModel.query.detail == .orders ? "levels" : "orders"
      }, [.character("o"): { $0.toggleDetail() }]),
    .movement("Scroll", if: \.canScroll) { $0.move($1) },
  ]

  private var depth: Depth {
    get { isChart ? chartDepth : ladderDepth }
    set {
      if isChart { chartDepth = newValue } else { ladderDepth = newValue }
      fitDepth()
    }
  }

  /// The largest depth of a ladder that fits.
  private var fittingDepth: Int { max(1, rowsOfLevels / 2) }

  /// The room for levels in a ladder.
  private var rowsOfLevels: Int {
    room.rows - (ladder.table.hasHeader ? 1 : 0)
      - ladder.middle(of: viewModel, fitting: room).count
  }

  private mutating func fitDepth() {
    let number =
      switch depth {
      case .fitting: fittingDepth as Int?
      case .limited(let number): number
      }
    if viewModel.query.depth != number { viewModel.query.depth = number }
  }

  /// The depths before all levels; of a ladder, also the one that fits.
  private var choices: [Int] { Self.depths + (isChart ? [] : [fittingDepth]) }

  private func depth(of choice: Int?) -> Depth {
    !isChart && choice == fittingDepth ? .fitting : .limited(choice)
  }

  private mutating func deepen() -> KeyResult {
    if let current = viewModel.query.depth {
      depth = depth(of: choices.filter { $0 > current }.min())
    }
    return .handled
  }

  private mutating func flatten() -> KeyResult {
    let current = viewModel.query.depth ?? .max
    if let choice = choices.filter({ $0 < current }).max() { depth = depth(of: choice) }
    return .handled
  }

  private mutating func toggleChart() -> KeyResult {
    isChart.toggle()
    fitDepth()
    return .handled
  }

  /// The names of the requested exchanges that do not offer individual orders.
  private var exchangesWithoutOrders: [String] {
    exchanges.filter { exchange in
      !exchange.offers.hasOrders && (isEverywhere || home.contains(exchange.id))
    }.map(\.title)
  }

  private mutating func toggleDetail() -> KeyResult {
    let missing = exchangesWithoutOrders
    guard missing.isEmpty else {
      let verb = missing.count == 1 ? "does" : "do"
      let others = exchanges.filter(\.offers.hasOrders).map(\.id).joined(separator: ", ")
      return .refused(
        "\(missing.joined(separator: ", ")) \(verb) not offer single orders; these do: \(others)")
    }
    var query = viewModel.query
    query.detail = query.detail == .orders ? .levels : .orders
    return restart(query)
  }

  /// The exchanges that `a` leads to; `nil` where these are all there are.
  private var otherExchanges: String? {
    guard isEverywhere else { return home.count < exchanges.count ? "all exchanges" : nil }
    return home.count > 1
      ? "\(home.count) exchanges" : exchanges.first { home.contains($0.id) }?.title
  }

  private mutating func toggleEverywhere() -> KeyResult {
    guard otherExchanges != nil else { return .handled }
    isEverywhere.toggle()
    var query = viewModel.query
    if isEverywhere { query.detail = .levels }
    return restart(query)
  }

  /// Restarts polling with another query; the last answer belongs to the previous one.
  private mutating func restart(_ query: BookQuery) -> KeyResult {
    viewModel = OrderBookViewModel(
      pair: viewModel.pair, query: query, of: isEverywhere ? exchanges.map(\.id) : home)
    fitDepth()
    return .restart
  }

  /// The price that steps are parts of: above 0, and unknown without orders.
  private var priceOfSteps: Decimal? {
    let book = viewModel.book
    let price = book.mid ?? (book.bids.first ?? book.asks.first)?.price
    return price.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Whether the step can be changed.
  private var hasSteps: Bool { viewModel.query.detail == .levels && priceOfSteps != nil }

  /// Changes the price step: 1, 2 or 5 times a power of ten between a 100,000th and a tenth of the
  /// price, or none at the fine end.
  private mutating func changeStep(isCoarser: Bool) -> KeyResult {
    guard viewModel.query.detail == .levels else {
      return .refused("single orders have no price step")
    }
    guard let price = priceOfSteps else { return .handled }
    let steps = (-40...40).flatMap { exponent in
      [1, 2, 5].map { Decimal(sign: .plus, exponent: exponent, significand: $0) }
    }.filter { $0 >= price / 100_000 && $0 <= price / 10 }
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
    return ladder.heading + ladder.body.dropFirst(first).prefix(place.viewport.room) + emptyLines
  }

  var keysWithoutData: [String] { otherExchanges.map { ["a for the book of \($0)"] } ?? [] }

  private var emptyLines: [Line] {
    guard viewModel.book.isEmpty, !keysWithoutData.isEmpty else { return [] }
    return Page.empty([], keys: keysWithoutData, columns: room.columns)
  }

  var finalLines: [Line] { body }

  private var shownLadder: Ladder {
    (isEverywhere ? ladder.withExchange : ladder).ladder(of: viewModel, fitting: room)
  }

  /// The rows of a ladder that fit, and the first of them when it was not scrolled: the spread is
  /// in the middle then.
  private func place(of ladder: Ladder) -> (viewport: Viewport, usual: Int) {
    let viewport = Viewport(
      count: ladder.body.count, room: max(0, room.rows - ladder.heading.count))
    return (viewport, viewport.first(centering: viewModel.asks.count))
  }

  /// Whether the ladder has more levels than fit.
  private var canScroll: Bool {
    !isChart && viewModel.asks.count + viewModel.bids.count > rowsOfLevels
  }

  private mutating func move(_ movement: Movement) {
    guard !isChart else { return }
    let (viewport, usual) = place(of: shownLadder)
    let first = Viewport.row(
      viewport.clamped(usual + scroll), movement, page: room.rows, last: viewport.lastFirst)
    scroll = first - usual
  }
}
