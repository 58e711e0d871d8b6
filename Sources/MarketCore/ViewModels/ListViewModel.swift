public import Foundation

/// A row of a list: a model that an exchange lists by pair, or one computed from such models.
public protocol ListRow: Row, Hashable {
  /// The rows of the answers that it is computed from; itself, unless it is computed.
  associatedtype SourceRow: ListRow = Self

  /// The column whose changes are marked, if there is one.
  static var highlightedColumn: Column<Self>? { get }
  /// The words for one row and for several.
  static var noun: (one: String, many: String) { get }
  /// The notice when the answers have no rows at all.
  static func emptyNotice(isMultiExchange: Bool) -> String

  /// The id of the exchange.
  var exchange: String { get }
  /// The market.
  var pair: Pair { get }
  /// The pair on its exchange, if there is an order book of it.
  var market: Listing? { get }
  /// The moment that its change is measured from; `nil` for a row without a change of a day.
  var dayChangeReference: ChangeReference? { get }
}

extension ListRow {
  /// A pair.
  public static var noun: (one: String, many: String) { ("pair", "pairs") }

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
public struct ListQuery<Row: ListRow>: Sendable {
  /// Every filter must keep a pair.
  public var filters: [SymbolFilter]
  /// The watchlists that further filters may name.
  public var watchlists = Watchlists()
  /// Every condition must hold for a row.
  public var conditions: [Condition<Row>]
  /// The order of the rows; `nil` for that in which they came.
  public var sort: RowOrder<Row>?
  /// The most rows to show; `nil` for all.
  public var limit: Int?
  /// After the first poll, only the rows that differ from the poll before.
  public var onlyChanges: Bool
  /// The listings that were asked for, to be shown in this order; `nil` for all there are.
  public var listings: [Listing]?

  /// A query of these parts.
  public init(
    filters: [SymbolFilter] = [], conditions: [Condition<Row>] = [], sort: RowOrder<Row>? = nil,
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
public struct ListViewModel<Row: ListRow>: MarketViewModel {
  /// The rows that are shown.
  public var query: ListQuery<Row> { didSet { arrange() } }
  /// The exchanges that are asked, each with the rows of its last answer.
  public var sources: Sources<[Row.SourceRow]>
  /// The rows to show.
  public private(set) var rows: [Row] = []
  /// Whether the changes of the rows to show are measured from different moments. Then the texts of
  /// those since 00:00 UTC end in `*`.
  public private(set) var mixesChangeReferences = false
  /// All rows of the last answers.
  public private(set) var elements: [Row] = []
  /// The pairs whose highlighted number the last poll of an exchange changed.
  private var changed: [String: Set<Pair>] = [:]
  private let compute: Compute

  /// Makes rows of those of the answers, and of the everyday names of requested listings, see
  /// ``Sources/names``.
  public typealias Compute = @Sendable ([Row.SourceRow], [Listing: Listing]) -> [Row]

  /// A list before its first poll, whose rows are computed from those of the answers.
  ///
  /// - Parameters:
  ///   - query: which rows are shown.
  ///   - exchanges: the ids of the exchanges that are asked.
  ///   - compute: makes the rows, also before the first answer.
  public init(
    _ query: ListQuery<Row>, of exchanges: [String],
    computing compute: @escaping Compute
  ) {
    self.query = query
    self.compute = compute
    sources = Sources(exchanges)
    elements = compute([], [:])
    arrange()
  }

  /// The rows of the last answers that can be shown.
  public var polled: [Row.SourceRow] {
    let shown = sources.shown
    return shown.count == 1 ? shown[0].value ?? [] : shown.flatMap { $0.value ?? [] }
  }

  /// A row's cell of a column.
  public func cell(of column: Column<Row>, in row: Row) -> Cell { cells(of: [column], in: row)[0] }

  /// A row's cells of columns.
  public func cells(of columns: [Column<Row>], in row: Row) -> [Cell] {
    let asOf = asOf(of: row)
    let isMarked = mixesChangeReferences && row.dayChangeReference == .utcDay
    let isChanged = changed[row.exchange]?.contains(row.pair) == true
    return columns.map { column in
      var cell = column.cell(of: row, asOf: asOf)
      if isMarked, column.isDayChange, cell.value != .unknown { cell.isMarked = true }
      if isChanged { cell.isChanged = column == Row.highlightedColumn }
      return cell
    }
  }

  /// The arrival time of the answer that a row is of.
  public func asOf(of row: Row) -> Date {
    sources.asOf(of: row.exchange) ?? freshness.asOf ?? .distantPast
  }

  /// The number of pairs that the exchanges listed.
  public var total: Int { elements.count }

  /// The reason, when no row is shown.
  public var notices: [String] {
    guard rows.isEmpty, !query.onlyChanges else { return [] }
    if elements.isEmpty { return [Row.emptyNotice(isMultiExchange: sources.areSeveral)] }
    for filter in query.filters {
      if let name = filter.unknownWatchlists.first { return ["unknown watchlist @\(name)"] }
      // An official currency is mostly the quote of pairs, which names do not match.
      if let code = Currency(named: filter.text)?.code,
        !hasRow(of: filter), hasRow(of: SymbolFilter(code))
      {
        return ["no \(Row.noun.one) matches '\(filter.text)'; try \(code)"]
      }
    }
    return ["no \(Row.noun.one) matches"]
  }

  private func hasRow(of filter: SymbolFilter) -> Bool {
    elements.contains { filter.matches($0.pair.symbol) }
  }

  /// Applies polls; where one failed, the rows of its exchange stay as they are, stale, or leave.
  public mutating func apply(_ polls: [Poll<Answer<[Row.SourceRow]>>]) {
    sources.apply(polls)
    for poll in polls { changed[poll.exchange] = sources[poll.exchange].map(changes) }
    elements = compute(polled, sources.names)
    arrange()
  }

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
          && query.conditions.allSatisfy { $0.holds(for: row, asOf: asOf(of: row)) }
          && !before.contains(row)
      }
    let sorted = query.sort?.sorted(kept, asOf: asOf)
    let ordered = sorted ?? inOrder(kept)
    rows = query.limit.map { Array(ordered.prefix($0)) } ?? ordered
    let references = rows.lazy.compactMap(\.dayChangeReference)
    mixesChangeReferences =
      sources.areSeveral
      && references.first.map { first in references.contains { $0 != first } } ?? false
  }

  /// The rows in the order in which their listings were asked for.
  private func inOrder(_ rows: [Row]) -> [Row] {
    guard let listings = query.listings else { return rows }
    let found = Dictionary(rows.map { ($0.listing, $0) }, uniquingKeysWith: { first, _ in first })
    let names = sources.names
    return listings.compactMap { found[names[$0] ?? $0] }
  }

  /// The pairs that an exchange listed before with another value in the highlighted column.
  private func changes(of source: Sources<[Row.SourceRow]>.Source) -> Set<Pair> {
    guard let column = Row.SourceRow.highlightedColumn, source.failure == nil,
      let previous = source.previous,
      let asOf = source.freshness.asOf
    else { return [] }
    lazy var before = Dictionary(
      previous.map { ($0.pair, $0) }, uniquingKeysWith: { first, _ in first })
    // Exchanges mostly list the same pairs in the same order.
    func earlier(_ row: Row.SourceRow, at index: Int) -> Row.SourceRow? {
      index < previous.count && previous[index].pair == row.pair
        ? previous[index] : before[row.pair]
    }
    return Set(
      (source.value ?? []).enumerated().filter { index, row in
        guard let earlier = earlier(row, at: index) else { return false }
        return column.value(of: earlier, asOf: asOf) != column.value(of: row, asOf: asOf)
      }.map(\.element.pair))
  }
}

extension ListViewModel where Row.SourceRow == Row {
  /// A list before its first poll.
  ///
  /// - Parameters:
  ///   - query: which rows are shown.
  ///   - exchanges: the ids of the exchanges that are asked.
  public init(_ query: ListQuery<Row>, of exchanges: [String] = [""]) {
    self.init(query, of: exchanges) { rows, _ in rows }
  }
}
