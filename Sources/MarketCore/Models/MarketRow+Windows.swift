package import Foundation

extension FieldWindows {
  /// Records that a row has arrived.
  func record(_ row: some MarketRow, at arrival: Date) {
    // Rows such as cash have no answer.
    if arrival == .distantPast { return }
    record(row.key, at: arrival) { field in
      guard case .number(let number) = row.value(ofField: field, asOf: arrival) else { return nil }
      return IntegerDecimal(number)
    }
  }
}

extension Row {
  fileprivate func value(ofField field: Int, asOf: Date) -> FieldValue {
    Self.columns[field].value(of: self, asOf: asOf)
  }
}

extension MarketRow {
  /// The values that tests need. `windows` has the earlier values of rows; `nil` for none.
  func values(
    of inputs: FieldInputs, in columns: [Column<Self>], asOf: Date, _ windows: FieldWindows?
  ) -> FieldValues {
    var values = values(of: inputs.fields, in: columns, asOf: asOf)
    if let windows { values.windows = windows.values(of: inputs.windows, in: key) }
    return values
  }
}

extension Condition where Row: MarketRow {
  /// Whether the condition is true for a row, as ``holds(for:asOf:)``. `windows` has the earlier values of
  /// rows; `nil` for none.
  package func holds(for row: Row, asOf: Date, in windows: FieldWindows?) -> Bool {
    test.truth(row.values(of: test.inputs, in: fields, asOf: asOf, windows), false) == true
  }
}
