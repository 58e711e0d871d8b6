/// Polls the values of a portfolio.
package protocol PortfolioFeed: RowsFeed {
  var portfolio: Portfolio { get }
  var input: HoldingsInput { get }
  /// Requests past prices; `nil` if current prices are polled.
  var past: PastPortfolio? { get }
  var tradeRates: TradeRates { get }
  func prices(from client: MarketClient) async -> Fetched
}

extension PortfolioFeed {
  package static var isSummary: Bool { true }
  package var retriesItself: Bool { past != nil }
  package var hasRowsWithoutAnswer: Bool { true }
  package var namesEachSource: Bool { true }

  /// The sentence about a failure. For an unlisted pair or coin, it begins with its place in the file. For a
  /// coin that no exchange lists, `exchange` is `nil`. If past prices of only some pairs fail, it names these
  /// pairs.
  package func sentence(on failure: MarketError, of exchange: ExchangeID?) -> String {
    if let symbol = failure.unlisted?.symbol {
      let titles = exchange.map { [market.title(of: $0)] } ?? market.titles
      return input.place(of: symbol, on: exchange) + failure.sentence(on: titles)
    }
    let sentence = past?.sentence(on: failure, of: exchange)
    return sentence.map { market.attributed($0, to: exchange) }
      ?? market.sentence(on: failure, of: exchange)
  }

  /// Fetches prices from an exchange. If each exchange has answered or failed once, also requests the missing
  /// rates of trades' days.
  package func fetch(_ client: MarketClient) async -> Fetched {
    let result = await prices(from: client)
    // Current tickers include all pairs that can be rates. Past candles include only pairs that are used.
    let pairs = past == nil ? (try? result.get())?.value.map(\.pair) : nil
    let failures = await tradeRates.request(after: client.exchange.id, listing: pairs)
    return result.map { answer in
      var answer = answer
      answer.failures += failures
      return answer
    }
  }

  /// The notices about the holdings files, and about the values, such as missing rates.
  func portfolioNotices(on valuation: Valuation, in model: Model) -> [String] {
    var valuation = valuation
    // A missing rate may exist on an exchange that has failed, or has not answered yet.
    if model.freshness.phase != .loaded || past?.lacksRates ?? false { valuation.missingRates = [] }
    // An error reports these coins.
    let unlisted = Set(model.polled.unlistedCoins.compactMap(\.unlisted?.symbol))
    valuation.missingRates.removeAll { unlisted.contains($0.holding.pair.symbol) }
    if !input.hasSides { valuation.shorts.removeAll { !$0.hasPurchases } }
    return input.notices
      + portfolio.notices(on: valuation, exchanges: market.clients.map(\.exchange))
      + otherRateNotices
  }

  /// The notices about rates from exchanges that are not in the portfolio.
  private var otherRateNotices: [String] {
    Dictionary(grouping: tradeRates.otherRates, by: \.exchange)
      .sorted { market.title(of: $0.key) < market.title(of: $1.key) }
      .map { exchange, rates in
        let pairs = rates.map(\.pair.symbol).joined(separator: ", ")
        return "rates of past days from \(market.title(of: exchange)): \(pairs)"
      } + tradeRates.otherFailures.map { "no rates of past days: \($0)" }
  }
}

extension TradeRates {
  /// The rates from the exchanges of a market, and if these lack rates, from all other exchanges.
  convenience init(_ portfolio: Portfolio, in market: Market) {
    self.init(
      portfolio, from: market.clients, others: market.onOtherExchanges, now: market.now,
      clock: market.clock)
  }
}
