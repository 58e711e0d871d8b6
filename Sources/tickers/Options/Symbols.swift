import Arguments
import MarketCore

/// A pair as typed, with its exchange if it has a prefix: `kraken:BTC-USD`.
struct TypedPair: Sendable {
  /// The exchange, in lower case; `nil` when the options choose it.
  let exchange: String?
  let pair: Pair

  /// Whether a word looks like a pair: letters or digits on both sides of `-`, `/` or `_`, perhaps
  /// behind the name of an exchange.
  @Sendable static func isLike(_ word: String) -> Bool {
    word.wholeMatch(of: /([a-zA-Z]+:)?[\p{L}\p{N}]+([-\/_][\p{L}\p{N}]+)+/) != nil
  }
}

/// A pair, and the exchanges that it is requested from.
struct AskedPair: Sendable {
  let pair: Pair
  /// The ids of the exchanges, in order, one at least.
  let exchanges: [String]
  /// Whether the pair was typed with its exchange.
  let isPrefixed: Bool
}

extension Operand {
  /// Pairs, which completions list with the program itself.
  static func symbols(_ arity: Arity) -> Operand {
    Operand(
      "SYMBOL", arity, help: "Pair, in any case: BTC-USD, btc/usd, kraken:BTC-USD",
      candidates: .output(of: [
        "symbols", "--columns", "symbol", "--format", "tsv", "--no-header", "--quiet",
        "--timeout", "2",
        // These override the options file.
        "--once", "--filter=", "--limit", "1000000",
      ]))
  }
}

extension Invocation {
  /// The pairs of the operands.
  func pairs() throws(UsageError) -> [TypedPair] {
    try operands.map { text throws(UsageError) in
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let symbol = parts.last.map(String.init) ?? ""
      guard symbol.contains(where: { !$0.isWhitespace }) else {
        throw UsageError("empty symbol; expected a pair such as BTC-USD")
      }
      let prefix = parts.count == 2 ? parts[0].lowercased() : nil
      if prefix == "" {
        throw UsageError("missing exchange in '\(text)'; expected a symbol such as kraken:BTC-USD")
      }
      return TypedPair(exchange: prefix, pair: Pair(typed: symbol))
    }
  }
}
