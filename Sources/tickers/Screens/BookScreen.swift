import Foundation
import MarketCore
import Reports
import Terminal

/// The order book of one pair, as a ladder or as a chart.
struct BookScreen: ScreenModel {
  var polls: PollState<OrderBookViewModel>
  var room = TerminalSize(columns: 80, rows: 24) { didSet { fitDepth() } }
  private var ladder: LadderRenderer
  private let chart: DepthChart
  /// The job before any key.
  private let home: PollJob<OrderBookViewModel>
  private var isOnAllExchanges = false
  private var isChart: Bool
  /// The number of levels per side that was chosen; `nil` for all.
  private var ladderDepth, chartDepth: Int?
  /// Whether the ladder has as many levels as fit, equal on both sides, instead.
  private var isFitting: Bool
  /// The number of lines that the ladder was scrolled below its usual place.
  private var scroll = 0
  var chooser: ColumnChooser?

  /// Unless the depth of the query was chosen, the ladder has as many levels as fit.
  init(
    _ job: PollJob<OrderBookViewModel>, ladder: LadderRenderer, isChart: Bool = false,
    hasDepth: Bool = false
  ) {
    polls = PollState(job)
    (home, self.ladder, self.isChart) = (job, ladder, isChart)
    chart = DepthChart(looks: ladder.table.looks, hasHeader: ladder.table.hasHeader)
    let depth = job.viewModel.query.depth
    (ladderDepth, chartDepth) = (depth, isChart ? depth : nil)
    isFitting = isChart || !hasDepth
  }

  mutating func apply(_ polls: [Poll<Answer<OrderBook>>]) {
    self.polls.apply(polls)
    fitDepth()
  }

  static let bindings: [KeyBinding<BookScreen>] = [
    KeyBinding(
      "+ -", "depth", "More / fewer levels per side (= is like +)",
      if: { !$0.viewModel.book.isEmpty },
      [
        .character("+"): { $0.changeDepth(isDeeper: true) },
        .character("="): { $0.changeDepth(isDeeper: true) },
        .character("-"): { $0.changeDepth(isDeeper: false) },
      ]),
    KeyBinding(
      "[ ]", "step", "Smaller / larger price step",
      if: { $0.viewModel.query.detail == .levels && $0.priceOfSteps != nil },
      [
        .character("["): { $0.changeStep(isCoarser: false) },
        .character("]"): { $0.changeStep(isCoarser: true) },
      ]),
    KeyBinding(
      "h", "history", "Open the price history of the pair",
      [
        .character("h"): {
          .open(HistoryCommand.screen(of: $0.home.viewModel.pair, in: $0.home.context))
        }
      ]),
    KeyBinding(
      "g", "chart", "Toggle depth chart",
      now: { $0.viewModel.book.isEmpty ? nil : $0.isChart ? "ladder" : "chart" },
      [
        .character("g"): { screen in
          screen.isChart.toggle()
          screen.fitDepth()
          return .handled
        }
      ]),
    KeyBinding(
      "a", "all exchanges", "Toggle merged book of all exchanges", now: \.otherExchanges,
      [.character("a"): { $0.toggleAllExchanges() }]),
    KeyBinding(
      "o", "orders", "Toggle individual orders",
      now: { screen in
        guard screen.exchangesWithoutOrders.isEmpty else { return nil }
        return screen.viewModel.query.detail == .orders ? "levels" : "orders"
      }, [.character("o"): { $0.toggleDetail() }]),
    KeyBinding(
      "c", "columns", "Choose columns", if: { !$0.isChart },
      [.character("c"): { $0.chooseColumns() }]),
    .movement("Scroll", if: { !$0.isChart && $0.levels > $0.rowsOfLevels }) { $0.move(by: $1) },
  ]

  private var fittingDepth: Int { max(1, rowsOfLevels / 2) }

  private var rowsOfLevels: Int {
    room.rows - (ladder.table.hasHeader ? 1 : 0) - ladder.middle(of: viewModel, fitting: room).count
  }

  private var levels: Int { viewModel.asks.count + viewModel.bids.count }

  private mutating func fitDepth() {
    let depth = isChart ? chartDepth : isFitting ? fittingDepth : ladderDepth
    if viewModel.query.depth != depth { polls.viewModel.query.depth = depth }
  }

  private mutating func changeDepth(isDeeper: Bool) -> KeyResult {
    let current = viewModel.query.depth ?? .max
    let choices = [1, 5, 10, 20, 50, 100] + (isChart ? [] : [fittingDepth])
    // All levels follow the deepest choice.
    let depth =
      isDeeper ? choices.filter { $0 > current }.min() : choices.filter { $0 < current }.max()
    if depth == nil, !isDeeper { return .handled }
    if isChart {
      chartDepth = depth
    } else {
      (ladderDepth, isFitting) = (depth, depth == fittingDepth)
    }
    fitDepth()
    return .handled
  }

  private mutating func chooseColumns() -> KeyResult {
    guard !isChart else { return .handled }
    // A level has a count of orders, an order has an id.
    let other = viewModel.query.detail == .orders ? "orders" : "order_id"
    let fields = BookRow.columns.filter { $0.name != other }.map { ($0.name, $0.meaning) }
    chooser = ColumnChooser(fields, shown: shownLayout.columns.map(\.name))
    return .handled
  }

  mutating func choose(columns names: [String]) -> KeyResult {
    let columns = names.compactMap(BookRow.column(named:))
    if columns != shownLayout.columns {
      ladder = LadderRenderer(layout: Layout(columns, areChosen: true), table: ladder.table)
    }
    return .handled
  }

  /// The layout of the levels, or of the orders, that are shown.
  private var shownLayout: Layout<BookRow> {
    shownLadder.layout.adapted(to: viewModel.query.detail)
  }

  private var exchanges: [any Exchange] { home.context.world.exchanges }

  private var exchangesWithoutOrders: [String] {
    let requested = isOnAllExchanges ? exchanges.map(\.id) : home.context.exchanges
    return exchanges.filter { !$0.info.hasOrders && requested.contains($0.id) }.map(\.title)
  }

  private mutating func toggleDetail() -> KeyResult {
    let missing = exchangesWithoutOrders
    guard missing.isEmpty else {
      let verb = missing.count == 1 ? "does" : "do"
      let others = exchanges.filter(\.info.hasOrders).map(\.id.rawValue).joined(separator: ", ")
      return .refused(
        "\(missing.joined(separator: ", ")) \(verb) not offer single orders; these do: \(others)")
    }
    return restart(viewModel.query.detail == .orders ? .levels : .orders)
  }

  /// The exchanges that `a` leads to; `nil` where these are all there are.
  private var otherExchanges: String? {
    let count = home.context.clients.count
    guard isOnAllExchanges else { return count < exchanges.count ? "all exchanges" : nil }
    return count > 1 ? "\(count) exchanges" : home.context.client.exchange.title
  }

  private mutating func toggleAllExchanges() -> KeyResult {
    guard otherExchanges != nil else { return .handled }
    isOnAllExchanges.toggle()
    return restart(isOnAllExchanges ? .levels : viewModel.query.detail)
  }

  /// Restarts polling; the last answer belongs to the previous query.
  private mutating func restart(_ detail: BookDetail) -> KeyResult {
    let pair = viewModel.pair
    var query = viewModel.query
    query.detail = detail
    var job = PollJob(
      of: pair, query, in: isOnAllExchanges ? home.context.onAllExchanges(pair) : home.context)
    // The condition is about the exchanges of the command.
    job.condition = home.condition
    if isOnAllExchanges, job.condition != nil { job.condition = { _ in false } }
    let result = restart(job)
    fitDepth()
    return result
  }

  /// The price that steps are parts of: above 0, and unknown without orders.
  private var priceOfSteps: Decimal? {
    let book = viewModel.book
    let price = book.mid ?? (book.bids.first ?? book.asks.first)?.price
    return price.flatMap { $0 > 0 ? $0 : nil }
  }

  /// To 1, 2 or 5 times a power of ten between a 100,000th and a tenth of the price; finest is none.
  private mutating func changeStep(isCoarser: Bool) -> KeyResult {
    guard viewModel.query.detail == .levels else {
      return .refused("single orders have no price step")
    }
    guard let price = priceOfSteps else { return .handled }
    let steps = (-40...40).flatMap { exponent in
      [1, 2, 5].map { Decimal(sign: .plus, exponent: exponent, significand: $0) }
    }.filter { $0 * 100_000 >= price && $0 * 10 <= price }
    let step = viewModel.query.step
    polls.viewModel.query.step =
      isCoarser ? steps.first { $0 > step ?? 0 } ?? step : steps.last { $0 < step ?? 0 }
    return .handled
  }

  var requested: String { "the order book of \(viewModel.pair)" }

  var heading: [String] {
    let query = viewModel.query
    let depth = "depth \(query.depth.map(String.init) ?? "all")"
    let kind = query.detail == .orders ? "orders" : query.step.map { "group \($0.plain)" }
    let mark = polls.markedListings.isEmpty ? "" : "! "
    return [mark + viewModel.pair.symbol, depth] + [kind].compactMap(\.self)
  }

  var body: [Line] {
    guard !isChart else {
      // The status line is below it.
      let terminal = TerminalSize(columns: room.columns, rows: room.rows + 1)
      return chart.lines(of: viewModel, fitting: terminal)
    }
    let (heading, lines) = ladderLines
    let isEmpty = viewModel.book.isEmpty && !keysWithoutData.isEmpty
    return heading + lines.dropFirst(place(of: lines).first).prefix(rowRoom)
      + (isEmpty ? Page.empty([], keys: keysWithoutData, columns: room.columns) : [])
  }

  var keysWithoutData: [String] { otherExchanges.map { ["a for the book of \($0)"] } ?? [] }

  private var shownLadder: LadderRenderer { isOnAllExchanges ? ladder.withExchange : ladder }

  private var ladderLines: (heading: [Line], lines: [Line]) {
    shownLadder.lines(of: viewModel, fitting: room)
  }

  private var rowRoom: Int { max(0, room.rows - (ladder.table.hasHeader ? 1 : 0)) }

  /// The first line that is shown, and the one of an unscrolled ladder: the spread is in the middle.
  private func place(of lines: [Line]) -> (first: Int, usual: Int) {
    let last = lines.count - rowRoom
    let usual = (viewModel.asks.count - rowRoom / 2).clamped(to: last)
    return ((usual + scroll).clamped(to: last), usual)
  }

  private mutating func move(by rows: Int) {
    guard !isChart else { return }
    let lines = ladderLines.lines
    let (first, usual) = place(of: lines)
    scroll = (first + rows).clamped(to: lines.count - rowRoom) - usual
  }
}
