/// A part of help or of the manual: paragraphs, then terms and their meanings.
package struct Section: Sendable {
  /// The heading: `EXIT STATUS`.
  package let title: String
  /// Only the manual has them, as the parts below the rows.
  let paragraphs: [String]
  package let rows: [(term: String, text: String)]
  let parts: [Section]

  package init(
    _ title: String, _ paragraphs: [String] = [], rows: [(term: String, text: String)] = [],
    parts: [Section] = []
  ) {
    (self.title, self.paragraphs, self.rows, self.parts) = (title, paragraphs, rows, parts)
  }
}

extension [Section] {
  private static let widestColumn = 30

  /// The sections that have rows, as blocks of lines, whose texts begin in the same column: on the
  /// next line if the term does not fit before it.
  var formatted: [String] {
    let columns = flatMap(\.rows).map { $0.term.count + 4 }
    let column = columns.filter { $0 <= Self.widestColumn }.max() ?? Self.widestColumn
    return filter { !$0.rows.isEmpty }.map { section in
      let rows = section.rows.map { row in
        let term = "  \(row.term)"
        let gap = column - term.count
        let lead = gap >= 2 ? term + .spaces(gap) : "\(term)\n\(String.spaces(column))"
        return lead + row.text.wrapped(from: column)
      }
      return "\(section.title):\n" + rows.joined(separator: "\n")
    }
  }
}

extension String {
  fileprivate static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

  /// The text in lines of up to 80 columns, all of them beginning in one column.
  func wrapped(from column: Int = 0) -> String {
    var lines: [String] = []
    for word in split(separator: " ") {
      if let line = lines.last, column + line.count + 1 + word.count <= 80 {
        lines[lines.count - 1] = "\(line) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines.joined(separator: "\n" + .spaces(column))
  }
}
