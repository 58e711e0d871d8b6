/// A warning about an answer, for people.
public enum Warning: Hashable, Sendable {
  /// An invalid row was skipped. The text has its place and the reason, as in `[1].symbol is not text`.
  case rowSkipped(String)
  /// Periods without a candle.
  case gaps(CandleGaps)
  /// Prices were converted to a currency by the closes of these pairs. A listing without an exchange is
  /// a stablecoin that counts as 1 USD.
  case converted(to: String, by: [Listing])
  /// Any other warning, in a sentence.
  case note(String)
}
