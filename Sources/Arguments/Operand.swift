/// The arguments of a command besides its options.
package struct Operand: Sendable, Hashable {
  /// The allowed number of operands.
  package enum Arity: Sendable, Hashable {
    /// None or one.
    case optional
    /// Exactly one.
    case one
    /// One or more.
    case oneOrMore
    /// Any number, also none.
    case any

    /// The fewest there may be.
    package var minimum: Int { self == .one || self == .oneOrMore ? 1 : 0 }
    /// The most there may be; `nil` when there is no limit.
    package var maximum: Int? { self == .one || self == .optional ? 1 : nil }
  }

  /// The name in help: `SYMBOL`.
  package let name: String
  /// The allowed number of operands.
  package let arity: Arity
  /// The meaning, in one line.
  package let help: String
  /// The completions.
  package let candidates: Candidates

  /// Declares an operand.
  package init(_ name: String, _ arity: Arity, help: String, candidates: Candidates = .none) {
    self.name = name
    self.arity = arity
    self.help = help
    self.candidates = candidates
  }

  /// The spelling in a usage line: `SYMBOL`, `SYMBOL...`, `[SYMBOL]` or `[SYMBOL...]`.
  package var usage: String {
    let repeated = arity.maximum == nil ? "\(name)..." : name
    return arity.minimum == 0 ? "[\(repeated)]" : repeated
  }
}
