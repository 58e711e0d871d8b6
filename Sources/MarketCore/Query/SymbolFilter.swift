import Foundation

/// Which symbols to keep, as people write it: `btc`, `bitcoin`, `*-USD`, `BTC-USD,ETH`, `@mine`.
public struct SymbolFilter: Hashable, Sendable {
  /// One of several texts, any of which may match.
  private enum Term: Hashable, Sendable {
    /// A part of the symbol, or the base currency.
    case part(String, bases: Set<String>)
    /// The whole symbol.
    case pattern([Unicode.Scalar])
  }

  /// The filter as it was written.
  package let text: String
  /// The names of unknown watchlists, as they were written, without the `@`.
  package let unknownWatchlists: [String]
  private let terms: [Term]
  let keepsAll: Bool

  /// The filter of a text: terms separated by commas, any of which may match. Case is ignored.
  ///
  /// - A term with `-`, `/`, `_`, `*` or `?` is a whole symbol, in which `*` and `?` are wildcards.
  /// - `@NAME` is a watchlist; an unknown one keeps no symbol.
  /// - Any other term is a part of the symbol. One of four letters or more is also the beginning of
  ///   a word in the name of the base currency.
  ///
  /// An empty text keeps every symbol.
  ///
  /// - Parameters:
  ///   - text: the filter.
  ///   - watchlists: those that the text may name.
  public init(_ text: String, watchlists: [Watchlist] = []) {
    self.text = text
    var (terms, unknown) = ([Term](), [String]())
    let parts = Self.parts(of: text)
    for part in parts {
      if part.hasPrefix("@") {
        let name = part.dropFirst()
        let list = watchlists.first { $0.name.lowercased() == name.lowercased() }
        if list == nil { unknown.append(String(name)) }
        terms += Self.parts(of: list?.symbols ?? "").map { .pattern(Self.scalars(of: $0)) }
      } else if part.contains(where: { "-/_*?".contains($0) }) {
        terms.append(.pattern(Self.scalars(of: part)))
      } else {
        let bases = part.count < Self.shortestName ? [] : Currency.codes(named: part)
        terms.append(.part(part.uppercased(), bases: bases))
      }
    }
    self.terms = terms
    unknownWatchlists = unknown
    keepsAll = parts.isEmpty
  }

  /// Whether the symbol is kept.
  public func matches(_ symbol: String) -> Bool {
    if keepsAll { return true }
    let symbol = symbol.uppercased()
    return terms.contains { term in
      switch term {
      case .part(let part, let bases):
        symbol.containsBytes(of: part) || !bases.isEmpty && bases.contains(Self.base(of: symbol))
      case .pattern(let pattern): Self.matches(Array(symbol.unicodeScalars), pattern: pattern)
      }
    }
  }

  /// Whether a currency is kept: by its code or name, or as the base of a whole symbol.
  package func matchesCoin(_ code: String) -> Bool {
    if keepsAll { return true }
    let code = code.uppercased()
    return terms.contains { term in
      switch term {
      case .part(let part, let bases): return code.containsBytes(of: part) || bases.contains(code)
      case .pattern(let pattern):
        let base = pattern.lastIndex(of: "-").map { Array(pattern[..<$0]) } ?? pattern
        return Self.matches(Array(code.unicodeScalars), pattern: base)
      }
    }
  }

  /// Shorter texts would match too many names.
  private static let shortestName = 4

  private static func base(of symbol: String) -> String {
    symbol.utf8.lastIndex(of: UInt8(ascii: "-")).map { String(symbol[..<$0]) } ?? symbol
  }

  /// The texts between commas, without the spaces around them.
  private static func parts(of text: String) -> [String] {
    text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }

  private static func scalars(of text: String) -> [Unicode.Scalar] {
    Array(text.uppercased().replacing(/[\/_]/, with: "-").unicodeScalars)
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
