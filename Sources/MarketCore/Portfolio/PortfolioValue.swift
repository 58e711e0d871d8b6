public import Foundation

/// The value of a portfolio at the end of a period, as a row of a list of values over time.
public struct PortfolioValue: Hashable, Sendable {
  /// The start of the period.
  public let time: Date
  /// The sums of the holdings at the end of the period, or now if it has not ended.
  public let total: HoldingTotal
}

extension PortfolioValue: ListRow {
  /// The start of the period. It is unique because all rows are about one portfolio.
  public var id: Date { time }
  /// The columns of a value over time: the start of the period, and columns of the total.
  public enum Columns {
    public static let time = Column<PortfolioValue>(
      "time", .time, "Start of the period, in UTC"
    ) { row, _ in .moment(row.time) }
    public static let value = column(of: HoldingTotal.Columns.value)
    public static let cost = column(of: HoldingTotal.Columns.cost)
    public static let gain = column(of: HoldingTotal.Columns.gain)
    public static let gainPercent = column(of: HoldingTotal.Columns.gainPercent)
    public static let realized = column(of: HoldingTotal.Columns.realized)
    public static let totalGain = column(of: HoldingTotal.Columns.totalGain)
    public static let unpriced = column(of: HoldingTotal.Columns.unpriced)

    private static func column(of column: Column<HoldingTotal>) -> Column<PortfolioValue> {
      Column(column) { row, asOf in column.cell(of: row.total, asOf: asOf) }
    }
  }
  public static let columns: [Column<PortfolioValue>] = [
    Columns.time, Columns.value, Columns.cost, Columns.gain, Columns.gainPercent, Columns.realized,
    Columns.totalGain, Columns.unpriced,
  ]
  public static let noun = (one: "value", many: "values")

  public static func emptyNotice(isMultiExchange: Bool) -> String { "no values in this range" }

  /// Without the holdings of a failed exchange, a value would be wrong.
  public static let needsAllExchanges = true

  public var exchange: ExchangeID? { nil }
  public var pair: Pair { total.pair }
  public var market: Listing? { nil }
}

extension CandleRow {
  /// The values of two rows as the open and the close of a candle, in the period of the second row.
  package init(from before: PortfolioValue, to row: PortfolioValue, _ period: Period) {
    // Amounts are rounded as in tables.
    let places = NumberFormat.moneyPlaces(in: row.total.quote)
    let (old, new) = (
      before.total.value?.rounded(toPlaces: places), row.total.value?.rounded(toPlaces: places)
    )
    let ends = [old, new].compactMap(\.self)
    let candle = Candle(
      time: row.time, open: old, high: ends.max(), low: ends.min(), close: new, volume: nil)
    self.init(
      exchange: nil, pair: Pair(symbol: PortfolioValue.Columns.value.name), period: period,
      candle: candle, asOf: row.time)
    self = converted(to: row.total.quote ?? "") { $0 }
  }
}
