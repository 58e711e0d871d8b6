/// By which column rows are sorted, and which way.
public struct RowOrder<Row>: Hashable, Sendable {
  package let column: Column<Row>
  /// Largest first.
  package let isDescending: Bool

  /// Sorts by this column.
  public init(_ column: Column<Row>, descending: Bool = false) {
    self.column = column
    self.isDescending = descending
  }
}

extension RowOrder where Row: MarketCore.Row {
  /// The order that a text names: `FIELD`, `FIELD:asc`, `FIELD:desc` or `-FIELD`, which is
  /// `FIELD:desc`. Without a direction numbers descend, text and times ascend. `nil` for any other
  /// text.
  public init?(_ text: String) {
    let isNegated = text.hasPrefix("-")
    let parts = text.dropFirst(isNegated ? 1 : 0)
      .split(separator: ":", omittingEmptySubsequences: false)
    guard let column = Row.column(named: parts[0].lowercased()),
      parts.count <= (isNegated ? 1 : 2)
    else { return nil }
    switch parts.dropFirst().first?.lowercased() {
    case nil: self.init(column, descending: isNegated || column.kind.isNumber)
    case "asc": self.init(column)
    case "desc": self.init(column, descending: true)
    default: return nil
    }
  }
}
