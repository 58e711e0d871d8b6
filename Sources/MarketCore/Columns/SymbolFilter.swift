import Foundation

/// Which symbols to keep, as people write it: `btc`, `bitcoin`, `*-USD`, `BTC-USD,ETH`, `@mine`.
public struct SymbolFilter: Hashable, Sendable {
  /// One of several texts, any of which may match.
  private enum Term: Hashable, Sendable {
    /// A part of the symbol, or the base currency: by its code, or by a word of its name.
    case part(String, bases: Set<String>)
    /// The whole symbol, if it is listed, else a part of it.
    case symbol(String)
    /// The whole symbol.
    case pattern([Unicode.Scalar])
  }

  /// The filter as it was written.
  package let text: String
  /// The names of unknown watchlists, as they were written, without the `@`.
  package let unknownWatchlists: [String]
  private let terms: [Term]
  let keepsAll: Bool
  /// Whether it is being typed: then each term is a part of the symbol.
  private let isTyped: Bool
  /// The symbols among the terms that an exchange lists.
  private var listed: Set<String> = []

  /// The filter of a text: terms separated by commas, any of which may match. Case is ignored.
  ///
  /// - A term with `*` or `?` is a pattern of the whole symbol.
  /// - A term with `-`, `/` or `_` is a whole symbol if an exchange lists that, else a
  ///   part of the symbol.
  /// - `@NAME` is a watchlist of whole symbols and patterns; an unknown one keeps no symbol.
  /// - Any other term is a part of the symbol. One of four letters or more is also the beginning of
  ///   a word in the name of the base currency.
  ///
  /// An empty text keeps every symbol.
  ///
  /// - Parameters:
  ///   - text: the filter.
  ///   - watchlists: those that the text may name.
  ///   - isTyped: whether it is being typed, so that a whole symbol is a part of others, too.
  public init(_ text: String, watchlists: [Watchlist] = [], isTyped: Bool = false) {
    (self.text, self.isTyped) = (text, isTyped)
    var (terms, unknown) = ([Term](), [String]())
    let parts = Self.parts(of: text)
    for part in parts {
      if part.hasPrefix("@") {
        let name = part.dropFirst()
        let list = watchlists.first { $0.name.lowercased() == name.lowercased() }
        if list == nil { unknown.append(String(name)) }
        terms += Self.parts(of: list?.symbols ?? "").map { .pattern(Self.scalars(of: $0)) }
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

  /// The terms that are whole symbols if an exchange lists them.
  package var symbols: [String] {
    isTyped ? [] : terms.compactMap { if case .symbol(let symbol) = $0 { symbol } else { nil } }
  }

  /// The same filter, which knows that these symbols are listed: of its terms, they keep nothing else.
  package func knowing(listed: Set<String>) -> SymbolFilter {
    guard !listed.isEmpty, case let own = symbols, !own.isEmpty else { return self }
    var filter = self
    filter.listed = listed.intersection(own)
    return filter
  }

  /// Whether the symbol is kept.
  public func matches(_ symbol: String) -> Bool { matches(symbol, name: nil) }

  /// Whether the symbol is kept.
  ///
  /// - Parameters:
  ///   - symbol: the symbol.
  ///   - name: the name of the base currency that the exchange has sent; `nil` for none.
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

  /// Whether a currency is kept: by its code or name, or as the base of a whole symbol.
  ///
  /// - Parameter name: the name that an exchange has sent; `nil` for none.
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

  /// Whether one of the terms can only match names that an exchange sends: it is long enough to be a name,
  /// which no currency of our own table has.
  package var mayNeedNames: Bool {
    terms.contains { term in
      guard case .part(let part, let bases) = term else { return false }
      return Self.isName(part) && bases.isEmpty
    }
  }

  /// Whether a term that may be a name keeps none of these symbols.
  func needsNames(of symbols: some Collection<String>) -> Bool {
    terms.contains { term in
      guard case .part(let part, _) = term, Self.isName(part) else { return false }
      return !symbols.contains { matches($0.uppercased(), nil, term) }
    }
  }

  /// Shorter texts would match too many names.
  private static func isName(_ text: String) -> Bool { text.count >= 4 }

  private static func base(of symbol: String) -> String {
    symbol.utf8.lastIndex(of: UInt8(ascii: "-")).map { String(symbol[..<$0]) } ?? symbol
  }

  /// The texts between commas, without the spaces around them.
  private static func parts(of text: String) -> [String] {
    text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }

  private static func symbol(of text: String) -> String {
    text.uppercased().replacing(/[\/_]/, with: "-")
  }

  private static func scalars(of text: String) -> [Unicode.Scalar] {
    Array(symbol(of: text).unicodeScalars)
  }

  /// Compares with a pattern, in time proportional to the product of both lengths at most: after
  /// a mismatch only the last `*` can take one more character.
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
  /// Whether a part stands in the text, byte for byte. Foundation's `contains` traps on some texts
  /// with a NUL.
  func containsBytes(of part: String) -> Bool { part.isEmpty || utf8.contains(part.utf8) }
}
