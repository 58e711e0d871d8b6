/// A part of help or of the manual: paragraphs, then terms with their texts, then further parts.
package struct Section: Sendable {
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

  /// The name as a topic of help, such as `exit-status` for `EXIT STATUS`.
  package var name: String { title.lowercased().replacing(" ", with: "-") }

  fileprivate var all: [Section] { [self] + parts.flatMap(\.all) }

  /// The paragraphs, rows and parts as blocks of lines for help, without the heading of the section.
  var blocks: [String] { blocks(from: [self].textColumn) }

  private func blocks(from column: Int) -> [String] {
    paragraphs.map { $0.wrapped() } + [block(from: column)].compactMap(\.self)
      + parts.flatMap { part in
        var blocks = part.blocks(from: column)
        if let first = blocks.first { blocks[0] = "\(part.title):\n\(first)" }
        return blocks
      }
  }

  /// Returns the rows as lines. Texts begin at `column`, if need be on the next line. `nil` if there are no
  /// rows.
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

  /// The distance of texts from the left, in characters.
  fileprivate var textColumn: Int {
    let columns = flatMap(\.all).flatMap(\.rows).map { $0.term.count + 4 }
    return columns.filter { $0 <= Self.widestColumn }.max() ?? Self.widestColumn
  }

  /// The rows of each section as a block of lines with its heading. Sections without rows are omitted.
  var formatted: [String] {
    let column = textColumn
    return compactMap { section in
      section.block(from: column).map { "\(section.title):\n\($0)" }
    }
  }
}

extension String {
  fileprivate static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

  /// Wraps to 80 characters, if words allow it. All lines begin at `column`, but the first is not indented.
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
