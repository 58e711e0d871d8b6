/// A command that people may leave out: its operand stands where the command should.
package struct ImpliedCommand: Sendable {
  /// The name of the command.
  let name: String
  /// Whether a word looks like its operand.
  let isOperand: @Sendable (String) -> Bool

  /// Declares a command to suggest for words that look like its operand.
  package init(_ name: String, isOperand: @escaping @Sendable (String) -> Bool) {
    self.name = name
    self.isOperand = isOperand
  }
}
