/// Polls coins across the requested exchanges.
package struct CoinsFeed: RowsFeed {
  package var market: Market
  package var query: ListQuery<Coin>
  package var columns: [Column<Coin>] = []
  package var watch = Watch<Coin>()
  package var showsMarks = true
  package var namesColumns = true
  private let currency: String

  /// A feed of the coins that a market requests, each over the exchanges of its requests. If the market
  /// requests none, it is a feed of all coins except fiat currencies and `currency`.
  package init(_ market: Market, _ query: ListQuery<Coin>, in currency: String) {
    (self.market, self.query, self.currency) = (market, query, currency)
  }

  package static let isSummary = true

  package var model: CoinsViewModel {
    CoinsViewModel(query, of: market.exchanges, in: currency, requesting: market.requests)
  }

  private var needsNames: Bool { usedColumns.contains(Coin.Columns.name) }

  package var request: Set<String> {
    Set((needsNames ? [Coin.Columns.name.name] : []) + query.filters.needingNames)
  }

  package func fetch(_ client: MarketClient) async -> Fetched {
    var details = TickerDetails(names: needsNames, quotes: false)
    details.filters = query.filters
    return await market.tickers(from: client, details, needsAll: true)
  }

  package func notices(_ list: CoinsViewModel) -> [String] {
    let rates = market.missingRates(to: currency, isMissing: list.summary.lacksRates)
    // A missing coin may be listed on an exchange that failed.
    let others = list.polled.failure == nil ? list.notices : []
    return (rates.isEmpty ? others : rates)
      + (usedColumns.contains(Coin.Columns.percent) ? percentNotices(of: list) : [])
  }

  /// The notices that changes are since 00:00 UTC, or else do not include some exchanges.
  private func percentNotices(of list: CoinsViewModel) -> [String] {
    let notices = changeNotices(on: list.summary.pairsSinceMidnight(of: list.rows), of: list)
    return notices.isEmpty
      ? market.percentNotices(without: list.summary.exchangesWithoutDayAgo) : notices
  }

  package static let hasPairs = true
  package func pairs(of coin: Coin) -> ListFeed? {
    let query = ListQuery<Ticker>(
      filters: [SymbolFilter("\(coin.code)-*")],
      sort: RowOrder(Ticker.Columns.turnover, descending: true))
    var feed = ListFeed(market.ofAllPairs, query, in: coin.currency)
    (feed.columns, feed.keepsTurnovers) = (Ticker.tableColumns, true)
    return feed
  }

  package func supplements(to list: CoinsViewModel, inTable: Bool) -> [Supplement] {
    inTable ? [] : [.rates(list.summary.rates(of: list.rows))]
  }
}
