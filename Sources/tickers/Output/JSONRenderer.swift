import MarketCore
import Terminal

/// One compact JSON document a poll, on a line of its own.
struct JSONRenderer: Renderer {
  func text(of report: Report, isFirst: Bool) -> String {
    let origin: [(String, FieldValue)] =
      report.freshness.asOf == nil
      ? [] : [("as_of", .time(report.asOf)), ("source", .text(report.freshness.source))]
    let head = origin + report.summary.filter { $0.name != "as_of" }
    let groups = report.groups.map { group in
      let rows = group.rows.map { JSON.object(JSON.members(report.columns, $0)) }
      return "\(JSON.string(group.name)):[\(rows.joined(separator: ","))]"
    }
    let fill = report.fill.map { "\"fill\":\(JSON.object($0.map(JSON.member)))" }
    return JSON.object(head.map(JSON.member) + groups + [fill].compactMap(\.self)) + "\n"
  }
}

/// A JSON object a row, each on a line of its own.
struct NDJSONRenderer: Renderer {
  func text(of report: Report, isFirst: Bool) -> String {
    let hasTime =
      report.freshness.asOf == nil || report.columns.contains { $0.name == "as_of" }
    let time = hasTime ? [] : [JSON.member("as_of", .time(report.asOf))]
    return report.groups.flatMap(\.rows).map { row in
      JSON.object(time + JSON.members(report.columns, row)) + "\n"
    }.joined()
  }
}

/// JSON as text: numbers are written digit for digit, which an encoder would not promise.
private enum JSON {
  static func object(_ members: [String]) -> String { "{\(members.joined(separator: ","))}" }

  static func members(_ columns: [Report.Column], _ row: [Cell]) -> [String] {
    zip(columns, row).map { member($0.name, $1.value) }
  }

  static func member(_ name: String, _ value: FieldValue) -> String {
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

  /// A string; control characters are escaped.
  static func string(_ text: String) -> String {
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
