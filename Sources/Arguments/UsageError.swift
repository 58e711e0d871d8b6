/// What is wrong with a command line, for the person who typed it.
///
/// What was typed is quoted as it is: whoever prints the lines takes care of control characters.
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
}
