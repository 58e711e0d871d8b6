import MarketCore
import Terminal

/// Tab- or comma-separated values: one line per row, the heading once, unknown values empty.
struct SeparatedRenderer: Renderer {
  let separator: String
  let hasHeader: Bool
  let escaped: @Sendable (String) -> String

  /// Tabs, newlines and backslashes in a value are written `\t`, `\n` and `\\`.
  static func tsv(hasHeader: Bool) -> SeparatedRenderer {
    SeparatedRenderer(separator: "\t", hasHeader: hasHeader) { text in
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

  /// As RFC 4180 has it, but for lines that end in LF.
  static func csv(hasHeader: Bool) -> SeparatedRenderer {
    SeparatedRenderer(separator: ",", hasHeader: hasHeader) { text in
      let needsQuotes = text.unicodeScalars.contains { $0 == "\"" || $0 == "," }
      return needsQuotes
        ? "\"" + text.controlsReplaced { $0 == "\"" ? "\"\"" : nil } + "\"" : text.controlsReplaced
    }
  }

  func text(of report: Report, isFirst: Bool) -> String {
    let names = report.columns.map(\.name)
    // Bytes are appended faster than text.
    var text = Array((isFirst && hasHeader ? names.joined(separator: separator) + "\n" : "").utf8)
    for row in report.rows {
      for (index, cell) in row.enumerated() {
        if index > 0 { text += separator.utf8 }
        text += self.text(of: cell.value).utf8
      }
      text.append(UInt8(ascii: "\n"))
    }
    return String(decoding: text, as: UTF8.self)
  }

  private func text(of value: FieldValue) -> String {
    let text = value.text ?? ""
    // Nothing that is not text needs it.
    return if case .text = value { escaped(text) } else { text }
  }
}
