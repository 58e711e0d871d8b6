/// Which rows of a list to show, and in which order.
public struct ListQuery<Row: ListRow>: Sendable {
  /// Every filter must keep a pair.
  public var filters: [SymbolFilter]
  /// The watchlists that further filters may name, see ``SymbolFilter/init(_:watchlists:)``.
  package var watchlists: [String: String] = [:]
  /// Every condition must hold for a row.
  public var conditions: [Condition<Row>]
  /// The order of the rows; `nil` for that in which they came.
  public var sort: RowOrder<Row>?
  /// The most rows to show; `nil` for all.
  public var limit: Int?
  /// After the first poll, only the rows that differ from the poll before.
  package var onlyChanges: Bool
  /// The listings that were requested, to be shown in this order; `nil` for all there are.
  public var listings: [Listing]?

  /// A query of these parts.
  public init(
    filters: [SymbolFilter] = [], conditions: [Condition<Row>] = [], sort: RowOrder<Row>? = nil,
    limit: Int? = nil, onlyChanges: Bool = false, listings: [Listing]? = nil
  ) {
    self.filters = filters
    self.conditions = conditions
    self.sort = sort
    self.limit = limit
    self.onlyChanges = onlyChanges
    self.listings = listings
  }

  /// The rows to show of those that were made of answers, without those that were there before.
  func rows<Value>(
    of elements: [Row], from sources: Sources<Value>, except previous: Set<Row> = []
  ) -> [Row] {
    let asOf = sources.arrivals
    var rows = elements
    if !conditions.isEmpty || !previous.isEmpty || !filters.allSatisfy(\.keepsAll) {
      rows = elements.filter { row in
        filters.allSatisfy { $0.matches(row.pair.symbol) }
          && conditions.allSatisfy { $0.holds(for: row, asOf: asOf(row.exchange)) }
          && !previous.contains(row)
      }
    }
    if let sort {
      rows = sort.sorted(rows) { asOf($0.exchange) }
    } else if let listings {
      let found = Dictionary(rows.map { ($0.listing, $0) }, uniquingKeysWith: { first, _ in first })
      let names = sources.names
      rows = listings.compactMap { found[names[$0] ?? $0] }
    }
    return limit.map { Array(rows.prefix($0)) } ?? rows
  }
}
