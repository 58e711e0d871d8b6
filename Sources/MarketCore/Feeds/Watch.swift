/// What polling waits for: a condition that ends polling, and alerts.
package struct Watch<Row: MarketRow>: Sendable {
  package var until: Condition<Row>?
  package var alerts: [Alert<Row>] = []
  /// The shell command for firings, with the row in its environment; `nil` for none.
  package var command: String?
  /// The number of firings after which polling ends; `nil` if firings do not end it.
  package var firingLimit: Int?

  /// Keeps which alerts are armed for a later run; `nil` for none.
  package var stateFile: AlertStateFile?

  package init() {}

  var testedColumns: Set<Column<Row>> {
    alerts.reduce(into: until?.columns ?? []) { $0.formUnion($1.condition.columns) }
  }

  var windows: Set<FieldWindow> {
    alerts.reduce(into: until?.windows ?? []) { $0.formUnion($1.condition.windows) }
  }

  /// The tested columns, and if there is a command, the columns that are exported to it.
  var columns: Set<Column<Row>> {
    command == nil ? testedColumns : testedColumns.union(Row.dataColumns)
  }
}
