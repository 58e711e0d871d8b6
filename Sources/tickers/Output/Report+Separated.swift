import MarketCore
import Terminal

extension Report {
  /// Tab-separated values, one line per row, the heading once, unknown values empty. Tabs, newlines and
  /// backslashes in a value are written `\t`, `\n` and `\\`.
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
      for (index, cell) in row.enumerated() {
        if index > 0 { text += separator.utf8 }
        let value = cell.value.text ?? ""
        // Nothing that is not text needs escapes.
        if case .text = cell.value { text += escaped(value).utf8 } else { text += value.utf8 }
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
