package import Foundation

/// Rows that are computed from the answers of all exchanges together, once per poll: holdings, their
/// totals, coins, prices.
package struct SummaryViewModel<Summary: Sendable, Row: ListRow, Element: ListRow>: RowsViewModel {
  /// What was computed from the last answers.
  package private(set) var summary: Summary
  package var query: ListQuery<Row> { didSet { arrange() } }
  package var sources: Sources<[Element]>
  package private(set) var rows: [Row] = []
  package private(set) var mixesChangeReferences = false
  package private(set) var changes: [ExchangeID?: [Pair: Tone]] = [:]
  private let summarize: @Sendable (Sources<[Element]>) -> Summary
  private let rowsOfSummary: any KeyPath<Summary, [Row]> & Sendable
  /// The rows before the first poll of the beat.
  private var earlier: [Row] = []

  /// The rows before the first poll, such as cash.
  ///
  /// - Parameters:
  ///   - rows: the property of a summary that has the rows.
  ///   - query: the rows to show, and their order.
  ///   - exchanges: the requested exchanges, in order.
  ///   - summarize: computes the summary.
  package init(
    _ rows: any KeyPath<Summary, [Row]> & Sendable, _ query: ListQuery<Row>,
    of exchanges: [ExchangeID], summarize: @escaping @Sendable (Sources<[Element]>) -> Summary
  ) {
    self.query = query
    self.summarize = summarize
    rowsOfSummary = rows
    sources = Sources(exchanges)
    summary = summarize(sources)
    arrange()
  }

  package var elements: [Row] { summary[keyPath: rowsOfSummary] }

  package mutating func apply(_ polls: [Poll<Answer<[Element]>>]) {
    let (beat, rows) = (sources.beat, elements)
    sources.apply(polls)
    if sources.beat != beat { earlier = rows }
    summary = summarize(sources)
    changes = [:]
    for (row, direction) in Row.changes(of: elements, since: earlier) {
      // A single exchange is not looked up row by row.
      changes[sources.isMultiExchange ? row.exchange : nil, default: [:]][row.pair] = direction
    }
    arrange()
  }

  private mutating func arrange() {
    let previous = query.onlyChanges ? Set(earlier.map(\.comparable)) : []
    rows = query.rows(of: elements, from: sources, except: previous)
    mixesChangeReferences = sources.mixChangeReferences(of: rows)
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

/// The holdings of a portfolio, or their totals.
package typealias PortfolioViewModel<Row: ListRow> = SummaryViewModel<Valuation, Row, Ticker>

extension SummaryViewModel where Summary == Valuation, Element == Ticker {
  /// A portfolio before its first poll, whose cash has a value.
  ///
  /// - Parameters:
  ///   - rows: the property of a valuation that has the rows.
  ///   - query: the rows to show, and their order.
  ///   - time: the time at which lots count; `nil` for now.
  ///   - now: the time of the calendar.
  package init(
    _ portfolio: Portfolio, showing rows: any KeyPath<Valuation, [Row]> & Sendable,
    _ query: ListQuery<Row>, at time: Date? = nil, now: @escaping @Sendable () -> Date
  ) {
    self.init(rows, query, of: portfolio.exchanges) { sources in
      portfolio.valuation(
        of: sources.elements(), under: sources.names, at: time ?? now(), asOf: sources.arrivals)
    }
  }
}

/// Coins over exchanges.
package typealias CoinsViewModel = SummaryViewModel<CoinSummary, Coin, Ticker>

extension CoinsViewModel {
  /// The coins of exchanges before their first poll.
  ///
  /// - Parameters:
  ///   - query: the rows to show, and their order.
  ///   - exchanges: the requested exchanges, in order.
  ///   - currency: the currency of prices and turnovers.
  ///   - codes: the requested coins; `nil` for all traded ones.
  package init(
    _ query: ListQuery<Coin>, of exchanges: [ExchangeID], in currency: String,
    codes: Set<String>? = nil
  ) {
    self.init(\.coins, query, of: exchanges) { sources in
      CoinSummary(
        of: sources.elements(), in: currency, exchanges: exchanges,
        codes: codes.map { Set($0.map { sources.everydayCode(of: $0) }) }, asOf: sources.arrivals)
    }
  }
}
