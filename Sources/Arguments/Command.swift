/// One thing the program does, as it is declared.
package struct Command: Sendable {
  /// A command line to copy, and its purpose.
  package struct Example: Sendable, Hashable {
    /// The whole line, from the program's name on.
    package let line: String
    /// The purpose of the line, in a sentence.
    package let what: String

    /// Makes an example.
    package init(_ line: String, _ what: String) {
      self.line = line
      self.what = what
    }
  }

  /// The word that calls it.
  package let name: String
  /// Other words for the name, in lower case; an error suggests the name for them.
  package let otherNames: [String]
  /// A summary in one line.
  package let summary: String
  /// More about it, in paragraphs.
  package let details: [String]
  /// The operands; `nil` for none.
  package let operand: Operand?
  /// The options of its own; it takes the program's common options as well.
  package var options: [Option] { makeOptions() }
  /// The fields that its options take.
  package var fields: [FieldList] { makeFields() }
  /// Examples; the first one is shown when an operand is missing.
  package let examples: [Example]

  private let makeOptions: @Sendable () -> [Option]
  private let makeFields: @Sendable () -> [FieldList]

  /// Declares a command. Its options and fields are evaluated when they are needed: most command
  /// lines need those of one command.
  package init(
    _ name: String, otherNames: [String] = [], summary: String, details: [String] = [],
    operand: Operand? = nil,
    options: @autoclosure @escaping @Sendable () -> [Option] = [],
    fields: @autoclosure @escaping @Sendable () -> [FieldList] = [],
    examples: [Example] = []
  ) {
    self.name = name
    self.otherNames = otherNames
    self.summary = summary
    self.details = details
    self.operand = operand
    makeOptions = options
    makeFields = fields
    self.examples = examples
  }
}

/// By name: those of a program have each their own.
extension Command: Hashable {
  package static func == (lhs: Command, rhs: Command) -> Bool { lhs.name == rhs.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
