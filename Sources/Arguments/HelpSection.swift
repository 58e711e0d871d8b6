/// Terms and their meanings, under a heading.
struct HelpSection {
  private static let lineWidth = 80
  private static let widestColumn = 30

  private let title: String
  private let rows: [(term: String, text: String)]

  init(_ title: String, _ rows: [(term: String, text: String)]) {
    self.title = title
    self.rows = rows
  }

  /// The sections that have rows, as blocks of lines.
  ///
  /// All texts begin in the same column; that of a term too long for it, on the next line.
  static func formatted(_ sections: [HelpSection]) -> [String] {
    let columns = sections.flatMap(\.rows).map { $0.term.count + 4 }
    let column = columns.filter { $0 <= widestColumn }.max() ?? widestColumn
    return sections.filter { !$0.rows.isEmpty }.map { section in
      let rows = section.rows.map { row in
        let term = "  \(row.term)"
        let gap = column - term.count
        let lead = gap >= 2 ? term + spaces(gap) : "\(term)\n\(spaces(column))"
        return lead + wrapped(row.text, from: column)
      }
      return "\(section.title):\n" + rows.joined(separator: "\n")
    }
  }

  /// A text in lines that fit, all of them beginning in one column.
  static func wrapped(_ text: String) -> String { wrapped(text, from: 0) }

  private static func wrapped(_ text: String, from column: Int) -> String {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let line = lines.last, column + line.count + 1 + word.count <= lineWidth {
        lines[lines.count - 1] = "\(line) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines.joined(separator: "\n" + spaces(column))
  }

  private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}
