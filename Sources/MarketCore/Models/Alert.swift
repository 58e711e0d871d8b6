public import Foundation

/// A named condition that fires for each row for which it becomes true, see ``AlertMonitor``.
public struct Alert<Row: MarketRow>: Sendable {
  /// The name.
  public let name: String
  /// The condition.
  public let condition: Condition<Row>
  /// The least time between two firings for the same row, in seconds; 0 for none.
  public let pause: TimeInterval

  /// An alert of these parts.
  public init(name: String, condition: Condition<Row>, pause: TimeInterval = 0) {
    (self.name, self.condition, self.pause) = (name, condition, pause)
  }
}

/// A row for which an alert has fired.
public struct Firing<Row: MarketRow>: MarketRow {
  /// The name of the alert.
  public let alert: String
  /// The arrival time of the answer with the row; of a candle, its end.
  public let time: Date
  /// The row, as it was at that time.
  public let row: Row

  /// A firing of these parts.
  package init(alert: String, time: Date, row: Row) {
    (self.alert, self.time, self.row) = (alert, time, row)
  }

  /// The columns that only a firing has, by their names.
  package enum Columns {
    package static var time: Column<Firing> {
      Column("time", .time, "Arrival time of the response; with --history, end of the candle") {
        firing, _ in .time(firing.time)
      }
    }
    package static var alert: Column<Firing> { Column("alert", "Name of the alert", \.alert) }
  }
  /// The column of a row's column.
  package static func column(of column: Column<Row>) -> Column<Firing> {
    Column(column) { firing, _ in column.cell(of: firing.row, asOf: firing.time) }
  }
  /// The columns of a firing, and those of its row.
  public static var columns: [Column<Firing>] {
    [Columns.time, Columns.alert] + Row.columns.map(column(of:))
  }
  /// Time, alert, symbol, price, change in percent and volume, as far as rows have them.
  public static var tableColumns: [Column<Firing>] {
    let names = [
      Ticker.Columns.symbol, Ticker.Columns.last, Ticker.Columns.percent, Ticker.Columns.volume,
    ].map(\.name)
    return [Columns.time, Columns.alert]
      + Row.columns.filter { names.contains($0.name) }.map(column(of:))
  }

  /// The exchange of the row.
  public var exchange: ExchangeID? { row.exchange }
  /// The market of the row.
  public var pair: Pair { row.pair }
  /// That of the row.
  public var listing: Listing { row.listing }
}
