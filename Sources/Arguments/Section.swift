/// A part of help or of the manual: paragraphs, then terms and their meanings, then further parts. A
/// section of the manual is also a topic of help.
package struct Section: Sendable {
  /// The heading: `EXIT STATUS`.
  package let title: String
  package let paragraphs: [String]
  package let rows: [(term: String, text: String)]
  package let parts: [Section]

  package init(
    _ title: String, _ paragraphs: [String] = [], rows: [(term: String, text: String)] = [],
    parts: [Section] = []
  ) {
    (self.title, self.paragraphs, self.rows, self.parts) = (title, paragraphs, rows, parts)
  }

  /// The name as a topic: `exit-status`.
  package var name: String { title.lowercased().replacing(" ", with: "-") }

  /// The section, its parts and theirs.
  fileprivate var all: [Section] { [self] + parts.flatMap(\.all) }

  /// The section as help shows it: blocks of lines, without the heading.
  var blocks: [String] { blocks(from: [self].textColumn) }

  private func blocks(from column: Int) -> [String] {
    paragraphs.map { $0.wrapped() } + [block(from: column)].compactMap(\.self)
      + parts.flatMap { part in
        var blocks = part.blocks(from: column)
        if let first = blocks.first { blocks[0] = "\(part.title):\n\(first)" }
        return blocks
      }
  }

  /// The rows, a line each or more, whose texts begin in a column: on the next line if the term does
  /// not fit before it. `nil` without rows.
  fileprivate func block(from column: Int) -> String? {
    let lines = rows.map { row in
      let term = "  \(row.term)"
      let gap = column - term.count
      let lead = gap >= 2 ? term + .spaces(gap) : "\(term)\n\(String.spaces(column))"
      return lead + row.text.wrapped(from: column)
    }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }
}

extension [Section] {
  private static let widestColumn = 30

  /// The column in which the texts of all rows begin.
  fileprivate var textColumn: Int {
    let columns = flatMap(\.all).flatMap(\.rows).map { $0.term.count + 4 }
    return columns.filter { $0 <= Self.widestColumn }.max() ?? Self.widestColumn
  }

  /// The sections that have rows, as blocks of lines with their headings.
  var formatted: [String] {
    let column = textColumn
    return compactMap { section in
      section.block(from: column).map { "\(section.title):\n\($0)" }
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
