import Foundation

/// Which rows of a list to show, and in which order.
public struct ListQuery<Row: ListRow>: Sendable {
  /// The filters, all of which must keep a row.
  public var filters: [SymbolFilter]
  /// The watchlists that filters can name, see ``SymbolFilter/init(_:watchlists:)``.
  package var watchlists: [Watchlist] = []
  /// The conditions, all of which must be true for a row.
  public var conditions: [Condition<Row>]
  /// The order of the rows; `nil` for the order in which they were sent or computed.
  public var sort: RowOrder<Row>?
  /// The largest number of rows to show, after sorting, 0 or more; `nil` for all.
  public var limit: Int?
  /// The column that groups the rows to show: rows with equal values are consecutive. The groups are in
  /// ascending order of the values. `nil` for no groups.
  package var group: Column<Row>?
  /// The places of rows in an earlier order, which is kept; further rows follow. Empty for none.
  package var keptOrder: [Row.Key: Int] = [:]
  /// Whether only new and changed rows are shown, see ``ListRow/comparable``.
  package var onlyChanges: Bool

  /// A query with these properties.
  public init(
    filters: [SymbolFilter] = [], conditions: [Condition<Row>] = [], sort: RowOrder<Row>? = nil,
    limit: Int? = nil, onlyChanges: Bool = false
  ) {
    self.filters = filters
    self.conditions = conditions
    self.sort = sort
    self.limit = limit
    self.onlyChanges = onlyChanges
  }

  var usedColumns: Set<Column<Row>> {
    conditions.reduce(into: Set(sort.map { [$0.column] } ?? [])) { $0.formUnion($1.columns) }
  }

  /// The rows to show, without rows whose ``ListRow/comparable`` is in `previous`. `listed` has the whole
  /// symbols in filters (`BTC-USD`) that were found in rows.
  @specialized(where Row == Ticker, Value == [Ticker])
  func rows<Value>(
    of elements: [Row], from polled: PolledExchanges<Value>, except previous: Set<Row>,
    listed: Set<String>
  ) -> [Row] {
    let asOf = polled.rowArrivals() as (Row) -> Date
    let filters = filters.map { $0.with(listed: listed) }
    // On a screen, a key can change the filters.
    polled.record(
      elements.lazy.filter { polled.keepsOlder || filters.allSatisfy($0.matches) })
    var rows = elements
    if !conditions.isEmpty || !previous.isEmpty || !filters.allSatisfy(\.keepsAll) {
      rows = elements.filter { row in
        filters.allSatisfy(row.matches)
          && conditions.allSatisfy { $0.holds(for: row, asOf: asOf(row), in: polled.windows) }
          && !previous.contains(row.comparable)
      }
    }
    if let sort { rows = sort.sorted(rows, asOf: asOf) }
    if !keptOrder.isEmpty {
      rows = rows.enumerated().sorted {
        (keptOrder[$0.element.key] ?? .max, $0.offset)
          < (keptOrder[$1.element.key] ?? .max, $1.offset)
      }.map(\.element)
    }
    if let limit { rows = Array(rows.prefix(max(0, limit))) }
    guard let group else { return rows }
    return Dictionary(grouping: rows) { group.value(of: $0, asOf: .distantPast) }
      .sorted { $0.key.isBelow($1.key) }.flatMap(\.value)
  }
}
