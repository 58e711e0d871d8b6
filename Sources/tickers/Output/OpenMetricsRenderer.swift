import Foundation
import MarketCore
import Terminal

/// An exposition of the tickers for Prometheus: base units, unknown values left out.
struct OpenMetricsRenderer: Renderer {
  private struct Metric {
    let name: String
    let help: String
    let field: TickerField
    var value: @Sendable (FieldValue) -> String? = \.text
  }

  private static let labels: [TickerField] = [.symbol, .base, .quote]

  /// The fields that a report must have as columns.
  static let fields = [.exchange] + labels + metrics.map(\.field)

  private static let metrics = [
    Metric(name: "tickers_last", help: "Price of the last trade, in quote.", field: .last),
    Metric(name: "tickers_open", help: "Price 24 hours ago, in quote.", field: .open),
    Metric(
      name: "tickers_change_ratio", help: "Change in 24 hours as a part of the price then.",
      field: .percent
    ) { value in
      guard case .number(let percent) = value else { return nil }
      return (percent / 100).plain
    },
    Metric(name: "tickers_volume", help: "Traded in 24 hours, in base.", field: .volume),
    Metric(
      name: "tickers_as_of_timestamp_seconds", help: "When the answer arrived.", field: .asOf
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
    let labels = ((report.sources == nil ? [] : [.exchange]) + Self.labels).map { field in
      values(field).map { "\(field.rawValue)=\"\(($0.text ?? "").escapedForLabel)\"" }
    }
    let families = Self.metrics.map { metric in
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
