/// Declares a command: its operand, its options, and its help.
package struct Command: Sendable {
  /// A command line to copy, and its purpose.
  package struct Example: Sendable {
    package let line: String
    package let what: String

    package init(_ line: String, _ what: String) { (self.line, self.what) = (line, what) }
  }

  package let name: String
  /// Words in lower case that users could mistake for the name. The error for such a word suggests the name.
  let otherNames: [String]
  package let summary: String
  let details: [String]
  package let operand: Operand?
  /// The options without the common options of the program.
  package var options: [Option] { lazyOptions.value }
  /// For help: the fields that the options accept, with their meanings and units.
  package var fields: [Section] { makeFields() }
  /// The error for a missing operand shows the first example.
  package let examples: [Example]
  private let lazyOptions: Lazy<[Option]>
  private let makeFields: @Sendable () -> [Section]

  /// Evaluates `options` and `fields` when they are read, because most command lines need only one command.
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
    lazyOptions = Lazy(options)
    makeFields = fields
    self.examples = examples
  }
}

/// The arguments of a command besides its options.
package struct Operand: Sendable {
  package typealias Part = (name: String, help: String)

  /// The arguments in order. If there are several parts, each stands for one argument, and only the last can
  /// repeat.
  package let parts: [Part]
  package let counts: ClosedRange<Int>
  var candidates: Candidates { makeCandidates() }
  private let makeCandidates: @Sendable () -> Candidates

  package init(
    _ name: String, _ counts: ClosedRange<Int> = 1...1, help: String,
    candidates: @autoclosure @escaping @Sendable () -> Candidates = .none
  ) {
    self.init([(name, help)], counts, candidates: candidates())
  }

  package init(
    _ parts: [Part], _ counts: ClosedRange<Int>,
    candidates: @autoclosure @escaping @Sendable () -> Candidates = .none
  ) {
    (self.parts, self.counts, makeCandidates) = (parts, counts, candidates)
  }

  /// The names of all parts: `SYMBOL`, or `AMOUNT FROM TO`.
  package var name: String { parts.map(\.name).joined(separator: " ") }

  package var repeats: Bool { counts.upperBound > parts.count }

  /// The spelling in a usage line: `SYMBOL`, `SYMBOL...`, `[SYMBOL]` or `[SYMBOL...]`.
  var usage: String {
    let repeated = repeats ? "\(name)..." : name
    return counts.contains(0) ? "[\(repeated)]" : repeated
  }
}
