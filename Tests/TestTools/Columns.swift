public import Foundation
public import MarketCore

/// A column by its name, in tests.
extension Column: ExpressibleByUnicodeScalarLiteral where Row: MarketCore.Row {}
extension Column: ExpressibleByExtendedGraphemeClusterLiteral
where Row: MarketCore.Row {}
extension Column: ExpressibleByStringLiteral where Row: MarketCore.Row {
  /// The column of a name, which there has to be.
  public init(stringLiteral name: String) {
    guard let column = Row.column(named: name) else { fatalError("no column \(name)") }
    self = column
  }
}

extension Row {
  /// The cell of a column, in an answer of that time.
  public func cell(of column: Column<Self>, asOf: Date) -> Cell {
    column.cell(of: self, asOf: asOf)
  }

  /// The exact value of a column, in an answer of that time.
  public func value(of column: Column<Self>, asOf: Date) -> FieldValue {
    column.value(of: self, asOf: asOf)
  }
}

extension OrderBookViewModel {
  /// The exact value of a column that sums up the book.
  public func value(of column: Column<OrderBookViewModel>) -> FieldValue {
    column.value(of: self, asOf: asOf)
  }
}

extension TickerDetails {
  /// Names alone.
  public static let names = TickerDetails(names: true, quotes: false)
  /// Bid and ask alone.
  public static let quotes = TickerDetails(names: false, quotes: true)
}
