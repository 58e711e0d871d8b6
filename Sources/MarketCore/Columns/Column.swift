public import Foundation

/// A named value of rows, for tables, machine formats, sorting and conditions.
public struct Column<Row>: Sendable {
  /// The name on the command line and in machine formats, as in `percent`.
  public let name: String
  public let kind: ColumnKind
  /// The description in one line.
  package let meaning: String
  /// Whether the values are changes of a day. Depending on the exchange, the day begins 24 hours ago or
  /// at 00:00 UTC.
  package let isDayChange: Bool
  private let exact: @Sendable (Row, Date) -> FieldValue
  var makeCell: @Sendable (Row, Date) -> Cell

  /// Creates a column of values of any kind.
  ///
  /// `value` returns the value of a row. Its date is the `asOf` of ``value(of:asOf:)``. `cell` makes a
  /// cell from the value; if it is `nil`, cells have the format of `kind`. `currency` returns the unit
  /// of the amounts in these cells.
  init(
    _ name: String, _ kind: ColumnKind, _ meaning: String,
    in currency: @escaping @Sendable (Row) -> String? = { _ in nil }, isDayChange: Bool = false,
    cell: (@Sendable (Row, FieldValue) -> Cell)? = nil,
    value: @escaping @Sendable (Row, Date) -> FieldValue
  ) {
    self.name = name
    self.kind = kind
    self.meaning = meaning
    self.isDayChange = isDayChange
    exact = value
    makeCell =
      if let cell {
        { row, asOf in cell(row, value(row, asOf)) }
      } else {
        { row, asOf in Cell(value(row, asOf), kind, in: currency(row)) }
      }
  }

  /// Creates a column that is named and described like a column of another type of row. `makeCell`
  /// makes its cells.
  init<Other>(_ column: Column<Other>, makeCell: @escaping @Sendable (Row, Date) -> Cell) {
    (name, kind, meaning) = (column.name, column.kind, column.meaning)
    isDayChange = column.isDayChange
    self.makeCell = makeCell
    exact = { row, asOf in makeCell(row, asOf).exact }
  }

  init(
    _ name: String, _ kind: ColumnKind, _ meaning: String,
    in currency: @escaping @Sendable (Row) -> String? = { _ in nil }, isDayChange: Bool = false,
    cell: (@Sendable (Row, FieldValue) -> Cell)? = nil,
    _ number: @escaping @Sendable (Row) -> Decimal?
  ) {
    self.init(name, kind, meaning, in: currency, isDayChange: isDayChange, cell: cell) { row, _ in
      FieldValue(number(row))
    }
  }

  init(_ name: String, _ meaning: String, _ text: @escaping @Sendable (Row) -> String?) {
    self.init(name, .text, meaning) { row, _ in FieldValue(text(row)) }
  }

  /// Returns the value of a row for sorting and conditions. `asOf` is the time of the data, such as the
  /// arrival time of the answer that has the row.
  public func value(of row: Row, asOf: Date) -> FieldValue { exact(row, asOf) }

  /// Returns the cell of a row: its value in machine formats, and its text in tables.
  public func cell(of row: Row, asOf: Date) -> Cell { makeCell(row, asOf) }
}

extension Column: Hashable {
  /// Compares the names, which are unique among the columns of one type of row.
  public static func == (lhs: Column, rhs: Column) -> Bool { lhs.name == rhs.name }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
