package import Foundation
package import MarketCore

/// The columns of an output, in order. Makes the reports that have these columns.
package struct Layout<Row: TableRow>: Sendable {
  package let columns: [Column<Row>]
  package let areChosen: Bool
  /// Whether columns are omitted according to ``TableStyle/omitted``.
  private let omitsColumns: Bool

  package init(_ columns: [Column<Row>], areChosen: Bool = false, omitsColumns: Bool = false) {
    (self.columns, self.areChosen, self.omitsColumns) = (columns, areChosen, omitsColumns)
  }

  /// Uses the columns of the template, the chosen columns, or else the default columns of the format. A
  /// default table also shows the exchange if there are several, and the symbol if there are several pairs,
  /// if rows have them.
  package init(
    _ output: Output<Row>, isMultiExchange: Bool = false, isMultiPair: Bool = false
  ) {
    if let columns = output.columns ?? (output.hasTable ? nil : output.template?.columns) {
      self.init(columns, areChosen: output.columns != nil)
    } else if output.hasTable {
      var columns = Row.tableColumns
      let added = [
        isMultiExchange ? Row.style.exchange : nil, isMultiPair ? Row.style.symbol : nil,
      ]
      for (index, column) in Row.columns.enumerated()
      where added.contains(column) && !columns.contains(column) {
        // Before the first column that follows it in `Row.columns`.
        let before = Set(Row.columns[..<index])
        columns.insert(column, at: columns.prefix(while: before.contains).count)
      }
      self.init(columns, omitsColumns: true)
    } else {
      self.init(output.format?.columns(of: Row.self) ?? Row.dataColumns)
    }
  }

  /// Returns the layout with further columns at its end, unless it has them.
  package func adding(_ further: [Column<Row>]) -> Layout {
    let columns = (columns + further).eachOnce
    return Layout(columns, areChosen: areChosen, omitsColumns: omitsColumns)
  }

  /// Returns the layout for these rows: without the columns that `omitsColumns` omits.
  package func of(_ rows: [Row]) -> Layout {
    guard omitsColumns else { return self }
    let columns = columns.filter { column in
      Row.style.omitted[column].map { !rows.allSatisfy($0) } ?? true
    }
    return Layout(columns, areChosen: areChosen)
  }

  /// Returns the layout without the columns that a table of this width never shows.
  func shown(in width: Int?) -> Layout {
    let shown = zip(columns, reportColumns).filter { $1.isShown(in: width) }
    return Layout(shown.map { $0.0 }, areChosen: areChosen)
  }

  private var reportColumns: [Report.Column] {
    let style = Row.style
    return columns.map { Report.Column($0, in: style, isChosen: areChosen) }
  }

  /// Returns a group of rows. Without `cells`, the cells have the values of each row at `asOf`.
  package func group(
    _ name: String, _ rows: [Row], asOf: Date = .distantPast, times: [Date]? = nil,
    cells: (([Column<Row>]) -> (Row) -> [Cell])? = nil
  ) -> Report.Group {
    Report.Group(
      name, rows, reportColumns, times: times,
      cells: cells?(columns) ?? { row in columns.map { $0.cell(of: row, asOf: asOf) } })
  }
}

extension Layout where Row: MarketRow {
  /// The layout without the code of the quote currency in prices, if a column shows the symbol.
  package var withoutQuoteCodes: Layout {
    let style = Row.style
    guard let symbol = style.symbol, columns.contains(symbol) else { return self }
    let columns = columns.map { column in
      let isComputed = column.kind.isMoney && !Row.columns.contains(column)
      return isComputed || style.quoted.contains(column) ? column.withoutQuoteCode : column
    }
    return Layout(columns, areChosen: areChosen, omitsColumns: omitsColumns)
  }
}

extension Layout<CandleRow> {
  /// The layout with dates, such as `2026-11-20`, in place of times.
  package var withDates: Layout {
    let columns = columns.map { $0 == CandleRow.Columns.time ? .date : $0 }
    return Layout(columns, areChosen: areChosen)
  }
}

extension Layout where Row: ListRow {
  /// Returns the report of a list, or of its rows in `range`. `texts` replaces texts of a column. `footer`
  /// follows the rows. With several exchanges, or `namesEachSource`, the report has the source or
  /// the error of each exchange. If `hasStale` is true, the report has the ages of rows that are printed again.
  package func report<List: RowsViewModel>(
    _ list: List, name: String = "", rows range: Range<Int>? = nil,
    texts: (column: Column<Row>, text: (Row) -> String?)? = nil, footer: [Report.Member] = [],
    namesEachSource: Bool = false, hasStale: Bool = false
  ) -> Report where List.Row == Row {
    let shown = range.map { Array(list.rows[$0]) } ?? list.rows
    let times = list.polled.isMultiExchange ? shown.map(list.asOf) : nil
    var group = of(list.rows).group(name, shown, times: times) { columns in
      let cells = list.cells(of: columns)
      guard let texts, let index = columns.firstIndex(of: texts.column) else { return cells }
      return { row in cells(row).replacingText(at: index, by: texts.text(row)) }
    }
    group.live = list.liveState.map(shown.map)
    if hasStale { group.stale = shown.map { list.polled.olderTime(of: $0)?.stale } }
    return Report(
      asOf: list.freshness.asOf,
      exchanges: list.polled.all.map { state in
        (state.exchange?.rawValue, state.freshness.failure == nil && state.freshness.asOf != nil)
      },
      before: list.polled.origin(namesEach: namesEachSource || list.polled.isMultiExchange),
      groups: [group], after: footer, isUpdate: list.query.onlyChanges)
  }

  /// Returns the report of the rows of a feed. In tables and JSON, totals and other supplements follow.
  package func report<SomeFeed: RowsFeed>(
    _ model: SomeFeed.Model, of feed: SomeFeed, _ output: Output<Row>
  ) -> Report where SomeFeed.Row == Row {
    let hasFooter = output.isTable || output.format == .json
    let supplements = hasFooter ? feed.supplements(to: model, inTable: output.isTable) : []
    var report = report(
      model, name: feed.name,
      footer: supplements.map { Report.Member($0, inTable: output.isTable) },
      namesEachSource: feed.namesEachSource, hasStale: output.repeatsRows)
    report.tags = feed.tags
    return report
  }
}

extension Layout<BookRow> {
  /// The layout with the exchange as its first column, unless the columns were chosen or have it.
  package var withExchange: Layout {
    let exchange = BookRow.Columns.exchange
    return areChosen || columns.contains(exchange) ? self : Layout([exchange] + columns)
  }

  /// Returns the layout for levels, which have a count of orders, or for single orders, which have an id.
  package func adapted(to detail: BookDetail) -> Layout {
    let (orders, orderID) = (BookRow.Columns.orders, BookRow.Columns.orderID)
    let column = detail == .orders ? orderID : orders
    return Layout(
      columns.map { [orders, orderID].contains($0) ? column : $0 }, areChosen: areChosen)
  }

  package func report(_ book: OrderBookViewModel) -> Report {
    let layout = adapted(to: book.query.detail)
    let isMerged = book.polled.isMultiExchange
    let fill = book.fill.map { fill -> Report.Member in
      let parts = fill.parts.map { $0.members(Fill.Part.columns, asOf: book.asOf) }
      return .object(
        "fill",
        fill.members(Fill.dataColumns, asOf: book.asOf)
          + (isMerged ? [.objects("parts", parts)] : []))
    }
    return Report(
      asOf: book.freshness.asOf,
      before: book.polled.origin(namesEach: isMerged)
        + book.members(OrderBookViewModel.summaryColumns, asOf: book.asOf),
      groups: [
        layout.group("bids", book.bids, of: book), layout.group("asks", book.asks, of: book),
      ],
      after: [fill].compactMap(\.self))
  }

  private func group(
    _ name: String, _ rows: [BookRow], of book: OrderBookViewModel
  ) -> Report.Group {
    let times = book.polled.isMultiExchange ? rows.map(book.asOf) : nil
    var group = group(name, rows, times: times) { columns in
      { row in columns.map { book.cell(of: $0, in: row) } }
    }
    let live = rows.compactMap { book.live($0.exchange) }
    if !live.isEmpty { group.live = live }
    return group
  }
}

extension Date {
  /// The age of data that arrived at this time.
  fileprivate var stale: String {
    let seconds = (OutputTime.current ?? .now).timeIntervalSince(self)
    return "stale \(NumberFormat.duration(seconds: max(0, seconds).rounded()))"
  }
}

extension [Cell] {
  fileprivate func replacingText(at index: Int, by text: String?) -> [Cell] {
    guard let text else { return self }
    var cells = self
    cells[index] = Cell(cells[index].value, text)
    return cells
  }
}
