/// The column by which rows are sorted, and the direction.
public struct RowOrder<Row>: Hashable, Sendable {
  package let column: Column<Row>
  package let isDescending: Bool

  /// Creates the order by a column, the smallest value first unless `descending` is true.
  public init(_ column: Column<Row>, descending: Bool = false) {
    self.column = column
    self.isDescending = descending
  }
}

extension RowOrder where Row: MarketCore.Row {
  /// Parses an order: `FIELD`, `FIELD:asc`, `FIELD:desc` or `-FIELD`, which means `FIELD:desc`. Without
  /// a direction, numbers descend, other values ascend. `nil` for any other text, or an unknown column.
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
