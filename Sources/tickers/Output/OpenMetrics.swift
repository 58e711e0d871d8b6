import Foundation
import MarketCore
import Terminal

/// An exposition of tickers or coins for Prometheus: base units, unknown values omitted.
enum OpenMetrics {
  private typealias Metric = (name: String, help: String, column: String)

  private static let tickerMetrics: [Metric] = [
    ("tickers_last", "Last trade price (quote currency)", "last"),
    ("tickers_open", "Opening price (quote currency)", "open"),
    ("tickers_change_ratio", "Relative change since the opening price", "percent"),
    ("tickers_bid", "Best bid (quote currency)", "bid"),
    ("tickers_ask", "Best ask (quote currency)", "ask"),
    ("tickers_high", "24-hour high (quote currency)", "high"),
    ("tickers_low", "24-hour low (quote currency)", "low"),
    ("tickers_volume", "24-hour volume (base currency)", "volume"),
    ("tickers_turnover", "24-hour turnover (currency of --in, by default USD)", "turnover"),
    ("tickers_as_of_timestamp_seconds", "Arrival time of the response (Unix time)", "as_of"),
  ]
  private static let coinMetrics: [Metric] = [
    ("tickers_coin_price", "Median price, weighted by turnover", "price"),
    (
      "tickers_coin_change_ratio",
      "Median change over 24 hours, else since 00:00 UTC, weighted by turnover", "percent"
    ),
    ("tickers_coin_turnover", "24-hour turnover", "turnover"),
    ("tickers_coin_low_price", "Lowest plausible price", "low_price"),
    ("tickers_coin_high_price", "Highest plausible price", "high_price"),
  ]

  /// The required columns: those of a ticker, or of a coin.
  static let columns =
    ["exchange", "symbol", "base", "quote", "change_from", "coin"]
    + (tickerMetrics + coinMetrics).map(\.column)

  static func text(of report: Report) -> String {
    let rows = Array(report.rows)
    func cells(_ column: String) -> [Cell?] {
      let index = report.index(of: column)
      return rows.map { row in index.map { row[$0] } }
    }
    func labels(_ name: String) -> [String] {
      cells(name).map { label(name, $0?.value.text) }
    }
    let isOfCoins = report.index(of: "coin") != nil
    let common =
      isOfCoins
      ? [labels("coin"), cells("price").map { label("currency", $0?.currency) }]
      : ["exchange", "symbol", "base", "quote"].map(labels)
    let reference = cells("change_from").map { label("reference", $0?.value.text) }
    let families = (isOfCoins ? coinMetrics : tickerMetrics).map { metric in
      let hasReference = !isOfCoins && ["open", "percent"].contains(metric.column)
      let labels = common + (hasReference ? [reference] : [])
      let samples = cells(metric.column).enumerated().compactMap { row, cell in
        value(of: cell?.value ?? .unknown, in: metric.column).map { (labels.map { $0[row] }, $0) }
      }
      return family(metric.name, metric.help, samples)
    }
    let up = report.sources.map { ([label("exchange", $0.exchange)], $0.hasAnswered ? "1" : "0") }
    return families.joined()
      + family("tickers_up", "1 if the exchange has answered, 0 if it failed", up) + "# EOF\n"
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
  private static func value(of value: FieldValue, in column: String) -> String? {
    switch value {
    case .number(let percent) where column == "percent": return (percent / 100).plain
    case .time(let date):
      let milliseconds = Decimal(Int64((date.timeIntervalSince1970 * 1000).rounded()))
      return (milliseconds / 1000).plain
    default: return value.text
    }
  }
}
