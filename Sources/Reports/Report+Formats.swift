import Foundation
import MarketCore
import Terminal

extension Report {
  /// Returns tab-separated values. Unknown values are empty. Escapes in texts are `\t`, `\n` and `\\`.
  package func tsv(hasHeading: Bool) -> String {
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

  /// Returns comma-separated values as in RFC 4180, except that lines end in LF.
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
    // Appending bytes is faster than appending text.
    var text = Array((hasHeading ? heading : "").utf8)
    for row in rows {
      for index in row.indices {
        if index > 0 { text += separator.utf8 }
        switch row[index].value {
        case .text(let value): text += escaped(value).utf8
        case let value: text += (value.text ?? "").utf8
        }
      }
      text.append(UInt8(ascii: "\n"))
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns a table in GitHub's Markdown, with the values of machine formats. Unknown values are dashes.
  func markdown(isFirst: Bool) -> String {
    if isEmpty, isUpdate, !isFirst { return "" }
    // Characters that Markdown, or HTML in Markdown, can read as markup or as a link.
    let markup = "\\`*_[]<>|~&@".unicodeScalars
    let cells = rows.map { row in
      row.map { cell in
        let text = cell.value.text ?? NumberFormat.unknown
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
  /// Returns the report as one line of JSON. The age of the data requires `now` and an arrival time.
  func json(numbersAreTexts: Bool, now: Date?) -> String {
    var members = before
    if let now, let asOf {
      let age = max(0, now.timeIntervalSince(asOf)).rounded(.down)
      members.append(.value("age_seconds", .number(Decimal(age))))
    }
    members += groups.map(Member.rows) + after
    return JSONText.object(members.map { $0.json(numbersAreTexts) }).text + "\n"
  }

  /// The rows as JSON objects, one per line. Each object has the arrival time of its row, if known, and in a live
  /// run the state of its streams.
  var ndjson: String {
    let time = Ticker.Columns.asOf
    let hasTime = asOf == nil || index(of: time) != nil
    return groups.flatMap { group in
      group.rows.enumerated().map { index, row in
        let asOf = group.times?[index] ?? asOf
        let first = hasTime ? [] : [(time.name, JSONText(asOf.map(FieldValue.time) ?? .unknown))]
        let live = group.live?[index].members.map { $0.json(false) } ?? []
        return JSONText.object(first + group.members(of: row) + live).text + "\n"
      }
    }.joined()
  }
}

extension Report.Group {
  fileprivate func members(of row: [Cell], numbersAreTexts: Bool = false) -> [JSONText.Member] {
    zip(columns, row).map { ($0.name, JSONText($1.value, numbersAreTexts: numbersAreTexts)) }
  }
}

extension Report.Member {
  fileprivate func json(_ numbersAreTexts: Bool) -> JSONText.Member {
    func object(_ members: [Report.Member]) -> JSONText {
      .object(members.map { $0.json(numbersAreTexts) })
    }
    return switch self {
    case .value(let name, let value): (name, JSONText(value, numbersAreTexts: numbersAreTexts))
    case .object(let name, let members): (name, object(members))
    case .objects(let name, let objects): (name, .array(objects.map(object)))
    case .rows(let group):
      (
        group.name,
        .array(
          group.rows.map { .object(group.members(of: $0, numbersAreTexts: numbersAreTexts)) })
      )
    }
  }
}

extension JSONText {
  fileprivate init(_ value: FieldValue, numbersAreTexts: Bool = false) {
    self =
      switch value {
      case .unknown: .null
      case .number(let number): numbersAreTexts ? .text(number.plain) : .number(number)
      case .text, .time, .moment: .text(value.text ?? "")
      case .flag(let flag): .flag(flag)
      case .words(let words): .array(words)
      }
  }
}
