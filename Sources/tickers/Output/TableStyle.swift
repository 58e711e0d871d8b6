import Arguments
import MarketCore

/// What tables do with the columns of rows of one kind.
struct TableStyle: Sendable {
  /// The columns by how long a narrow terminal keeps them: those of the first text always, columns
  /// that no text names for the shortest time.
  var kept: [String] = []
  /// The columns in which a terminal marks a rise or a fall.
  var toned: Set<String> = []
  /// The columns that are left out if all of their numbers are 0.
  var omittedIfZero: Set<String> = []
  /// The columns that show how much is held, which can be hidden.
  var amounts: Set<String> = []
  /// The prices that need no code of a currency beside the symbol.
  static let quoted: Set = ["last", "bid", "ask", "open", "high", "low", "close", "change"]
  /// Whether a screen draws the highlighted numbers over time beside the rows.
  var hasTrend = false
  /// The example of a template.
  var template = "{symbol} {last} {percent}"

  static let trend = "trend"
  static let trendMeaning = "Last prices as a sparkline; on a screen only"

  fileprivate static let all: [ObjectIdentifier: TableStyle] = [
    ObjectIdentifier(Ticker.self): TableStyle(
      kept: ["exchange symbol last percent", "turnover", "volume"], toned: ["percent"],
      hasTrend: true),
    ObjectIdentifier(PriceRow.self): TableStyle(
      kept: ["exchange symbol last percent", "turnover", "volume"], toned: ["percent"]),
    ObjectIdentifier(Firing<Ticker>.self): ofFirings,
    ObjectIdentifier(Firing<PriceRow>.self): ofFirings,
    ObjectIdentifier(Coin.self): TableStyle(
      kept: ["coin price percent", "turnover"], toned: ["percent"], hasTrend: true,
      template: "{coin} {price} {percent}"),
    ObjectIdentifier(Instrument.self): TableStyle(
      kept: ["exchange symbol status", "tick_size", "min_order", "lot_size", "max_order"]),
    ObjectIdentifier(CandleRow.self): TableStyle(
      kept: ["exchange symbol time close", "percent", "high low", "open", "volume"],
      toned: ["percent"], template: "{time} {close}"),
    ObjectIdentifier(PastPrice.self): TableStyle(
      kept: ["exchange symbol last", "at", "period"], template: "{symbol} {last} {at}"),
    ObjectIdentifier(HoldingRow.self): TableStyle(
      kept: [
        "symbol value", "exchange", "gain", "quantity", "last", "percent", "day_change", "share",
      ], toned: ["percent", "gain", "gain_percent"],
      amounts: ["quantity", "value", "day_change", "cost", "gain"], hasTrend: true),
    ObjectIdentifier(HoldingTotal.self): TableStyle(
      kept: ["quote value", "gain", "day_change", "gain_percent", "unpriced uncosted", "cost"],
      toned: ["day_change", "gain", "gain_percent"], omittedIfZero: ["unpriced", "uncosted"],
      amounts: ["value", "day_change", "cost", "gain"]),
    ObjectIdentifier(PortfolioValue.self): TableStyle(
      kept: ["time value", "gain", "gain_percent", "unpriced", "cost"],
      toned: ["gain", "gain_percent"], omittedIfZero: ["unpriced"],
      amounts: ["value", "cost", "gain"], template: "{time} {value}"),
    ObjectIdentifier(BookRow.self): TableStyle(
      kept: ["exchange price quantity", "side", "total", "orders order_id", "level notional"]),
    ObjectIdentifier(RecordedRequest.self): TableStyle(
      kept: ["exchange request answers", "errors", "first", "last", "bytes longest_gap"]),
    ObjectIdentifier(ExchangeInfo.self): TableStyle(
      kept: ["exchange title", "history", "orders", "names", "tickers book", "url"]),
  ]

  private static let ofFirings = TableStyle(
    kept: ["alert exchange symbol last percent", "time", "turnover", "volume"], toned: ["percent"],
    template: "{alert} {symbol} {last}")

  /// The order in which a column is dropped, the highest first; 0 is never dropped.
  func dropRank(of column: String) -> Int {
    kept.firstIndex { $0.split(separator: " ").contains { $0 == column } } ?? kept.count
  }
}

extension Row {
  /// What tables do with these rows; without an entry, they keep all columns.
  static var style: TableStyle { TableStyle.all[ObjectIdentifier(Self.self)] ?? TableStyle() }

  /// The names of the columns, and of the trend, which is none: only a screen draws it.
  static var columnNames: [String] {
    columns.map(\.name) + (style.hasTrend ? [TableStyle.trend] : [])
  }

  /// - Parameter others: further columns that an option adds.
  static func fieldList<Other>(_ title: String, and others: [Column<Other>]) -> Section {
    let trend = (TableStyle.trend, TableStyle.trendMeaning)
    return Section(
      title,
      rows: columns.map { ($0.name, $0.meaning) } + (style.hasTrend ? [trend] : [])
        + others.map { ($0.name, $0.meaning) })
  }

  static func fieldList(_ title: String) -> Section {
    fieldList(title, and: [Column<Self>]())
  }
}
