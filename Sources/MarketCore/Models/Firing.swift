public import Foundation

/// A report about a row for which the condition of an alert is true.
public struct Firing<Row: MarketRow>: MarketRow {
  /// The name of the alert.
  public let alert: String
  /// The arrival time of the answer that has the row; for a row without an exchange, of the oldest
  /// answer from the exchanges that do not fail. For a row from a candle, the end of the candle.
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
  public var key: Row.Key { row.key }
  public var title: String { row.title }
}
