import Foundation

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

  /// The rows in this order. Unknown values are last in both directions, ties are by pair.
  ///
  /// - Parameter asOf: the arrival time of the answer that a row is of.
  @specialized(where Row == Ticker)
  func sorted(_ rows: [Row], asOf: (Row) -> Date) -> [Row] where Row: ListRow {
    let (pairs, values) = column.values(of: rows, asOf: asOf)
    return sortedIndices(of: values, pairs, descending: isDescending).map { rows[$0] }
  }
}

// Apart from the rows: numbers are cheaper to move than rows.
private func sortedIndices(
  of values: [FieldValue], _ pairs: [Pair], descending isDescending: Bool
) -> [Int] {
  let areKnown = values.map { $0 != .unknown }
  // Sorting compares each number several times; as compact integers, equal ones are the same.
  let numbers = values.map { value -> IntegerDecimal? in
    if case .number(let number) = value { IntegerDecimal(number)?.compacted } else { nil }
  }
  return values.indices.sorted { lhs, rhs in
    if areKnown[lhs] != areKnown[rhs] { return areKnown[lhs] }
    let (first, second) = isDescending ? (rhs, lhs) : (lhs, rhs)
    if let first = numbers[first], let second = numbers[second] {
      return first == second ? pairs[lhs] < pairs[rhs] : first.isBelow(second)
    }
    if values[first].isBelow(values[second]) { return true }
    return !values[second].isBelow(values[first]) && pairs[lhs] < pairs[rhs]
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
