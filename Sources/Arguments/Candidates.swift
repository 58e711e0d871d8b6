/// The completions that a shell offers for a value or an operand.
package enum Candidates: Sendable, Hashable {
  /// Nothing can be offered.
  case none
  /// These words; others may be right as well.
  case words([String])
  /// Several of these words, with commas between them.
  case list([String])
  /// The lines that the program itself prints when it is called with these words, in any case.
  ///
  /// It is called only when such a value is completed; if it fails, nothing is offered.
  case output(of: [String])
  /// The names of directories.
  case directory
  /// The names of files.
  case file
}
