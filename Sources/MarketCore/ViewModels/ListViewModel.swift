public import Foundation

/// A row of a list: a model that an exchange lists by pair, or one computed from such models.
public protocol Listed: Hashable, Sendable {
  /// Its fields.
  associatedtype F: Field
  /// The rows of the answers that it is computed from; itself, unless it is computed.
  associatedtype Polled: Listed = Self

  /// The number whose changes are marked, if there is one.
  static var watched: F? { get }

  /// The word for rows.
  static var noun: Noun { get }

  /// The notice when the answers have no rows at all.
  ///
  /// - Parameter isMultiExchange: whether they are of several exchanges.
  static func emptyNotice(isMultiExchange: Bool) -> String

  /// The id of the exchange.
  var exchange: String { get }
  /// The market.
  var pair: Pair { get }
  /// The pair on its exchange, if there is an order book of it.
  var market: Listing? { get }
  /// The moment that its change is measured from; `nil` for a row without a change of a day.
  var dayChangeReference: ChangeReference? { get }

  /// The exact value of a field, in an answer of that time.
  func value(of field: F, asOf: Date) -> FieldValue

  /// A field as a table shows it, in an answer of that time.
  func cell(of field: F, asOf: Date) -> Cell
}

/// A word for one and for several.
public struct Noun: Sendable {
  let one, many: String

  init(_ one: String, _ many: String) { (self.one, self.many) = (one, many) }

  /// A number of them, as in `1 pair`.
  public func counted(_ count: Int) -> String { "\(count) \(count == 1 ? one : many)" }
}

extension Listed {
  /// A pair.
  public static var noun: Noun { Noun("pair", "pairs") }

  /// That no pair is listed.
  public static func emptyNotice(isMultiExchange: Bool) -> String {
    isMultiExchange ? "the exchanges list no pairs" : "the exchange lists no pairs"
  }

  /// The listing.
  public var market: Listing? { listing }
  /// None.
  public var dayChangeReference: ChangeReference? { nil }

  /// The pair on its exchange.
  public var listing: Listing { Listing(exchange: exchange, pair: pair) }
}

/// Which rows of a list to show, and in which order.
public struct ListQuery<F: Field>: Sendable {
  /// Every filter must keep a pair.
  public var filters: [SymbolFilter]
  /// The watchlists that further filters may name.
  public var watchlists = Watchlists()
  /// Every condition must hold for a row.
  public var conditions: [FieldExpression<F>]
  /// The order of the rows; `nil` for that in which they came.
  public var sort: RowOrder<F>?
  /// The most rows to show; `nil` for all.
  public var limit: Int?
  /// After the first poll, only the rows that differ from the poll before.
  public var onlyChanges: Bool
  /// The listings that were asked for, to be shown in this order; `nil` for all there are.
  public var listings: [Listing]?

  /// A query of these parts.
  public init(
    filters: [SymbolFilter] = [], conditions: [FieldExpression<F>] = [], sort: RowOrder<F>? = nil,
    limit: Int? = nil, onlyChanges: Bool = false, listings: [Listing]? = nil
  ) {
    self.filters = filters
    self.conditions = conditions
    self.sort = sort
    self.limit = limit
    self.onlyChanges = onlyChanges
    self.listings = listings
  }
}

/// The rows of a list that a query keeps, sorted and cut, ready to show.
public struct ListViewModel<Element: Listed>: MarketViewModel {
  /// The rows that are shown.
  public var query: ListQuery<Element.F> { didSet { arrange() } }
  /// The exchanges that are asked, each with the rows of its last answer.
  public var sources: Sources<[Element.Polled]>
  /// The rows to show.
  public private(set) var rows: [Element] = []
  /// Whether the changes of the rows to show are measured from different moments. Then the texts of
  /// those since 00:00 UTC end in `*`.
  public private(set) var mixesChangeReferences = false
  /// All rows of the last answers.
  public private(set) var elements: [Element] = []
  /// The pairs whose watched number the last poll of an exchange changed.
  private var changed: [String: Set<Pair>] = [:]
  private let compute: Compute

  /// Makes rows of those of the answers, and of the everyday names of requested listings, see
  /// ``Sources/names``.
  public typealias Compute = @Sendable ([Element.Polled], [Listing: Listing]) -> [Element]

  /// A list before its first poll, whose rows are computed from those of the answers.
  ///
  /// - Parameters:
  ///   - query: which rows are shown.
  ///   - exchanges: the ids of the exchanges that are asked.
  ///   - compute: makes the rows, also before the first answer.
  public init(
    _ query: ListQuery<Element.F>, of exchanges: [String],
    computing compute: @escaping Compute
  ) {
    self.query = query
    self.compute = compute
    sources = Sources(exchanges)
    elements = compute([], [:])
    arrange()
  }

  /// The rows of the last answers that can be shown.
  public var polled: [Element.Polled] {
    let shown = sources.shown
    return shown.count == 1 ? shown[0].value ?? [] : shown.flatMap { $0.value ?? [] }
  }

  // Each row comes through here several times a poll; unspecialised, that costs more than the rest.

  /// The exact value of a field of a row.
  @specialized(where Element == Ticker)
  public func value(of field: Element.F, in row: Element) -> FieldValue {
    row.value(of: field, asOf: asOf(of: row))
  }

  /// A field of a row, as a table shows it.
  public func cell(of field: Element.F, in row: Element) -> Cell { cells(of: [field], in: row)[0] }

  /// Fields of a row, as a table shows them.
  @specialized(where Element == Ticker)
  public func cells(of fields: [Element.F], in row: Element) -> [Cell] {
    let asOf = asOf(of: row)
    let isMarked = mixesChangeReferences && row.dayChangeReference == .utcDay
    return fields.map { field in
      var cell = row.cell(of: field, asOf: asOf)
      if isMarked, field.isDayChange, cell.value != .unknown { cell = cell.marked }
      cell.isChanged =
        field == Element.watched && changed[row.exchange]?.contains(row.pair) == true
      return cell
    }
  }

  /// The arrival time of the answer that a row is of.
  public func asOf(of row: Element) -> Date {
    sources.asOf(of: row.exchange) ?? freshness.asOf ?? .distantPast
  }

  /// The number of pairs that the exchanges listed.
  public var total: Int { elements.count }

  /// The reason, when no row is shown.
  public var notices: [String] {
    guard rows.isEmpty, !query.onlyChanges else { return [] }
    if elements.isEmpty { return [Element.emptyNotice(isMultiExchange: sources.isMultiExchange)] }
    for filter in query.filters {
      if let name = filter.unknownWatchlists.first { return ["unknown watchlist @\(name)"] }
      // An official currency is mostly the quote of pairs, which names do not match.
      if let code = Currency(named: filter.text)?.code,
        !hasElement(of: filter), hasElement(of: SymbolFilter(code))
      {
        return ["no \(Element.noun.one) matches '\(filter.text)'; try \(code)"]
      }
    }
    return ["no \(Element.noun.one) matches"]
  }

  private func hasElement(of filter: SymbolFilter) -> Bool {
    elements.contains { filter.matches($0.pair.symbol) }
  }

  /// Applies polls; where one failed, the rows of its exchange stay as they are, stale, or leave.
  @specialized(where Element == Ticker)
  public mutating func apply(_ polls: [Poll<Answer<[Element.Polled]>>]) {
    sources.apply(polls)
    for poll in polls { changed[poll.exchange] = sources[poll.exchange].map(changes) }
    elements = compute(polled, sources.names)
    arrange()
  }

  @specialized(where Element == Ticker)
  private mutating func arrange() {
    let before =
      query.onlyChanges
      ? Set(compute(sources.all.flatMap { $0.previous ?? [] }, sources.names)) : []
    let keepsAll =
      query.conditions.isEmpty && before.isEmpty && query.filters.allSatisfy(\.keepsAll)
    let kept =
      keepsAll
      ? elements
      : elements.filter { row in
        query.filters.allSatisfy { $0.matches(row.pair.symbol) }
          && query.conditions.allSatisfy { $0.holds { value(of: $0, in: row) } }
          && !before.contains(row)
      }
    let sorted = query.sort?.sorted(kept, value: { value(of: $1, in: $0) }, pair: \.pair)
    let ordered = sorted ?? inOrder(kept)
    rows = query.limit.map { Array(ordered.prefix($0)) } ?? ordered
    let references = rows.lazy.compactMap(\.dayChangeReference)
    mixesChangeReferences =
      sources.isMultiExchange
      && references.first.map { one in references.contains { $0 != one } } ?? false
  }

  /// The rows in the order in which their listings were asked for.
  private func inOrder(_ rows: [Element]) -> [Element] {
    guard let listings = query.listings else { return rows }
    let found = Dictionary(rows.map { ($0.listing, $0) }, uniquingKeysWith: { first, _ in first })
    let names = sources.names
    return listings.compactMap { found[names[$0] ?? $0] }
  }

  /// The pairs that an exchange listed before with another value of the watched field.
  @specialized(where Element == Ticker)
  private func changes(of source: Sources<[Element.Polled]>.Source) -> Set<Pair> {
    guard let field = Element.Polled.watched, source.failure == nil, let previous = source.previous,
      let asOf = source.freshness.asOf
    else { return [] }
    lazy var before = Dictionary(
      previous.map { ($0.pair, $0) }, uniquingKeysWith: { first, _ in first })
    // Exchanges mostly list the same pairs in the same order.
    func earlier(_ row: Element.Polled, at index: Int) -> Element.Polled? {
      index < previous.count && previous[index].pair == row.pair
        ? previous[index] : before[row.pair]
    }
    return Set(
      (source.value ?? []).enumerated().filter { index, row in
        guard let earlier = earlier(row, at: index) else { return false }
        return earlier.value(of: field, asOf: asOf) != row.value(of: field, asOf: asOf)
      }.map(\.element.pair))
  }
}

extension ListViewModel where Element.Polled == Element {
  /// A list before its first poll.
  ///
  /// - Parameters:
  ///   - query: which rows are shown.
  ///   - exchanges: the ids of the exchanges that are asked.
  public init(_ query: ListQuery<Element.F>, of exchanges: [String] = [""]) {
    self.init(query, of: exchanges) { rows, _ in rows }
  }
}
