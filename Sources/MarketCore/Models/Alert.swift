public import Foundation

/// A named condition that fires for each row for which it becomes true, see ``AlertMonitor``.
public struct Alert<Row: MarketRow>: Sendable {
  public let name: String
  public let condition: Condition<Row>
  /// The minimum time between two firings for the same row, in seconds; 0 for no minimum.
  public let pause: TimeInterval

  /// Creates an alert.
  public init(name: String, condition: Condition<Row>, pause: TimeInterval = 0) {
    (self.name, self.condition, self.pause) = (name, condition, pause)
  }
}

/// A row for which an alert has fired.
public struct Firing<Row: MarketRow>: MarketRow {
  /// The name of the alert.
  public let alert: String
  /// The arrival time of the answer that has the row. For a candle, the end of its period.
  public let time: Date
  /// The row as it was at ``time``.
  public let row: Row

  /// Creates a firing.
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
  /// Returns the column of a firing that shows a column of its row.
  package static func column(of column: Column<Row>) -> Column<Firing> {
    Column(column) { firing, _ in column.cell(of: firing.row, asOf: firing.time) }
  }
  public static var columns: [Column<Firing>] {
    [Columns.time, Columns.alert] + Row.columns.map(column(of:))
  }
  /// Time and alert, and the row's symbol, price, change in percent and volume if it has these columns.
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
