public import Foundation

/// The value of a portfolio at the end of a period, as a row of its value over time.
public struct PortfolioValue: Hashable, Sendable {
  /// The start of the period.
  public let time: Date
  /// The sums over the holdings that count by its end; 0 before the first one counts.
  public let total: HoldingTotal
}

extension PortfolioValue: ListRow {
  /// The start of the period: the rows are of one portfolio.
  public var id: Date { time }
  /// The columns of a value over time, by their names: its period, and columns of its total.
  public enum Columns {
    public static let time = Column<PortfolioValue>(
      "time", .time, "Start of the period, in UTC"
    ) { row, _ in .moment(row.time) }
    public static let value = column(of: HoldingTotal.Columns.value)
    public static let cost = column(of: HoldingTotal.Columns.cost)
    public static let gain = column(of: HoldingTotal.Columns.gain)
    public static let gainPercent = column(of: HoldingTotal.Columns.gainPercent)
    public static let unpriced = column(of: HoldingTotal.Columns.unpriced)

    private static func column(of column: Column<HoldingTotal>) -> Column<PortfolioValue> {
      Column(column) { row, asOf in column.cell(of: row.total, asOf: asOf) }
    }
  }
  /// All columns, in the order of machine formats.
  public static let columns: [Column<PortfolioValue>] = [
    Columns.time, Columns.value, Columns.cost, Columns.gain, Columns.gainPercent, Columns.unpriced,
  ]
  /// The words `value` and `values`.
  public static let noun = (one: "value", many: "values")

  /// The notice `no values in this range`.
  public static func emptyNotice(isMultiExchange: Bool) -> String { "no values in this range" }

  /// A value has only the holdings whose exchanges have answered.
  public static let needsAllExchanges = true

  /// None: a value is of all exchanges.
  public var exchange: ExchangeID? { nil }
  /// A pair whose symbol is the currency.
  public var pair: Pair { total.pair }
  /// None.
  public var market: Listing? { nil }
}

extension CandleRow {
  /// The change of a portfolio's value from one period to the next.
  package init(from before: PortfolioValue, to row: PortfolioValue, _ period: Period) {
    // As tables round amounts.
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
