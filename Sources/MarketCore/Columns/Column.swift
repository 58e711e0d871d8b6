public import Foundation

/// A value with columns: a row of a list or a book, or a single value such as a fill.
public protocol Row: Sendable {
  /// All columns, in the order of machine formats.
  static var columns: [Column<Self>] { get }
  /// The columns of a table, unless others are chosen.
  static var tableColumns: [Column<Self>] { get }
  /// The columns of machine formats, unless others are chosen.
  static var dataColumns: [Column<Self>] { get }
}

extension Row {
  /// All columns.
  public static var tableColumns: [Column<Self>] { dataColumns }
  /// All columns.
  public static var dataColumns: [Column<Self>] { columns }

  /// The column of a name that a user typed; `nil` when there is none. Code names a column by its value, as in
  /// ``Ticker/Columns/last``.
  public static func column(named name: String) -> Column<Self>? {
    columns.first { $0.name == name }
  }
}

/// A named value of a row, for tables and formats, orders and conditions.
public struct Column<Row>: Sendable {
  /// The name on the command line and in machine formats: `percent`.
  public let name: String
  /// The kind of its values.
  public let kind: ColumnKind
  /// The meaning in one line, with the unit.
  package let meaning: String
  /// Whether its values depend on the moment that the change of a day is measured from.
  package let isDayChange: Bool
  private let exact: @Sendable (Row, Date) -> FieldValue
  var makeCell: @Sendable (Row, Date) -> Cell

  /// A column of values of any kind.
  ///
  /// - Parameters:
  ///   - currency: the unit of a row's amount.
  ///   - cell: the cell of a value where it is not that of the kind.
  ///   - value: the exact value of a row, in an answer of that time.
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

  /// The column of another kind of row for rows that are partly of that kind.
  init<Other>(_ column: Column<Other>, makeCell: @escaping @Sendable (Row, Date) -> Cell) {
    (name, kind, meaning) = (column.name, column.kind, column.meaning)
    isDayChange = column.isDayChange
    self.makeCell = makeCell
    exact = { row, asOf in makeCell(row, asOf).exact }
  }

  /// A column of numbers.
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

  /// A column of texts.
  init(_ name: String, _ meaning: String, _ text: @escaping @Sendable (Row) -> String?) {
    self.init(name, .text, meaning) { row, _ in FieldValue(text(row)) }
  }

  /// The exact value of a row, for orders and conditions.
  public func value(of row: Row, asOf: Date) -> FieldValue { exact(row, asOf) }

  /// The value of a row for formats, and its text for tables.
  public func cell(of row: Row, asOf: Date) -> Cell { makeCell(row, asOf) }
}

extension Column: Hashable {
  /// By name: rows of one kind have each name once.
  public static func == (lhs: Column, rhs: Column) -> Bool { lhs.name == rhs.name }

  /// By name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The kind of a column's values, by which tables align and format them.
public enum ColumnKind: Sendable {
  /// Words and names.
  case text
  /// Moments.
  case time
  /// Yes or no.
  case flag
  /// Several words each.
  case words
  /// Numbers without a unit.
  case number
  /// Prices and other exact amounts of money.
  case price
  /// Differences of prices, with a sign.
  case priceChange
  /// Computed amounts of money, which a table rounds.
  case amount
  /// Differences of computed amounts, with a sign.
  case amountChange
  /// Amounts to compare, which a table shortens.
  case turnover
  /// Quantities, with every digit.
  case quantity
  /// Traded quantities, to four decimals in a table.
  case volume
  /// Changes in percent: 5 is 5 %.
  case percent
  /// Parts of a whole in percent: 5 is 5 %.
  case share
  /// Hundredths of a percent.
  case basisPoints
  /// Numbers from 0 to 1, which a table draws as bars.
  case bar

  /// Whether its values are numbers.
  public var isNumber: Bool {
    switch self {
    case .text, .time, .flag, .words: false
    default: true
    }
  }

  /// Whether formats round its values, which are quotients, to six decimals.
  var isRounded: Bool { self == .percent || self == .share }
}
