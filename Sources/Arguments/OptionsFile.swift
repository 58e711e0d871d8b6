import Spelling

/// The options file: one option per line.
///
/// `--name value` or `--name=value`, where everything to the end of the line is the value. Lines
/// before the first heading (`[list]`) hold for each command that has the option, those below it for
/// that command. `@NAME = VALUE` defines a list, `#` begins a comment.
package struct OptionsFile: Sendable {
  /// A line with an option.
  struct Line: Sendable, Equatable {
    let number: Int
    /// The name of the command whose heading it stands below; `nil` before the first heading.
    let section: String?
    /// The options of the line; those that a shorthand expands to.
    let occurrences: [Invocation.Occurrence]
    /// The names of the commands that accept the value.
    let accepting: Set<String>
    /// The errors of the value, by the names of the commands that have the option and reject it.
    let refusals: [String: UsageError]
  }

  /// The path, as errors show it.
  package let path: String
  /// The lists that it defines, in the order of their lines.
  package let definitions: [Definition]
  let lines: [Line]

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: as errors show it.
  ///   - checkDefinition: checks a definition.
  package init(
    _ bytes: [UInt8], path: String, of program: Program,
    checkDefinition: (Definition) throws(UsageError) -> Void = { _ in }
  ) throws(UsageError) {
    var reader = OptionsFileReader(program: program)
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? bytes[mark.count...] : bytes[...]
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      do throws(UsageError) {
        try reader.read(line.last == 0x0D ? line.dropLast() : line, number: index + 1)
        if let last = reader.definitions.last, last.line == index + 1 { try checkDefinition(last) }
      } catch {
        throw error.at("\(path):\(index + 1)")
      }
    }
    self.path = path
    self.lines = reader.lines
    definitions = reader.definitions
  }
}
