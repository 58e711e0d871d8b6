/// A list with a name, of an options file: `@NAME = VALUE`.
package struct Definition: Sendable, Hashable {
  /// The name, without the `@`.
  package let name: String
  /// The value as it is written, not empty.
  package let value: String
  /// The number of the line.
  let line: Int
}
