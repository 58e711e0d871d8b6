package import Foundation

/// The value of a portfolio at the end of a period, as a row of its value over time.
package struct PortfolioValue: Hashable, Sendable {
  /// The start of the period.
  package let time: Date
  /// The sums over the holdings that count by its end; 0 before the first one counts.
  package let total: HoldingTotal
}

extension PortfolioValue: ListRow {
  /// The start of the period: the rows are of one portfolio.
  package var id: Date { time }
  /// The start of the period, and columns of a total.
  package static let columns: [Column<PortfolioValue>] =
    [Column("time", .time, "Start of the period, in UTC") { row, _ in .moment(row.time) }]
    + HoldingTotal.columns("value", "cost", "gain", "gain_percent", "unpriced").map { column in
      Column(column) { row, asOf in column.cell(of: row.total, asOf: asOf) }
    }
  /// A value.
  package static let noun = (one: "value", many: "values")

  /// That the range has no values.
  package static func emptyNotice(isMultiExchange: Bool) -> String { "no values in this range" }

  /// A value has only the holdings whose exchanges have answered.
  package static let needsAllExchanges = true

  /// None: a value is of all exchanges.
  package var exchange: ExchangeID? { nil }
  /// A pair whose symbol is the currency.
  package var pair: Pair { total.pair }
  /// None.
  package var market: Listing? { nil }
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
      exchange: nil, pair: Pair(symbol: "value"), period: period, candle: candle, asOf: row.time)
    self = converted(to: row.total.quote ?? "") { $0 }
  }
}
