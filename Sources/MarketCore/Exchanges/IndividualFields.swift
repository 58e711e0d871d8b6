/// The fields of tickers that an exchange sends only in a response of a single pair, as Coinbase bid
/// and ask: which of them are requested, and of which pairs.
public struct IndividualFields: Sendable {
  /// The fields to request; others of the kind are unknown.
  public let fields: Set<TickerField>
  /// Whether they are requested of a pair.
  public let includes: @Sendable (Pair) -> Bool

  /// Fields of the pairs for which `includes` is true.
  public init(_ fields: Set<TickerField>, of includes: @escaping @Sendable (Pair) -> Bool) {
    self.fields = fields
    self.includes = includes
  }

  /// All fields of all pairs.
  public static let all = IndividualFields(Set(TickerField.allCases)) { _ in true }
}
