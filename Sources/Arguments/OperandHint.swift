/// The option that operands are meant for when a command takes none.
package struct OperandHint: Sendable, Hashable {
  /// The option as it is typed: `--filter`.
  private let option: String
  /// The separator of several words in its value.
  private let separator: String

  /// Declares an option to suggest.
  package init(option: String, separator: String) {
    self.option = option
    self.separator = separator
  }

  /// The option to type instead of these operands: `--filter BTC-USD`.
  func suggestion(for operands: [String]) -> String {
    "\(option) \(Shell.bash.quoted(operands.joined(separator: separator)))"
  }
}
