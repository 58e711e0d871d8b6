package import Foundation

/// Polls the tickers of all pairs, or of the requested pairs, coins and patterns. To rehearse alerts over
/// candles, polls past tickers of the requested pairs.
package struct ListFeed: RowsFeed {
  package typealias Model = ListViewModel<Ticker>

  package var market: Market
  package var query: ListQuery<Ticker>
  package var columns: [Column<Ticker>] = []
  package var watch = Watch<Ticker>()
  package var showsMarks = true
  let currency: String
  /// The filters of the pairs that alerts test. Unlike the filters of ``query``, they never change.
  private let firstFilters: [SymbolFilter]
  /// Whether turnovers are computed even if no column shows them, because a key can add the column.
  package var keepsTurnovers = false
  package var namesColumns = true
  private var rehearsal: CandleRehearsal?

  package init(_ market: Market, _ query: ListQuery<Ticker>, in currency: String) {
    (self.market, self.query, self.currency) = (market, query, currency)
    firstFilters = query.filters
  }

  /// A feed of the tickers at the ends of past candles in the last `age` seconds, to rehearse alerts.
  /// Each poll has the tickers of all requested exchanges.
  package init(
    rehearsing market: Market, _ query: ListQuery<Ticker>, in currency: String, _ period: Period,
    age: TimeInterval
  ) {
    self.init(market.only(market.exchanges[0]), query, in: currency)
    rehearsal = CandleRehearsal(of: period, age: age, in: market, currency)
  }

  package let name = "tickers"

  package var model: ListViewModel<Ticker> {
    ListViewModel(query, of: market.exchanges, in: hasTurnovers ? currency : nil)
      .showing(market.requests)
  }

  var hasTurnovers: Bool {
    keepsTurnovers || usedColumns.contains(Ticker.Columns.turnover)
  }

  /// The columns that may cost a request per pair, if they need bid and ask.
  private var quotedColumns: Set<Column<Ticker>> {
    let tested = query.usedColumns.union(watch.testedColumns)
    return namesColumns ? tested.union(columns) : tested
  }

  package var hasPastCloses: Bool { rehearsal == nil }

  private var alertFilters: [SymbolFilter] { watch.alerts.isEmpty ? [] : firstFilters }

  package var request: Set<String> {
    let quotes = !quotedColumns.isDisjoint(with: TickerDetails.quoteColumns)
    let isPerPair = quotes && market.clients.contains(where: \.exchange.info.hasQuotesPerPair)
    let details = TickerDetails.columns.union(needsRates ? [Ticker.Columns.turnover] : [])
    return Set(usedColumns.intersection(details).map(\.name))
      .union(isPerPair ? query.filters.map(\.text) : []).union(query.filters.needingNames)
  }

  /// Whether turnovers of the requested pairs need the tickers of other pairs, too.
  private var needsRates: Bool { market.needsRates(to: currency) }

  package func fetch(_ client: MarketClient) async -> Fetched {
    if let rehearsal { return await rehearsal.poll() }
    var details = TickerDetails(for: usedColumns)
    details.quotesPerPair = nil
    let filters = query.filters
    let alertFilters = alertFilters
    let requested = RequestedRows(market.requests, names: [:])
    let (exchange, showsAll) = (client.exchange.id, market.requests.isEmpty)
    if !quotedColumns.isDisjoint(with: TickerDetails.quoteColumns) {
      let alertsTestQuotes = watch.alerts.contains {
        !$0.condition.columns.isDisjoint(with: TickerDetails.quoteColumns)
      }
      details.quotesPerPair = { listed in
        let listed = showsAll ? listed : listed.filter { requested.contains($0, on: exchange) }
        let kept = filters.kept(of: listed)
        return alertsTestQuotes ? kept.union(alertFilters.kept(of: listed)) : kept
      }
    }
    details.filters = filters + alertFilters
    return await market.tickers(
      from: client, details, needsAll: showsAll || needsRates && hasTurnovers)
  }

  /// Tests only the updated row, unless other rows are needed for its turnover, or for its rank.
  package func tested(
    _ polls: [AnsweredPoll], in list: Model
  ) -> (model: Model, polls: [AnsweredPoll]) {
    let conditions = query.conditions.reduce(into: watch.testedColumns) { $0.formUnion($1.columns) }
    let needsOthers =
      conditions.contains(Ticker.Columns.turnover) || watch.until != nil && query.limit != nil
    var tested = needsOthers ? list : list.withoutRows
    let polls = needsOthers ? polls : polls.ofUpdatedRow
    tested.apply(polls)
    return (tested, polls)
  }

  package func sentence(on failure: MarketError, of exchange: ExchangeID?) -> String {
    rehearsal?.sentence(on: failure) ?? market.sentence(on: failure, of: exchange)
  }

  package func notices(_ list: ListViewModel<Ticker>) -> [String] {
    if let rehearsal, list.elements.isEmpty {
      return rehearsal.hasFailures ? [] : ["no candles in this range"]
    }
    return list.notices + market.missingRates(to: currency, isMissing: list.lacksRates)
      + (usedColumns.isDisjoint(with: Ticker.columnsSinceOpen)
        ? [] : changeNotices(on: list.rows, of: list))
  }

  package func supplements(to list: ListViewModel<Ticker>, inTable: Bool) -> [Supplement] {
    inTable ? [] : [.rates(list.rates)]
  }
}

extension [SymbolFilter] {
  fileprivate func kept(of listed: Set<Pair>) -> Set<Pair> {
    let symbols = flatMap(\.symbols).filter { listed.contains(Pair(symbol: $0)) }
    let filters = map { $0.with(listed: Set(symbols)) }
    return listed.filter { pair in filters.allSatisfy { $0.matches(pair.symbol) } }
  }

  /// Texts for ``Feed/request``: one for each filter that may need the names that exchanges send.
  var needingNames: [String] { filter(\.mayNeedNames).map { "name \($0.text)" } }
}

extension Ticker {
  /// The columns whose numbers depend on the moment from which changes are measured.
  static let columnsSinceOpen: Set = [Columns.open, Columns.change, Columns.percent]
}
