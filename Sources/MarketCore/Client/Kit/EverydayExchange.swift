import Foundation

/// Requests data of pairs by their everyday codes (`LUNC`): translates these to the exchange's own codes
/// (Kraken's `LUNA`), and back in answers. The translation can depend on the pairs that the exchange lists
/// (``CoinCodes``). If no list is known, it is requested when a typed code is unclear, or when a pair
/// whose codes depend on the list seems to be unlisted.
struct EverydayExchange {
  let scope: RequestScope
  private var exchange: any Exchange { scope.exchange }

  func tickers(
    of pairs: [Pair]?, details: TickerDetails
  ) async throws(MarketError) -> Answer<[Ticker]> {
    let details = details.quotes ? await inOwnCodes(details, of: pairs) : details
    guard let pairs else {
      return try await all { () async throws(MarketError) in
        try await exchange.currentTickers(of: nil, details: details, in: scope)
      }
    }
    return try await rows(of: pairs) { own throws(MarketError) in
      try await exchange.currentTickers(of: own, details: details, in: scope)
    }
  }

  func instruments(
    of pairs: [Pair]?, withNames: Bool
  ) async throws(MarketError) -> Answer<[Instrument]> {
    guard let pairs else {
      return try await all { () async throws(MarketError) in
        try await exchange.instruments(of: nil, withNames: withNames, in: scope)
      }
    }
    return try await rows(of: pairs) { own throws(MarketError) in
      try await exchange.instruments(of: own, withNames: withNames, in: scope)
    }
  }

  func book(
    of pair: Pair, detail: BookDetail
  ) async throws(MarketError) -> Answer<OrderBook> {
    try await answer(about: pair) { own throws(MarketError) in
      var answer = try await exchange.book(of: own, detail: detail, in: scope)
      answer.value.pair = pair
      return answer
    }
  }

  func candles(
    of pair: Pair, period: Period, from start: Date?, before end: Date?
  ) async throws(MarketError) -> Answer<[Candle]> {
    try await answer(about: pair) { own throws(MarketError) in
      try await exchange.candles(of: own, period: period, from: start, before: end, in: scope)
    }
  }

  func pairs() async throws(MarketError) -> PairList {
    let listed = try await exchange.pairs(in: scope)
    let codes = await exchange.codes(for: nil, in: scope)
    let map = scope.listedCodes.map(noting: listed.pairs, of: codes)
    return listed.renamed { map.everyday($0) }
  }

  /// The pairs in the exchange's own codes, each with its everyday name. A pair whose code is another coin on
  /// this exchange is missing.
  func ownCodes(of pairs: [Pair]) async -> [Pair: Pair] {
    let map = await map(for: pairs)
    return Dictionary(pairs.compactMap { pair in map.own(pair).map { ($0, pair) } }) { first, _ in
      first
    }
  }

  /// The everyday name of a pair, or of a coin, that a user may have typed in own codes. A pair that is
  /// known to be listed by this everyday name is unchanged. Warnings explain ambiguous codes.
  func name(ofTyped pair: Pair) async -> (pair: Pair, warnings: [Warning]) {
    let codes = await exchange.codes(for: [pair], in: scope)
    var map = scope.listedCodes.map(of: codes)
    guard map.everyday(typed: pair) != pair || codes.areUnclear(in: pair) else { return (pair, []) }
    if codes.areUnclear(in: pair), !scope.listedCodes.areKnown, (try? await pairs()) != nil {
      map = scope.listedCodes.map(of: codes)
    }
    let everyday = map.everyday(typed: pair)
    let isListed = map.own(pair).map(scope.listedCodes.contain) ?? false
    let name = isListed ? pair : everyday
    let notes = Set(pair.symbol.split(separator: "-").map(String.init))
      .intersection(CoinCodes.ambiguous).sorted().compactMap { code in
        map.note(on: code, of: exchange.title, isEveryday: name == pair)
      }
    return (name, notes.map { .note($0) })
  }
}

// MARK: - Codes

extension EverydayExchange {
  private func map(for pairs: [Pair]?) async -> CodeMap {
    scope.listedCodes.map(of: await exchange.codes(for: pairs, in: scope))
  }

  private func inOwnCodes(_ details: TickerDetails, of pairs: [Pair]?) async -> TickerDetails {
    guard let select = details.quotesPerPair else { return details }
    let map = await map(for: pairs)
    var details = details
    details.quotesPerPair = { listed in
      let own = Dictionary(listed.map { (map.everyday($0), $0) }) { first, _ in first }
      return Set(select(Set(own.keys)).compactMap { own[$0] })
    }
    return details
  }

  private func all<Row: PairRow>(
    _ fetch: () async throws(MarketError) -> Answer<[Row]>
  ) async throws(MarketError) -> Answer<[Row]> {
    let answer = try await fetch()
    let codes = await exchange.codes(for: nil, in: scope)
    return answer.renamed(to: scope.listedCodes.names(of: answer.value.map { $0.pair }, by: codes))
  }

  /// The rows of these pairs. If a pair whose own codes depend on the list of pairs seems to be unlisted,
  /// and no list is known, requests the list, and may request the rows again with other own codes.
  private func rows<Row: PairRow>(
    of pairs: [Pair], _ fetch: ([Pair]) async throws(MarketError) -> Answer<[Row]>
  ) async throws(MarketError) -> Answer<[Row]> {
    let codes = await exchange.codes(for: pairs, in: scope)
    let first = scope.listedCodes.map(of: codes)
    let own = pairs.compactMap(first.own)
    let result = await Result { () async throws(MarketError) in
      guard !own.isEmpty else { throw .unknownSymbol("", near: []) }
      return try await fetch(own)
    }
    let lacksPair =
      switch result {
      case .success(let answer): Self.lacks(pairs.filter(codes.concern), answer.renamed(by: first))
      case .failure(let error):
        exchange.canIndicateUnlistedPair(error) && pairs.contains(where: codes.concern)
      }
    guard lacksPair, !scope.listedCodes.areKnown, (try? await self.pairs()) != nil else {
      return try result.get().renamed(by: first)
    }
    let map = scope.listedCodes.map(of: codes)
    if case .success(let answer) = result, !Self.lacks(pairs, answer.renamed(by: map)) {
      return answer.renamed(by: map)
    }
    let listed = pairs.compactMap(map.own)
    return try listed == own || listed.isEmpty
      ? result.get().renamed(by: map) : await fetch(listed).renamed(by: map)
  }

  private static func lacks<Row: PairRow>(_ pairs: [Pair], _ answer: Answer<[Row]>) -> Bool {
    guard !pairs.isEmpty else { return false }
    return !Set(pairs).isSubset(of: answer.value.lazy.map(\.pair))
  }

  /// The answer about one pair. May request the list of pairs, and the answer again, like `rows`.
  private func answer<Value>(
    about pair: Pair, _ fetch: (Pair) async throws(MarketError) -> Answer<Value>
  ) async throws(MarketError) -> Answer<Value> {
    let codes = await exchange.codes(for: [pair], in: scope)
    let own = scope.listedCodes.map(of: codes).own(pair)
    do throws(MarketError) {
      guard let own else { throw .unknownSymbol(pair.symbol, near: []) }
      return try await fetch(own)
    } catch  where exchange.canIndicateUnlistedPair(error) {
      guard codes.concern(pair), !scope.listedCodes.areKnown, (try? await pairs()) != nil,
        let listed = scope.listedCodes.map(of: codes).own(pair), listed != own
      else { throw error }
      return try await fetch(listed)
    }
  }
}

protocol PairRow: Sendable {
  var pair: Pair { get set }
}

extension Ticker: PairRow {}
extension Instrument: PairRow {}

extension Answer {
  fileprivate func renamed<Row: PairRow>(by map: CodeMap) -> Self where Value == [Row] {
    map.everyday.isEmpty ? self : renamed(to: value.map { map.everyday($0.pair) })
  }

  /// The same rows with these pairs, in the same order.
  fileprivate func renamed<Row: PairRow>(to pairs: [Pair]) -> Self where Value == [Row] {
    var answer = self
    for (index, pair) in pairs.enumerated() where answer.value[index].pair != pair {
      answer.value[index].pair = pair
    }
    return answer
  }
}

extension CodeMap {
  /// A note on a code that is another coin on this exchange: `LUNA on Kraken is LUNC`, and, if it was read
  /// as an everyday code, `; its LUNA2 is LUNA`. `nil` if the mapping lacks one of these coins.
  fileprivate func note(on code: String, of title: String, isEveryday: Bool) -> String? {
    guard let other = everyday[code] else { return nil }
    let sentence = "\(code) on \(title) is \(other)"
    guard isEveryday else { return sentence }
    return own[code].map { "\(sentence); its \($0) is \(code)" }
  }
}
