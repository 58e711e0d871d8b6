import Foundation
package import MarketCore

package protocol TableRow: Row {
  static var style: TableStyle<Self> { get }
}

/// Defines how tables and help treat the columns of one kind of rows.
package struct TableStyle<Row: MarketCore.Row>: Sendable {
  /// The columns that are added to a table of several exchanges, or of several pairs.
  package var exchange, symbol: Column<Row>?
  /// The columns in the order in which a narrow terminal keeps them. The first group is always kept. Columns
  /// in no group are dropped first, or are all kept if there are no groups.
  var kept: [[Column<Row>]] = []
  /// The columns in which ▲ or ▼ can mark a rise or a fall.
  var toned: [Column<Row>] = []
  /// The columns that a table omits by default if their function returns true for all rows.
  var omitted: [Column<Row>: @Sendable (Row) -> Bool] = [:]
  /// The columns that reveal how much is held. An option and a key replace their values by dots.
  package var amounts: [Column<Row>] = []
  /// The columns of prices whose quote currency can be omitted if the table has the column of the symbol.
  var quoted: [Column<Row>] = []
  package var order: Column<Row>?
  /// The column that groups the rows on a screen: rows with equal values are consecutive.
  package var group: Column<Row>?
  package var hasTrend = false
  package var template = "{symbol} {last} {percent}"
  package var condition = "percent > 5"
  /// The default columns of a status bar; empty if the rows cannot be shown in a status bar.
  package var statusBar: [Column<Row>] = []
  /// For help: the texts that a filter matches besides names, and a further sentence about the filter.
  package var filtered = "a part of the symbol, a symbol, a pattern like '*-USD'"
  package var filterNote = ""

  /// Returns the rank of a column: a narrow terminal drops the highest rank first, and never drops rank 0.
  /// Computed columns, which were chosen, are dropped after all but the first group.
  func dropRank(of column: Column<Row>) -> Int {
    if !kept.isEmpty, !Row.columns.contains(column) { return 1 }
    return kept.firstIndex { $0.contains(column) } ?? kept.count
  }

  /// Returns a style for another kind of rows, whose corresponding columns `column` returns. Amounts, omitted
  /// columns, the trend and the texts are not kept.
  func map<Other>(_ column: (Column<Row>) -> Column<Other>) -> TableStyle<Other> {
    TableStyle<Other>(
      exchange: exchange.map(column), symbol: symbol.map(column),
      kept: kept.map { $0.map(column) }, toned: toned.map(column), quoted: quoted.map(column),
      order: order.map(column), statusBar: statusBar.map(column))
  }
}

extension TableRow {
  package static var style: TableStyle<Self> { TableStyle() }

  /// The names that a user can choose: the columns, and the trend if a screen can draw it.
  package static var columnNames: [String] { names + trendNames }
  package static var trendNames: [String] { style.hasTrend ? [Report.trend.name] : [] }
}

extension Ticker: TableRow {
  private typealias C = Columns
  package static let style = TableStyle<Ticker>(
    exchange: C.exchange, symbol: C.symbol,
    kept: [[C.exchange, C.symbol, C.last, C.percent], [C.turnover], [C.volume]],
    toned: [C.percent, C.percentHour, C.percentWeek, C.percentMonth],
    quoted: [C.last, C.bid, C.ask, C.open, C.high, C.low, C.change],
    order: C.turnover, hasTrend: true, statusBar: [C.symbol, C.last])
}

extension PriceRow: TableRow {
  package static let style = Ticker.style.map(column(of:))
}

extension PastPrice: TableRow {
  package static let style: TableStyle<PastPrice> = {
    let (exchange, symbol) = (Ticker.Columns.exchange, Ticker.Columns.symbol)
    return TableStyle(
      exchange: column(of: exchange),
      kept: [
        [exchange, symbol, Ticker.Columns.last].map(column(of:)), [Columns.at], [Columns.period],
      ],
      template: "{symbol} {last} {at}",
      statusBar: [Ticker.Columns.symbol, Ticker.Columns.last].map(column(of:)))
  }()
}

extension Firing: TableRow where Row: TableRow {
  package static var style: TableStyle<Firing> {
    var style = Row.style.map(column(of:))
    let always = [Columns.alert] + (style.kept.first ?? [])
    style.kept = [always, [Columns.time]] + style.kept.dropFirst()
    style.template = "{alert} {symbol} {last}"
    return style
  }
}

extension Coin: TableRow {
  private typealias C = Columns
  package static let style = TableStyle<Coin>(
    kept: [[C.coin, C.price, C.percent], [C.turnover]],
    toned: [C.percent, C.percentHour, C.percentWeek, C.percentMonth], order: C.turnover,
    hasTrend: true, template: "{coin} {price} {percent}", statusBar: [C.coin, C.price],
    filtered: "a part of the code, a pattern like 'B*'",
    filterNote: " A coin matches a symbol whose base it is.")
}

extension Instrument: TableRow {
  private typealias C = Columns
  package static let style = TableStyle<Instrument>(
    exchange: C.exchange, symbol: C.symbol,
    kept: [
      [C.exchange, C.symbol, C.status], [C.tickSize], [C.minimumOrder], [C.lotSize],
      [C.maximumOrder],
    ], order: C.symbol, condition: "state == open")
}

extension CandleRow: TableRow {
  private typealias C = Columns
  package static let style = TableStyle<CandleRow>(
    exchange: C.exchange, symbol: C.symbol,
    kept: [
      [C.symbol, C.time, C.close], [C.exchange], [C.percent], [C.high, C.low], [C.open], [C.volume],
    ], toned: [C.percent], quoted: [C.open, C.high, C.low, C.close, C.change], order: C.time,
    template: "{time} {close}")
}

extension HoldingRow: TableRow {
  private typealias C = Columns
  package static let style = TableStyle<HoldingRow>(
    exchange: C.exchange, symbol: C.symbol,
    kept: [
      [C.account, C.symbol, C.value], [C.last], [C.exchange], [C.gain], [C.realized], [C.quantity],
      [C.percent], [C.dayChange], [C.share],
    ],
    toned: [
      C.percent, C.gain, C.gainPercent, C.realized, C.totalGain, C.percentHour, C.percentWeek,
      C.percentMonth,
    ],
    omitted: [C.account: { $0.holding.account == nil }, C.realized: { !$0.hasRealized }],
    amounts: [
      C.quantity, C.value, C.dayChange, C.cost, C.gain, C.realized, C.fees, C.totalGain,
    ], quoted: [C.last], order: C.symbol, group: C.account, hasTrend: true)
}

extension HoldingTotal: TableRow {
  private typealias C = Columns
  package static let style = TableStyle<HoldingTotal>(
    kept: [
      [C.account, C.quote, C.value], [C.gain], [C.dayChange], [C.gainPercent], [C.realized],
      [C.totalGain], [C.unpriced, C.uncosted], [C.cost], [C.fees],
    ], toned: [C.dayChange, C.gain, C.gainPercent, C.realized, C.totalGain],
    omitted: [
      C.account: { $0.account == nil }, C.realized: { !$0.hasRealized },
      C.totalGain: { !$0.hasRealized }, C.fees: { $0.fees == 0 }, C.unpriced: { $0.unpriced == 0 },
      C.uncosted: { $0.uncosted == 0 },
    ],
    amounts: [C.value, C.dayChange, C.cost, C.gain, C.realized, C.fees, C.totalGain],
    order: C.quote, group: C.account, statusBar: [C.value, C.gainPercent])
}

extension PortfolioValue: TableRow {
  private typealias C = Columns
  package static let style = TableStyle<PortfolioValue>(
    kept: [
      [C.time, C.value], [C.gain], [C.gainPercent], [C.realized], [C.totalGain], [C.unpriced],
      [C.cost],
    ],
    toned: [C.gain, C.gainPercent, C.realized, C.totalGain],
    omitted: [
      C.realized: { !$0.total.hasRealized }, C.totalGain: { !$0.total.hasRealized },
      C.unpriced: { $0.total.unpriced == 0 },
    ],
    amounts: [C.value, C.cost, C.gain, C.realized, C.totalGain], order: C.time,
    template: "{time} {value}")
}

extension BookRow: TableRow {
  private typealias C = Columns
  package static let style = TableStyle<BookRow>(
    exchange: C.exchange,
    kept: [
      [C.exchange, C.price, C.quantity], [C.side], [C.total], [C.orders, C.orderID],
      [C.level, C.notional],
    ])
}

extension RecordedRequest: TableRow {
  private typealias C = Columns
  package static let style = TableStyle<RecordedRequest>(
    kept: [
      [C.exchange, C.request, C.answers], [C.errors], [C.first], [C.last], [C.bytes, C.longestGap],
    ])
}

extension ExchangeInfo: TableRow {
  private typealias C = Columns
  package static let style = TableStyle<ExchangeInfo>(
    kept: [
      [C.exchange, C.title], [C.history], [C.orders], [C.names], [C.tickers, C.book], [C.url],
    ])
}

extension ComparedFill: TableRow {
  private typealias C = Fill.Columns
  package static let style: TableStyle<ComparedFill> = {
    let exchange = Columns.exchange
    let prices = [C.average, C.worst, C.total, C.feeTotal].map(column(of:))
    return TableStyle(
      exchange: exchange, symbol: column(of: C.symbol),
      kept: [
        [exchange] + [C.filled, C.average].map(column(of:)),
        [C.total, C.feeTotal].map(column(of:)),
        [C.slippageBasisPoints, C.unfilled].map(column(of:)),
      ], quoted: prices)
  }()
}

extension Conversion: TableRow {
  package static let style = TableStyle<Conversion>(
    kept: [
      [Columns.to, Columns.result], [Columns.rate], [Columns.from], [Columns.amount],
      [Columns.route], [Columns.asOf],
    ])
}

extension OrderBookViewModel: TableRow {}
extension Fill: TableRow {}
extension ConversionRate: TableRow {}

extension Trade: TableRow {}
