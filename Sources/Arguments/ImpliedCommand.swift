/// The command of a command line whose first word is not a command, but an operand.
package struct ImpliedCommand: Sendable {
  /// The name of the command.
  let name: String
  /// Whether a word is certainly its operand, even if it resembles the name of a command.
  let isOperand: @Sendable (String) -> Bool

  /// Declares the command that runs for its operand alone.
  package init(_ name: String, isOperand: @escaping @Sendable (String) -> Bool) {
    self.name = name
    self.isOperand = isOperand
  }
}
