import Foundation
import MarketCore
import Terminal

/// An exposition of the tickers for Prometheus: base units, unknown values omitted.
struct OpenMetricsRenderer: Renderer {
  private struct Metric {
    let name: String
    let help: String
    let field: TickerField
    /// Whether it depends on the reference price, whose time is then a label.
    var hasReference = false
    var value: @Sendable (FieldValue) -> String? = \.text
  }

  private static let labels: [TickerField] = [.exchange, .symbol, .base, .quote]

  /// The fields that a report must have as columns.
  static let fields = labels + [.changeFrom] + metrics.map(\.field)

  private static let metrics = [
    Metric(name: "tickers_last", help: "Last trade price (quote currency)", field: .last),
    Metric(
      name: "tickers_open", help: "Opening price (quote currency)", field: .open,
      hasReference: true),
    Metric(
      name: "tickers_change_ratio", help: "Relative change since the opening price",
      field: .percent, hasReference: true
    ) { value in
      guard case .number(let percent) = value else { return nil }
      return (percent / 100).plain
    },
    Metric(name: "tickers_volume", help: "24-hour volume (base currency)", field: .volume),
    Metric(
      name: "tickers_as_of_timestamp_seconds", help: "Arrival time of the response (Unix time)",
      field: .asOf
    ) { value in
      guard case .time(let date) = value else { return nil }
      let milliseconds = Decimal(Int64((date.timeIntervalSince1970 * 1000).rounded()))
      return (milliseconds / 1000).plain
    },
  ]

  func text(of report: Report, isFirst: Bool) -> String {
    let rows = Array(report.rows)
    func values(_ field: TickerField) -> [FieldValue] {
      let index = report.index(of: field.rawValue)
      return rows.map { row in index.map { row[$0].value } ?? .unknown }
    }
    func label(_ name: String, _ field: TickerField) -> [String] {
      values(field).map { "\(name)=\"\(($0.text ?? "").escapedForLabel)\"" }
    }
    let pairLabels = Self.labels.map { label($0.rawValue, $0) }
    let reference = label("reference", .changeFrom)
    let families = Self.metrics.map { metric in
      let labels = pairLabels + (metric.hasReference ? [reference] : [])
      let samples = values(metric.field).enumerated().compactMap { row, value in
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
