package import Foundation

/// Polls the values of a portfolio over time.
package struct ValuesFeed: PortfolioFeed {
  package var market: Market
  package var query: ListQuery<PortfolioValue>
  package var watch = Watch<PortfolioValue>()
  package let portfolio: Portfolio
  package let input: HoldingsInput
  package let past: PastPortfolio?
  package let tradeRates: TradeRates
  package let range: HistoryRange
  private let now: Date

  /// - Precondition: the portfolio has at most one currency, see ``Portfolio/currencies(under:)``.
  package init(
    _ market: Market, _ portfolio: Portfolio, of input: HoldingsInput,
    _ query: ListQuery<PortfolioValue>, in range: HistoryRange, now: Date
  ) {
    (self.market, self.portfolio, self.input) = (market, portfolio, input)
    (self.query, self.range, self.now) = (query, range, now)
    tradeRates = TradeRates(portfolio, in: market)
    past = PastPortfolio(
      portfolio, from: market.clients, in: range, among: market.allExchanges, now: market.now
    ) { client, pair, now in
      await client.candleRows(of: pair, range, now: now, clock: market.clock) {
        market.showProgress($0, $1, of: pair, on: client.exchange.id)
      }
    }
  }

  package var model: ValueHistoryViewModel {
    ValueHistoryViewModel(portfolio, query, in: range, now: now, rates: tradeRates)
  }

  package func prices(from client: MarketClient) async -> Fetched {
    await past?.candles(from: client) ?? .failure(.cancelled)
  }

  package func notices(_ model: ValueHistoryViewModel) -> [String] {
    model.notices
      + portfolioNotices(on: model.summary.valuation, in: model)
  }

  package func supplements(to model: ValueHistoryViewModel, inTable: Bool) -> [Supplement] {
    [.rates(model.summary.valuation.rates)]
  }
}
