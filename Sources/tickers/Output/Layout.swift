import MarketCore

/// The columns of a table or of a machine format.
struct Layout<F: Field>: Sendable {
  let fields: [F]
  /// Whether the fields were chosen by name.
  var areChosen = false

  /// The columns of these options in a format.
  init(_ options: FormatOptions<F>, for format: Format) {
    let fixed = format.columns?.compactMap(F.init(rawValue:))
    let usual = fixed ?? (format == .table ? F.tableColumns : F.dataColumns)
    self.init(options.columns ?? usual, areChosen: options.columns != nil)
  }

  init(_ fields: [F], areChosen: Bool = false) {
    self.fields = fields
    self.areChosen = areChosen
  }

  var columns: [Report.Column] {
    fields.map { Report.Column($0, isChosen: areChosen) }
  }

  /// The report of a list, whose rows are called `name` where formats name them.
  func report<Element: Listed>(_ list: ListViewModel<Element>, name: String) -> Report
  where Element.F == F {
    let rows = list.rows.map { row in fields.map { list.cell(of: $0, in: row) } }
    return Report(
      freshness: list.freshness, columns: columns, groups: [Report.Group(name: name, rows: rows)],
      isUpdate: list.query.onlyChanges)
  }
}

extension Layout<BookField> {
  /// The report of an order book: bids before asks.
  func report(_ book: OrderBookViewModel) -> Report {
    let fields = fields.map { $0.of(book.query.detail) }
    func group(_ name: String, _ rows: [OrderBookViewModel.Row]) -> Report.Group {
      Report.Group(name: name, rows: rows.map { row in fields.map { book.cell(of: $0, in: row) } })
    }
    return Report(
      freshness: book.freshness,
      columns: fields.map { Report.Column($0, isChosen: areChosen) },
      groups: [group("bids", book.bids), group("asks", book.asks)],
      summary: BookSummaryField.allCases.map { ($0.rawValue, book.value(of: $0)) },
      fill: book.fill.map { _ in
        FillField.dataColumns.map { ($0.rawValue, book.cell(of: $0).value) }
      })
  }
}

extension Layout<FillField> {
  /// The report of the fill of an order: one row.
  func report(_ book: OrderBookViewModel) -> Report {
    Report(
      freshness: book.freshness, columns: columns,
      groups: [Report.Group(name: "fill", rows: [fields.map { book.cell(of: $0) }])])
  }
}
