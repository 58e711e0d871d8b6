/// A warning for people, which is part of an answer.
public enum Warning: Hashable, Sendable {
  /// A row was skipped. The text has its name or place, and the reason, as in `[1].symbol is not text`.
  case rowSkipped(String)
  case gaps(CandleGaps)
  /// Prices or amounts were converted to a currency by the closes of these pairs. The two currencies of a
  /// listing without an exchange count as equal.
  case converted(to: String, by: [Listing])
  /// Any other warning, in a sentence.
  case note(String)
}

extension [Warning] {
  /// The error about the first skipped row; `nil` if no row was skipped.
  var malformed: MarketError? {
    for case .rowSkipped(let reason) in self { return .malformed(reason) }
    return nil
  }
}
