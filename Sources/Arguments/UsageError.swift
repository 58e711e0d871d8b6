/// An error in a command line, for the person who typed it. It quotes the typed words unchanged.
package struct UsageError: Error, Equatable {
  /// The lines to show, without the program's name. Most errors have one line.
  package let lines: [String]
  /// The names of the options with the error. If the options file sets one, its line can be ignored.
  let options: [String]
  /// The line of the options file that sets the value; `nil` if the value is from elsewhere.
  let fileLine: Int?

  package init(lines: [String], of options: [String] = [], fileLine: Int? = nil) {
    (self.lines, self.options, self.fileLine) = (lines, options, fileLine)
  }

  package init(_ line: String, of options: String...) { self.init(lines: [line], of: options) }

  /// Returns the same error with the place before its first line: `options:3: …`.
  func at(_ place: String) -> UsageError {
    UsageError(lines: lines.prefix(1).map { "\(place): \($0)" } + lines.dropFirst())
  }

  /// Errors are equal if they show the same lines.
  package static func == (lhs: UsageError, rhs: UsageError) -> Bool { lhs.lines == rhs.lines }
}
