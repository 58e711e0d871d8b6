/// The names of fields that options of a command take, for its manual.
package struct FieldList: Sendable, Hashable {
  /// The heading: `Fields of --until`.
  let title: String
  /// The names, in order.
  let names: [String]

  /// Declares names under a title.
  package init(_ title: String, _ names: [String]) {
    self.title = title
    self.names = names
  }
}
