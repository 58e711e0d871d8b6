package import Foundation

/// Polls the candles of the requested pairs. For a coin, the first poll chooses one pair of the coin, on the
/// first of its exchanges that lists it in a common currency.
package struct HistoryFeed: RowsFeed {
  /// Returns the time that an option means, such as the time 90 days before `now` for `90d`.
  package typealias Time = @Sendable (_ now: Date) -> Date

  package var market: Market
  package var query: ListQuery<CandleRow>
  package var watch = Watch<CandleRow>()
  package var columns: [Column<CandleRow>] = []
  package let historyFetch: HistoryFetch<CandleRow>
  private let choice: PairChoice
  package var period: Period
  /// The start and the end of the range, if they are set.
  package var from, to: Time?
  package var count: Int?
  package var fillsGaps = false
  /// The currency of the prices; `nil` for the quote currency of each pair.
  package var currency: String?
  /// The earlier output to which newer candles are appended.
  package var earlier: PriceFile?
  /// Whether the candles that ``earlier`` lacks are requested, instead of newer candles.
  package var printsHoles = false
  /// Returns the number of candles that suits the output, such as a chart; `nil` for the default number.
  package var capacity: @Sendable () -> Int? = { nil }

  package init(_ market: Market, _ query: ListQuery<CandleRow>, _ period: Period) {
    self.init(market, query, period, from: market.historyFetch())
  }

  private init(
    _ market: Market, _ query: ListQuery<CandleRow>, _ period: Period,
    from historyFetch: HistoryFetch<CandleRow>
  ) {
    (self.market, self.query, self.period, self.historyFetch) = (
      market, query, period, historyFetch
    )
    choice = PairChoice(retryingAt: market.clock)
  }

  /// A feed of the candles of a pair on an exchange. If this exchange has no history, other exchanges
  /// with daily candles are tried.
  package init(of listing: Listing, in market: Market) {
    let periods = market.only(listing.exchange).clients[0].exchange.info.periods
    let others = market.allExchanges.filter { $0.info.periods.contains(.oneDay) }.map(\.id)
    let period = periods.contains(.oneDay) ? .oneDay : periods.max() ?? .oneDay
    let market = market.only(listing.exchange, candidates: periods.isEmpty ? others : [])
    let request = (listing.pair, market.exchanges[0], market.candidates)
    self.init(
      market, ListQuery(sort: RowOrder(CandleRow.Columns.time)), period,
      from: HistoryFetch([request], among: market.allExchanges, now: market.now))
  }

  package let name = "history"
  package let retriesItself = true

  package var model: ListViewModel<CandleRow> {
    var model = ListViewModel(query, of: market.exchanges)
    model.polled.required = market.required
    return model
  }

  package var hasRange: Bool { count != nil || from != nil }

  /// The requested pairs, coins and patterns.
  package var pairs: [Pair] { historyFetch.requests.map(\.pair).eachOnce }

  package var isMultiPair: Bool { pairs.count > 1 || pairs.contains { $0.pattern != nil } }

  /// The feed for a period. Another period drops the start: the range could have too many candles.
  package func changed(to period: Period) -> HistoryFeed {
    guard period != self.period else { return self }
    var feed = self
    (feed.period, feed.from) = (period, nil)
    return feed
  }

  package func fetch(_ client: MarketClient) async -> Fetched {
    let now = market.now()
    let range = range(now: now)
    let result = await historyFetch(client, period.rawValue) {
      $0.info.periods.contains(period)
    } expanding: {
      await choice.requests(for: $0, in: market, currency ?? "USD")
    } _: { client, pair in
      if let earlier,
        let result = await candles(of: pair, continuing: earlier, from: client, now: now)
      {
        return result
      }
      return await candles(
        of: pair, range, from: client, now: now, namesPair: historyFetch.isSeveral)
    }
    guard case .success(let answer) = result else { return result }
    return .success(addingIndicators(to: await converted(answer, range, now: now)))
  }

  /// The answer with prices in ``currency``.
  private func converted(
    _ answer: Answer<[CandleRow]>, _ range: HistoryRange, now: Date
  ) async -> Answer<[CandleRow]> {
    guard let currency, let first = answer.value.map(\.candle.time).min() else { return answer }
    let rateRange = HistoryRange(period, count: nil, from: first, to: range.end, now: now)
    var rates = PastRates(to: currency, from: market.historyClients, isExchangeFixed: true) {
      await candles(of: $1, rateRange, from: $0, now: now, namesPair: true)
    }
    return await rates.converted(answer)
  }

  /// The indicators of the displayed columns, and of those that decide which rows are displayed.
  package var indicators: Set<Indicator> { Set(usedColumns.compactMap(\.indicator)) }

  /// The answer with the values of ``indicators``, without the candles that were requested only for them.
  private func addingIndicators(to answer: Answer<[CandleRow]>) -> Answer<[CandleRow]> {
    let indicators = indicators
    return answer.map { rows in
      rows.byListing.flatMap { rows in
        let exchange = market.allExchanges.first { $0.id == rows[0].exchange }
        let oldest = exchange?.info.historyDepth.map { period.start(-$0, after: answer.asOf) }
        return rows.adding(indicators, keptSince: oldest ?? .distantPast)
      }.filter { !$0.candle.isAuxiliary }
    }
  }

  private func addLookback(to range: inout HistoryRange) {
    let indicators = indicators
    range.keepsLookback = !indicators.isEmpty
    range.lookback = max(range.lookback, indicators.map { $0.lookback(period) }.max() ?? 0)
  }

  /// The range of candles. If neither ``count`` nor the start is set, it has ``capacity`` periods, but
  /// at least the default number.
  func range(now: Date) -> HistoryRange {
    let fitting = hasRange ? nil : capacity().map { max($0, HistoryRange.defaultCount) }
    var range = HistoryRange(
      period, count: count ?? fitting, from: from?(now), to: to?(now), now: now)
    (range.hasOpenStart, range.fillsGaps) = (fitting != nil, fillsGaps)
    addLookback(to: &range)
    return range
  }

  private func candles(
    of pair: Pair, _ range: HistoryRange, from client: MarketClient, now: Date, namesPair: Bool
  ) async -> Fetched {
    await client.candleRows(of: pair, range, now: now, clock: market.clock) {
      market.showProgress($0, $1, of: namesPair ? pair : nil, on: client.exchange.id)
    }
  }

  /// The candles that continue the earlier output of a pair; `nil` if it lacks the pair.
  private func candles(
    of pair: Pair, continuing earlier: PriceFile, from client: MarketClient, now: Date
  ) async -> Fetched? {
    let content = await earlier.content(pair, in: currency, on: client, period)
    if printsHoles {
      return await candles(of: pair, in: content?.holes ?? [], from: client, now: now)
    }
    guard let (newest, holes) = content else { return nil }
    var result = await candles(of: pair, after: newest, to: to?(now), from: client, now: now)
    if !holes.isEmpty, case .success(var answer) = result {
      let periods = "\(holes.count) \(holes.count == 1 ? "period" : "periods")"
      answer.warnings.append(
        .note("\(earlier.title) lacks \(periods) before its newest; --holes prints the candles"))
      result = .success(answer)
    }
    return result
  }

  /// The candles of periods that the earlier output lacks, oldest first.
  private func candles(
    of pair: Pair, in holes: [Date], from client: MarketClient, now: Date
  ) async -> Fetched {
    guard let first = holes.first, let last = holes.last else {
      return .success(Answer([], asOf: now, source: client.source))
    }
    let missing = Set(holes)
    return await candles(
      of: pair, after: period.start(-1, after: first), to: last + 0.001, from: client, now: now
    ).map { answer in
      answer.map { rows in
        rows.map { missing.contains($0.candle.time) ? $0 : $0.auxiliary }
      }
    }
  }

  /// The candles that begin after `newest`, which is the start of a period, and before `end`.
  private func candles(
    of pair: Pair, after newest: Date, to end: Date?, from client: MarketClient, now: Date
  ) async -> Fetched {
    let isSeveral = historyFetch.isSeveral
    let canHaveRows =
      period.start(1, after: newest) < now && newest < end ?? .distantFuture
    // Candidates are requested even if no candle is due, because an answer chooses the exchange.
    if !canHaveRows, market.candidates.isEmpty {
      return .success(Answer([], asOf: now, source: client.source))
    }
    var range = HistoryRange(period, count: nil, from: newest + 0.001, to: end, now: now)
    range.fillsGaps = fillsGaps
    // A gap at the start of the range is filled with the close of a candle before the range.
    range.lookback = fillsGaps ? 10 : 0
    addLookback(to: &range)
    let result = await candles(of: pair, range, from: client, now: now, namesPair: isSeveral)
    guard fillsGaps, case .success(let answer) = result,
      answer.value.first(where: { !$0.candle.isAuxiliary })
        .map({ $0.candle.time >= period.start(2, after: newest) }) ?? true
    else { return result }
    // The file may end with more than 10 filled periods. Then the close of an older candle is needed.
    range.lookback = max(range.lookback, 1_000)
    return await candles(of: pair, range, from: client, now: now, namesPair: isSeveral)
  }

  package func notices(_ list: ListViewModel<CandleRow>) -> [String] {
    guard earlier != nil else { return choice.notes + list.notices }
    let isEmpty = list.rows.isEmpty && !list.query.onlyChanges
    return choice.notes + (isEmpty ? ["no \(printsHoles ? "missing" : "new") candles"] : [])
  }

  package func sentence(on failure: MarketError, of exchange: ExchangeID?) -> String {
    historyFetch.sentence(on: failure, of: exchange, in: market)
  }

  /// Whether the condition is true for the newest candle of any pair on any exchange, displayed or not.
  package func meets(_ condition: Condition<CandleRow>, _ list: ListViewModel<CandleRow>) -> Bool {
    let newest = Dictionary(list.elements.map { ($0.listing, $0) }) {
      $0.candle.time < $1.candle.time ? $1 : $0
    }
    return newest.values.contains {
      condition.holds(for: $0, asOf: list.asOf($0), in: list.polled.windows)
    }
  }

  package var tags: [(name: String, text: String)] {
    [(PastPrice.Columns.period.name, period.rawValue)]
  }

  package func supplements(
    to list: ListViewModel<CandleRow>, inTable: Bool
  ) -> [Supplement] {
    if inTable { return [] }
    let gaps = list.polled.all.flatMap(\.warnings).compactMap { warning in
      if case .gaps(let gaps) = warning { gaps } else { nil }
    }
    return [
      .gaps(gaps, namesPairs: historyFetch.isSeveral), .rates(list.polled.conversionRates),
    ]
  }
}

extension HistoryFetch {
  /// The sentence about a failure. If needed, it names the pairs that failed, or the exchanges.
  func sentence(on failure: MarketError, of exchange: ExchangeID?, in market: Market) -> String {
    guard let sentence = sentence(on: failure, of: exchange) else {
      return market.sentence(on: failure, of: exchange)
    }
    return failure.unlisted == nil ? market.attributed(sentence, to: exchange) : sentence
  }
}

extension Market {
  /// The candidates, or if there are none, all clients.
  var historyClients: [MarketClient] { candidates.isEmpty ? clients : candidates }

  package var historyExchanges: [any Exchange] {
    let isOpen = requests.isEmpty || requests.contains(where: \.isOpen)
    return (isOpen ? historyClients : clients).map(\.exchange)
  }

  /// A fetch of each requested pair, coin or pattern from its exchanges. If no exchange was chosen, it is
  /// fetched from the first candidate that has it. If `pricesCoins` is true, a coin has no candidates.
  package func historyFetch<Row: MarketRow>(pricesCoins: Bool = false) -> HistoryFetch<Row> {
    var listings = Set<Listing>()
    let requests: [HistoryFetch<Row>.Request] = requests.flatMap { request in
      request.exchanges.filter {
        listings.insert(Listing(exchange: $0, pair: request.pair)).inserted
      }.map {
        // The rates of a coin's price are searched on several exchanges anyway.
        let isOpen = request.isOpen && !(pricesCoins && request.pair.isCoin)
        return (request.pair, $0, isOpen ? candidates : [])
      }
    }
    return HistoryFetch(requests, among: allExchanges, now: now)
  }

  /// Shows the progress of a request of candles, with the name of `pair` unless it is `nil`.
  func showProgress(_ count: Int, _ total: Int, of pair: Pair?, on exchange: ExchangeID) {
    showProgress(
      count, total, pair.map { "\($0)" + (isMultiExchange ? " (\(title(of: exchange)))" : "") })
  }
}

extension PriceFile {
  /// The newest time and the holes of a pair, under its everyday name (`BTC-USD`) or as it was typed
  /// (`XBT-USD`); `nil` if the file has no complete row of it.
  fileprivate func content(
    _ pair: Pair, in currency: String?, on client: MarketClient, _ period: Period
  ) async -> (newest: Date, holes: [Date])? {
    let id = client.exchange.id
    for name in [await client.everydayName(of: pair), pair] {
      if let newest = newest(name, in: currency, on: id) {
        return (newest, holes(of: name, in: currency, on: id, period))
      }
    }
    return nil
  }
}
