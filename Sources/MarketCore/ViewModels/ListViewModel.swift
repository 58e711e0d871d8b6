package import Foundation

/// A view model of rows: those that a query keeps, sorted and cut, ready to show.
public protocol RowsViewModel: MarketViewModel where Value == [Element], WatchedRow == Row {
  /// A row to show.
  associatedtype Row: ListRow
  /// A row of an answer.
  associatedtype Element: ListRow

  /// The rows to show, and their order.
  var query: ListQuery<Row> { get set }
  /// All rows of the last answers.
  var elements: [Row] { get }
  /// The symbols of filters that an exchange has listed in any poll.
  var listedSymbols: Set<String> { get }
  /// The rows to show.
  var rows: [Row] { get }
  /// Whether the changes of the rows to show are measured from different moments. Then the texts of
  /// those since 00:00 UTC end in `*`.
  var mixesChangeReferences: Bool { get }
  /// The pairs whose highlighted number the last poll changed, each with the direction, by exchange.
  var changes: [ExchangeID?: [Pair: Tone]] { get }
}

extension RowsViewModel {
  /// The cells of columns, row by row.
  @specialized(where Self == ListViewModel<Ticker>)
  public func cells(of columns: [Column<Row>]) -> (Row) -> [Cell] {
    let (asOf, changes, mixesReferences) = (asOf, changes, mixesChangeReferences)
    // The pairs of the only exchange need not be looked up row by row.
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

  /// A row's cells of columns.
  public func cells(of columns: [Column<Row>], in row: Row) -> [Cell] { cells(of: columns)(row) }

  /// A row's cell of a column.
  public func cell(of column: Column<Row>, in row: Row) -> Cell { cells(of: [column], in: row)[0] }

  /// The arrival time of the answer with a row, for many rows.
  package var asOf: (Row) -> Date {
    let arrivals = polled.arrivals
    guard polled.hasStaleRows else { return { arrivals($0.exchange) } }
    return { [polled] in polled.staleTime(of: $0) ?? arrivals($0.exchange) }
  }

  /// The number of rows before the query.
  package var total: Int { elements.count }

  /// The rows of the exchanges that have answered; those of no exchange when all have that do not fail.
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

  /// The reason, when no row is shown, or others than those that a filter names.
  public var notices: [String] {
    guard rows.isEmpty else { return unlistedSymbols }
    guard !query.onlyChanges else { return [] }
    if elements.isEmpty { return [Row.emptyNotice(isMultiExchange: polled.isMultiExchange)] }
    for filter in query.filters {
      if let name = filter.unknownWatchlists.first { return ["unknown watchlist @\(name)"] }
      if let hint = CoinRename.hint(on: filter.text.uppercased()) {
        return ["no \(Row.noun.one) matches '\(filter.text)'; \(hint)"]
      }
      // An official currency is mostly the quote of pairs, which names do not match.
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
  /// The notices about whole symbols of filters that no exchange has listed, so that pairs are shown that
  /// contain them: their base is that of other pairs, and so is their quote, unless it is a usual one.
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

/// The rows of answers.
public struct ListViewModel<Row: ListRow>: RowsViewModel {
  /// The rows of answers are shown as they are.
  public typealias Element = Row

  /// The rows to show, and their order.
  public var query: ListQuery<Row> { didSet { arrange() } }
  /// The requested exchanges, each with the rows of its last answer.
  public var polled: PolledExchanges<[Row]>
  /// All rows of the last answers.
  public private(set) var elements: [Row] = []
  /// The rows to show.
  public private(set) var rows: [Row] = []
  /// Whether the changes of the rows to show are measured from different moments.
  public private(set) var mixesChangeReferences = false
  /// The pairs whose highlighted number the last poll changed, each with the direction, by exchange.
  public private(set) var changes: [ExchangeID?: [Pair: Tone]] = [:]
  /// Adds the turnovers to the rows of all exchanges.
  private var addTurnovers: (@Sendable (inout [Row]) -> CurrencyConverter)?
  private var converter: CurrencyConverter?
  private var filterSymbols = FilterSymbols()
  /// The symbols of filters that an exchange has listed in any poll.
  public var listedSymbols: Set<String> { filterSymbols.listed }

  /// A list before its first poll.
  ///
  /// - Parameters:
  ///   - query: the rows to show, and their order.
  ///   - exchanges: the exchanges of the polls. Of a single one, it need not be named; of several, all must be.
  public init(_ query: ListQuery<Row> = ListQuery(), of exchanges: [ExchangeID] = []) {
    self.query = query
    polled = PolledExchanges(exchanges)
    filterSymbols.note(query.filters, elements)
  }

  /// Applies polls; where one failed, the rows of its exchange stay as they are, stale, or leave.
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
  /// A list of tickers with their turnovers.
  ///
  /// - Parameters:
  ///   - query: the rows to show, and their order.
  ///   - exchanges: the requested exchanges, in the order in which their rates are used.
  ///   - currency: the currency of turnovers; `nil` for none.
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

  /// Whether none of the turnovers that are shown can be converted.
  package var lacksRates: Bool {
    let known = rows.lazy.filter {
      $0.turnoverCurrency != nil && $0.notional != nil && !$0.isDead
    }
    return !known.isEmpty && known.allSatisfy { $0.turnover == nil }
  }

  /// The rates of the turnovers that are shown, each once.
  package var rates: [ConversionRate] { converter?.rates(of: rows) ?? [] }
}

extension PolledExchanges {
  /// Whether an answer lacks a requested pair whose row of an earlier one stays.
  package var hasStaleRows: Bool { keepsOlder && all.contains { !$0.stale.isEmpty } }

  /// The time of the answer with a row that its exchange's last answer lacks; `nil` for other rows.
  package func staleTime(of row: some MarketRow) -> Date? { self[row.exchange]?.stale[row.pair] }

  /// The polls, with the earlier rows of requested pairs, or coins, that the answers lack, where older
  /// answers stay.
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

  /// The pairs of an exchange whose highlighted number its last poll changed, each with the direction.
  @specialized(where Value == [Ticker], Element == Ticker)
  func changes<Element: ListRow>(
    of exchange: ExchangeID?
  ) -> [Pair: Tone] where Value == [Element] {
    guard let column = Element.highlightedColumn, let source = self[exchange],
      source.failure == nil, let previous = source.previous, let asOf = source.freshness.asOf
    else { return [:] }
    let (pairs, values) = column.values(of: source.value ?? []) { _ in asOf }
    let old = column.values(of: previous) { _ in asOf }
    lazy var places = Dictionary(zip(old.pairs, 0...)) { first, _ in first }
    return pairs.indices.reduce(into: [:]) { changes, index in
      // Exchanges mostly list the same pairs in the same order.
      let isInPlace = index < old.pairs.count && old.pairs[index] == pairs[index]
      guard let place = isInPlace ? index : places[pairs[index]] else { return }
      if values[index] != old.values[place] {
        changes[pairs[index]] = Tone(from: old.values[place], to: values[index])
      }
    }
  }

  /// Whether the changes of rows are measured from different moments, as several exchanges may do.
  func mixChangeReferences(of rows: [some ListRow]) -> Bool {
    guard isMultiExchange else { return false }
    let references = rows.lazy.compactMap(\.dayChangeReference)
    return references.first.map { first in references.contains { $0 != first } } ?? false
  }
}
