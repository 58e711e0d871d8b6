import Arguments
import MarketCore

/// A pair or coin of the command line, and the exchange of its prefix, if it has one: `kraken:BTC-USD`.
struct PairArgument: Sendable {
  /// The exchange, as it was typed; `nil` without a prefix.
  let exchange: String?
  let pair: Pair
  /// Whether the symbol stands for a single currency, as in `BTC`.
  var isCoin: Bool { pair.base == nil }

  /// Returns the symbol or pattern that a word means, in any spelling; `nil` if it means neither.
  static func symbol(meantBy word: String) -> String? {
    Pair.isSymbol(word) || word.contains { "*?".contains($0) } ? word : Pair.correction(of: word)
  }

  /// Returns a suggestion for a word that is not a symbol; `nil` if there is no suggestion.
  static func hint(for word: String) -> String? {
    let symbols = word.split(separator: ",").map { symbol(meantBy: String($0)) }
    if symbols.count > 1, !symbols.contains(nil) {
      return "separate symbols by spaces: \(symbols.compactMap(\.self).joined(separator: " "))"
    }
    return Pair.correction(of: word).map { "did you mean \($0)?" }
  }

  /// Returns a suggestion if the first word of the command line can be a misspelled command. Otherwise
  /// `nil`, for example if it is a symbol, or if `price` rejects it with a better hint.
  @Sendable static func hint(forFirstWord word: String) -> String? {
    let isExchange = World.exchanges.contains { $0.id.rawValue == word }
    guard word.contains(where: \.isLetter), word == word.lowercased(), !word.hasPrefix("@"),
      !word.contains(":"), !isExchange, !Pair.isSymbol(word), refusal(of: word) == nil
    else { return nil }
    return Pair.correction(of: word).map { "did you mean \($0)?" }
      ?? "for the coin: tickers price \(Shell.bash.quoted(word.uppercased()))"
  }

  /// Returns a suggestion for a word with a character such as `$`, unless the word looks like a symbol.
  /// `nil` for any other word, which can be an unlisted symbol, and if there is no suggestion.
  static func refusal(of word: String) -> String? {
    word.contains { ":,$.|".contains($0) } && !Pair.isSymbol(word) ? hint(for: word) : nil
  }
}

extension Operand {
  /// The operand for pairs and, if `orCoins` is true, coins. Completions list pairs by running the program.
  static func symbols(_ counts: ClosedRange<Int>, orCoins: Bool = false) -> Operand {
    Operand(
      "SYMBOL", counts,
      help: "Pair, in any case: BTC-USD, btc/usd, kraken:BTC-USD"
        + (orCoins ? "; or coin: BTC" : ""),
      candidates: .output(of: ["symbols", "--columns", Instrument.Columns.symbol.name] + allOnce))
  }

  /// The operand for coins. Completions list coins by running the program.
  static var coins: Operand {
    Operand(
      "COIN", 0...Int.max, help: "Currency code, in any case: BTC (default: all that are traded)",
      candidates: .output(of: ["coins", "--columns", Coin.Columns.coin.name] + allOnce))
  }

  /// The operands of a conversion. Completions list coins by running the program.
  static var conversion: Operand {
    Operand(
      [
        ("AMOUNT", "Amount of 0 or more: 0.35, 100k, 2.5M"),
        ("FROM", "Its currency: a code or name, in any case (ETH, bitcoin, EUR)"),
        ("TO", "Currency of the result, likewise"),
      ], 3...Int.max,
      candidates: .output(of: ["coins", "--columns", Coin.Columns.coin.name] + allOnce))
  }

  private static let allOnce = [
    "--format", "tsv", "--no-header", "--quiet", "--timeout", "2",
    // These override the options file.
    "--once", "--filter=", "--limit", "1000000",
  ]
}

extension Invocation {
  func pairs() throws(UsageError) -> [PairArgument] {
    try operands.map { text throws(UsageError) in
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let symbol = parts.last.map(String.init) ?? ""
      if symbol.allSatisfy(\.isWhitespace) {
        throw UsageError("empty symbol; expected a pair such as BTC-USD")
      }
      let prefix = parts.count == 2 ? String(parts[0]) : nil
      if prefix == "" {
        throw UsageError("missing exchange in '\(text)'; expected a symbol such as kraken:BTC-USD")
      }
      if let hint = PairArgument.refusal(of: text) {
        throw UsageError("invalid symbol '\(text)'; \(hint)")
      }
      return PairArgument(exchange: prefix, pair: Pair(symbol))
    }
  }

  /// Returns the coins that were typed; an empty list means all coins.
  func coins() throws(UsageError) -> [PairArgument] {
    if operands.contains(where: { $0.allSatisfy(\.isWhitespace) }) {
      throw UsageError("empty code; expected a coin such as BTC")
    }
    let typed = try pairs()
    for (text, coin) in zip(operands, typed) {
      let code = coin.pair.base ?? coin.pair.symbol
      if let exchange = coin.exchange {
        throw UsageError(
          "'\(text)' is not a coin; did you mean \(code) -e \(exchange.lowercased())?")
      }
      if !coin.isCoin { throw UsageError("'\(text)' is not a coin; did you mean \(code)?") }
    }
    return typed
  }
}
