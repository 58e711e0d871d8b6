import Foundation
import MarketCore
import Terminal

extension Report {
  /// Tab-separated values, unknown ones empty. Tabs, newlines and backslashes are `\t`, `\n` and `\\`.
  func tsv(hasHeading: Bool) -> String {
    separated(by: "\t", hasHeading: hasHeading) { text in
      text.controlsReplaced { scalar in
        switch scalar {
        case "\\": "\\\\"
        case "\t": "\\t"
        case "\n": "\\n"
        default: nil
        }
      }
    }
  }

  /// Comma-separated values as in RFC 4180, but for lines that end in LF.
  func csv(hasHeading: Bool) -> String {
    separated(by: ",", hasHeading: hasHeading) { text in
      let needsQuotes = text.unicodeScalars.contains { $0 == "\"" || $0 == "," }
      return needsQuotes
        ? "\"" + text.controlsReplaced { $0 == "\"" ? "\"\"" : nil } + "\"" : text.controlsReplaced
    }
  }

  private func separated(
    by separator: String, hasHeading: Bool, escaped: (String) -> String
  ) -> String {
    let heading = columns.map(\.name).joined(separator: separator) + "\n"
    // Bytes are appended faster than text.
    var text = Array((hasHeading ? heading : "").utf8)
    for row in rows {
      for index in row.indices {
        if index > 0 { text += separator.utf8 }
        // Nothing that is not text needs escapes.
        switch row[index].value {
        case .text(let value): text += escaped(value).utf8
        case let value: text += (value.text ?? "").utf8
        }
      }
      text.append(UInt8(ascii: "\n"))
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// A table of GitHub's Markdown, with the digits of the formats for programs.
  func markdown(isFirst: Bool) -> String {
    if isEmpty, isUpdate, !isFirst { return "" }
    // Characters that Markdown, or the HTML in it, could take for markup or a link.
    let markup = "\\`*_[]<>|~&@".unicodeScalars
    let cells = rows.map { row in
      row.map { cell in
        let text = cell.value.text ?? Cell.unknownText
        // Numbers and times have nothing to escape.
        guard case .text = cell.value else { return text }
        return text.controlsReplaced { markup.contains($0) ? "\\\($0)" : nil }
      }
    }
    let heading = [columns.map(\.name), columns.map { $0.kind.isNumber ? "---:" : "---" }]
    let lines = (heading + cells).map { "| \($0.joined(separator: " | ")) |\n" }
    return (isFirst ? "" : "\n") + lines.joined()
  }
}

/// JSON, in which numbers are written digit for digit, which an encoder would not promise.
extension Report {
  /// One document, on one line.
  var json: String { object((before + groups.map(Member.rows) + after).map(member)) + "\n" }

  /// One object per row, each on a line.
  var ndjson: String {
    let hasTime = asOf == nil || index(of: "as_of") != nil
    return groups.flatMap { group in
      group.rows.enumerated().map { index, row in
        let asOf = group.times?[index] ?? asOf
        let time = hasTime ? [] : [member("as_of", asOf.map(FieldValue.time) ?? .unknown)]
        return object(time + members(group.columns, row)) + "\n"
      }
    }.joined()
  }

  private func object(_ members: [String]) -> String { "{\(members.joined(separator: ","))}" }

  private func array(_ name: String, _ objects: [[String]]) -> String {
    "\(string(name)):[\(objects.map(object).joined(separator: ","))]"
  }

  private func member(_ member: Member) -> String {
    switch member {
    case .value(let name, let value): self.member(name, value)
    case .object(let name, let members): "\(string(name)):\(object(members.map(self.member)))"
    case .objects(let name, let objects): array(name, objects.map { $0.map(self.member) })
    case .rows(let group): array(group.name, group.rows.map { members(group.columns, $0) })
    }
  }

  private func members(_ columns: [Column], _ row: [Cell]) -> [String] {
    zip(columns, row).map { member($0.name, $1.value) }
  }

  private func member(_ name: String, _ value: FieldValue) -> String {
    let text =
      switch value {
      case .unknown: "null"
      case .number(let number): number.plain
      case .text, .time, .moment: string(value.text ?? "")
      case .flag(let flag): "\(flag)"
      case .words(let words): "[\(words.map(string).joined(separator: ","))]"
      }
    return "\(string(name)):\(text)"
  }

  private func string(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "\"") { json, scalar in
      switch scalar {
      case "\"", "\\": json += "\\\(scalar)"
      case _ where scalar.isControl:
        let code = String(scalar.value, radix: 16)
        json += "\\u" + String(repeating: "0", count: 4 - code.count) + code
      default: json.unicodeScalars.append(scalar)
      }
    } + "\""
  }
}

extension Report {
  private typealias Metric = (name: String, help: String, column: String)

  static let openMetricsColumns =
    ["exchange", "symbol", "base", "quote", "change_from", "coin"]
    + (tickerMetrics + coinMetrics).map(\.column)

  private static let tickerMetrics: [Metric] = [
    ("tickers_last", "Last trade price (quote currency)", "last"),
    ("tickers_open", "Opening price (quote currency)", "open"),
    ("tickers_change_ratio", "Relative change since the opening price", "percent"),
    ("tickers_volume", "24-hour volume (base currency)", "volume"),
    ("tickers_turnover", "24-hour turnover (currency of --in, by default USD)", "turnover"),
    ("tickers_as_of_timestamp_seconds", "Arrival time of the response (Unix time)", "as_of"),
  ]
  private static let coinMetrics: [Metric] = [
    ("tickers_coin_price", "Median price, weighted by turnover", "price"),
    ("tickers_coin_change_ratio", "Median 24-hour change, weighted by turnover", "percent"),
    ("tickers_coin_turnover", "24-hour turnover", "turnover"),
    ("tickers_coin_low_price", "Lowest price", "low_price"),
    ("tickers_coin_high_price", "Highest price", "high_price"),
  ]

  /// An exposition of tickers or coins for Prometheus: base units, unknown values omitted.
  var openMetrics: String {
    let rows = Array(rows)
    func cells(_ column: String) -> [Cell?] {
      let index = index(of: column)
      return rows.map { row in index.map { row[$0] } }
    }
    func label(_ name: String, _ texts: [String?]) -> [String] {
      texts.map { text in
        let text = (text ?? "").controlsReplaced { $0 == "\\" || $0 == "\"" ? "\\\($0)" : nil }
        return "\(name)=\"\(text)\""
      }
    }
    func label(_ name: String) -> [String] { label(name, cells(name).map { $0?.value.text }) }
    let isOfCoins = index(of: "coin") != nil
    let labels =
      isOfCoins
      ? [label("coin"), label("currency", cells("price").map { $0?.currency })]
      : ["exchange", "symbol", "base", "quote"].map { label($0) }
    let reference = label("reference", cells("change_from").map { $0?.value.text })
    let families = (isOfCoins ? Self.coinMetrics : Self.tickerMetrics).map { metric in
      let hasReference = !isOfCoins && ["open", "percent"].contains(metric.column)
      let labels = labels + (hasReference ? [reference] : [])
      let samples = cells(metric.column).enumerated().compactMap { row, cell in
        Self.baseUnits(of: cell?.value ?? .unknown, in: metric.column).map { text in
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
