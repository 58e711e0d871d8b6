/// A value with columns, such as a row of a list, or the summary of an order book.
public protocol Row: Sendable {
  /// All columns, in the order of machine formats such as csv.
  static var columns: [Column<Self>] { get }
  /// The default columns of a table.
  static var tableColumns: [Column<Self>] { get }
  /// The default columns of machine formats.
  static var dataColumns: [Column<Self>] { get }
  /// Further columns, which are shown only if they are named.
  static var computed: ComputedColumns<Self> { get }
}

/// Columns with names of a form such as `sma20`, for any number of candles.
public struct ComputedColumns<Row>: Sendable {
  /// Columns with common numbers, for help and completions.
  package var examples: [Column<Row>] = []
  /// Returns the column with a name; `nil` if there is none.
  var named: @Sendable (_ name: String) -> Column<Row>? = { _ in nil }
  /// Returns the columns for which a name of several columns stands, such as `bb20`; otherwise empty.
  var group: @Sendable (_ name: String) -> [Column<Row>] = { _ in [] }
  /// Returns a valid name that is similar to a text; `nil` if there is none.
  var nearest: @Sendable (_ text: String) -> String? = { _ in nil }
}

extension Row {
  public static var tableColumns: [Column<Self>] { dataColumns }
  public static var dataColumns: [Column<Self>] { columns }
  public static var computed: ComputedColumns<Self> { ComputedColumns() }

  /// Returns the column with a name that a user typed, or the columns for which the name stands; empty for
  /// an unknown name.
  package static func columns(named name: String) -> [Column<Self>] {
    column(named: name).map { [$0] } ?? computed.group(name)
  }

  /// The names of all columns, with examples of computed columns.
  package static var names: [String] { (columns + computed.examples).map(\.name) }

  /// The names of columns that can be similar to a text.
  package static func names(near text: String) -> [String] {
    (computed.nearest(text).map { [$0] } ?? []) + names
  }

  /// Returns the column with a name that a user typed; `nil` if no column has the name. Code refers to a
  /// column by a property instead, such as ``Ticker/Columns/last``. `price` also means the column `last`, and
  /// `last` the column `price`, of rows that have only one of them.
  public static func column(named name: String) -> Column<Self>? {
    columns.first { $0.name == name }
      ?? OtherNames.all[name].flatMap { other in columns.first { $0.name == other } }
      ?? computed.named(name)
  }
}
