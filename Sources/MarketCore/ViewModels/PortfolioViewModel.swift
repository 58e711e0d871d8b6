import Foundation

/// The holdings of a portfolio, or their totals. They are valued once per poll.
package struct PortfolioViewModel<Row: ListRow>: RowsViewModel {
  package typealias Element = Ticker

  package let portfolio: Portfolio
  /// The value by the last answers.
  package private(set) var valuation: Valuation
  package var query: ListQuery<Row> { didSet { arrange() } }
  package var sources: Sources<[Ticker]>
  package private(set) var rows: [Row] = []
  package private(set) var mixesChangeReferences = false
  package private(set) var changedPairs: [ExchangeID?: Set<Pair>] = [:]
  private let rowsOfValuation: any KeyPath<Valuation, [Row]> & Sendable

  /// A portfolio before its first poll, whose cash has a value.
  ///
  /// - Parameters:
  ///   - rows: the holdings, or the totals.
  ///   - query: the rows to show, and their order.
  package init(
    _ portfolio: Portfolio, showing rows: any KeyPath<Valuation, [Row]> & Sendable,
    _ query: ListQuery<Row>
  ) {
    self.portfolio = portfolio
    self.query = query
    rowsOfValuation = rows
    sources = Sources(portfolio.exchanges)
    valuation = portfolio.valuation(of: [])
    arrange()
  }

  package var elements: [Row] { valuation[keyPath: rowsOfValuation] }

  package mutating func apply(_ polls: [Poll<Answer<[Ticker]>>]) {
    sources.apply(polls)
    for poll in polls { changedPairs[poll.exchange] = sources.changedPairs(of: poll.exchange) }
    valuation = portfolio.valuation(of: sources.elements(), under: sources.names)
    arrange()
  }

  private mutating func arrange() {
    rows = query.rows(of: elements, from: sources)
    mixesChangeReferences = sources.mixChangeReferences(of: rows)
  }
}
