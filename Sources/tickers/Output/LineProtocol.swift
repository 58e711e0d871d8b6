import Foundation
import MarketCore
import Terminal

/// Rows in InfluxDB's line protocol, a point each: names as tags, known numbers as fields.
enum LineProtocol {
  private static let tags = ["exchange", "symbol", "base", "quote", "coin"]
  /// The columns of a row's time; a past price has one of its own.
  private static let times = ["at", "time", "as_of"]

  /// The required columns.
  static func columns<Row: MarketCore.Row>(of _: Row.Type) -> [Column<Row>] {
    Row.columns.filter { $0.kind.isNumber || (tags + times).contains($0.name) }
  }

  static func text(of report: Report) -> String {
    lines(of: report).map { $0 + "\n" }.joined()
  }

  static func notices(on report: Report) -> [String] {
    let count = report.rows.count { numbers(of: $0, in: report).isEmpty }
    return count == 0 ? [] : ["skipped \(count) row\(count == 1 ? "" : "s") without numbers"]
  }

  /// The known numbers of a row, each after its name.
  private static func numbers(of row: [Cell], in report: Report) -> [String] {
    zip(report.columns, row).compactMap { column, cell in
      guard column.kind.isNumber, case .number(let number) = cell.value else { return nil }
      return "\(column.name)=\(number.plain)"
    }
  }

  private static func lines(of report: Report) -> [String] {
    let measurement =
      report.index(of: "coin") != nil
      ? "tickers_coin" : report.index(of: "close") != nil ? "tickers_candle" : "tickers"
    let times = times.compactMap(report.index)
    let price = ["last", "price", "close"].lazy.compactMap(report.index).first
    let tags = tags.compactMap { name in report.index(of: name).map { (name, $0) } }
    return report.rows.compactMap { row in
      let numbers = numbers(of: row, in: report)
      guard !numbers.isEmpty else { return nil }
      var names = tags.map { ($0, row[$1].value.text) }
      let quote: String?
      if let symbol = report.index(of: "symbol"), report.index(of: "quote") == nil {
        // A candle is of a pair.
        let pair = Pair(symbol: row[symbol].value.text ?? "")
        names += [("base", pair.base), ("quote", pair.quote)]
        quote = pair.quote
      } else {
        quote = names.first { $0.0 == "quote" }?.1
      }
      // Converted prices are not a part of the same series.
      if let currency = price.flatMap({ row[$0].currency }), currency != quote {
        names.append(("currency", currency))
      }
      names += report.tags.map { ($0, $1) }
      let time = times.lazy.compactMap { nanoseconds(of: row[$0].value) }.first
      let series = names.compactMap { name, text in
        text.flatMap { $0.isEmpty ? nil : ",\(name)=\(escaped($0))" }
      }
      return "\(measurement)\(series.joined()) \(numbers.joined(separator: ","))"
        + (time.map { " \($0)" } ?? "")
    }
  }

  private static func nanoseconds(of value: FieldValue) -> String? {
    switch value {
    case .time(let date), .moment(let date):
      "\(Int64((date.timeIntervalSince1970 * 1_000).rounded()))000000"
    default: nil
    }
  }

  /// The text of a tag. There is no escape for a backslash, which would be one for what follows.
  private static func escaped(_ text: String) -> String {
    text.controlsReplaced { scalar in
      switch scalar {
      case ",", "=", " ": "\\\(scalar)"
      case "\\": "\u{FFFD}"
      default: nil
      }
    }
  }
}
