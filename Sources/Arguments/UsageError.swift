/// An error in a command line or in the options file, for the user. Its lines can have typed words unchanged.
package struct UsageError: Error, Equatable {
  /// The lines to show, without the program's name. Most errors have one line.
  package let lines: [String]
  /// The options that cause the error. The command may run without a line of the file that sets one.
  let options: [String]
  /// The line of the options file that sets the value; `nil` if there is none.
  let fileLine: Int?

  package init(lines: [String], of options: [String] = [], fileLine: Int? = nil) {
    (self.lines, self.options, self.fileLine) = (lines, options, fileLine)
  }

  package init(_ line: String, of options: String...) { self.init(lines: [line], of: options) }

  /// Returns an error with the same lines, but with a place before the first one: `options:3: …`.
  func at(_ place: String) -> UsageError {
    UsageError(lines: lines.prefix(1).map { "\(place): \($0)" } + lines.dropFirst())
  }

  package static func == (lhs: UsageError, rhs: UsageError) -> Bool { lhs.lines == rhs.lines }
}
