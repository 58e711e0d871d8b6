/// A value with columns, such as a row of a list, or the summary of an order book.
public protocol Row: Sendable {
  /// All columns, in the order of machine formats such as csv.
  static var columns: [Column<Self>] { get }
  /// The default columns of a table.
  static var tableColumns: [Column<Self>] { get }
  /// The default columns of machine formats.
  static var dataColumns: [Column<Self>] { get }
}

extension Row {
  public static var tableColumns: [Column<Self>] { dataColumns }
  public static var dataColumns: [Column<Self>] { columns }

  /// Returns the column with a name that a user typed; `nil` if no column has the name. Code refers to a
  /// column by a property instead, such as ``Ticker/Columns/last``. `price` also means the column `last`, and
  /// `last` the column `price`, of rows that have only one of them.
  public static func column(named name: String) -> Column<Self>? {
    columns.first { $0.name == name }
      ?? OtherNames.all[name].flatMap { other in columns.first { $0.name == other } }
  }
}
