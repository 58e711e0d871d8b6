import Foundation
import MarketCore
import Terminal

extension Report {
  private typealias Metric<Row> = (name: String, help: String, column: MarketCore.Column<Row>)
  private typealias T = Ticker.Columns
  private typealias C = Coin.Columns

  private static let tickerMetrics: [Metric<Ticker>] = [
    ("tickers_last", "Last trade price (quote currency)", T.last),
    ("tickers_open", "Opening price (quote currency)", T.open),
    ("tickers_change_ratio", "Relative change since the opening price", T.percent),
    ("tickers_bid", "Best bid (quote currency)", T.bid),
    ("tickers_ask", "Best ask (quote currency)", T.ask),
    ("tickers_high", "24-hour high (quote currency)", T.high),
    ("tickers_low", "24-hour low (quote currency)", T.low),
    ("tickers_volume", "24-hour volume (base currency)", T.volume),
    ("tickers_turnover", "24-hour turnover (currency of --in, by default USD)", T.turnover),
    ("tickers_as_of_timestamp_seconds", "Arrival time of the response (Unix time)", T.asOf),
  ]
  private static let coinMetrics: [Metric<Coin>] = [
    ("tickers_coin_price", "Median price, weighted by turnover", C.price),
    (
      "tickers_coin_change_ratio",
      "Median change over 24 hours, else since 00:00 UTC, weighted by turnover", C.percent
    ),
    ("tickers_coin_turnover", "24-hour turnover", C.turnover),
    ("tickers_coin_low_price", "Lowest plausible price", C.lowPrice),
    ("tickers_coin_high_price", "Highest plausible price", C.highPrice),
  ]
  private static let labels = [T.exchange, T.symbol, T.base, T.quote]

  /// The names of the columns that OpenMetrics output requires, of tickers and of coins.
  static let metricColumns =
    (labels + [T.changeFrom] + tickerMetrics.map(\.column)).map(\.name)
    + ([C.coin] + coinMetrics.map(\.column)).map(\.name)

  /// The tickers or coins in the OpenMetrics format. Unknown values are omitted.
  var openMetrics: String {
    let rows = Array(self.rows)
    func cells<Row>(_ column: MarketCore.Column<Row>) -> [Cell?] {
      let index = index(of: column)
      return rows.map { row in index.map { row[$0] } }
    }
    func labels<Row>(_ column: MarketCore.Column<Row>, as name: String? = nil) -> [String] {
      cells(column).map { Self.label(name ?? column.name, $0?.value.text) }
    }
    func family<Row>(_ metric: Metric<Row>, _ labels: [[String]]) -> String {
      var samples: [(labels: [String], value: String)] = []
      for (row, cell) in cells(metric.column).enumerated() {
        guard let value = Self.value(of: cell?.value, metric.column.kind) else { continue }
        samples.append((labels.map { $0[row] }, value))
      }
      return Self.family(metric.name, metric.help, samples)
    }
    let families: [String]
    if index(of: C.coin) != nil {
      let common = [labels(C.coin), cells(C.price).map { Self.label("currency", $0?.currency) }]
      families = Self.coinMetrics.map { family($0, common) }
    } else {
      let common = Self.labels.map { labels($0) }
      let reference = labels(T.changeFrom, as: "reference")
      families = Self.tickerMetrics.map { metric in
        family(metric, common + ([T.open, T.percent].contains(metric.column) ? [reference] : []))
      }
    }
    let up = exchanges.map { exchange in
      ([Self.label(T.exchange.name, exchange.id)], exchange.hasAnswered ? "1" : "0")
    }
    return families.joined()
      + Self.family("tickers_up", "1 if the exchange has answered, 0 if it failed", up) + "# EOF\n"
  }

  private static func family(
    _ name: String, _ help: String, _ samples: [(labels: [String], value: String)]
  ) -> String {
    "# HELP \(name) \(help)\n# TYPE \(name) gauge\n"
      + samples.map { "\(name){\($0.labels.joined(separator: ","))} \($0.value)\n" }.joined()
  }

  private static func label(_ name: String, _ text: String?) -> String {
    let text = (text ?? "").controlsReplaced { $0 == "\\" || $0 == "\"" ? "\\\($0)" : nil }
    return "\(name)=\"\(text)\""
  }

  /// Returns a value in base units: percent as a ratio, a time as seconds since 1970-01-01; `nil` if unknown.
  private static func value(of value: FieldValue?, _ kind: ColumnKind) -> String? {
    switch value {
    case .number(let percent) where kind == .percent:
      return NumberFormat.fraction(percent: percent)?.plain
    case .time(let date):
      let milliseconds = Decimal(Int64((date.timeIntervalSince1970 * 1000).rounded()))
      return (milliseconds / 1000).plain
    default: return value?.text
    }
  }
}
