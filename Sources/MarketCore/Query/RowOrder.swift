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

  /// The order that `text` names: a field, then `:asc` or `:desc` if one likes; `nil` when it is
  /// neither.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard let field = F(rawValue: parts[0].lowercased()), parts.count <= 2 else { return nil }
    switch parts.dropFirst().first?.lowercased() {
    case nil, "asc": self.init(field)
    case "desc": self.init(field, descending: true)
    default: return nil
    }
  }

  /// The rows in this order. Those whose value is unknown come last either way; those of equal
  /// value are in the order of their pairs.
  func sorted<Row>(
    _ rows: [Row], value: (Row, F) -> FieldValue, pair: (Row) -> Pair
  ) -> [Row] {
    let (values, isDescending) = (rows.map { value($0, field) }, isDescending)
    // Numbers of rows are cheaper to move than rows.
    return rows.indices.sorted { one, two in
      let isKnown = (values[one] != .unknown, values[two] != .unknown)
      if isKnown.0 != isKnown.1 { return isKnown.0 }
      let (first, second) = isDescending ? (two, one) : (one, two)
      if values[first].precedes(values[second]) { return true }
      return !values[second].precedes(values[first]) && pair(rows[one]) < pair(rows[two])
    }.map { rows[$0] }
  }
}
