import MarketCore
import Terminal

/// A table of GitHub's Markdown, with the digits of the formats for programs.
struct MarkdownRenderer: Renderer {
  func text(of report: Report, isFirst: Bool) -> String {
    if report.isEmpty, report.isUpdate, !isFirst { return "" }
    let rows = report.rows.map { $0.map { text(of: $0.value) } }
    let lines =
      [report.columns.map(\.name), report.columns.map { $0.kind.isNumber ? "---:" : "---" }] + rows
    return (isFirst ? "" : "\n") + lines.map(line).joined()
  }

  /// Characters that Markdown, or the HTML in it, could take for markup or a link.
  private static let markup = "\\`*_[]<>|~&@".unicodeScalars

  private func text(of value: FieldValue) -> String {
    let text = value.text ?? Cell.unknownText
    // Numbers and times have nothing to escape.
    guard case .text = value else { return text }
    return text.controlsReplaced { Self.markup.contains($0) ? "\\\($0)" : nil }
  }

  private func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |\n" }
}
