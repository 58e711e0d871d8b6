import Arguments
import MarketCore

extension Operand {
  /// Pairs, which the program itself can list for completions.
  static func symbols(_ arity: Arity) -> Operand {
    Operand(
      "SYMBOL", arity, help: "A pair, in any case: BTC-USD, btc/usd",
      candidates: .output(of: [
        "symbols", "--columns", "symbol", "--format", "tsv", "--no-header", "--quiet",
        "--timeout", "2",
      ]))
  }
}

extension Invocation {
  /// The pairs that the operands name.
  func pairs() throws(UsageError) -> [Pair] {
    try operands.map { text throws(UsageError) in
      guard text.contains(where: { !$0.isWhitespace }) else {
        throw UsageError("an empty text is no pair; a pair is written like BTC-USD")
      }
      return Pair(typed: text)
    }
  }
}
