public import Foundation

extension Portfolio {
  /// The everyday names (`BTC-USD`) of traded pairs and coins that are written in an exchange's own codes
  /// (`XBT-USD`).
  package func everydayNames(from clients: [MarketClient]) async -> [Listing: Listing] {
    var names: [Listing: Listing] = [:]
    for client in clients {
      let id = client.exchange.id
      for pair in Set(countedTrades.map(\.holding).filter { $0.exchange == id }.map(\.pair)) {
        let name = await client.everydayName(of: pair)
        if name != pair {
          names[Listing(exchange: id, pair: pair)] = Listing(exchange: id, pair: name)
        }
      }
    }
    return names
  }

  /// Fetches the tickers that a valuation needs from an exchange: of held pairs, and if amounts are
  /// converted, of pairs whose prices can be rates. A held pair that the exchange does not list has an
  /// error in ``Answer/failures``.
  ///
  /// - Parameters:
  ///   - client: the client of an exchange in ``exchanges``.
  ///   - details: what is needed in addition to prices, changes and volumes.
  ///   - now: returns the time of an answer that is not the response to a request.
  public func tickers(
    from client: MarketClient, details: TickerDetails = .none,
    now: @Sendable () -> Date = { .now }
  ) async -> Result<Answer<[Ticker]>, MarketError> {
    let pairs = pairs(on: client.exchange.id)
    guard !needsRates else {
      let result = await client.tickers(including: pairs, details: details)
      guard case .success(let all) = result else { return result }
      var answer = all.map { _ in needed(of: all, from: client.exchange.id) }
      answer.unlistedCoins = await unlistedCoins(on: client) { PairList(all.value) }
      return .success(answer)
    }
    if pairs.isEmpty { return .success(Answer([], asOf: now())) }
    let result = await client.tickers(of: pairs, details: details)
    guard case .failure(let error) = result, case .unknownSymbol = error else { return result }
    // The failure names only one pair. The next answer has a failure for each unlisted pair.
    return await client.tickers(including: pairs, details: .none)
      .map { $0.map { _ in [] } }
      .flatMapError { _ in .success(Answer([], asOf: now(), failures: [error])) }
  }

  /// The clients of the exchanges that have candles of a period, the default exchange first. If `period` is
  /// `nil`, candles of any period suffice.
  func clients(_ clients: [MarketClient], offering period: Period?) -> [MarketClient] {
    let offering = clients.filter { $0.exchange.info.offersHistory(period) }
    return offering.filter { $0.exchange.id == defaultExchange }
      + offering.filter { $0.exchange.id != defaultExchange }
  }

  /// The pairs in ``held`` on an exchange, in the order of the trades.
  func pairs(on exchange: ExchangeID) -> [Pair] {
    heldPairs { $0.exchange == exchange && !$0.isAmount }
  }

  private func heldPairs(where isIncluded: (Holding) -> Bool) -> [Pair] {
    let holdings = countedTrades.map(\.holding).filter(isIncluded)
    if holdings.isEmpty { return [] }
    let held = held
    var seen: Set<Pair> = []
    return holdings.filter(held.contains).map(\.pair).filter { seen.insert($0).inserted }
  }

  /// The errors about held coins whose values are converted, and that are in no pair of the exchange's `list`.
  /// Coins of an earlier list have no error. Nor have stablecoins, because they can count as dollars. Without a
  /// list there are no errors.
  func unlistedCoins(
    on client: MarketClient, in list: () async -> PairList?
  ) async -> [MarketError] {
    let coins = heldPairs { $0.isCoin && isConverted($0) }.filter { !client.answered.contains($0) }
    guard !coins.isEmpty, let list = await list(), !list.pairs.isEmpty else { return [] }
    var errors: [MarketError] = []
    for coin in coins {
      let code = await client.everydayName(of: coin).symbol
      if list.has(code) || Currency.stablecoins.contains(code) {
        client.answered.add([coin])
      } else {
        errors.append(.unknownCoin(coin.symbol, near: list.coins(near: code)))
      }
    }
    return errors
  }

  /// The tickers of held pairs, and the tickers whose prices can be rates of a conversion.
  func needed(of answer: Answer<[Ticker]>, from exchange: ExchangeID) -> [Ticker] {
    let held = Set(pairs(on: exchange).map { answer.names[$0] ?? $0 })
    let currencies = Set(conversions().flatMap { [$0.currency, $0.target] })
      .union(held.compactMap(\.quote))
      .union(ConversionRoute.bridges + [currency].compactMap(\.self))
    return answer.value.filter { ticker in
      if held.contains(ticker.pair) { return true }
      guard let base = ticker.pair.base, let quote = ticker.pair.quote else { return false }
      return currencies.contains(base) && currencies.contains(quote)
    }
  }
}
