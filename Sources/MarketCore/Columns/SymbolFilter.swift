import Foundation

/// Selects symbols by a text that people write: `btc`, `bitcoin`, `*-USD`, `BTC-USD,ETH`, `@mine`.
public struct SymbolFilter: Hashable, Sendable {
  private enum Term: Hashable, Sendable {
    /// Matches a part of the symbol, a base currency in `bases`, or the beginning of a word in the name
    /// that the exchange sent.
    case part(String, bases: Set<String>)
    /// Matches only this symbol if it is in ``listed``, otherwise every symbol that contains it.
    case symbol(String)
    /// Matches the whole symbol, with `*` for any text and `?` for any character.
    case pattern([Unicode.Scalar])
  }

  package let text: String
  /// The names of unknown watchlists, without the `@`.
  package let unknownWatchlists: [String]
  private let terms: [Term]
  let keepsAll: Bool
  /// Whether the user is typing the filter. Then a listed symbol also matches longer symbols.
  private let isTyped: Bool
  /// The symbols among the terms that are known to be listed; none while the user is typing.
  private var listed: Set<String> = []

  /// Parses a filter: terms separated by commas. A symbol is kept if any term matches it. Case is ignored.
  ///
  /// - `@NAME` is a watchlist of whole symbols, coins and patterns. A coin keeps the pairs with this base. An
  ///   unknown watchlist keeps no symbol.
  /// - A term with `*` or `?` is a pattern of the whole symbol.
  /// - A term with `-`, `/` or `_` is a part of the symbol. In the query of a view model, it is the whole
  ///   symbol if an exchange lists this symbol.
  /// - Any other term is a part of the symbol. If it has four or more characters, it also matches the
  ///   beginning of a word in the name of the base currency.
  ///
  /// A text without a term keeps every symbol.
  ///
  /// - Parameters:
  ///   - text: the filter.
  ///   - watchlists: the watchlists that the text may name.
  ///   - isTyped: whether the user is typing the text, so that a whole symbol also matches longer symbols.
  public init(_ text: String, watchlists: [Watchlist] = [], isTyped: Bool = false) {
    (self.text, self.isTyped) = (text, isTyped)
    var (terms, unknown) = ([Term](), [String]())
    let parts = Self.parts(of: text)
    for part in parts {
      if part.hasPrefix("@") {
        let name = part.dropFirst()
        let list = watchlists.first { $0.name.lowercased() == name.lowercased() }
        if list == nil { unknown.append(String(name)) }
        terms += Self.parts(of: list?.symbols ?? "").flatMap(Self.patterns)
      } else if part.contains(where: { "*?".contains($0) }) {
        terms.append(.pattern(Self.scalars(of: part)))
      } else if part.contains(where: { "-/_".contains($0) }) {
        terms.append(.symbol(Self.symbol(of: part)))
      } else {
        let bases = Self.isName(part) ? Currency.codes(named: part).map { $0.uppercased() } : []
        terms.append(.part(part.uppercased(), bases: Set(bases)))
      }
    }
    self.terms = terms
    unknownWatchlists = unknown
    keepsAll = parts.isEmpty
  }

  /// The terms that are whole symbols if an exchange lists them; none while the user is typing.
  package var symbols: [String] {
    isTyped ? [] : terms.compactMap { if case .symbol(let symbol) = $0 { symbol } else { nil } }
  }

  /// Returns the same filter with the symbols that exchanges list: a term that is a listed symbol then
  /// keeps only this symbol, unless the user is typing.
  package func with(listed: Set<String>) -> SymbolFilter {
    guard !listed.isEmpty, case let own = symbols, !own.isEmpty else { return self }
    var filter = self
    filter.listed = listed.intersection(own)
    return filter
  }

  /// Whether the filter keeps a symbol.
  public func matches(_ symbol: String) -> Bool { matches(symbol, name: nil) }

  /// Whether the filter keeps a symbol. Terms can also match `name`, the name of the base currency that
  /// the exchange sent; `nil` if it sent no name.
  public func matches(_ symbol: String, name: String?) -> Bool {
    if keepsAll { return true }
    let symbol = symbol.uppercased()
    return terms.contains { matches(symbol, name, $0) }
  }

  private func matches(_ symbol: String, _ name: String?, _ term: Term) -> Bool {
    switch term {
    case .part(let part, let bases):
      symbol.containsBytes(of: part) || !bases.isEmpty && bases.contains(Self.base(of: symbol))
        || Self.isName(part) && name.map { Currency.hasWord(in: $0, beginningWith: part) } ?? false
    case .symbol(let text): listed.contains(text) ? symbol == text : symbol.containsBytes(of: text)
    case .pattern(let pattern): Self.matches(Array(symbol.unicodeScalars), pattern: pattern)
    }
  }

  /// Whether the filter keeps a currency: by its code or name, or as the base currency of a symbol or
  /// pattern. `name` is the name that an exchange sent; `nil` if it sent no name.
  package func matchesCoin(_ code: String, name: String? = nil) -> Bool {
    if keepsAll { return true }
    let code = code.uppercased()
    return terms.contains { term in
      switch term {
      case .part: return matches(code, name, term)
      case .symbol(let symbol): return code == Self.base(of: symbol)
      case .pattern(let pattern):
        let base = pattern.lastIndex(of: "-").map { Array(pattern[..<$0]) } ?? pattern
        return Self.matches(Array(code.unicodeScalars), pattern: base)
      }
    }
  }

  /// Whether a term may be a name that only an exchange sends: it is long enough for a name, but matches
  /// no name in the built-in table.
  package var mayNeedNames: Bool {
    terms.contains { term in
      guard case .part(let part, let bases) = term else { return false }
      return Self.isName(part) && bases.isEmpty
    }
  }

  /// Whether a term that may be a name matches none of these symbols while their names are unknown.
  func needsNames(of symbols: some Collection<String>) -> Bool {
    terms.contains { term in
      guard case .part(let part, _) = term, Self.isName(part) else { return false }
      return !symbols.contains { matches($0.uppercased(), nil, term) }
    }
  }

  /// Texts of fewer than four characters would match too many names.
  private static func isName(_ text: String) -> Bool { text.count >= 4 }

  private static func base(of symbol: String) -> String {
    symbol.utf8.lastIndex(of: UInt8(ascii: "-")).map { String(symbol[..<$0]) } ?? symbol
  }

  private static func parts(of text: String) -> [String] {
    text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }

  private static func symbol(of text: String) -> String {
    text.uppercased().replacing(/[\/_]/, with: "-")
  }

  /// The patterns for a symbol of a watchlist. A coin, by its code or name, stands for itself and for the pairs
  /// with this base.
  private static func patterns(of symbol: String) -> [Term] {
    let isCoin = !symbol.contains { "-/_*?".contains($0) }
    let isCode = !isCoin || Currency(symbol.uppercased()).name != nil
    let code = isCode ? symbol : Currency(named: symbol)?.code ?? symbol
    return (isCoin ? [code, "\(code)-*"] : [code]).map { .pattern(scalars(of: $0)) }
  }

  private static func scalars(of text: String) -> [Unicode.Scalar] {
    Array(symbol(of: text).unicodeScalars)
  }

  /// Whether a text matches a pattern. After a mismatch, only the last `*` is tried with one more
  /// character. Therefore the time is at most proportional to the product of both lengths.
  private static func matches(_ text: [Unicode.Scalar], pattern: [Unicode.Scalar]) -> Bool {
    var (t, p) = (0, 0)
    var afterStar: (t: Int, p: Int)?
    while t < text.count {
      if p < pattern.count, pattern[p] == "*" {
        p += 1
        afterStar = (t, p)
      } else if p < pattern.count, pattern[p] == "?" || pattern[p] == text[t] {
        (t, p) = (t + 1, p + 1)
      } else if let star = afterStar {
        (t, p) = (star.t + 1, star.p)
        afterStar = (t, p)
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy { $0 == "*" }
  }
}

extension String {
  /// Whether the text contains the bytes of `part`. Foundation's `contains` traps on some texts with a NUL.
  func containsBytes(of part: String) -> Bool { part.isEmpty || utf8.contains(part.utf8) }
}
