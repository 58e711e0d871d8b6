import Foundation
import MarketCore

/// The columns of a table or of a machine format.
struct Layout<F: Field>: Sendable {
  /// The rows beside those of a list.
  typealias FooterTables<Element: Listed> =
    @Sendable (ListViewModel<Element>) -> [Report.FooterTable]

  let fields: [F]
  /// Whether the fields were chosen by name.
  var areChosen = false
  /// Whether fields of which all numbers are 0 may be omitted, see ``Field/isOmittedIfZero``.
  private var omitsZeros: Bool

  /// The columns of these options in a format.
  ///
  /// - Parameter isMultiExchange: whether several exchanges are asked: a table then begins with the
  ///   exchange.
  init(_ options: FormatOptions<F>, for format: Format, isMultiExchange: Bool = false) {
    let fixed = format.columns?.compactMap(F.init(rawValue:))
    let usual =
      fixed
      ?? (format == .table ? Self.tableColumns(isMultiExchange: isMultiExchange) : F.dataColumns)
    self.init(
      options.columns ?? usual, areChosen: options.columns != nil,
      omitsZeros: format == .table && options.columns == nil)
  }

  init(_ fields: [F], areChosen: Bool = false, omitsZeros: Bool = false) {
    self.fields = fields
    self.areChosen = areChosen
    self.omitsZeros = omitsZeros
  }

  /// The layout of these rows: without the fields of which all numbers are 0, if it omits these.
  func of<Element: Listed>(_ rows: [Element]) -> Layout where Element.F == F {
    guard omitsZeros else { return self }
    let fields = fields.filter { field in
      !field.isOmittedIfZero
        || rows.contains { $0.value(of: field, asOf: .distantPast) != .number(0) }
    }
    return Layout(fields, areChosen: areChosen)
  }

  /// The columns of a table, unless others are chosen.
  static func tableColumns(isMultiExchange: Bool) -> [F] {
    (isMultiExchange ? [F(rawValue: "exchange")].compactMap(\.self) : []) + F.tableColumns
  }

  var columns: [Report.Column] {
    fields.map { Report.Column($0, isChosen: areChosen) }
  }

  /// The same without the fields that a table of that width has no columns for.
  func shown(in width: Int?) -> Layout {
    Layout(
      fields.filter { Report.Column($0, isChosen: areChosen).isShown(in: width) },
      areChosen: areChosen)
  }

  /// The report of a list.
  ///
  /// - Parameters:
  ///   - name: the name of the rows where formats name them.
  ///   - range: the rows of the report; `nil` for all.
  ///   - ages: the ages of old answers by exchange, which people see beside its name.
  func report<Element: Listed>(
    _ list: ListViewModel<Element>, name: String, rows range: Range<Int>? = nil,
    ages: [String: String] = [:]
  ) -> Report where Element.F == F {
    let shown = range.map { Array(list.rows[$0]) } ?? list.rows
    // Whatever rows are seen, the columns are those of all.
    let layout = of(list.rows)
    let fields = layout.fields
    let rows = Report.Rows(of: shown) { row in
      let cells = list.cells(of: fields, in: row)
      guard !ages.isEmpty, let age = ages[row.exchange] else { return cells }
      return zip(fields, cells).map { field, cell in
        field.rawValue == "exchange" ? Cell(cell.value, "\(row.exchange) \(age)") : cell
      }
    }
    let times = list.sources.isMultiExchange ? shown.map(list.asOf) : nil
    return Report(
      freshness: list.freshness, sources: list.sources.reported, columns: layout.columns,
      groups: [Report.Group(name: name, rows: rows, times: times)],
      isUpdate: list.query.onlyChanges)
  }
}

extension Layout<BookField> {
  /// The report of an order book: bids before asks.
  func report(_ book: OrderBookViewModel) -> Report {
    let fields = fields.map { $0.of(book.query.detail) }
    func group(_ name: String, _ rows: [OrderBookViewModel.Row]) -> Report.Group {
      Report.Group(
        name: name,
        rows: Report.Rows(of: rows) { row in fields.map { book.cell(of: $0, in: row) } },
        times: book.sources.isMultiExchange ? rows.map(book.asOf) : nil)
    }
    return Report(
      freshness: book.freshness, sources: book.sources.reported,
      columns: fields.map { Report.Column($0, isChosen: areChosen) },
      groups: [group("bids", book.bids), group("asks", book.asks)],
      summary: BookSummaryField.allCases.map { ($0.rawValue, book.value(of: $0)) },
      fill: book.fill.map { _ in
        FillField.dataColumns.map { ($0.rawValue, book.cell(of: $0).value) }
      },
      fillParts: book.sources.isMultiExchange
        ? book.fill?.parts.map { part in
          FillPartField.allCases.map { ($0.rawValue, part.value(of: $0)) }
        } : nil)
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
