/// Polls the prices of the requested pairs and coins.
package struct PriceFeed: RowsFeed {
  package typealias Model = PricesViewModel

  package var market: Market
  package var query: ListQuery<PriceRow>
  package var columns: [Column<PriceRow>] = []
  package var watch = Watch<PriceRow>()
  package var showsMarks = true
  package var namesColumns = true
  /// Whether success requires a price for each request; with several exchanges, one price is enough.
  package var requiresPrices = true
  /// Whether turnovers are computed even if no column shows them, because a key can add the column.
  package var keepsTurnovers = false
  let currency: String

  package init(_ market: Market, _ query: ListQuery<PriceRow>, in currency: String) {
    (self.market, self.query, self.currency) = (market, query, currency)
  }

  package let name = "tickers"
  package static let isSummary = true

  var tickerColumns: Set<Column<Ticker>> {
    Set(usedColumns.compactMap { Ticker.column(named: $0.name) })
  }

  package var model: PricesViewModel {
    let coins = market.requests.first { $0.pair.isCoin && !$0.isPrefixed }
    var model = PricesViewModel(
      market.priceRequests, query, of: market.exchanges, coinExchanges: coins?.exchanges ?? [],
      in: currency,
      hasTurnovers: hasTurnovers)
    model.polled.required = market.required
    return model
  }

  var hasTurnovers: Bool {
    keepsTurnovers || tickerColumns.contains(Ticker.Columns.turnover)
  }

  package var request: Set<String> {
    let columns = TickerDetails.columns.union([Ticker.Columns.turnover])
    return Set(tickerColumns.intersection(columns).map(\.name))
  }

  package func fetch(_ client: MarketClient) async -> Fetched {
    let used = tickerColumns
    // Rates can be the prices of pairs that were not requested.
    let needsRates =
      used.contains(Ticker.Columns.turnover) && market.needsRates(to: currency)
      || market.requests.contains(where: \.pair.isCoin)
    let pairs = market.requests.filter { $0.exchanges.contains(client.exchange.id) }.map(\.pair)
    var details = TickerDetails(for: used)
    let quoted = RequestedRows(market.requests.filter { !$0.pair.isCoin }, names: [:])
    details.quotesPerPair = { [exchange = client.exchange.id] listed in
      listed.filter { quoted.contains($0, on: exchange) }
    }
    let result = await market.tickers(from: client, details, needsAll: needsRates)
    return result.map { answer in
      let wanted = Set(pairs.map { answer.names[$0] ?? $0 })
      let unpriced = answer.value.filter { $0.last == nil && wanted.contains($0.pair) }
      guard !unpriced.isEmpty else { return answer }
      var answer = answer
      answer.warnings.append(.note(Market.noPrice(of: unpriced.map(\.pair.symbol))))
      return answer
    }
  }

  /// Tests only the updated row, unless other rows are needed for a coin or a turnover.
  package func tested(
    _ polls: [AnsweredPoll], in list: Model
  ) -> (model: Model, polls: [AnsweredPoll]) {
    let needsOthers = hasTurnovers || market.requests.contains(where: \.pair.isCoin)
    var tested = needsOthers ? list : model
    let polls = needsOthers ? polls : polls.ofUpdatedRow
    tested.polled.windows = list.polled.windows
    tested.apply(polls)
    return (tested, polls)
  }

  package func notices(_ list: PricesViewModel) -> [String] {
    let (unpriced, used) = (list.summary.unpriced, tickerColumns)
    return (unpriced.isEmpty ? [] : [Market.noPrice(of: unpriced)])
      + market.missingRates(to: currency, isMissing: list.summary.lacksRates)
      + (used.contains(Ticker.Columns.percent)
        ? market.percentNotices(without: list.summary.exchangesWithoutDayAgo) : [])
      + (used.isDisjoint(with: Ticker.columnsSinceOpen)
        ? [] : changeNotices(on: list.rows, of: list))
  }

  package func isComplete(_ list: PricesViewModel) -> Bool {
    !requiresPrices || market.isComplete(list.total)
  }

  package func supplements(to list: PricesViewModel, inTable: Bool) -> [Supplement] {
    inTable ? [] : [.rates(list.summary.rates)]
  }
}

extension Market {
  /// The requested pairs and patterns on each of their exchanges, and the requested coins, which have an
  /// exchange only if they were typed with one.
  var priceRequests: [Listing] {
    requests.flatMap { request in
      let isOfAll = request.pair.isCoin && !request.isPrefixed
      let exchanges: [ExchangeID?] = isOfAll ? [nil] : request.exchanges
      return exchanges.map { Listing(exchange: $0, pair: request.pair) }
    }
  }

  /// Whether a number of prices is enough: with several exchanges one price, else one per request.
  func isComplete(_ count: Int) -> Bool { count >= (isMultiExchange ? 1 : requests.count) }
}
