package import Foundation

/// Polls the holdings of a portfolio, or their totals, at current prices or at past prices.
package struct HoldingsFeed<Row: ListRow>: PortfolioFeed {
  package var market: Market
  package var query: ListQuery<Row>
  package var columns: [Column<Row>] = []
  package var watch = Watch<Row>()
  package var showsMarks = true
  package var namesColumns = true
  package let portfolio: Portfolio
  package let input: HoldingsInput
  package let past: PastPortfolio?
  package let tradeRates: TradeRates
  /// Trades after this time are ignored; `nil` for the time of each poll.
  package var end: Date?
  package var hasTotals = false
  /// Whether the output has day changes, even if no column in ``columns`` shows them.
  package var showsChanges = false
  private let rows: any KeyPath<Valuation, [Row]> & Sendable
  private let moment: Date?

  /// The displayed `rows` are `\.rows`, `\.totals` or `\.accountTotals`, at the prices of `moment`; `nil` for
  /// current prices.
  package init(
    _ market: Market, _ portfolio: Portfolio, of input: HoldingsInput,
    showing rows: any KeyPath<Valuation, [Row]> & Sendable, _ query: ListQuery<Row>,
    at moment: Date? = nil
  ) {
    (self.market, self.portfolio, self.input) = (market, portfolio, input)
    (self.rows, self.query, self.moment) = (rows, query, moment)
    tradeRates = TradeRates(portfolio, in: market)
    past = moment.map { moment in
      PastPortfolio(
        portfolio, from: market.clients, in: nil, among: market.allExchanges, now: market.now
      ) { client, pair, now in
        await client.candleRow(of: pair, endedBy: moment, now: now, clock: market.clock)
      }
    }
  }

  package var model: PortfolioViewModel<Row> {
    PortfolioViewModel(portfolio, showing: rows, query, at: end, rates: tradeRates, now: market.now)
  }

  package var hasPastCloses: Bool { past == nil }

  private var needsNames: Bool { usedColumns.contains { $0.name == HoldingRow.Columns.name.name } }

  package var request: Set<String> { needsNames ? [HoldingRow.Columns.name.name] : [] }

  package func prices(from client: MarketClient) async -> Fetched {
    if let past {
      return await past.candles(from: client).map { $0.map { $0.map(\.ticker) } }
    }
    let details = TickerDetails(names: needsNames, quotes: false)
    return await portfolio.tickers(from: client, details: details, now: market.now)
  }

  package func notices(_ model: PortfolioViewModel<Row>) -> [String] {
    let summary = model.summary
    let changes: Set = [HoldingRow.Columns.dayChange.name, HoldingRow.Columns.percent.name]
    let usesChange = showsChanges || usedColumns.contains { changes.contains($0.name) }
    let time = moment.map { ["prices at \($0.formatted(.iso8601))"] } ?? []
    return time + model.notices
      + (usesChange && past == nil ? changeNotices(on: summary.rows, of: model) : [])
      + portfolioNotices(on: summary, in: model)
  }

  package func supplements(
    to model: PortfolioViewModel<Row>, inTable: Bool
  ) -> [Supplement] {
    (hasTotals ? [.totals(model.summary.totals)] : []) + [.rates(model.summary.rates)]
  }
}
