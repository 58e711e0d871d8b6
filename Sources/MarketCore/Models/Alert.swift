public import Foundation

/// A named condition. An ``AlertMonitor`` reports each row for which it becomes true.
public struct Alert<Row: MarketRow>: Sendable {
  public let name: String
  public let condition: Condition<Row>
  /// The minimum time between two reports of the same row, in seconds; 0 for no minimum.
  public let pause: TimeInterval

  /// Creates an alert.
  public init(name: String, condition: Condition<Row>, pause: TimeInterval = 0) {
    (self.name, self.condition, self.pause) = (name, condition, pause)
  }
}

/// A report that the condition of an alert has become true for a row.
public struct Firing<Row: MarketRow>: MarketRow {
  public let alert: String
  /// The arrival time of the answer that has the row, or the end of the candle that the row is made of.
  public let time: Date
  public let row: Row

  package init(alert: String, time: Date, row: Row) {
    (self.alert, self.time, self.row) = (alert, time, row)
  }

  /// The columns that a firing has in addition to the columns of its row.
  package enum Columns {
    package static var time: Column<Firing> {
      Column("time", .time, "Arrival time of the response; with --history, end of the candle") {
        firing, _ in .time(firing.time)
      }
    }
    package static var alert: Column<Firing> { Column("alert", "Name of the alert", \.alert) }
  }
  /// Returns the column that shows a column of the row.
  package static func column(of column: Column<Row>) -> Column<Firing> {
    Column(column) { firing, _ in column.cell(of: firing.row, asOf: firing.time) }
  }
  public static var columns: [Column<Firing>] {
    [Columns.time, Columns.alert] + Row.columns.map(column(of:))
  }
  public static var tableColumns: [Column<Firing>] {
    let names = [
      Ticker.Columns.symbol, Ticker.Columns.last, Ticker.Columns.percent, Ticker.Columns.volume,
    ].map(\.name)
    return [Columns.time, Columns.alert]
      + Row.columns.filter { names.contains($0.name) }.map(column(of:))
  }

  public var exchange: ExchangeID? { row.exchange }
  public var pair: Pair { row.pair }
  public var listing: Listing { row.listing }
}
