package import Foundation

/// An amount to convert, the code of its currency, and the codes of the currencies of the results.
package struct ConversionRequest: Equatable, Sendable {
  package let amount: Decimal
  package let from: String
  package let to: [String]

  package init(_ amount: Decimal, from: String, to: [String]) {
    (self.amount, self.from, self.to) = (amount, from, to)
  }

  /// Parses the words that a user typed: an amount of 0 or more, as in `0.35` or `100k`, and at least two
  /// currencies, by their codes or names.
  package init(_ words: [String]) throws(InvalidConversion) {
    guard words.count > 2, let amount = Decimal(abbreviated: words[0]), amount >= 0 else {
      throw InvalidConversion(
        reason: "AMOUNT: '\(words.first ?? "")' is not an amount of 0 or more "
          + "with at most 38 digits, such as 0.35 or 100k"
      )
    }
    let codes = try words.dropFirst().map { word throws(InvalidConversion) in
      try Self.code(of: word)
    }
    self.init(amount, from: codes[0], to: Array(codes.dropFirst()))
  }

  private static func code(of word: String) throws(InvalidConversion) -> String {
    let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let pair = Pair(parts.last.map(String.init) ?? "")
    if parts.count == 1, pair.base == nil, !word.hasPrefix("@"),
      pair.symbol.contains(where: \.isLetter)
    {
      return Pair(argument: word).symbol
    }
    var hint = "expected a code such as EUR, or a name"
    if word.hasPrefix("@") { hint = "it names a watchlist; \(hint)" }
    if let base = pair.base, let quote = pair.quote { hint = "did you mean \(base) \(quote)?" }
    if parts.count == 2 { hint = "did you mean \(pair) -e \(parts[0].lowercased())?" }
    throw InvalidConversion(reason: "'\(word)' is not a currency; \(hint)")
  }

  package var currencies: [Pair] { ([from] + to).map { Pair(symbol: $0) } }
}

/// The reason, in a sentence, why words are not an amount and its currencies.
package struct InvalidConversion: Error {
  package let reason: String
}
