/// Selects the parts of tickers for which some exchanges need additional requests.
public struct TickerDetails: Sendable {
  package var names: Bool
  /// The best bid and ask.
  package var quotes: Bool
  /// For exchanges that need one request for each pair's bid and ask: selects the pairs in a request of all
  /// pairs. `nil` for no such requests.
  package var quotesPerPair: (@Sendable (_ listed: Set<Pair>) -> Set<Pair>)?
  /// The filters of the rows. If a term may be a name and matches no symbol, names are needed, too.
  package var filters: [SymbolFilter] = []

  /// Selects the names of base currencies, and the best bids and asks (`quotes`). Values that are not
  /// selected may be unknown. Some exchanges need one request for each pair's bid and ask: no such request
  /// is made if `quotesPerPair` is `nil`. If the tickers of all pairs are requested, it selects the pairs.
  public init(
    names: Bool, quotes: Bool, quotesPerPair: (@Sendable (Pair) -> Bool)? = { _ in true }
  ) {
    self.names = names
    self.quotes = quotes
    self.quotesPerPair = quotesPerPair.map { isWanted in
      { @Sendable (listed: Set<Pair>) in listed.filter(isWanted) }
    }
  }

  static let quoteColumns: Set = [
    Ticker.Columns.bid, Ticker.Columns.ask, Ticker.Columns.spreadBasisPoints,
  ]
  /// The columns that need details.
  package static let columns = quoteColumns.union([Ticker.Columns.name])

  package init(for columns: Set<Column<Ticker>>) {
    self.init(
      names: columns.contains(Ticker.Columns.name),
      quotes: !columns.isDisjoint(with: Self.quoteColumns))
  }

  /// The names, bids and asks of all pairs.
  public static let all = TickerDetails(names: true, quotes: true)
  /// No details that need additional requests.
  public static let none = TickerDetails(names: false, quotes: false)
}
