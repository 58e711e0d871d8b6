package import Foundation

/// Polls the prices of the requested pairs and coins at a past moment.
package struct PastPriceFeed: RowsFeed {
  package var market: Market
  package var query = ListQuery<PastPrice>()
  package var watch = Watch<PastPrice>()
  package let historyFetch: HistoryFetch<PastPrice>
  private let choice: PairChoice
  private let time: Date
  /// The currency of coin prices.
  private let currency: String
  /// The requests as they were typed. ``market`` requests each coin from only one exchange.
  private let typed: [PairRequest]

  package init(_ market: Market, at time: Date, in currency: String) {
    // A coin without an exchange has one price, although several exchanges are tried for its rates.
    self.market = market.requestingCoinsOnce
    (self.time, self.currency, typed) = (time, currency, market.requests)
    historyFetch = self.market.historyFetch(pricesCoins: true)
    choice = PairChoice(retryingAt: market.clock)
  }

  package let name = "tickers"
  package let retriesItself = true
  package let hasPastCloses = false

  package var model: PastPricesViewModel {
    var model = PastPricesViewModel(market.priceRequests, of: market.exchanges)
    model.polled.required = market.required
    return model
  }

  package func fetch(_ client: MarketClient) async -> Fetched {
    let now = market.now()
    var rates = PastRates(to: currency, from: market.historyClients) {
      await candle(of: $1, from: $0, now: now)
    }
    let result = await historyFetch(client) {
      !$0.info.periods.isEmpty
    } expanding: { request in
      request.pair.isCoin
        ? (.success([request]), [:])
        : await choice.requests(for: request, in: market, currency)
    } _: { client, pair in
      guard pair.base == nil else {
        let result = await candle(of: pair, from: client, now: now)
        return result.map { $0.map(PastPrice.prices) }
      }
      let isPrefixed = market.requests.contains {
        $0.pair == pair && $0.isPrefixed && $0.exchanges == [client.exchange.id]
      }
      return await rates.price(of: pair, on: client, isPrefixed: isPrefixed, at: time, now: now)
    }
    return result.map { answer in
      guard !rates.rates.isEmpty else { return answer }
      var answer = answer
      answer.warnings.append(.converted(to: currency, by: rates.rates))
      return answer
    }
  }

  private func candle(
    of pair: Pair, from client: MarketClient, now: Date
  ) async -> Result<Answer<[CandleRow]>, MarketError> {
    await client.candleRow(of: pair, endedBy: time, now: now, clock: market.clock)
  }

  /// Always empty, because the warnings of answers report missing prices.
  package func notices(_ prices: PastPricesViewModel) -> [String] { [] }

  package func sentence(on failure: MarketError, of exchange: ExchangeID?) -> String {
    guard case .unknownCoin = failure else {
      return historyFetch.sentence(on: failure, of: exchange, in: market)
    }
    let request = typed.first { $0.pair.symbol == failure.unlisted?.symbol }
    let tried =
      request?.isOpen ?? true
      ? market.historyClients.map(\.exchange.id) : request?.exchanges ?? []
    return failure.sentence(on: tried.map(market.title))
  }

  package func isComplete(_ prices: PastPricesViewModel) -> Bool {
    market.isComplete(prices.total)
  }

  package func supplements(to prices: PastPricesViewModel, inTable: Bool) -> [Supplement] {
    inTable ? [] : [.rates(prices.polled.conversionRates)]
  }
}

extension PolledExchanges {
  /// The rates of the conversions that the last answers report, each once.
  var conversionRates: [ConversionRate] {
    let listings = all.flatMap(\.warnings).flatMap { warning -> [Listing] in
      if case .converted(_, let listings) = warning { listings } else { [] }
    }
    return listings.reduce(into: []) { rates, listing in
      let rate = ConversionRate(exchange: listing.exchange, pair: listing.pair, rate: nil)
      if !rates.contains(rate) { rates.append(rate) }
    }
  }
}
