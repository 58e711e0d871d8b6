/// What a shell may offer where a value or an operand is to be typed.
package enum Candidates: Sendable, Hashable {
  /// Nothing can be offered.
  case none
  /// These words; others may be right as well.
  case words([String])
  /// The names of directories.
  case directory
}
