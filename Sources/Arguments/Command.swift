/// One thing the program does, as it is declared.
package struct Command: Sendable {
  /// A command line to copy, and its purpose.
  package struct Example: Sendable {
    package let line: String
    package let what: String

    package init(_ line: String, _ what: String) {
      self.line = line
      self.what = what
    }
  }

  /// The word that calls it.
  package let name: String
  /// Other words for the name, in lower case; an error suggests the name for them.
  let otherNames: [String]
  /// One line.
  let summary: String
  /// More about it, in paragraphs.
  let details: [String]
  /// `nil` when it takes none.
  let operand: Operand?
  /// The options of its own; it takes the program's common options as well.
  package var options: [Option] { makeOptions() }
  /// The fields that its options take, with their meanings and units.
  package var fields: [Section] { makeFields() }
  /// Examples; the first one is shown when an operand is missing.
  package let examples: [Example]

  private let makeOptions: @Sendable () -> [Option]
  private let makeFields: @Sendable () -> [Section]

  /// Declares a command. Its options and fields are evaluated when they are needed: most command
  /// lines need those of one command.
  package init(
    _ name: String, otherNames: [String] = [], summary: String, details: [String] = [],
    operand: Operand? = nil,
    options: @autoclosure @escaping @Sendable () -> [Option] = [],
    fields: @autoclosure @escaping @Sendable () -> [Section] = [],
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

/// Commands of a program differ in their names.
extension Command: Equatable {
  package static func == (lhs: Command, rhs: Command) -> Bool { lhs.name == rhs.name }
}

/// The arguments of a command besides its options.
package struct Operand: Sendable {
  /// The allowed number of operands.
  package enum Arity: Sendable {
    case optional, one, oneOrMore, any

    package var minimum: Int { self == .one || self == .oneOrMore ? 1 : 0 }
    /// The maximum number of operands; `nil` without a limit.
    package var maximum: Int? { self == .one || self == .optional ? 1 : nil }
  }

  /// The name in help: `SYMBOL`.
  package let name: String
  package let arity: Arity
  /// The meaning, in one line.
  package let help: String
  package let candidates: Candidates

  package init(_ name: String, _ arity: Arity, help: String, candidates: Candidates = .none) {
    self.name = name
    self.arity = arity
    self.help = help
    self.candidates = candidates
  }

  /// The spelling in a usage line: `SYMBOL`, `SYMBOL...`, `[SYMBOL]` or `[SYMBOL...]`.
  var usage: String {
    let repeated = arity.maximum == nil ? "\(name)..." : name
    return arity.minimum == 0 ? "[\(repeated)]" : repeated
  }
}
