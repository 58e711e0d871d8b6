package import MarketCore
package import Reports
package import Terminal

/// A screen that shows a list, such as pairs, coins or holdings, and filters its rows.
package struct ListScreen<SomeFeed: RowsFeed>: RowsScreen where SomeFeed.Row: TableRow {
  package typealias Row = SomeFeed.Row

  package var polls: PollState<SomeFeed> { didSet { followSelection() } }
  package var room = TerminalSize(columns: 80, rows: 24)
  package var table: RowsTable<Row>

  package init(_ feed: SomeFeed, at pace: Pace, table: RowsTable<Row>) {
    polls = PollState(feed, at: pace)
    self.table = table
  }

  package static var bindings: [KeyBinding<ListScreen>] {
    let pairs = ("pairs", "List the pairs of the selected coin")
    let book = ("book", "Open the order book of the selected pair")
    let (word, meaning) = SomeFeed.hasPairs ? pairs : book
    let bindings: [KeyBinding<ListScreen>] = [
      .movement("Move through the rows", hasLetters: true, page: \.page, if: \.hasOrder) {
        $0.move(by: $1)
      },
      KeyBinding("Enter", word, meaning, if: \.hasDetail, [.enter: { $0.open($0.detail(of:)) }]),
      KeyBinding(
        "h", "history", "Open the price history of the selected \(Row.noun.one)",
        if: { $0.selectedRow?.historyMarket != nil },
        [.character("h"): { $0.open($0.history(of:)) }]),
      KeyBinding(
        "v", "rows",
        "Toggle chart and book of the selected row (on terminals from 160×30)",
        now: { $0.canSplit ? $0.table.look?.view == .split ? "rows" : "split" : nil },
        changing: [.character("v"): { $0.toggleView() }]),
      KeyBinding(
        "/", "filter", "Filter (Enter applies, Esc cancels, Ctrl-U clears, Ctrl-W cuts a word)",
        changing: [
          .character("/"): { $0.table.editedFilter = (TextField($0.table.filter), $0.table.filter) }
        ]),
      KeyBinding(
        "Tab", "watchlist", "Next watchlist of the options file, or all (also Shift-Tab: previous)",
        if: { !$0.viewModel.query.watchlists.isEmpty },
        [.tab: { $0.changeWatchlist(by: 1) }, .backTab: { $0.changeWatchlist(by: -1) }]),
    ]
    let amounts = KeyBinding<ListScreen>(
      "$", "amounts", "Hide or show amounts",
      changing: [.character("$"): { $0.table.hidesAmounts.toggle() }])
    return bindings + rowsBindings + (Row.style.amounts.isEmpty ? [] : [amounts]) + [reset]
  }

  package mutating func refetch() -> ScreenEffect {
    var feed = polls.feed
    (feed.query, feed.columns) = (viewModel.query, table.layout.columns)
    // For windows such as `ago(last, 15m)`, a live run needs each update, not only the newest values.
    let isSameStream = !polls.pace.isLive || feed.hasWindows == polls.feed.hasWindows
    guard feed.request == polls.feed.request, isSameStream else {
      return restart(feed, showing: viewModel)
    }
    polls.feed = feed
    polls.fillCloses()
    return .handled
  }
}

// MARK: - Other screens

extension ListScreen {
  /// Whether Enter opens a screen of the selected row. Totals and cash, for example, have no screen.
  private var hasDetail: Bool {
    selectedRow.map { SomeFeed.hasPairs || $0.market != nil } ?? false
  }

  /// Returns the screen of the pairs of a coin, or of the order book of a pair; `nil` for any other row.
  private func detail(of row: Row) -> (any ScreenModel)? {
    if let pairs = polls.feed.pairs(of: row) {
      let layout = Layout(Output<Ticker>(), isMultiExchange: market.isMultiExchange)
      let table = RowsTable(
        layout.withoutQuoteCodes, pairs.query, on: table.stage, look: table.look)
      return ListScreen<ListFeed>(pairs, at: polls.pace, table: table)
    }
    return row.market.map { BookScreen(of: $0, in: market, at: polls.pace, on: table.stage) }
  }

  private func history(of row: Row) -> (any ScreenModel)? {
    row.historyMarket.map {
      HistoryScreen(of: $0, in: market, at: polls.pace, on: table.stage)
    }
  }

  private mutating func toggleView() {
    if canSplit { table.look?.view.toggle() }
  }

  private mutating func open(_ screen: (Row) -> (any ScreenModel)?) -> ScreenEffect {
    guard let screen = selectedRow.flatMap(screen) else { return .handled }
    // Stores the selection, so that Esc returns to the same row, even if it was selected by default.
    move(by: 0)
    return .open(screen)
  }
}

// MARK: - View

extension ListScreen {
  package var requested: (subject: String, exchanges: [String]) {
    let pairs = requestedSymbols ?? ""
    let all = "all \(SomeFeed.Model.Element.noun.many)"
    return (pairs.isEmpty ? all : "prices of \(pairs)", market.titles)
  }

  package mutating func view(at now: ContinuousClock.Instant, ages: [ExchangeID: String])
    -> ScreenView
  {
    rowsView(heading: heading, at: now, ages: ages)
  }

  /// The requested symbols, or the number of more than three; `nil` if all rows are requested.
  private var requestedSymbols: String? {
    let symbols = market.requests.map(\.pair.symbol).eachOnce
    if symbols.isEmpty { return nil }
    return symbols.count > 3 ? "\(symbols.count) symbols" : symbols.joined(separator: ", ")
  }

  private var heading: [String] {
    let (query, shown, total) = (viewModel.query, viewModel.rows.count, viewModel.total)
    let filters = (table.fixedFilters.map(\.text) + [table.filter]).filter { !$0.isEmpty }
    let pairs = "\(total) \(total == 1 ? Row.noun.one : Row.noun.many)"
    return polls.feed.heading
      + [
        viewModel.freshness.asOf == nil ? nil : shown == total ? pairs : "\(shown) of \(pairs)",
        requestedSymbols,
        filters.isEmpty ? nil : "filter \(filters.joined(separator: " and "))",
        conditionText.isEmpty ? nil : "where \(conditionText)",
        query.sort.map { "sort \($0.text)" },
      ].compactMap(\.self)
  }

  package var keysWithoutRows: [String?] {
    [
      isEdited ? "Esc to reset" : nil,
      conditionText.isEmpty ? nil : "w to edit the condition",
      table.filter.isEmpty ? nil : "/ to edit the filter",
    ]
  }

  package var footer: [Report.Member] {
    polls.feed.supplements(to: viewModel, inTable: true).map {
      Report.Member($0, inTable: true)
    }
  }

  /// In the column of the exchange, the age of an old answer follows the name of the exchange.
  package var cellTexts: (column: Column<Row>, text: (Row) -> String?)? {
    let ages = table.ages
    guard !ages.isEmpty, let column = Row.style.exchange else { return nil }
    return (column, { row in row.exchange.flatMap { id in ages[id].map { "\(id) \($0)" } } })
  }
}
