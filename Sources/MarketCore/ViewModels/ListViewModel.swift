public import Foundation

/// A model of which an exchange has a list, one a pair.
public protocol Listed: Hashable, Sendable {
  /// Its fields.
  associatedtype F: Field

  /// The number whose changes are marked, if there is one.
  static var watched: F? { get }

  /// The market.
  var pair: Pair { get }

  /// The exact value of a field, in an answer of that time.
  func value(of field: F, asOf: Date) -> FieldValue

  /// A field as a table shows it, in an answer of that time.
  func cell(of field: F, asOf: Date) -> Cell
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

  /// A query of these parts.
  public init(
    filters: [SymbolFilter] = [], conditions: [FieldExpression<F>] = [], sort: RowOrder<F>? = nil,
    limit: Int? = nil, onlyChanges: Bool = false
  ) {
    self.filters = filters
    self.conditions = conditions
    self.sort = sort
    self.limit = limit
    self.onlyChanges = onlyChanges
  }
}

/// The rows of a list that a query keeps, sorted and cut, ready to show.
public struct ListViewModel<Element: Listed>: MarketViewModel {
  /// Which rows are shown.
  public var query: ListQuery<Element.F> { didSet { arrange() } }
  /// How current the rows are.
  public private(set) var freshness = Freshness()
  /// The rows to show.
  public private(set) var rows: [Element] = []
  /// All rows of the last answer.
  public private(set) var elements: [Element] = []
  /// The rows of the answer before.
  private var previous: [Element]?
  /// The pairs whose watched number the last poll changed.
  private var changed: Set<Pair> = []

  /// A list before its first poll.
  public init(_ query: ListQuery<Element.F>) {
    self.query = query
  }

  /// The exact value of a field of a row.
  public func value(of field: Element.F, in row: Element) -> FieldValue {
    row.value(of: field, asOf: freshness.asOf ?? .distantPast)
  }

  /// A field of a row, as a table shows it.
  public func cell(of field: Element.F, in row: Element) -> Cell {
    var cell = row.cell(of: field, asOf: freshness.asOf ?? .distantPast)
    cell.isChanged =
      !changed.isEmpty && field == Element.watched && changed.contains(row.pair)
    return cell
  }

  /// The number of pairs that the exchange listed.
  public var total: Int { elements.count }

  /// The reason, when no row is shown.
  public var notices: [String] {
    guard rows.isEmpty, !query.onlyChanges else { return [] }
    if elements.isEmpty { return ["the exchange lists no pairs"] }
    for filter in query.filters {
      if let name = filter.unknownWatchlists.first { return ["there is no watchlist @\(name)"] }
      if let coin = Currency(named: filter.text), let name = coin.name,
        !elements.contains(where: { filter.matches($0.pair.symbol) })
      {
        return ["no pair matches '\(filter.text)'; \(name) is \(coin.code)"]
      }
    }
    return ["no pair matches"]
  }

  /// Applies a poll; one that failed leaves the rows as they are, stale.
  public mutating func apply(_ poll: Poll<Answer<[Element]>>) {
    let isFirst = freshness.asOf == nil
    freshness.apply(poll)
    changed = []
    guard case .success(let answer) = poll.result else { return }
    previous = isFirst ? nil : elements
    elements = answer.value
    if let watched = Element.watched, let previous { mark(watched, unlike: previous) }
    arrange()
  }

  private mutating func arrange() {
    let before = query.onlyChanges ? previous.map { Set($0) } : nil
    let kept = elements.filter { row in
      query.filters.allSatisfy { $0.matches(row.pair.symbol) }
        && query.conditions.allSatisfy { $0.holds { value(of: $0, in: row) } }
        && before?.contains(row) != true
    }
    let sorted = query.sort?.sorted(kept, value: { value(of: $1, in: $0) }, pair: \.pair)
    rows = Array((sorted ?? kept).prefix(query.limit ?? kept.count))
  }

  /// Marks the pairs that were listed before with another value of the watched field.
  private mutating func mark(_ field: Element.F, unlike previous: [Element]) {
    let before = Dictionary(
      previous.map { ($0.pair, value(of: field, in: $0)) }, uniquingKeysWith: { first, _ in first })
    changed = Set(
      elements.filter { row in before[row.pair].map { $0 != value(of: field, in: row) } ?? false }
        .map(\.pair))
  }
}
