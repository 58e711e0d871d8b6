/// Symbols under a name, which a ``SymbolFilter`` keeps with `@NAME`.
public struct Watchlist: Hashable, Sendable {
  /// The name, without the `@`.
  public let name: String
  /// Whole symbols and patterns, with commas between.
  public let symbols: String

  /// A watchlist of these parts.
  public init(name: String, symbols: String) { (self.name, self.symbols) = (name, symbols) }
}
