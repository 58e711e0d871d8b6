public import Foundation

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
  /// The pairs, coins and patterns whose rows are shown; empty for all rows.
  private var requests: [PairRequest] = []
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
    if !requests.isEmpty {
      let requested = RequestedRows(requests, names: polled.names)
      elements.removeAll { !requested.contains($0.pair, on: $0.exchange) }
    }
    arrange()
  }

  public mutating func setPastCloses(_ closes: (Row) -> [PastSpan: Decimal]?) {
    for index in elements.indices { elements[index].pastCloses = closes(elements[index]) }
    arrange()
  }

  /// The list before any answer. Symbols that were found stay known.
  package var withoutRows: ListViewModel {
    var list = self
    (list.polled, list.elements, list.changes) = (polled.withoutAnswers, [], [:])
    (list.addTurnovers, list.converter) = (nil, nil)
    return list
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

  /// The same list with only the rows of `requests`, unless they are empty. Other rows can still be rates.
  package func showing(_ requests: [PairRequest]) -> ListViewModel {
    var model = self
    model.requests = requests
    return model
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
