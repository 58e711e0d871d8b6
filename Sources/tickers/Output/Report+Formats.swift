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

extension Report {
  /// One document, on one line.
  var json: String {
    JSON.object((before + age + groups.map(Member.rows) + after).map(member)).text + "\n"
  }

  /// The age of the data, which only the result of a tool has.
  private var age: [Member] {
    guard let callTime, let asOf else { return [] }
    let seconds = max(0, callTime.timeIntervalSince(asOf)).rounded(.down)
    return [.value("age_seconds", .number(Decimal(seconds)))]
  }

  /// One object per row, each on a line.
  var ndjson: String {
    let hasTime = asOf == nil || index(of: "as_of") != nil
    return groups.flatMap { group in
      group.rows.enumerated().map { index, row in
        let asOf = group.times?[index] ?? asOf
        let time = hasTime ? [] : [member("as_of", asOf.map(FieldValue.time) ?? .unknown)]
        return JSON.object(time + members(group.columns, row)).text + "\n"
      }
    }.joined()
  }

  private func member(_ member: Member) -> JSON.Member {
    switch member {
    case .value(let name, let value): self.member(name, value)
    case .object(let name, let members): (name, .object(members.map(self.member)))
    case .objects(let name, let objects):
      (name, .array(objects.map { .object($0.map(self.member)) }))
    case .rows(let group):
      (group.name, .array(group.rows.map { .object(members(group.columns, $0)) }))
    }
  }

  private func members(_ columns: [Column], _ row: [Cell]) -> [JSON.Member] {
    zip(columns, row).map { member($0.name, $1.value) }
  }

  private func member(_ name: String, _ value: FieldValue) -> JSON.Member {
    let json: JSON =
      switch value {
      case .unknown: .null
      case .number(let number): callTime == nil ? .number(number) : .text(number.plain)
      case .text, .time, .moment: .text(value.text ?? "")
      case .flag(let flag): .flag(flag)
      case .words(let words): .array(words)
      }
    return (name, json)
  }
}
