/// A list of symbols and patterns, to which a ``SymbolFilter`` can refer as `@NAME`.
public struct Watchlist: Hashable, Sendable {
  /// The name, without the `@`.
  public let name: String
  /// Whole symbols and patterns, separated by commas.
  public let symbols: String

  /// Creates a watchlist.
  public init(name: String, symbols: String) { (self.name, self.symbols) = (name, symbols) }
}
