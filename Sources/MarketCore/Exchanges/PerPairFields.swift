/// The fields that are wanted even if each pair costs a request of its own, and the pairs that they are
/// wanted of. On Coinbase these can be bid and ask in a list: thousands of requests.
public struct PerPairFields: Sendable {
  /// The wanted fields. A field that costs a request per pair and is not among them is unknown.
  public let fields: Set<TickerField>
  /// Whether they are wanted of a pair; of other pairs they are unknown.
  public let isWanted: @Sendable (Pair) -> Bool

  /// Fields of the pairs for which `isWanted` is true.
  public init(_ fields: Set<TickerField>, of isWanted: @escaping @Sendable (Pair) -> Bool) {
    self.fields = fields
    self.isWanted = isWanted
  }

  /// All fields of all pairs.
  public static let all = PerPairFields(Set(TickerField.allCases)) { _ in true }
}
