import Spelling

/// A list of symbols and patterns, to which a ``SymbolFilter`` can refer as `@NAME`.
public struct Watchlist: Hashable, Sendable {
  /// The name, without the `@`.
  public let name: String
  /// Whole symbols and patterns, separated by commas.
  public let symbols: String

  /// Creates a watchlist.
  public init(name: String, symbols: String) { (self.name, self.symbols) = (name, symbols) }
}

extension [Watchlist] {
  /// Returns the error for an unknown watchlist, with a similar name or all names.
  package func sentence(onUnknown name: String) -> String {
    let all = map { "@\($0.name)" }.joined(separator: ", ")
    let near = nearest(to: name, in: map(\.name), limit: 1).first
    let list = all.isEmpty ? "the options file has none" : "watchlists are \(all)"
    return "unknown watchlist @\(name); \(near.map { "did you mean @\($0)?" } ?? list)"
  }
}
