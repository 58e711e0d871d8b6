/// What polling waits for: a condition that ends it, and alerts.
package struct Watch<Row: MarketRow>: Sendable {
  /// The condition that ends polling; `nil` for none.
  package var until: Condition<Row>?
  package var alerts: [Alert<Row>] = []
  /// The command that runs for each firing, with all columns of the row; `nil` for none.
  package var command: String?
  /// The number of firings after which polling ends; `nil` for no end.
  package var firingLimit: Int?

  package init() {}

  /// The columns that are tested.
  var testedColumns: Set<Column<Row>> {
    alerts.reduce(into: until?.columns ?? []) { $0.formUnion($1.condition.columns) }
  }

  /// The columns that are tested, or exported to the command.
  var columns: Set<Column<Row>> {
    command == nil ? testedColumns : testedColumns.union(Row.dataColumns)
  }
}
