import Foundation
package import MarketCore
package import Reports
package import Terminal

/// A screen that shows the order book of one pair, as a ladder or as a depth chart.
package struct BookScreen: ScreenModel {
  package var polls: PollState<BookFeed> { didSet { fitDepth() } }
  package var room = TerminalSize(columns: 80, rows: 24) { didSet { fitDepth() } }
  package var chooser: ColumnChooser?
  private var layout: Layout<BookRow>
  private let renderer: TableRenderer
  private let stage: Stage
  private let firstFeed: BookFeed
  private var isChart: Bool
  /// The number of levels or orders per side; `nil` for all.
  private var ladderDepth, chartDepth: Int?
  /// Whether the ladder has `fittingDepth` levels per side instead of `ladderDepth`.
  private var isFitting: Bool
  /// The number of lines that the ladder is scrolled down from its default place; negative for up.
  private var scroll = 0

  /// If `hasDepth` is false or `isChart` is true, the ladder begins with as many levels as fit.
  package init(
    _ feed: BookFeed, at pace: Pace, on stage: Stage, layout: Layout<BookRow>,
    hasHeader: Bool = true, isChart: Bool = false, hasDepth: Bool = false
  ) {
    polls = PollState(feed, at: pace)
    (firstFeed, self.stage, self.layout, self.isChart) = (feed, stage, layout, isChart)
    renderer = TableRenderer(looks: stage.looks, hasHeader: hasHeader)
    (ladderDepth, chartDepth) = (feed.query.depth, isChart ? feed.query.depth : nil)
    isFitting = isChart || !hasDepth
  }

  init(of listing: Listing, in market: Market, at pace: Pace, on stage: Stage) {
    self.init(
      BookFeed(market.only(listing.exchange), of: listing.pair, BookQuery(depth: nil)),
      at: pace.endless, on: stage,
      layout: Layout(BookRow.tableColumns))
  }

  private var exchanges: [any Exchange] { firstFeed.market.clients.map(\.exchange) }
  private var isOnAllExchanges: Bool { market.exchanges != firstFeed.market.exchanges }

  package static let bindings: [KeyBinding<BookScreen>] = [
    KeyBinding(
      "+ -", "depth", "More / fewer levels per side (= is like +)",
      if: { !$0.viewModel.book.isEmpty },
      changing: [
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
      [.character("h"): { .open($0.history) }]),
    KeyBinding(
      "g", "chart", "Toggle depth chart",
      now: { $0.viewModel.book.isEmpty ? nil : $0.isChart ? "ladder" : "chart" },
      changing: [
        .character("g"): {
          $0.isChart.toggle()
          $0.fitDepth()
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
      changing: [.character("c"): { $0.chooseColumns() }]),
    .movement("Scroll", page: \.page, if: { !$0.isChart && $0.levels > $0.rowsOfLevels }) {
      $0.move(by: $1)
    },
  ]

  package mutating func update(_ event: ScreenEvent<BookFeed>) -> ScreenEffect {
    switch event {
    case .key(let key): return action(of: key)?(&self) ?? .ignored
    case .columns(let names):
      let columns = names.compactMap(BookRow.column(named:))
      if columns != shownLayout.columns { layout = Layout(columns, areChosen: true) }
    default: polls.update(event)
    }
    return .handled
  }
}

// MARK: - Depth and steps

extension BookScreen {
  private var fittingDepth: Int { max(1, rowsOfLevels / 2) }

  private var rowsOfLevels: Int { rowRoom - renderer.middle(of: viewModel, fitting: room).count }

  private var levels: Int { viewModel.asks.count + viewModel.bids.count }

  private mutating func fitDepth() {
    let depth = isChart ? chartDepth : isFitting ? fittingDepth : ladderDepth
    if viewModel.query.depth != depth { polls.model.query.depth = depth }
  }

  private mutating func changeDepth(isDeeper: Bool) {
    let current = viewModel.query.depth ?? .max
    let choices = [1, 5, 10, 20, 50, 100] + (isChart ? [] : [fittingDepth])
    // Above the largest choice, the depth is `nil`: all levels.
    let depth =
      isDeeper ? choices.filter { $0 > current }.min() : choices.filter { $0 < current }.max()
    if depth == nil, !isDeeper { return }
    if isChart {
      chartDepth = depth
    } else {
      (ladderDepth, isFitting) = (depth, depth == fittingDepth)
    }
    fitDepth()
  }

  /// The price from which steps are derived; `nil` if the book is empty or the price is not above 0.
  private var priceOfSteps: Decimal? {
    let book = viewModel.book
    let price = book.mid ?? (book.bids.first ?? book.asks.first)?.price
    return price.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Sets the next smaller or larger price step, if there is one: 1, 2 or 5 times a power of ten, from a
  /// 100,000th to a tenth of the price. Below the smallest step is `nil`: levels are not aggregated.
  private mutating func changeStep(isCoarser: Bool) -> ScreenEffect {
    guard viewModel.query.detail == .levels else {
      return .refused("single orders have no price step")
    }
    guard let price = priceOfSteps else { return .handled }
    let steps = (-40...40).flatMap { exponent in
      [1, 2, 5].map { Decimal(sign: .plus, exponent: exponent, significand: $0) }
    }.filter { $0 * 100_000 >= price && $0 * 10 <= price }
    let step = viewModel.query.step
    polls.model.query.step =
      isCoarser ? steps.first { $0 > step ?? 0 } ?? step : steps.last { $0 < step ?? 0 }
    return .handled
  }
}

// MARK: - Exchanges, orders and columns

extension BookScreen {
  private var exchangesWithoutOrders: [String] {
    let requested = exchanges.map(\.id)
    return market.allExchanges.filter {
      !$0.info.hasOrders && (isOnAllExchanges || requested.contains($0.id))
    }.map(\.title)
  }

  private mutating func toggleDetail() -> ScreenEffect {
    let missing = exchangesWithoutOrders
    guard missing.isEmpty else {
      let verb = missing.count == 1 ? "does" : "do"
      let others = market.allExchanges.filter(\.info.hasOrders).map(\.id.rawValue)
      return .refused(
        "\(missing.joined(separator: ", ")) \(verb) not offer single orders; "
          + "these do: \(others.joined(separator: ", "))")
    }
    return restart(viewModel.query.detail == .orders ? .levels : .orders, on: market)
  }

  /// The exchanges to which the key `a` switches, as text; `nil` if there are no other exchanges.
  private var otherExchanges: String? {
    let count = exchanges.count
    guard isOnAllExchanges else {
      return count < market.allExchanges.count ? "all exchanges" : nil
    }
    return count > 1 ? "\(count) exchanges" : exchanges[0].title
  }

  private mutating func toggleAllExchanges() -> ScreenEffect {
    guard otherExchanges != nil else { return .handled }
    return isOnAllExchanges
      ? restart(viewModel.query.detail, on: firstFeed.market)
      : restart(.levels, on: firstFeed.market.onAllExchanges(viewModel.pair))
  }

  private mutating func restart(_ detail: BookDetail, on market: Market) -> ScreenEffect {
    var feed = firstFeed
    (feed.market, feed.pair, feed.query) = (market, viewModel.pair, viewModel.query)
    feed.query.detail = detail
    return restart(feed)
  }

  /// The history of the pair, on the first requested exchange that offers history, else on another one.
  private var history: HistoryScreen {
    let client = firstFeed.market.clients.first { !$0.exchange.info.periods.isEmpty }
    let exchange = (client ?? firstFeed.market.clients[0]).exchange.id
    return HistoryScreen(
      of: Listing(exchange: exchange, pair: viewModel.pair), in: firstFeed.market, at: polls.pace,
      on: stage)
  }

  private var shownLayout: Layout<BookRow> {
    ladderLayout.adapted(to: viewModel.query.detail)
  }

  private mutating func chooseColumns() {
    if isChart { return }
    // Only levels have a count of orders, and only single orders have an id.
    let (orders, orderID) = (BookRow.Columns.orders, BookRow.Columns.orderID)
    let other = viewModel.query.detail == .orders ? orders : orderID
    let fields = BookRow.columns.filter { $0 != other }.map { ($0.name, $0.meaning) }
    chooser = ColumnChooser(fields, shown: shownLayout.columns.map(\.name))
  }
}

// MARK: - View

extension BookScreen {
  package var requested: (subject: String, exchanges: [String]) {
    ("the order book of \(viewModel.pair)", market.titles)
  }

  package var keysWithoutData: [String] { otherExchanges.map { ["a for the book of \($0)"] } ?? [] }

  package func view(at now: ContinuousClock.Instant, ages: [ExchangeID: String]) -> ScreenView {
    let body = body
    return ScreenView(heading: heading, body: body) { body }
  }

  private var heading: [String] {
    let query = viewModel.query
    let depth = "depth \(query.depth.map(String.init) ?? "all")"
    let kind: String? =
      switch query.detail {
      case .orders: "orders"
      case .levels: query.step.map { "group \($0.plain)" }
      }
    let mark = polls.markedKeys.isEmpty ? "" : "! "
    return [mark + viewModel.pair.symbol, depth] + [kind].compactMap(\.self)
  }

  private var body: [Line] {
    guard !isChart else {
      // `depthChart` leaves the last line of a terminal free, but `room` is used up to its last line.
      let terminal = TerminalSize(columns: room.columns, rows: room.rows + 1)
      return renderer.depthChart(of: viewModel, fitting: terminal)
    }
    let (heading, lines) = ladderLines
    let isEmpty = viewModel.book.isEmpty && !keysWithoutData.isEmpty
    return heading + lines.dropFirst(place(of: lines).first).prefix(rowRoom)
      + (isEmpty ? Page.empty([], keys: keysWithoutData, columns: room.columns) : [])
  }

  private var ladderLayout: Layout<BookRow> { isOnAllExchanges ? layout.withExchange : layout }

  private var ladderLines: (heading: [Line], lines: [Line]) {
    renderer.ladder(of: viewModel, ladderLayout, fitting: room)
  }

  private var rowRoom: Int { max(0, room.rows - (renderer.hasHeader ? 1 : 0)) }

  /// Returns the index of the first line. At `unscrolled`, the spread is in the middle, if possible.
  private func place(of lines: [Line]) -> (first: Int, unscrolled: Int) {
    let last = lines.count - rowRoom
    let unscrolled = (viewModel.asks.count - rowRoom / 2).clamped(to: last)
    return ((unscrolled + scroll).clamped(to: last), unscrolled)
  }

  private mutating func move(by rows: Int) {
    if isChart { return }
    let lines = ladderLines.lines
    let (first, unscrolled) = place(of: lines)
    scroll = (first + rows).clamped(to: lines.count - rowRoom) - unscrolled
  }
}
