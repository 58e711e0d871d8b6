import Foundation
import MarketCore
import Terminal

/// An exposition of tickers or coins for Prometheus: base units, unknown values omitted.
enum OpenMetrics {
  private struct Metric<Row>: Sendable {
    let name: String
    let help: String
    let column: Column<Row>

    init(_ name: String, _ help: String, _ column: Column<Row>) {
      (self.name, self.help, self.column) = (name, help, column)
    }
  }

  private static let tickerMetrics = [
    Metric("tickers_last", "Last trade price (quote currency)", Ticker.Columns.last),
    Metric("tickers_open", "Opening price (quote currency)", Ticker.Columns.open),
    Metric(
      "tickers_change_ratio", "Relative change since the opening price", Ticker.Columns.percent),
    Metric("tickers_bid", "Best bid (quote currency)", Ticker.Columns.bid),
    Metric("tickers_ask", "Best ask (quote currency)", Ticker.Columns.ask),
    Metric("tickers_high", "24-hour high (quote currency)", Ticker.Columns.high),
    Metric("tickers_low", "24-hour low (quote currency)", Ticker.Columns.low),
    Metric("tickers_volume", "24-hour volume (base currency)", Ticker.Columns.volume),
    Metric(
      "tickers_turnover", "24-hour turnover (currency of --in, by default USD)",
      Ticker.Columns.turnover),
    Metric(
      "tickers_as_of_timestamp_seconds", "Arrival time of the response (Unix time)",
      Ticker.Columns.asOf),
  ]
  private static let coinMetrics = [
    Metric("tickers_coin_price", "Median price, weighted by turnover", Coin.Columns.price),
    Metric(
      "tickers_coin_change_ratio",
      "Median change over 24 hours, else since 00:00 UTC, weighted by turnover",
      Coin.Columns.percent),
    Metric("tickers_coin_turnover", "24-hour turnover", Coin.Columns.turnover),
    Metric("tickers_coin_low_price", "Lowest plausible price", Coin.Columns.lowPrice),
    Metric("tickers_coin_high_price", "Highest plausible price", Coin.Columns.highPrice),
  ]
  private static let labels = [
    Ticker.Columns.exchange, Ticker.Columns.symbol, Ticker.Columns.base, Ticker.Columns.quote,
  ]

  /// The names of the required columns: those of a ticker, or of a coin.
  static let columns =
    (labels + [Ticker.Columns.changeFrom] + tickerMetrics.map(\.column)).map(\.name)
    + ([Coin.Columns.coin] + coinMetrics.map(\.column)).map(\.name)

  static func text(of report: Report) -> String {
    let rows = Array(report.rows)
    func cells<Row>(_ column: Column<Row>) -> [Cell?] {
      let index = report.index(of: column)
      return rows.map { row in index.map { row[$0] } }
    }
    func labels<Row>(_ column: Column<Row>, as name: String? = nil) -> [String] {
      cells(column).map { label(name ?? column.name, $0?.value.text) }
    }
    func family<Row>(_ metric: Metric<Row>, _ labels: [[String]]) -> String {
      let samples = cells(metric.column).enumerated().compactMap { row, cell in
        value(of: cell?.value ?? .unknown, of: metric.column.kind).map {
          (labels.map { $0[row] }, $0)
        }
      }
      return Self.family(metric.name, metric.help, samples)
    }
    let families: [String]
    if report.index(of: Coin.Columns.coin) != nil {
      let currency = cells(Coin.Columns.price).map { label("currency", $0?.currency) }
      let common = [labels(Coin.Columns.coin), currency]
      families = coinMetrics.map { family($0, common) }
    } else {
      let common = Self.labels.map { labels($0) }
      let reference = labels(Ticker.Columns.changeFrom, as: "reference")
      families = tickerMetrics.map { metric in
        let hasReference = [Ticker.Columns.open, Ticker.Columns.percent].contains(metric.column)
        return family(metric, common + (hasReference ? [reference] : []))
      }
    }
    let up = report.sources.map { source in
      ([label(Ticker.Columns.exchange.name, source.exchange)], source.hasAnswered ? "1" : "0")
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

  /// A value in base units.
  private static func value(of value: FieldValue, of kind: ColumnKind) -> String? {
    switch value {
    case .number(let percent) where kind == .percent: return (percent / 100).plain
    case .time(let date):
      let milliseconds = Decimal(Int64((date.timeIntervalSince1970 * 1000).rounded()))
      return (milliseconds / 1000).plain
    default: return value.text
    }
  }
}
