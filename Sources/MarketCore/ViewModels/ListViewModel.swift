public import Foundation

/// Something of which the exchange has a list, one a pair.
public protocol Listed: Hashable, Sendable {
  /// What is known of each.
  associatedtype F: Field

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

/// A list of the exchange: the rows that a query keeps, sorted and cut, ready to show.
public struct ListViewModel<Element: Listed>: MarketViewModel {
  /// Which rows are shown.
  public let query: ListQuery<Element.F>
  /// How far the rows can be believed.
  public private(set) var freshness = Freshness()
  /// The rows to show.
  public private(set) var rows: [Element] = []
  /// How many pairs the exchange listed.
  public private(set) var total = 0
  /// The rows of the poll before, by pair, if they are of use.
  private var previous: [Pair: Element]?

  /// A list that waits for its first poll.
  public init(_ query: ListQuery<Element.F>) {
    self.query = query
  }

  /// The exact value of a field of a row.
  public func value(of field: Element.F, in row: Element) -> FieldValue {
    row.value(of: field, asOf: freshness.asOf ?? .distantPast)
  }

  /// A field of a row, as a table shows it.
  public func cell(of field: Element.F, in row: Element) -> Cell {
    row.cell(of: field, asOf: freshness.asOf ?? .distantPast)
  }

  /// Takes in a poll; one that failed leaves the rows as they are, stale.
  public mutating func apply(_ poll: Poll<Answer<[Element]>>) {
    freshness.apply(poll)
    guard case .success(let answer) = poll.result else { return }
    total = answer.value.count
    let kept = answer.value.filter { row in
      query.filters.allSatisfy { $0.matches(row.pair.symbol) }
        && query.conditions.allSatisfy { $0.holds { value(of: $0, in: row) } }
        && previous.map { $0[row.pair] != row } ?? true
    }
    let sorted = query.sort?.sorted(kept, value: { value(of: $1, in: $0) }, pair: \.pair)
    rows = Array((sorted ?? kept).prefix(query.limit ?? kept.count))
    if query.onlyChanges {
      previous = Dictionary(answer.value.map { ($0.pair, $0) }) { first, _ in first }
    }
  }
}
