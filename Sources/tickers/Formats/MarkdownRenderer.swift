import MarketCore
import Terminal

/// A table of GitHub's Markdown, with the digits of the formats for programs.
struct MarkdownRenderer: Renderer {
  func text(of frame: Frame, isFirst: Bool) -> String {
    if frame.isEmpty, frame.isUpdate, !isFirst { return "" }
    let rows = frame.groups.flatMap(\.rows).map { row in
      row.map { $0.value.machineText ?? Cell.unknownText }
    }
    let lines =
      [frame.columns.map(\.name), frame.columns.map { $0.isNumber ? "---:" : "---" }] + rows
    return (isFirst ? "" : "\n") + lines.map(line).joined()
  }

  private func line(_ values: [String]) -> String {
    let cells = values.map { " \($0.escaping(["|": "\\|"])) " }
    return "|\(cells.joined(separator: "|"))|\n"
  }
}
