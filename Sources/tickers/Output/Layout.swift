import Foundation
import MarketCore

/// The columns of a table or of a machine format.
struct Layout<Row: MarketCore.Row>: Sendable {
  let columns: [Column<Row>]
  /// Whether the columns were chosen by name.
  var areChosen = false
  /// Whether columns of which all numbers are 0 may be left out, see ``TableStyle/omittedIfZero``.
  private var omitsZeros = false

  /// The columns of these options in a format.
  ///
  /// - Parameter isMultiExchange: whether several exchanges are requested: a table then begins with
  ///   the exchange.
  init(_ options: FormatOptions<Row>, for format: Format, isMultiExchange: Bool = false) {
    let columns =
      format.columns?.compactMap(Row.column(named:))
      ?? (format == .table ? Self.tableColumns(isMultiExchange: isMultiExchange) : Row.dataColumns)
    self.init(
      options.columns ?? columns, areChosen: options.columns != nil,
      omitsZeros: format == .table && options.columns == nil)
  }

  init(_ columns: [Column<Row>], areChosen: Bool = false, omitsZeros: Bool = false) {
    self.columns = columns
    self.areChosen = areChosen
    self.omitsZeros = omitsZeros
  }

  /// The columns of a table, unless others are chosen.
  static func tableColumns(isMultiExchange: Bool) -> [Column<Row>] {
    (isMultiExchange ? [Row.column(named: "exchange")].compactMap(\.self) : []) + Row.tableColumns
  }

  /// The columns as renderers have them.
  var reported: [Report.Column] { columns.map { Report.Column($0, isChosen: areChosen) } }

  /// The layout of these rows: without the columns of which all numbers are 0, if it omits these.
  func of(_ rows: [Row]) -> Layout {
    guard omitsZeros else { return self }
    let columns = columns.filter { column in
      !Row.style.omittedIfZero.contains(column.name)
        || rows.contains { column.value(of: $0, asOf: .distantPast) != .number(0) }
    }
    return Layout(columns, areChosen: areChosen)
  }

  /// The same without the columns that a table of that width has no room for.
  func shown(in width: Int?) -> Layout {
    Layout(
      columns.filter { Report.Column($0, isChosen: areChosen).isShown(in: width) },
      areChosen: areChosen)
  }

  /// A group of rows that depend on no time.
  func group(_ name: String, _ rows: [Row]) -> Report.Group {
    let layout = of(rows)
    return Report.Group(
      name: name, columns: layout.reported,
      rows: Report.Rows(of: rows) { [columns = layout.columns] row in
        columns.map { $0.cell(of: row, asOf: .distantPast) }
      })
  }
}

extension Layout where Row: ListRow {
  /// The report of a list.
  ///
  /// - Parameters:
  ///   - name: the name of the rows where formats name them.
  ///   - range: the rows of the report; `nil` for all.
  ///   - ages: the ages of old answers by exchange, which people see beside its name.
  func report(
    _ list: ListViewModel<Row>, name: String, rows range: Range<Int>? = nil,
    ages: [String: String] = [:]
  ) -> Report {
    let shown = range.map { Array(list.rows[$0]) } ?? list.rows
    // Whatever rows are seen, the columns are those of all.
    let layout = of(list.rows)
    let (columns, exchange) = (layout.columns, layout.columns.firstIndex { $0.name == "exchange" })
    let rows = Report.Rows(of: shown) { row in
      var cells = list.cells(of: columns, in: row)
      if let exchange, let age = ages[row.exchange] {
        cells[exchange] = Cell(cells[exchange].value, "\(row.exchange) \(age)")
      }
      return cells
    }
    return Report(
      freshness: list.freshness, sources: list.sources.reported,
      groups: [
        Report.Group(
          name: name, columns: layout.reported, rows: rows,
          times: list.sources.areSeveral ? shown.map(list.asOf) : nil)
      ],
      isUpdate: list.query.onlyChanges)
  }
}

extension Layout<BookRow> {
  /// The report of an order book: bids before asks.
  func report(_ book: OrderBookViewModel) -> Report {
    // A level has a count of orders, an order has an id.
    let detail = BookRow.column(book.query.detail == .orders ? "order_id" : "orders")
    let layout = Layout(
      columns.map { ["orders", "order_id"].contains($0.name) ? detail : $0 }, areChosen: areChosen)
    func group(_ name: String, _ rows: [BookRow]) -> Report.Group {
      Report.Group(
        name: name, columns: layout.reported,
        rows: Report.Rows(of: rows) { [columns = layout.columns] row in
          columns.map { book.cell(of: $0, in: row) }
        }, times: book.sources.areSeveral ? rows.map(book.asOf) : nil)
    }
    func members<Value: MarketCore.Row>(_ columns: [Column<Value>], _ value: Value) -> [Report
      .Member]
    {
      columns.map { ($0.name, $0.cell(of: value, asOf: book.asOf).value) }
    }
    return Report(
      freshness: book.freshness, sources: book.sources.reported,
      groups: [group("bids", book.bids), group("asks", book.asks)],
      summary: members(OrderBookViewModel.columns, book),
      fill: book.fill.map { members(Fill.dataColumns, $0) },
      fillParts: book.sources.areSeveral
        ? book.fill?.parts.map { members(Fill.Part.columns, $0) } : nil)
  }
}

extension Layout<Fill> {
  /// The report of the fill of an order: one row.
  func report(_ book: OrderBookViewModel) -> Report {
    Report(
      freshness: book.freshness,
      groups: [
        Report.Group(
          name: "fill", columns: reported,
          rows: Report.Rows(of: [book.fill].compactMap(\.self)) { [columns] fill in
            columns.map { $0.cell(of: fill, asOf: book.asOf) }
          })
      ])
  }
}
