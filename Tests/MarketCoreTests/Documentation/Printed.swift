/// The output of an example, in place of the standard output: named `print`, it is called like it.
final class Printed {
  private var lines: [String] = []

  /// Prints a line, the items with spaces between.
  func callAsFunction(_ items: String...) { lines.append(items.joined(separator: " ")) }

  /// The lines printed since this was last asked for.
  func text() -> String {
    defer { lines = [] }
    return lines.joined(separator: "\n")
  }
}
