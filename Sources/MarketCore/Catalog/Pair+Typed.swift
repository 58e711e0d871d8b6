import Foundation

extension Pair {
  /// The pair that a user typed, such as `btc/usd` for BTC-USD: in upper or lower case, with `-`, `/` or
  /// `_`, and with or without spaces around the codes. Any text is accepted, even if no exchange lists it.
  /// For an exact symbol, such as a symbol in a response, use ``init(symbol:)``.
  public init(_ text: String) {
    let parts = text.uppercased().split(omittingEmptySubsequences: false) { "-/_".contains($0) }
    let symbol = parts.map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " ")) }.joined(
      separator: "-")
    self.init(symbol: symbol.contains(".") ? Self.withEndings(symbol) : symbol)
  }

  /// The pair, coin or pattern of an argument. In addition to ``init(_:)``, it can be the whole built-in name
  /// of a coin, as in `bitcoin`.
  package init(argument text: String) {
    let coin = Self.isCode(text) ? nil : Currency(named: text)
    self.init(coin?.code ?? text)
  }

  /// The symbol with known endings of its codes in lower case, as in `FUN.kraken-USD` or `MNT.cash`.
  private static func withEndings(_ symbol: String) -> String {
    symbol.split(separator: "-", omittingEmptySubsequences: false).map { code in
      guard let dot = code.lastIndex(of: ".") else { return String(code) }
      let ending = code[code.index(after: dot)...].lowercased()
      let isKnown =
        ending == Currency.cashWord || Exchanges.all.contains { $0.id.rawValue == ending }
      return isKnown ? "\(code[...dot])\(ending)" : String(code)
    }.joined(separator: "-")
  }

  /// Whether a word is probably a symbol: it has a separator (`-`, `/`, `_`) or begins with the id of an
  /// exchange and a colon, or it is the code or the built-in name of a currency.
  @Sendable package static func isSymbol(_ word: String) -> Bool {
    let prefix = word.split(separator: ":", maxSplits: 1).first?.lowercased()
    return word.contains { "-/_".contains($0) }
      || word.contains(":") && Exchanges.all.contains { $0.id.rawValue == prefix }
      || isCode(word) || Currency(named: word) != nil
  }

  /// The symbol that may be meant by a word with a `$` before it, with another separator or without one:
  /// BTC-USD for `btcusd`. `nil` if the word is itself a code, or if no symbol is recognized.
  package static func correction(of word: String) -> String? {
    if isCode(word) { return nil }
    let code = word.uppercased()
    if code.hasPrefix("$"), isSymbol(String(code.dropFirst())) { return String(code.dropFirst()) }
    let parts = code.split { ":.|".contains($0) }.map(String.init)
    if parts.count == 2, parts.allSatisfy(isCode) { return parts.joined(separator: "-") }
    return ["USD", "USDT", "USDC", "EUR", "GBP", "TRY", "BTC", "ETH"].lazy
      .filter { code.hasSuffix($0) && isCode(String(code.dropLast($0.count))) }
      .map { "\(code.dropLast($0.count))-\($0)" }.first
  }

  /// Whether a word is the everyday code of a known currency, or an exchange's own code.
  private static func isCode(_ word: String) -> Bool {
    let currency = Currency(Pair(word).symbol)
    return currency.name != nil || currency.isOfficial
      || Exchanges.all.contains { $0.info.codes.isOwn(currency.code) }
  }
}

extension [Watchlist] {
  /// The pairs, coins and patterns of the watchlist with this name, in any case; `nil` if no watchlist has it.
  package func pairs(of name: some StringProtocol) -> [Pair]? {
    let list = first { $0.name.lowercased() == name.lowercased() }
    return list?.symbols.split(separator: ",").map {
      Pair(argument: $0.trimmingCharacters(in: .whitespaces))
    }
  }
}
