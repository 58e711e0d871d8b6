public import Foundation

/// A view model whose rows are computed after each poll from the answers of all exchanges together, such
/// as ``CoinsViewModel`` and ``PortfolioViewModel``.
public struct SummaryViewModel<Summary: Sendable, Row: ListRow, Element: ListRow>: RowsViewModel {
  /// What was computed from the last answers, including all rows before the query is applied.
  public private(set) var summary: Summary
  public var query: ListQuery<Row> { didSet { arrange() } }
  public var polled: PolledExchanges<[Element]>
  public private(set) var elements: [Row] = []
  public private(set) var rows: [Row] = []
  public private(set) var mixesChangeReferences = false
  public private(set) var changes: [ExchangeID?: [Pair: Tone]] = [:]
  private let summarize: @Sendable (PolledExchanges<[Element]>) -> Summary
  private let rowsOfSummary: any KeyPath<Summary, [Row]> & Sendable
  /// All rows before the current beat, in which each exchange is polled once at most.
  private var earlier: [Row] = []
  private var filterSymbols = FilterSymbols()
  public var listedSymbols: Set<String> { filterSymbols.listed }

  /// A view model before its first poll. It may already have rows, such as cash. `rows` is the property
  /// of a summary that contains the rows.
  package init(
    _ rows: any KeyPath<Summary, [Row]> & Sendable, _ query: ListQuery<Row>,
    of exchanges: [ExchangeID],
    summarize: @escaping @Sendable (PolledExchanges<[Element]>) -> Summary
  ) {
    self.query = query
    self.summarize = summarize
    rowsOfSummary = rows
    polled = PolledExchanges(exchanges)
    summary = summarize(polled)
    elements = summary[keyPath: rows]
    arrange()
  }

  /// Applies polls, and computes the summary again.
  public mutating func apply(_ polls: [Poll<Answer<[Element]>>]) {
    let (beat, rows) = (polled.beat, elements)
    polled.apply(polled.keepingStaleRows(in: polls))
    if polled.beat != beat { earlier = rows }
    summary = summarize(polled)
    elements = summary[keyPath: rowsOfSummary]
    changes = [:]
    for (row, direction) in Row.changes(of: elements, since: earlier) {
      // All changes of a single exchange have the key `nil`, which is looked up once for many rows.
      changes[polled.isMultiExchange ? row.exchange : nil, default: [:]][row.pair] = direction
    }
    arrange()
  }

  public mutating func setPastCloses(_ closes: (Row) -> [PastSpan: Decimal]?) {
    for index in elements.indices { elements[index].pastCloses = closes(elements[index]) }
    arrange()
  }

  private mutating func arrange() {
    let previous = query.onlyChanges ? Set(earlier.map(\.comparable)) : []
    filterSymbols.note(query.filters, elements)
    rows = query.rows(of: elements, from: polled, except: previous, listed: listedSymbols)
    mixesChangeReferences = polled.mixChangeReferences(of: rows)
  }
}

extension ListRow {
  /// The rows whose highlighted value was known and has changed, each with the direction of the change.
  fileprivate static func changes(
    of rows: [Self], since earlier: [Self]
  ) -> [(row: Self, direction: Tone)] {
    guard let column = highlightedColumn else { return [] }
    let values = Dictionary(
      earlier.map { ($0.key, column.value(of: $0, asOf: .distantPast)) }
    ) { first, _ in first }
    return rows.compactMap { row in
      let (old, new) = (values[row.key] ?? .unknown, column.value(of: row, asOf: .distantPast))
      return old == .unknown || old == new ? nil : (row, Tone(from: old, to: new))
    }
  }
}

/// A view model of the holdings of a portfolio, or of their totals. Poll the clients of
/// ``Portfolio/exchanges`` with ``Portfolio/tickers(from:details:now:)``.
public typealias PortfolioViewModel<Row: ListRow> = SummaryViewModel<Valuation, Row, Ticker>

extension SummaryViewModel where Summary == Valuation, Element == Ticker {
  /// A portfolio before its first poll. Amounts that are not converted already have a value.
  ///
  /// - Parameters:
  ///   - portfolio: the portfolio.
  ///   - rows: the displayed rows: `\.rows` for holdings, `\.totals` for the totals of currencies, or
  ///     `\.accountTotals` for the totals of accounts.
  ///   - query: which rows to show, and in which order.
  ///   - time: trades after this time are ignored; `nil` for the time of each poll.
  ///   - rates: converts the prices and fees of trades by the rates of their days; `nil` to convert them at
  ///     current rates.
  ///   - now: returns the current date.
  public init(
    _ portfolio: Portfolio, showing rows: any KeyPath<Valuation, [Row]> & Sendable,
    _ query: ListQuery<Row> = ListQuery(), at time: Date? = nil, rates: TradeRates? = nil,
    now: @escaping @Sendable () -> Date = { .now }
  ) {
    self.init(rows, query, of: portfolio.exchanges) { polled in
      portfolio.valuation(
        of: polled.elements(), under: polled.names, at: time ?? now(), rates: rates,
        asOf: polled.arrivals)
    }
  }
}

/// A view model of coins on one or several exchanges. Poll the clients with
/// ``MarketClient/tickers(including:details:)``.
public typealias CoinsViewModel = SummaryViewModel<CoinSummary, Coin, Ticker>

extension CoinsViewModel {
  /// The coins of exchanges before their first poll, by default with the largest turnover first. A coin
  /// has the first name in the order of `exchanges`. The rates of a pair's exchange are tried first,
  /// then the rates of `exchanges` in their order. `codes` has the requested coins; `nil` for all coins
  /// with a pair that counts, except fiat currencies and `currency`.
  public init(
    _ query: ListQuery<Coin> = ListQuery(sort: RowOrder(Coin.Columns.turnover, descending: true)),
    of exchanges: [ExchangeID], in currency: String,
    codes: Set<String>? = nil
  ) {
    let currency = Pair(currency).symbol
    self.init(\.coins, query, of: exchanges) { polled in
      CoinSummary(
        of: polled.elements(), in: currency, exchanges: exchanges,
        codes: codes.map { Set($0.map { polled.everydayCode(of: $0) }) }, asOf: polled.arrivals)
    }
  }

  /// The requested coins, each over the exchanges of its requests; all coins if `requests` are empty. A
  /// pattern requests the base of each listed pair that matches.
  package init(
    _ query: ListQuery<Coin>, of exchanges: [ExchangeID], in currency: String,
    requesting requests: [PairRequest]
  ) {
    guard !requests.isEmpty else {
      self.init(query, of: exchanges, in: currency)
      return
    }
    let currency = Pair(currency).symbol
    self.init(\.coins, query, of: exchanges) { polled in
      let tickers = polled.elements() as [Ticker]
      let wanted = requests.reduce(into: [String: Set<ExchangeID>]()) { wanted, request in
        for code in polled.coins(of: request, in: tickers) {
          wanted[code, default: []].formUnion(request.exchanges)
        }
      }
      return CoinSummary(
        of: tickers, in: currency, exchanges: exchanges, codes: Set(wanted.keys),
        where: { ticker in
          guard let base = ticker.pair.base, let places = wanted[base] else { return true }
          return places.contains { $0 == ticker.exchange }
        }, asOf: polled.arrivals)
    }
  }
}

extension PolledExchanges {
  /// The everyday codes of a requested coin, or of the bases of the pairs that match a requested pattern.
  fileprivate func coins(of request: PairRequest, in tickers: [Ticker]) -> [String] {
    guard let pattern = request.pair.pattern else {
      let exchange = request.isPrefixed ? request.exchanges[0] : nil
      return [everydayCode(of: request.pair.symbol, on: exchange)]
    }
    return tickers.filter { ticker in
      pattern.matches(ticker.pair.symbol) && request.exchanges.contains { $0 == ticker.exchange }
    }.compactMap(\.pair.base)
  }
}
