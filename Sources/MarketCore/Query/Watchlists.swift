/// Lists of symbols that have a name each, for ``SymbolFilter``.
public struct Watchlists: Hashable, Sendable {
  /// The names, in the order they were added.
  public private(set) var names: [String] = []
  private var patterns: [String: [String]] = [:]

  /// No lists.
  public init() {}

  /// Adds a list, or replaces the one of that name.
  ///
  /// - Parameters:
  ///   - name: in any case; without the `@` that a filter has before it.
  ///   - symbols: whole symbols, or patterns of `*` and `?`, with commas between.
  public mutating func add(_ name: String, _ symbols: String) {
    let key = name.lowercased()
    if patterns.updateValue(SymbolFilter.parts(of: symbols), forKey: key) == nil {
      names.append(name)
    }
  }

  /// The symbols and patterns of a list; `nil` when there is none of that name.
  public subscript(_ name: String) -> [String]? { patterns[name.lowercased()] }
}
