import Foundation
import Spelling

/// The pairs that an exchange lists.
public struct PairList: Sendable {
  package let pairs: Set<Pair>
  /// The volume of 24 hours in USD or USDT, of the pairs for which it is known.
  private var turnovers: [Pair: Decimal] = [:]

  package init(_ pairs: some Sequence<Pair>) { self.pairs = Set(pairs) }

  init(_ tickers: [Ticker]) { self = PairList(tickers.map(\.pair)).adding(tickers) }

  func renamed(_ rename: (Pair) -> Pair) -> PairList {
    var list = PairList(pairs.map(rename))
    list.turnovers = Dictionary(turnovers.map { (rename($0), $1) }) { first, _ in first }
    return list
  }

  /// The same list, to which the turnovers that follow from these tickers are added.
  func adding(_ tickers: [Ticker]) -> PairList {
    var list = self
    let prices = Dictionary(
      tickers.lazy.filter { !$0.isDead }.map { ($0.pair, $0.last) }
    ) { first, _ in first }
    for ticker in tickers {
      guard let base = ticker.pair.base, let volume = ticker.volume else { continue }
      let inDollars = ["USD", "USDT"].compactMap { prices[Pair(base: base, quote: $0)] ?? nil }
      list.turnovers[ticker.pair] =
        inDollars.first.flatMap(volume.multiplied) ?? list.turnovers[ticker.pair]
    }
    return list
  }

  /// Whether a currency is the base or the quote of a listed pair.
  func has(_ currency: String) -> Bool {
    pairs.contains { $0.base == currency || $0.quote == currency }
  }

  /// The symbols of at most three listed pairs that may be meant by an unlisted symbol, such as similar
  /// pairs, or pairs of the same coin. Pairs in USD are first, then pairs with a larger known turnover.
  func names(near unlisted: Pair) -> [String] {
    // Comparisons with a long text take long.
    guard unlisted.symbol.utf8.count <= 64 else { return [] }
    return candidates(for: unlisted).sorted { rank($0) < rank($1) }.prefix(3).map(\.symbol)
  }

  private func rank(_ pair: Pair) -> (Int, Decimal, Int, Pair) {
    (
      pair.quote == "USD" ? 0 : 1, -(turnovers[pair] ?? -1),
      Currency.stablecoins.firstIndex { $0 == pair.quote } ?? .max, pair
    )
  }

  /// What may be meant by an unlisted code, at most three: the listed coin with this name; else pairs that
  /// are the code with a dash; else coins with similar codes, largest turnover first.
  func coins(near unlisted: String) -> [String] {
    guard unlisted.utf8.count <= 64 else { return [] }
    let bases = Set(pairs.compactMap(\.base))
    if let code = Currency(named: unlisted)?.code, bases.contains(code) { return [code] }
    let joined = pairs.filter { $0.joined == unlisted }.map(\.symbol)
    if !joined.isEmpty { return Array(joined.sorted().prefix(3)) }
    let near = nearest(to: unlisted, in: bases, limit: .max).map { code in
      (code, turnover: turnovers.filter { $0.key.base == code }.values.max() ?? -1)
    }
    return near.sorted { (-$0.turnover, $0.0) < (-$1.turnover, $1.0) }.prefix(3).map(\.0)
  }

  private func candidates(for unlisted: Pair) -> [Pair] {
    guard let base = unlisted.base, let quote = unlisted.quote else {
      return candidates(for: unlisted.symbol)
    }
    // A name, as in `bitcoin-usd`, or base and quote swapped.
    let codes = [base, quote].map { Currency(named: $0)?.code ?? $0 }
    let alike = [Pair(base: codes[0], quote: codes[1]), Pair(base: quote, quote: base)]
    if let listed = alike.first(where: pairs.contains) { return [listed] }
    // The dash is in the wrong place.
    let joined = pairs.filter { $0.joined == base + quote }
    if !joined.isEmpty { return Array(joined) }
    let sameBase = pairs.filter { $0.base == base }
    let sameQuote = pairs.filter { $0.quote == quote }
    let quotes = nearest(to: quote, in: Set(sameBase.compactMap(\.quote)), limit: .max)
    let bases = nearest(to: base, in: Set(sameQuote.compactMap(\.base)), limit: .max)
    return sameBase.filter { quotes.contains($0.quote ?? "") }
      + sameQuote.filter { bases.contains($0.base ?? "") }
  }

  /// Candidates for a text that is not BASE-QUOTE: pairs of this coin, or pairs with similar codes.
  private func candidates(for text: String) -> [Pair] {
    let text = text.filter { $0 != "-" }
    guard !text.isEmpty else { return [] }
    let coin = Currency(named: text)?.code ?? text
    let ofCoin = pairs.filter { $0.base == coin }
    if !ofCoin.isEmpty { return Array(ofCoin) }
    let joined = nearest(to: text, in: Set(pairs.compactMap(\.joined)), limit: .max)
    if !joined.isEmpty { return pairs.filter { joined.contains($0.joined ?? "") } }
    let bases = nearest(to: text, in: Set(pairs.compactMap(\.base)), limit: .max)
    return pairs.filter { bases.contains($0.base ?? "") }
  }
}
