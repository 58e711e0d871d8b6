/// An error in a command line, in lines for the person who typed it.
///
/// Typed words are quoted as they are; the caller replaces control characters when it prints them.
package struct UsageError: Error, Equatable {
  /// The lines to show, without the program's name; seldom more than one.
  package let lines: [String]

  /// Makes an error of several lines.
  package init(lines: [String]) {
    self.lines = lines
  }

  /// Makes an error of one line.
  package init(_ line: String) {
    self.init(lines: [line])
  }

  /// The same error, found at a place: `options:3`.
  func at(_ place: String) -> UsageError {
    UsageError(lines: lines.prefix(1).map { "\(place): \($0)" } + lines.dropFirst())
  }
}
