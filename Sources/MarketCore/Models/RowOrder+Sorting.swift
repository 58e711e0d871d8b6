import Foundation

extension RowOrder where Row: ListRow {
  /// Returns the rows in this order. Unknown values are last in both directions. Rows with equal values
  /// are sorted by pair. `asOf` returns the arrival time of the answer that has a row.
  @specialized(where Row == Ticker)
  func sorted(_ rows: [Row], asOf: (Row) -> Date) -> [Row] {
    let (pairs, values) = column.values(of: rows, asOf: asOf)
    return sortedIndices(of: values, pairs, descending: isDescending).map { rows[$0] }
  }
}

extension Column where Row: ListRow {
  @specialized(where Row == Ticker)
  func values(of rows: [Row], asOf: (Row) -> Date) -> (pairs: [Pair], values: [FieldValue]) {
    // Rows are expensive to copy, so each pair is read in place.
    (rows.indices.map { rows[$0].pair }, rows.map { value(of: $0, asOf: asOf($0)) })
  }
}

/// Returns the indices of the values in order. Moving indices is cheaper than moving rows.
private func sortedIndices(
  of values: [FieldValue], _ pairs: [Pair], descending isDescending: Bool
) -> [Int] {
  let areKnown = values.map { $0 != .unknown }
  // Numbers are converted once, because sorting compares each number several times. Compacted numbers
  // are equal if all their parts are equal.
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
