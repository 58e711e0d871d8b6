import Foundation

/// Which symbols to keep, as people write it: `btc`, `*-USD`, `BTC,ETH`.
public struct SymbolFilter: Hashable, Sendable {
  /// The filter as it was written.
  public let text: String
  private let terms: [String]

  /// The filter that `text` writes: a part of the symbol, or with `*` and `?` a pattern for the
  /// whole of it; several with commas between, any of which may match. Case does not count, and
  /// `/` and `_` are dashes. An empty text keeps every symbol.
  public init(_ text: String) {
    self.text = text
    terms = text.uppercased().replacing(/[\/_]/, with: "-").split(separator: ",")
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }

  /// Whether the symbol is kept.
  public func matches(_ symbol: String) -> Bool {
    let symbol = symbol.uppercased()
    return terms.isEmpty
      || terms.contains { term in
        term.contains { "*?".contains($0) }
          ? Self.matches(Array(symbol.unicodeScalars), pattern: Array(term.unicodeScalars))
          : symbol.containsBytes(of: term)
      }
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
