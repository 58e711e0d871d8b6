/// A part of a manual that doesn't come from the declarations.
package struct ManualSection: Sendable {
  /// What stands above it: `EXIT STATUS`.
  package let title: String
  /// What it says, in paragraphs.
  package let paragraphs: [String]
  /// Terms and what they mean, below the paragraphs.
  package let rows: [(term: String, text: String)]

  /// Makes a section.
  package init(
    _ title: String, _ paragraphs: [String] = [], rows: [(term: String, text: String)] = []
  ) {
    self.title = title
    self.paragraphs = paragraphs
    self.rows = rows
  }

  /// The section in mdoc.
  var lines: [String] {
    let entries = rows.map { row in
      Mdoc.Entry(macro: "Sy \(Mdoc.argument(row.term))", sentences: [row.text])
    }
    return [".Sh \(title)"] + Mdoc.paragraphs(paragraphs) + Mdoc.list(entries)
  }
}
