/// The name or the number that an exchange gives to something: a pair, an order.
public enum Identifier: Hashable, Sendable {
  /// A number, as in `731604882015377`.
  case number(Int64)
  /// A text, as in `XXBTZUSD` or a UUID.
  case text(String)
}
