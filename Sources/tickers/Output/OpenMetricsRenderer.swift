import Foundation
import MarketCore
import Terminal

/// An exposition of the tickers for Prometheus: base units, unknown values omitted.
struct OpenMetricsRenderer: Renderer {
  private struct Metric {
    let name: String
    let help: String
    let column: String
    /// Whether it depends on the reference price, whose time is then a label.
    var hasReference = false
    var value: @Sendable (FieldValue) -> String? = \.text
  }

  private static let labels = ["exchange", "symbol", "base", "quote"]

  /// The columns that a report must have.
  static let columns = labels + ["change_from"] + metrics.map(\.column)

  private static let metrics = [
    Metric(name: "tickers_last", help: "Last trade price (quote currency)", column: "last"),
    Metric(
      name: "tickers_open", help: "Opening price (quote currency)", column: "open",
      hasReference: true),
    Metric(
      name: "tickers_change_ratio", help: "Relative change since the opening price",
      column: "percent", hasReference: true
    ) { value in
      guard case .number(let percent) = value else { return nil }
      return (percent / 100).plain
    },
    Metric(name: "tickers_volume", help: "24-hour volume (base currency)", column: "volume"),
    Metric(
      name: "tickers_as_of_timestamp_seconds", help: "Arrival time of the response (Unix time)",
      column: "as_of"
    ) { value in
      guard case .time(let date) = value else { return nil }
      let milliseconds = Decimal(Int64((date.timeIntervalSince1970 * 1000).rounded()))
      return (milliseconds / 1000).plain
    },
  ]

  func text(of report: Report, isFirst: Bool) -> String {
    let rows = Array(report.rows)
    func values(_ column: String) -> [FieldValue] {
      let index = report.index(of: column)
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
        metric.value(value).map { text in
          "\(metric.name){\(labels.map { $0[row] }.joined(separator: ","))} \(text)\n"
        }
      }
      return "# HELP \(metric.name) \(metric.help)\n# TYPE \(metric.name) gauge\n"
        + samples.joined()
    }
    return families.joined() + "# EOF\n"
  }
}

extension String {
  fileprivate var escapedForLabel: String {
    controlsReplaced { $0 == "\\" || $0 == "\"" ? "\\\($0)" : nil }
  }
}
