/// The command of a command line whose first word is not a command, but an operand.
package struct ImpliedCommand: Sendable {
  /// The name of the command.
  let name: String
  /// Whether a word is its operand.
  let isOperand: @Sendable (String) -> Bool
  /// What to suggest for a word that is not: `did you mean BTC-USD?`; `nil` for nothing.
  let hint: @Sendable (String) -> String?

  /// Declares the command that runs for its operand alone.
  package init(
    _ name: String, isOperand: @escaping @Sendable (String) -> Bool,
    hint: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    self.name = name
    self.isOperand = isOperand
    self.hint = hint
  }
}
