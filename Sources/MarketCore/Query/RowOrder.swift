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
    rows.map { (row: $0, value: value($0, field)) }.sorted { one, two in
      if (one.value == .unknown) != (two.value == .unknown) { return two.value == .unknown }
      let (first, second) = isDescending ? (two.value, one.value) : (one.value, two.value)
      if first.precedes(second) { return true }
      return !second.precedes(first) && pair(one.row) < pair(two.row)
    }.map(\.row)
  }
}
