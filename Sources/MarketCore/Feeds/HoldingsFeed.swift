package import Foundation

/// Polls the values of a portfolio.
package protocol PortfolioFeed: RowsFeed {
  var portfolio: Portfolio { get }
  var input: HoldingsInput { get }
  /// Requests past prices; `nil` if current prices are polled.
  var past: PastPortfolio? { get }
}

extension PortfolioFeed {
  package static var isSummary: Bool { true }
  package var retriesItself: Bool { past != nil }
  package var hasRowsWithoutAnswer: Bool { true }
  package var namesEachSource: Bool { true }

  /// The sentence about a failure. For an unlisted pair, it begins with the place of the pair in the
  /// file. If past prices of only some pairs fail, it names these pairs.
  package func sentence(on failure: MarketError, of exchange: ExchangeID?) -> String {
    if case .unknownSymbol(let symbol, _) = failure {
      return input.place(of: symbol, on: exchange)
        + failure.sentence(on: [market.title(of: exchange)])
    }
    let sentence = past?.sentence(on: failure, of: exchange)
    return sentence.map { market.attributed($0, to: exchange) }
      ?? market.sentence(on: failure, of: exchange)
  }

  /// The notices about the holdings file, and about the values, such as missing rates.
  func portfolioNotices(
    rates: [ConversionRate], unconverted: [Holding], isRounded: Bool, in model: Model
  ) -> [String] {
    // A missing rate may exist on an exchange that has failed, or has not answered yet.
    let hasFailed = model.freshness.phase != .loaded || past?.lacksRates ?? false
    return input.notices
      + portfolio.notices(
        rates: rates, unconverted: hasFailed ? [] : unconverted, isRounded: isRounded,
        on: market.clients.map(\.exchange))
  }
}

/// Polls the holdings of a portfolio, or their totals, at current prices or at past prices.
package struct HoldingsFeed<Row: ListRow>: PortfolioFeed {
  package var market: Market
  package var query: ListQuery<Row>
  package var columns: [Column<Row>] = []
  package var watch = Watch<Row>()
  package var showsMarks = true
  package let portfolio: Portfolio
  package let input: HoldingsInput
  package let past: PastPortfolio?
  /// The time at which lots must count; `nil` for the time of each poll.
  package var end: Date?
  package var hasTotals = false
  /// Whether the output has day changes, even if no column in ``columns`` shows them.
  package var showsChanges = false
  private let rows: any KeyPath<Valuation, [Row]> & Sendable
  private let moment: Date?

  /// The displayed `rows` are `\.rows` or `\.totals`, at the prices of `moment`; `nil` for current
  /// prices.
  package init(
    _ market: Market, _ portfolio: Portfolio, of input: HoldingsInput,
    showing rows: any KeyPath<Valuation, [Row]> & Sendable, _ query: ListQuery<Row>,
    at moment: Date? = nil
  ) {
    (self.market, self.portfolio, self.input) = (market, portfolio, input)
    (self.rows, self.query, self.moment) = (rows, query, moment)
    past = moment.map { moment in
      PastPortfolio(
        portfolio, from: market.clients, in: nil, among: market.allExchanges, now: market.now
      ) { client, pair, now in
        await client.candleRow(of: pair, endedBy: moment, now: now, clock: market.clock)
      }
    }
  }

  package var model: PortfolioViewModel<Row> {
    PortfolioViewModel(portfolio, showing: rows, query, at: end, now: market.now)
  }

  private var needsNames: Bool { usedColumns.contains { $0.name == HoldingRow.Columns.name.name } }

  package var request: Set<String> { needsNames ? [HoldingRow.Columns.name.name] : [] }

  package func fetch(_ client: MarketClient) async -> Fetched {
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
      + portfolioNotices(
        rates: summary.rates, unconverted: summary.unconverted, isRounded: summary.isRounded,
        in: model)
  }

  package func supplements(
    to model: PortfolioViewModel<Row>, inTable: Bool
  ) -> [Supplement] {
    (hasTotals ? [.totals(model.summary.totals)] : []) + [.rates(model.summary.rates)]
  }
}

/// Polls the values of a portfolio over time.
package struct ValuesFeed: PortfolioFeed {
  package var market: Market
  package var query: ListQuery<PortfolioValue>
  package var watch = Watch<PortfolioValue>()
  package let portfolio: Portfolio
  package let input: HoldingsInput
  package let past: PastPortfolio?
  package let range: HistoryRange
  private let now: Date

  /// - Precondition: the portfolio has at most one currency, see ``Portfolio/currencies(under:)``.
  package init(
    _ market: Market, _ portfolio: Portfolio, of input: HoldingsInput,
    _ query: ListQuery<PortfolioValue>, in range: HistoryRange, now: Date
  ) {
    (self.market, self.portfolio, self.input) = (market, portfolio, input)
    (self.query, self.range, self.now) = (query, range, now)
    past = PastPortfolio(
      portfolio, from: market.clients, in: range, among: market.allExchanges, now: market.now
    ) { client, pair, now in
      await client.candleRows(of: pair, range, now: now, clock: market.clock) {
        market.showProgress($0, $1, of: pair, on: client.exchange.id)
      }
    }
  }

  package var model: ValueHistoryViewModel {
    ValueHistoryViewModel(portfolio, query, in: range, now: now)
  }

  package func fetch(_ client: MarketClient) async -> Fetched {
    await past?.candles(from: client) ?? .failure(.cancelled)
  }

  package func notices(_ model: ValueHistoryViewModel) -> [String] {
    model.notices
      + portfolioNotices(
        rates: model.summary.rates, unconverted: model.summary.unconverted,
        isRounded: model.summary.isRounded, in: model)
  }

  package func supplements(to model: ValueHistoryViewModel, inTable: Bool) -> [Supplement] {
    [.rates(model.summary.rates)]
  }
}
