public import Foundation

/// A view model of a list: the rows that a query keeps, sorted and limited, ready to show.
public protocol RowsViewModel: MarketViewModel where Value == [Element], WatchedRow == Row {
  /// A row to show.
  associatedtype Row: ListRow
  /// A row of an answer.
  associatedtype Element: ListRow

  var query: ListQuery<Row> { get set }
  /// All rows, before the query is applied.
  var elements: [Row] { get }
  /// The whole symbols in filters (`BTC-USD`) that were found in rows.
  var listedSymbols: Set<String> { get }
  /// The rows to show.
  var rows: [Row] { get }
  /// Whether the changes of the rows to show are measured from different moments, which requires several
  /// exchanges. Then the cells of changes since 00:00 UTC are marked with `*`.
  var mixesChangeReferences: Bool { get }
  /// The direction in which the last polls changed the value in the highlighted column, by exchange and
  /// pair. Unchanged pairs are missing. For a single exchange, the key can be `nil`.
  var changes: [ExchangeID?: [Pair: Tone]] { get }

  /// Sets the ``ListRow/pastCloses`` of all rows to the result of `closes`, and selects the rows again.
  mutating func setPastCloses(_ closes: (Row) -> [PastSpan: Decimal]?)
}

extension RowsViewModel {
  /// Returns a function that makes the cells of a row, one per column.
  @specialized(where Self == ListViewModel<Ticker>)
  public func cells(of columns: [Column<Row>]) -> (Row) -> [Cell] {
    let (asOf, changes, mixesReferences) = (asOf, changes, mixesChangeReferences)
    // The changes of a single exchange are looked up once, not for each row.
    let changesOfOnly = polled.isMultiExchange ? nil : changes.first?.value
    let highlighted = Row.highlightedColumn.flatMap { columns.firstIndex(of: $0) }
    let dayChanges = mixesReferences ? columns.indices.filter { columns[$0].isDayChange } : []
    // Closures are copied faster than columns.
    let makeCells = columns.map { $0.makeCell }
    return { row in
      let time = asOf(row)
      var cells: [Cell] = []
      cells.reserveCapacity(columns.count)
      for makeCell in makeCells { cells.append(makeCell(row, time)) }
      if let highlighted,
        let direction = (changesOfOnly ?? changes[row.exchange] ?? [:])[row.pair]
      {
        (cells[highlighted].isChanged, cells[highlighted].tone) = (true, direction)
      }
      guard !dayChanges.isEmpty, row.dayChangeReference == .utcDay else { return cells }
      for index in dayChanges where cells[index].value != .unknown { cells[index].isMarked = true }
      return cells
    }
  }

  /// The cells of a row, one per column.
  public func cells(of columns: [Column<Row>], in row: Row) -> [Cell] { cells(of: columns)(row) }

  /// The cell of a row in a column.
  public func cell(of column: Column<Row>, in row: Row) -> Cell { cells(of: [column], in: row)[0] }

  /// A function that returns the arrival time of the answer that contains a row; for several answers, of
  /// the oldest. It is fast for many rows.
  package var asOf: (Row) -> Date {
    let arrivals = polled.rowArrivals() as (Row) -> Date
    guard polled.hasStaleRows else { return arrivals }
    return { [polled] in polled.staleTime(of: $0) ?? arrivals($0) }
  }

  /// A function that returns the stream status of a row, or for a row that is computed from an order book, the
  /// stream status of this book. `nil` without `--live`.
  package var liveState: ((Row) -> LiveState)? {
    guard polled.isLiveRun else { return nil }
    return { [polled] row in
      guard let live = polled[row.exchange]?.live, live.updates != nil else {
        return LiveState(isLive: row.receivedAt != nil)
      }
      return live
    }
  }

  package var total: Int { elements.count }

  /// The rows with new data, if the filters and conditions of `first` keep them: the rows of exchanges
  /// that have answered in these polls, without rows that stay from earlier answers. A row without an
  /// exchange has new data if all exchanges that do not fail, at least one, have answered in the current
  /// beat. If ``ListRow/needsAllExchanges`` is true, it has no new data while an exchange fails.
  public func watchedRows(after polls: [Poll<Answer<Value>>], asIn first: Self) -> [Row] {
    var query = first.query
    (query.sort, query.limit) = (nil, nil)
    var rows = query.rows(of: elements, from: polled, except: [], listed: listedSymbols)
    if polled.hasStaleRows { rows.removeAll { polled.staleTime(of: $0) != nil } }
    let answered = polls.filter { $0.failure == nil }.map(\.exchange)
    guard polled.isMultiExchange else { return answered.isEmpty ? [] : rows }
    let isWhole =
      polled.isBeatComplete() && !(Row.needsAllExchanges && polled.failure != nil)
    return rows.filter { $0.exchange == nil ? isWhole : answered.contains($0.exchange) }
  }

  /// The reason why no row is shown, or why rows are shown that a filter does not name exactly.
  public var notices: [String] {
    guard rows.isEmpty else { return unlistedSymbols }
    guard !query.onlyChanges else { return [] }
    if elements.isEmpty { return [Row.emptyNotice(isMultiExchange: polled.isMultiExchange)] }
    for filter in query.filters {
      if let name = filter.unknownWatchlists.first { return ["unknown watchlist @\(name)"] }
      if let hint = CoinRename.hint(on: filter.text.uppercased()) {
        return ["no \(Row.noun.one) matches '\(filter.text)'; \(hint)"]
      }
      // Filters compare names with base currencies, but a fiat currency is mostly a quote currency.
      func hasRow(of filter: SymbolFilter) -> Bool {
        elements.contains { $0.matches(filter) }
      }
      if let code = Currency(named: filter.text)?.code, !hasRow(of: filter),
        hasRow(of: SymbolFilter(code))
      {
        return ["no \(Row.noun.one) matches '\(filter.text)'; try \(code)"]
      }
    }
    return ["no \(Row.noun.one) matches"]
  }
}

extension RowsViewModel {
  /// The notices that no exchange lists a whole symbol in a filter (`BTC-USD`), and that the pairs whose
  /// symbols contain this text are shown. There is no notice if the text is probably not a symbol: no row
  /// has its base currency, or neither a row nor ``ConversionRoute/bridges`` has its quote currency.
  private var unlistedSymbols: [String] {
    let symbols = query.filters.flatMap(\.symbols).filter { !listedSymbols.contains($0) }
    guard !symbols.isEmpty else { return [] }
    return symbols.map { Pair(symbol: $0) }.filter { pair in
      elements.contains { $0.pair.base != nil && $0.pair.base == pair.base }
        && (ConversionRoute.bridges.contains { $0 == pair.quote }
          || elements.contains { $0.pair.quote == pair.quote })
    }.map { "not listed: \($0); showing the pairs that contain it" }
  }
}
