package import MarketCore

/// A row that reports can have.
package protocol TableRow: Row {
  static var style: TableStyle<Self> { get }
}

/// What tables and help do with the columns of rows of one kind.
package struct TableStyle<Row: MarketCore.Row>: Sendable {
  /// The columns that a table has only where there are several exchanges, or several pairs.
  package var exchange, symbol: Column<Row>?
  /// The columns by how long a narrow terminal keeps them: those of the first group always, columns
  /// of no group for the shortest time.
  var kept: [[Column<Row>]] = []
  /// The columns in which a terminal marks a rise or a fall.
  var toned: [Column<Row>] = []
  /// The columns that are left out if all of their numbers are 0.
  var omittedIfZero: [Column<Row>] = []
  /// The columns that show how much is held, which can be hidden.
  package var amounts: [Column<Row>] = []
  /// The prices that need no code of a currency beside the symbol.
  var quoted: [Column<Row>] = []
  /// The column that rows are sorted by unless an option gives another one.
  package var order: Column<Row>?
  /// Whether a screen draws the highlighted numbers over time beside the rows.
  package var hasTrend = false
  /// Examples of a template and of a condition.
  package var template = "{symbol} {last} {percent}"
  package var condition = "percent > 5"
  /// What a filter matches beside names, and a sentence about it.
  package var filtered = "a part of the symbol, a symbol, a pattern like '*-USD'"
  package var filterNote = ""

  /// The order in which a column is dropped, the highest first; 0 is never dropped.
  func dropRank(of column: Column<Row>) -> Int {
    kept.firstIndex { $0.contains(column) } ?? kept.count
  }

  /// The same for rows of another kind, which have a column for each.
  func map<Other>(_ column: (Column<Row>) -> Column<Other>) -> TableStyle<Other> {
    TableStyle<Other>(
      exchange: exchange.map(column), symbol: symbol.map(column),
      kept: kept.map { $0.map(column) }, toned: toned.map(column), quoted: quoted.map(column),
      order: order.map(column))
  }
}

extension TableRow {
  /// Tables keep all columns.
  package static var style: TableStyle<Self> { TableStyle() }

  /// The names of the columns, and of the trend, which is none: only a screen draws it.
  package static var columnNames: [String] {
    columns.map(\.name) + (style.hasTrend ? [Trend.name] : [])
  }
}

/// What a screen draws beside rows, chosen as if it were a column.
package enum Trend {
  package static let name = "trend"
  package static let meaning = "Last prices as a sparkline; on a screen only"
}

extension Ticker: TableRow {
  package static let style = TableStyle<Ticker>(
    exchange: Columns.exchange, symbol: Columns.symbol,
    kept: [
      [Columns.exchange, Columns.symbol, Columns.last, Columns.percent], [Columns.turnover],
      [Columns.volume],
    ], toned: [Columns.percent],
    quoted: [
      Columns.last, Columns.bid, Columns.ask, Columns.open, Columns.high, Columns.low,
      Columns.change,
    ], order: Columns.turnover, hasTrend: true)
}

extension PriceRow: TableRow {
  package static let style = Ticker.style.map(column(of:))
}

extension PastPrice: TableRow {
  package static let style = TableStyle<PastPrice>(
    exchange: column(of: Ticker.Columns.exchange),
    kept: [
      [Ticker.Columns.exchange, Ticker.Columns.symbol, Ticker.Columns.last].map(column(of:)),
      [Columns.at], [Columns.period],
    ], template: "{symbol} {last} {at}")
}

extension Firing: TableRow where Row: TableRow {
  package static var style: TableStyle<Firing> {
    var style = Row.style.map(column(of:))
    style.kept = [[Columns.alert] + (style.kept.first ?? []), [Columns.time]] + style.kept.dropFirst()
    style.template = "{alert} {symbol} {last}"
    return style
  }
}

extension Coin: TableRow {
  package static let style = TableStyle<Coin>(
    kept: [[Columns.coin, Columns.price, Columns.percent], [Columns.turnover]],
    toned: [Columns.percent], order: Columns.turnover, hasTrend: true,
    template: "{coin} {price} {percent}", filtered: "a part of the code, a pattern like 'B*'",
    filterNote: " A coin matches a symbol whose base it is.")
}

extension Instrument: TableRow {
  package static let style = TableStyle<Instrument>(
    exchange: Columns.exchange, symbol: Columns.symbol,
    kept: [
      [Columns.exchange, Columns.symbol, Columns.status], [Columns.tickSize],
      [Columns.minimumOrder], [Columns.lotSize], [Columns.maximumOrder],
    ], order: Columns.symbol, condition: "state == open")
}

extension CandleRow: TableRow {
  package static let style = TableStyle<CandleRow>(
    exchange: Columns.exchange, symbol: Columns.symbol,
    kept: [
      [Columns.symbol, Columns.time, Columns.close], [Columns.exchange], [Columns.percent],
      [Columns.high, Columns.low], [Columns.open], [Columns.volume],
    ], toned: [Columns.percent],
    quoted: [Columns.open, Columns.high, Columns.low, Columns.close, Columns.change],
    order: Columns.time, template: "{time} {close}")
}

extension HoldingRow: TableRow {
  package static let style = TableStyle<HoldingRow>(
    exchange: Columns.exchange, symbol: Columns.symbol,
    kept: [
      [Columns.symbol, Columns.value], [Columns.exchange], [Columns.gain], [Columns.quantity],
      [Columns.last], [Columns.percent], [Columns.dayChange], [Columns.share],
    ], toned: [Columns.percent, Columns.gain, Columns.gainPercent],
    amounts: [Columns.quantity, Columns.value, Columns.dayChange, Columns.cost, Columns.gain],
    quoted: [Columns.last], order: Columns.symbol, hasTrend: true)
}

extension HoldingTotal: TableRow {
  package static let style = TableStyle<HoldingTotal>(
    kept: [
      [Columns.quote, Columns.value], [Columns.gain], [Columns.dayChange], [Columns.gainPercent],
      [Columns.unpriced, Columns.uncosted], [Columns.cost],
    ], toned: [Columns.dayChange, Columns.gain, Columns.gainPercent],
    omittedIfZero: [Columns.unpriced, Columns.uncosted],
    amounts: [Columns.value, Columns.dayChange, Columns.cost, Columns.gain], order: Columns.quote)
}

extension PortfolioValue: TableRow {
  package static let style = TableStyle<PortfolioValue>(
    kept: [
      [Columns.time, Columns.value], [Columns.gain], [Columns.gainPercent], [Columns.unpriced],
      [Columns.cost],
    ], toned: [Columns.gain, Columns.gainPercent], omittedIfZero: [Columns.unpriced],
    amounts: [Columns.value, Columns.cost, Columns.gain], order: Columns.time,
    template: "{time} {value}")
}

extension BookRow: TableRow {
  package static let style = TableStyle<BookRow>(
    exchange: Columns.exchange,
    kept: [
      [Columns.exchange, Columns.price, Columns.quantity], [Columns.side], [Columns.total],
      [Columns.orders, Columns.orderID], [Columns.level, Columns.notional],
    ])
}

extension RecordedRequest: TableRow {
  package static let style = TableStyle<RecordedRequest>(
    kept: [
      [Columns.exchange, Columns.request, Columns.answers], [Columns.errors], [Columns.first],
      [Columns.last], [Columns.bytes, Columns.longestGap],
    ])
}

extension ExchangeInfo: TableRow {
  package static let style = TableStyle<ExchangeInfo>(
    kept: [
      [Columns.exchange, Columns.title], [Columns.history], [Columns.orders], [Columns.names],
      [Columns.tickers, Columns.book], [Columns.url],
    ])
}

extension OrderBookViewModel: TableRow {}
extension Fill: TableRow {}
extension ConversionRate: TableRow {}
