/// Symbols as people type them.
extension Pair {
  /// Whether a word is meant as a symbol: it has a separator or the prefix of an exchange, or is the
  /// code or the built-in name of a currency.
  @Sendable package static func isSymbol(_ word: String) -> Bool {
    let prefix = word.split(separator: ":", maxSplits: 1).first?.lowercased()
    return word.contains { "-/_".contains($0) }
      || word.contains(":") && Exchanges.all.contains { $0.id.rawValue == prefix }
      || isCode(word) || Currency(named: word) != nil
  }

  /// The symbol that a word means with a currency sign, with another separator, or with none; `nil`
  /// for a symbol, and if its currencies are unknown.
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

  /// Whether a word is the code of a known currency, everyday or an exchange's own.
  private static func isCode(_ word: String) -> Bool {
    let currency = Currency(Pair(word).symbol)
    return currency.name != nil || currency.isOfficial
      || Exchanges.all.contains { $0.info.codes.isOwn(currency.code) }
  }
}
