import MarketCore
import Terminal

/// A table of GitHub's Markdown, with the digits of the formats for programs.
struct MarkdownRenderer: Renderer {
  func text(of report: Report, isFirst: Bool) -> String {
    if report.isEmpty, report.isUpdate, !isFirst { return "" }
    let rows = report.groups.flatMap(\.rows).map { row in
      row.map { $0.value.text ?? Cell.unknownText }
    }
    let lines =
      [report.columns.map(\.name), report.columns.map { $0.isNumber ? "---:" : "---" }] + rows
    return (isFirst ? "" : "\n") + lines.map(line).joined()
  }

  /// Characters that Markdown, or the HTML in it, could take for markup or a link.
  private static let escapes: [Unicode.Scalar: String] = Dictionary(
    uniqueKeysWithValues: "\\`*_[]<>|~&@".unicodeScalars.map { ($0, "\\\($0)") })

  private func line(_ values: [String]) -> String {
    let cells = values.map { " \($0.controlsReplaced(escaping: Self.escapes)) " }
    return "|\(cells.joined(separator: "|"))|\n"
  }
}
