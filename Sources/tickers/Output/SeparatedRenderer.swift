import MarketCore
import Terminal

/// Tab- or comma-separated values: a line a row, the heading once, unknown values empty.
struct SeparatedRenderer: Renderer {
  let separator: String
  let hasHeader: Bool
  let escaped: @Sendable (String) -> String

  /// Tabs, newlines and backslashes in a value are written `\t`, `\n` and `\\`.
  static func tsv(hasHeader: Bool) -> SeparatedRenderer {
    let escapes: [Unicode.Scalar: String] = ["\\": "\\\\", "\t": "\\t", "\n": "\\n"]
    return SeparatedRenderer(separator: "\t", hasHeader: hasHeader) {
      $0.controlsReplaced(escaping: escapes)
    }
  }

  /// As RFC 4180 has it, but for lines that end in LF.
  static func csv(hasHeader: Bool) -> SeparatedRenderer {
    SeparatedRenderer(separator: ",", hasHeader: hasHeader) { text in
      let needsQuotes = text.unicodeScalars.contains { $0 == "\"" || $0 == "," }
      return needsQuotes
        ? "\"" + text.controlsReplaced(escaping: ["\"": "\"\""]) + "\"" : text.controlsReplaced
    }
  }

  func text(of report: Report, isFirst: Bool) -> String {
    var text = ""
    func append(_ values: some Sequence<String>) {
      for (index, value) in values.enumerated() { text += index == 0 ? value : separator + value }
      text += "\n"
    }
    if isFirst, hasHeader { append(report.columns.map(\.name)) }
    for row in report.rows { append(row.lazy.map { self.text(of: $0.value) }) }
    return text
  }

  private func text(of value: FieldValue) -> String {
    let text = value.text ?? ""
    // Nothing that is not text needs it.
    return if case .text = value { escaped(text) } else { text }
  }
}
