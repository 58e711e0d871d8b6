/// An error in a command line, for the person who typed it: its words are quoted as they are.
package struct UsageError: Error, Equatable {
  /// The lines to show, without the program's name; seldom more than one.
  package let lines: [String]
  /// The names of the options that cannot be used; the first that an options file sets gives way.
  let options: [String]
  /// The line of the options file with the value, if it is from there.
  let fileLine: Int?

  package init(lines: [String], of options: [String] = [], fileLine: Int? = nil) {
    (self.lines, self.options, self.fileLine) = (lines, options, fileLine)
  }

  package init(_ line: String, of options: String...) { self.init(lines: [line], of: options) }

  /// The same error, found at a place: `options:3`.
  func at(_ place: String) -> UsageError {
    UsageError(lines: lines.prefix(1).map { "\(place): \($0)" } + lines.dropFirst())
  }

  /// Two errors are equal when a person reads the same.
  package static func == (lhs: UsageError, rhs: UsageError) -> Bool { lhs.lines == rhs.lines }
}
