import Foundation
import MarketCore
import Terminal

/// An exposition of the tickers for Prometheus: base units, unknown values left out.
struct OpenMetricsRenderer: Renderer {
  private struct Metric {
    let name: String
    let help: String
    let field: TickerField
    var value: @Sendable (FieldValue) -> String? = \.machineText
  }

  /// The fields that a frame must have as columns, in this order.
  static let fields: [TickerField] =
    [.symbol, .base, .quote] + metrics.map(\.field)

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

  func text(of frame: Frame, isFirst: Bool) -> String {
    let rows = frame.groups.flatMap(\.rows)
    let families = Self.metrics.enumerated().map { index, metric in
      let samples = rows.compactMap { row in
        metric.value(row[3 + index].value).map { "\(metric.name){\(labels(row))} \($0)\n" }
      }
      return "# HELP \(metric.name) \(metric.help)\n# TYPE \(metric.name) gauge\n"
        + samples.joined()
    }
    return families.joined() + "# EOF\n"
  }

  private func labels(_ row: [Cell]) -> String {
    zip(Self.fields, row.prefix(3)).map { field, cell in
      let text = (cell.value.machineText ?? "").escaping(["\\": "\\\\", "\"": "\\\""])
      return "\(field.rawValue)=\"\(text)\""
    }.joined(separator: ",")
  }
}
