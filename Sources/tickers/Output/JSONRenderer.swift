import MarketCore
import Terminal

/// One compact JSON document per poll, on one line.
struct JSONRenderer: Renderer {
  func text(of report: Report, isFirst: Bool) -> String {
    let summary = report.summary.filter { $0.name != "as_of" }.map(JSON.member)
    let groups = report.groups.map { group in
      JSON.array(group.name, group.rows.map { JSON.members(report.columns, $0) })
    }
    let parts = report.fillParts.map { JSON.array("parts", $0.map { $0.map(JSON.member) }) }
    let fill = report.fill.map { fill in
      "\"fill\":\(JSON.object(fill.map(JSON.member) + [parts].compactMap(\.self)))"
    }
    let footerTables = report.footerTables.map { footerTable in
      JSON.array(footerTable.name, footerTable.rows.map { JSON.members(footerTable.columns, $0) })
    }
    let closing = report.closing.map(JSON.member)
    let members =
      origin(of: report) + summary + groups + closing + [fill].compactMap(\.self) + footerTables
    return JSON.object(members) + "\n"
  }

  private func origin(of report: Report) -> [String] {
    guard report.freshness.asOf != nil || report.sources != nil else { return [] }
    let asOf = JSON.member("as_of", report.freshness.asOf.map(FieldValue.time) ?? .unknown)
    guard let sources = report.sources else {
      return [asOf, JSON.member("source", .text(report.freshness.source))]
    }
    let members = sources.map { source in
      var members: [Report.Member] = [("exchange", .text(source.exchange))]
      if source.isShown, let asOf = source.freshness.asOf {
        members += [("source", .text(source.freshness.source)), ("as_of", .time(asOf))]
      } else {
        members.append(("error", .text(source.freshness.failure?.description ?? "no response yet")))
      }
      return members.map(JSON.member)
    }
    return [asOf, JSON.array("sources", members)]
  }
}

/// One JSON object per row, one per line.
struct NDJSONRenderer: Renderer {
  func text(of report: Report, isFirst: Bool) -> String {
    let hasTime =
      report.freshness.asOf == nil || report.columns.contains { $0.name == "as_of" }
    return report.groups.flatMap { group in
      group.rows.enumerated().map { index, row in
        let time = hasTime ? [] : [JSON.member("as_of", .time(report.asOf(index, in: group)))]
        return JSON.object(time + JSON.members(report.columns, row)) + "\n"
      }
    }.joined()
  }
}

/// JSON as text: numbers are written digit for digit, which an encoder would not promise.
private enum JSON {
  static func object(_ members: [String]) -> String { "{\(members.joined(separator: ","))}" }

  /// A member that is an array of objects.
  static func array(_ name: String, _ objects: [[String]]) -> String {
    "\(string(name)):[\(objects.map(object).joined(separator: ","))]"
  }

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
