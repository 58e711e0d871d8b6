import Arguments
import MarketCore

/// A pair, coin or pattern of the command line, and the exchange of its prefix, if it has one:
/// `kraken:BTC-USD`.
struct PairArgument: Sendable {
  /// The exchange, as it was typed; `nil` without a prefix.
  let exchange: String?
  var pair: Pair

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
  /// The operand for symbols. `coin` is what a coin means. Completions list pairs by running the program.
  static func symbols(_ counts: ClosedRange<Int>, coin: String) -> Operand {
    Operand(
      "SYMBOL", counts,
      help: "Pair (BTC-USD, kraken:btc/usd), coin (btc, bitcoin: \(coin)) or watchlist (@NAME)",
      candidates: .output(of: ["symbols", "--columns", Instrument.Columns.symbol.name] + allOnce))
  }

  /// The operand for coins. Completions list coins by running the program.
  static var coins: Operand {
    Operand(
      "COIN", 0...Int.max,
      help: "Coin (btc, bitcoin, kraken:btc), pair (its base) or watchlist (@NAME); default: all",
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
  /// Returns the typed symbols. A watchlist stands for all of its symbols.
  func symbols() throws(UsageError) -> [PairArgument] {
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
      let word = text.lowercased()
      if word == "all" || World.exchanges.contains(where: { $0.id.rawValue == word }) {
        let name = command.operand?.name ?? ""
        throw UsageError("'\(text)' is not a \(name); did you mean -e \(word)?")
      }
      if let hint = PairArgument.refusal(of: text) {
        throw UsageError("invalid symbol '\(text)'; \(hint)")
      }
      guard symbol.hasPrefix("@") else {
        return [PairArgument(exchange: prefix, pair: Pair(argument: symbol))]
      }
      guard let pairs = watchlists.pairs(of: symbol.dropFirst()) else {
        throw UsageError(watchlists.sentence(onUnknown: String(symbol.dropFirst())))
      }
      return pairs.map { PairArgument(exchange: prefix, pair: $0) }
    }.flatMap(\.self)
  }

  /// Returns the only typed symbol; `nil` if none was typed, because help on values was requested.
  func symbol() throws(UsageError) -> PairArgument? {
    let symbols = try symbols()
    if symbols.count > 1 || symbols.contains(where: { $0.pair.pattern != nil }) {
      let all = symbols.map(\.pair.symbol).joined(separator: ", ")
      throw UsageError("\(command.name) takes one pair, not \(operands[0]): \(all)")
    }
    return symbols.first
  }
}
