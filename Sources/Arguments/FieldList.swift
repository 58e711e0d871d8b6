/// The fields that options of a command take, with their meanings.
package struct FieldList: Sendable, Hashable {
  /// A field and its meaning.
  package struct Row: Sendable, Hashable {
    /// The name: `last`.
    package let name: String
    /// The meaning in one line, with the unit.
    package let meaning: String

    /// Declares a field.
    package init(_ name: String, _ meaning: String) {
      self.name = name
      self.meaning = meaning
    }
  }

  /// The heading: `Fields of --until`.
  package let title: String
  /// The fields, in order.
  package let rows: [Row]

  /// Declares fields under a title.
  package init(_ title: String, _ rows: [Row]) {
    self.title = title
    self.rows = rows
  }
}
