import Foundation
import MarketCore
import Terminal

/// JSON, in which numbers are written digit for digit, which an encoder would not promise.
extension Report {
  /// One document, on one line.
  var json: String {
    object((before + groups.map(Member.rows) + after).map(member)) + "\n"
  }

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

  /// A string; control characters are escaped.
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
