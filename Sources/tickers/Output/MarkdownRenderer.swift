import MarketCore
import Terminal

/// A table of GitHub's Markdown, with the digits of the formats for programs.
struct MarkdownRenderer: Renderer {
  func text(of report: Report, isFirst: Bool) -> String {
    if report.isEmpty, report.isUpdate, !isFirst { return "" }
    let rows = report.rows.map { $0.map { text(of: $0.value) } }
    let lines =
      [report.columns.map(\.name), report.columns.map { $0.isNumber ? "---:" : "---" }] + rows
    return (isFirst ? "" : "\n") + lines.map(line).joined()
  }

  /// Characters that Markdown, or the HTML in it, could take for markup or a link.
  private static let escapes: [Unicode.Scalar: String] = Dictionary(
    uniqueKeysWithValues: "\\`*_[]<>|~&@".unicodeScalars.map { ($0, "\\\($0)") })

  private func text(of value: FieldValue) -> String {
    let text = value.text ?? Cell.unknownText
    // Numbers and times have nothing to escape.
    return if case .text = value { text.controlsReplaced(escaping: Self.escapes) } else { text }
  }

  private func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |\n" }
}
