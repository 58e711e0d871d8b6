/// By which field rows are sorted, and which way.
public struct RowOrder<F: Field>: Hashable, Sendable {
  /// The field.
  public let field: F
  /// Largest first.
  public let isDescending: Bool

  /// Sorts by this field.
  public init(_ field: F, descending: Bool = false) {
    self.field = field
    self.isDescending = descending
  }

  /// The order that a text names: `FIELD`, `FIELD:asc`, `FIELD:desc` or `-FIELD`, which is
  /// `FIELD:desc`. Without a direction numbers descend, text and times ascend. `nil` for any other
  /// text.
  public init?(_ text: String) {
    let isNegated = text.hasPrefix("-")
    let parts = text.dropFirst(isNegated ? 1 : 0)
      .split(separator: ":", omittingEmptySubsequences: false)
    guard let field = F(rawValue: parts[0].lowercased()), parts.count <= (isNegated ? 1 : 2) else {
      return nil
    }
    switch parts.dropFirst().first?.lowercased() {
    case nil: self.init(field, descending: isNegated || field.isNumber)
    case "asc": self.init(field)
    case "desc": self.init(field, descending: true)
    default: return nil
    }
  }

  /// The rows in this order. Unknown values are last in both directions, ties are by pair.
  func sorted<Row>(
    _ rows: [Row], value: (Row, F) -> FieldValue, pair: (Row) -> Pair
  ) -> [Row] {
    let (values, isDescending) = (rows.map { value($0, field) }, isDescending)
    // Numbers of rows are cheaper to move than rows.
    return rows.indices.sorted { lhs, rhs in
      let isKnown = (values[lhs] != .unknown, values[rhs] != .unknown)
      if isKnown.0 != isKnown.1 { return isKnown.0 }
      let (first, second) = isDescending ? (rhs, lhs) : (lhs, rhs)
      if values[first].isBelow(values[second]) { return true }
      return !values[second].isBelow(values[first]) && pair(rows[lhs]) < pair(rows[rhs])
    }.map { rows[$0] }
  }
}
