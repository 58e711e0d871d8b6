public import Foundation

/// Rows that are computed from the tickers of all exchanges together, once per poll: see ``CoinsViewModel`` and
/// ``PortfolioViewModel``.
public struct SummaryViewModel<Summary: Sendable, Row: ListRow, Element: ListRow>: RowsViewModel {
  /// What was computed from the last answers: the rows before the query, and what they have in common.
  public private(set) var summary: Summary
  /// The rows to show, and their order.
  public var query: ListQuery<Row> { didSet { arrange() } }
  /// The requested exchanges, each with its last answer.
  public var polled: PolledExchanges<[Element]>
  /// The rows to show.
  public private(set) var rows: [Row] = []
  /// Whether the changes of the rows to show are measured from different moments.
  public private(set) var mixesChangeReferences = false
  /// The pairs whose highlighted number the last poll changed, each with the direction, by exchange.
  public private(set) var changes: [ExchangeID?: [Pair: Tone]] = [:]
  private let summarize: @Sendable (PolledExchanges<[Element]>) -> Summary
  private let rowsOfSummary: any KeyPath<Summary, [Row]> & Sendable
  /// The rows before the first poll of the beat.
  private var earlier: [Row] = []
  private var filterSymbols = FilterSymbols()
  /// The symbols of filters that an exchange has listed in any poll.
  public var listedSymbols: Set<String> { filterSymbols.listed }

  /// The rows before the first poll, such as cash.
  ///
  /// - Parameter rows: the property of a summary that has the rows.
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
    arrange()
  }

  /// All rows of the summary.
  public var elements: [Row] { summary[keyPath: rowsOfSummary] }

  /// Applies polls, and computes the summary.
  public mutating func apply(_ polls: [Poll<Answer<[Element]>>]) {
    let (beat, rows) = (polled.beat, elements)
    polled.apply(polled.keepingStaleRows(in: polls))
    if polled.beat != beat { earlier = rows }
    summary = summarize(polled)
    changes = [:]
    for (row, direction) in Row.changes(of: elements, since: earlier) {
      // A single exchange is not looked up row by row.
      changes[polled.isMultiExchange ? row.exchange : nil, default: [:]][row.pair] = direction
    }
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
  /// The rows with another highlighted value than before, each with the direction.
  fileprivate static func changes(
    of rows: [Self], since earlier: [Self]
  ) -> [(row: Self, direction: Tone)] {
    guard let column = highlightedColumn else { return [] }
    let values = Dictionary(
      earlier.map { ($0.listing, column.value(of: $0, asOf: .distantPast)) }
    ) { first, _ in first }
    return rows.compactMap { row in
      let (old, new) = (values[row.listing] ?? .unknown, column.value(of: row, asOf: .distantPast))
      return old == .unknown || old == new ? nil : (row, Tone(from: old, to: new))
    }
  }
}

/// The holdings of a portfolio, or their totals: poll the clients of ``Portfolio/exchanges`` with
/// ``Portfolio/tickers(from:details:now:)``. Its summary is a ``Valuation``.
public typealias PortfolioViewModel<Row: ListRow> = SummaryViewModel<Valuation, Row, Ticker>

extension SummaryViewModel where Summary == Valuation, Element == Ticker {
  /// A portfolio before its first poll, whose cash has a value.
  ///
  /// - Parameters:
  ///   - portfolio: the holdings, and the currency of their value.
  ///   - rows: the rows to show: `\.rows` for holdings, `\.totals` for the totals of currencies.
  ///   - query: the rows to show, and their order.
  ///   - time: the time at which lots count; `nil` for now.
  ///   - now: the time of the calendar.
  public init(
    _ portfolio: Portfolio, showing rows: any KeyPath<Valuation, [Row]> & Sendable,
    _ query: ListQuery<Row> = ListQuery(), at time: Date? = nil,
    now: @escaping @Sendable () -> Date = { .now }
  ) {
    self.init(rows, query, of: portfolio.exchanges) { polled in
      portfolio.valuation(
        of: polled.elements(), under: polled.names, at: time ?? now(), asOf: polled.arrivals)
    }
  }
}

/// Coins over exchanges: poll the clients with ``MarketClient/tickers(including:details:)``. Its summary is a
/// ``CoinSummary``.
public typealias CoinsViewModel = SummaryViewModel<CoinSummary, Coin, Ticker>

extension CoinsViewModel {
  /// The coins of exchanges before their first poll.
  ///
  /// - Parameters:
  ///   - query: the rows to show, and their order, by default by turnover, the largest first. A query without an
  ///     order has coins in no order.
  ///   - exchanges: the requested exchanges, in the order in which their rates and names are used.
  ///   - currency: the currency of prices and turnovers.
  ///   - codes: the requested coins; `nil` for all traded ones.
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
}
