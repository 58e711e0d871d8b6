/// A part of a manual that doesn't come from the declarations.
package struct ManualSection: Sendable {
  /// The heading: `EXIT STATUS`.
  package let title: String
  /// The text, in paragraphs.
  package let paragraphs: [String]
  /// Terms and what they mean, below the paragraphs.
  package let rows: [(term: String, text: String)]
  /// The parts below the rows, each with a title of its own.
  package let parts: [ManualSection]

  /// Makes a section.
  package init(
    _ title: String, _ paragraphs: [String] = [], rows: [(term: String, text: String)] = [],
    parts: [ManualSection] = []
  ) {
    self.title = title
    self.paragraphs = paragraphs
    self.rows = rows
    self.parts = parts
  }

  /// The section in mdoc.
  var lines: [String] { [".Sh \(title)"] + body + parts.flatMap(\.subsection) }

  private var subsection: [String] { [".Ss \(Mdoc.argument(title))"] + body }

  private var body: [String] {
    let entries = rows.map { row in
      Mdoc.Entry(macro: "Sy \(Mdoc.argument(row.term))", sentences: [row.text])
    }
    return Mdoc.paragraphs(paragraphs) + Mdoc.list(entries)
  }
}
