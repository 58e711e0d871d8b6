package import Foundation

/// A view model of a list: the rows that a query keeps, sorted and limited, ready to show.
public protocol RowsViewModel: MarketViewModel where Value == [Element], WatchedRow == Row {
  /// A row to show.
  associatedtype Row: ListRow
  /// A row of an answer.
  associatedtype Element: ListRow

  var query: ListQuery<Row> { get set }
  /// All rows, before the query is applied.
  var elements: [Row] { get }
  /// The whole symbols in filters (`BTC-USD`) that an exchange has listed in any poll.
  var listedSymbols: Set<String> { get }
  /// The rows that the query keeps.
  var rows: [Row] { get }
  /// Whether the changes of the rows to show are measured from different moments, which requires several
  /// exchanges. Then the cells of changes since 00:00 UTC are marked with `*`.
  var mixesChangeReferences: Bool { get }
  /// The direction in which the last polls changed the value in the highlighted column, by exchange and
  /// pair. Unchanged pairs are missing.
  var changes: [ExchangeID?: [Pair: Tone]] { get }
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
    let arrivals = polled.arrivals
    guard polled.hasStaleRows else { return { arrivals($0.exchange) } }
    return { [polled] in polled.staleTime(of: $0) ?? arrivals($0.exchange) }
  }

  package var total: Int { elements.count }

  /// The rows with new data, if the filters and conditions of `first` keep them: the rows of exchanges
  /// that have answered in these polls, without rows that stay from earlier answers. A row without an
  /// exchange has new data if all exchanges that do not fail, at least one, have answered in the current
  /// beat. If ``ListRow/needsAllExchanges`` is true, no exchange may fail.
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
  /// has its base currency, or its quote currency is in no row and not in ``ConversionRoute/bridges``.
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

/// A view model of the rows that exchanges send.
public struct ListViewModel<Row: ListRow>: RowsViewModel {
  public typealias Element = Row

  public var query: ListQuery<Row> { didSet { arrange() } }
  public var polled: PolledExchanges<[Row]>
  public private(set) var elements: [Row] = []
  public private(set) var rows: [Row] = []
  public private(set) var mixesChangeReferences = false
  public private(set) var changes: [ExchangeID?: [Pair: Tone]] = [:]
  /// Sets the turnovers of all rows, and returns the converter of their currencies. `nil` if turnovers
  /// are not computed.
  private var addTurnovers: (@Sendable (inout [Row]) -> CurrencyConverter)?
  private var converter: CurrencyConverter?
  private var filterSymbols = FilterSymbols()
  public var listedSymbols: Set<String> { filterSymbols.listed }

  /// A list before its first poll. `exchanges` can be empty if only one exchange is polled.
  public init(_ query: ListQuery<Row> = ListQuery(), of exchanges: [ExchangeID] = []) {
    self.query = query
    polled = PolledExchanges(exchanges)
    filterSymbols.note(query.filters, elements)
  }

  /// Applies polls, and selects the rows again.
  public mutating func apply(_ polls: [Poll<Answer<[Row]>>]) {
    polled.apply(polled.keepingStaleRows(in: polls))
    for poll in polls { changes[poll.exchange] = polled.changes(of: poll.exchange) }
    elements = polled.elements()
    converter = addTurnovers?(&elements)
    arrange()
  }

  private mutating func arrange() {
    let previous =
      query.onlyChanges
      ? Set(polled.all.lazy.flatMap { $0.previous ?? [] }.map(\.comparable)) : []
    filterSymbols.note(query.filters, elements)
    rows = query.rows(of: elements, from: polled, except: previous, listed: listedSymbols)
    mixesChangeReferences = polled.mixChangeReferences(of: rows)
  }
}

extension ListViewModel<Ticker> {
  /// A list of tickers with their turnovers in `currency`; without turnovers if it is `nil`. The rates
  /// of a ticker's exchange are tried first, then the rates of `exchanges` in their order.
  public init(
    _ query: ListQuery<Ticker> = ListQuery(), of exchanges: [ExchangeID], in currency: String?
  ) {
    self.init(query, of: exchanges)
    guard let currency = currency.map({ Pair($0).symbol }) else { return }
    addTurnovers = { tickers in
      var converter = CurrencyConverter(
        from: Set(tickers.lazy.compactMap(\.pair.quote)), to: currency, at: tickers,
        exchanges: exchanges)
      tickers.setTurnovers(by: &converter)
      return converter
    }
  }

  /// Whether rows with a known ``Ticker/notional`` are shown, but no turnover can be converted.
  package var lacksRates: Bool {
    let known = rows.lazy.filter {
      $0.turnoverCurrency != nil && $0.notional != nil && !$0.isDead
    }
    return !known.isEmpty && known.allSatisfy { $0.turnover == nil }
  }

  /// The rates that converted the displayed turnovers, each once.
  package var rates: [ConversionRate] { converter?.rates(of: rows) ?? [] }
}

extension PolledExchanges {
  /// Whether rows of earlier answers can be shown, because a last answer lacks requested pairs or coins.
  package var hasStaleRows: Bool { keepsOlder && all.contains { !$0.stale.isEmpty } }

  /// The time of the earlier answer with a row that the last answer of its exchange lacks; else `nil`.
  package func staleTime(of row: some MarketRow) -> Date? { self[row.exchange]?.stale[row.pair] }

  /// The polls, with the earlier rows of requested pairs or coins that their answers lack. If
  /// `keepsOlder` is `false`, the polls are not changed.
  func keepingStaleRows<Element: ListRow>(
    in polls: [Poll<Answer<[Element]>>]
  ) -> [Poll<Answer<[Element]>>] where Value == [Element] {
    guard keepsOlder, polls.contains(where: { $0.answer?.missing.isEmpty == false }) else {
      return polls
    }
    return polls.map { poll in
      guard var answer = poll.answer, !answer.missing.isEmpty else { return poll }
      answer.value += (self[poll.exchange]?.value ?? []).filter { row in
        answer.missing.contains { $0 == row.pair || $0.symbol == row.pair.base }
      }
      return Poll(exchange: poll.exchange, result: .success(answer), at: poll.at, next: poll.next)
    }
  }

  func elements<Element>() -> [Element] where Value == [Element] {
    let shown = shown
    return shown.count == 1 ? shown[0].value ?? [] : shown.flatMap { $0.value ?? [] }
  }

  /// The direction in which the last poll of an exchange changed the value in the highlighted column, by
  /// pair. Empty if the poll failed.
  @specialized(where Value == [Ticker], Element == Ticker)
  func changes<Element: ListRow>(
    of exchange: ExchangeID?
  ) -> [Pair: Tone] where Value == [Element] {
    guard let column = Element.highlightedColumn, let state = self[exchange],
      state.failure == nil, let previous = state.previous, let asOf = state.freshness.asOf
    else { return [:] }
    let (pairs, values) = column.values(of: state.value ?? []) { _ in asOf }
    let old = column.values(of: previous) { _ in asOf }
    lazy var places = Dictionary(zip(old.pairs, 0...)) { first, _ in first }
    return pairs.indices.reduce(into: [:]) { changes, index in
      // An exchange mostly lists the same pairs in the same order.
      let isInPlace = index < old.pairs.count && old.pairs[index] == pairs[index]
      guard let place = isInPlace ? index : places[pairs[index]] else { return }
      if values[index] != old.values[place] {
        changes[pairs[index]] = Tone(from: old.values[place], to: values[index])
      }
    }
  }

  /// Whether the changes of rows are measured from different moments, which requires several exchanges.
  func mixChangeReferences(of rows: [some ListRow]) -> Bool {
    guard isMultiExchange else { return false }
    let references = rows.lazy.compactMap(\.dayChangeReference)
    return references.first.map { first in references.contains { $0 != first } } ?? false
  }
}
