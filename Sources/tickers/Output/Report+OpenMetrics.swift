import Foundation
import MarketCore
import Terminal

extension Report {
  private static let labels = ["exchange", "symbol", "base", "quote"]

  static let openMetricsColumns = labels + ["change_from"] + metrics.map(\.column)

  /// The metrics; of those that depend on the reference price, its time is a label.
  private static let metrics: [(name: String, help: String, column: String, hasReference: Bool)] = [
    ("tickers_last", "Last trade price (quote currency)", "last", false),
    ("tickers_open", "Opening price (quote currency)", "open", true),
    ("tickers_change_ratio", "Relative change since the opening price", "percent", true),
    ("tickers_volume", "24-hour volume (base currency)", "volume", false),
    ("tickers_as_of_timestamp_seconds", "Arrival time of the response (Unix time)", "as_of", false),
  ]

  /// An exposition of tickers for Prometheus: base units, unknown values omitted.
  var openMetrics: String {
    let rows = Array(rows)
    func values(_ column: String) -> [FieldValue] {
      let index = index(of: column)
      return rows.map { row in index.map { row[$0].value } ?? .unknown }
    }
    func label(_ name: String, _ column: String) -> [String] {
      values(column).map { "\(name)=\"\(($0.text ?? "").escapedForLabel)\"" }
    }
    let pairLabels = Self.labels.map { label($0, $0) }
    let reference = label("reference", "change_from")
    let families = Self.metrics.map { metric in
      let labels = pairLabels + (metric.hasReference ? [reference] : [])
      let samples = values(metric.column).enumerated().compactMap { row, value in
        Self.baseUnits(of: value, in: metric.column).map { text in
          "\(metric.name){\(labels.map { $0[row] }.joined(separator: ","))} \(text)\n"
        }
      }
      return "# HELP \(metric.name) \(metric.help)\n# TYPE \(metric.name) gauge\n"
        + samples.joined()
    }
    return families.joined() + "# EOF\n"
  }

  private static func baseUnits(of value: FieldValue, in column: String) -> String? {
    switch value {
    case .number(let percent) where column == "percent": return (percent / 100).plain
    case .time(let date):
      let milliseconds = Decimal(Int64((date.timeIntervalSince1970 * 1000).rounded()))
      return (milliseconds / 1000).plain
    default: return value.text
    }
  }
}

extension String {
  fileprivate var escapedForLabel: String {
    controlsReplaced { $0 == "\\" || $0 == "\"" ? "\\\($0)" : nil }
  }
}
