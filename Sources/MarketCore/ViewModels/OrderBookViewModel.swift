public import Foundation

/// The part of an order book to show.
public struct BookQuery: Hashable, Sendable {
  /// The most levels, or orders, to show a side, and those that the imbalance counts, 0 or more;
  /// `nil` for all.
  public var depth: Int?
  /// The width of a level in the quote currency, above 0; `nil` for single prices.
  public var step: Decimal?
  /// Price levels or single orders; these are never grouped.
  public var detail: BookDetail
  /// The market order whose fill is computed; `nil` for none.
  public var order: MarketOrder?

  /// A query of these parts.
  public init(
    depth: Int? = 10, step: Decimal? = nil, detail: BookDetail = .levels,
    order: MarketOrder? = nil
  ) {
    self.depth = depth
    self.step = step
    self.detail = detail
    self.order = order
  }
}

/// The order book of one pair: its best levels a side with running totals, ready to show.
public struct OrderBookViewModel: MarketViewModel {
  /// One level, or one order, of a side.
  public struct Row: Hashable, Sendable {
    /// Which side.
    public let side: Side
    /// 1 for the best price.
    public let level: Int
    /// Price, quantity, number of orders.
    public let entry: OrderBook.Entry
    /// The quantity from the best price to here, in the base currency.
    public let total: Decimal
    /// Whether it was not there, or not the same, at the poll before.
    public let isChanged: Bool
  }

  /// The market.
  public let pair: Pair
  /// The part of the book to show.
  public var query: BookQuery { didSet { arrange() } }

  /// How current the levels are.
  public private(set) var freshness = Freshness()
  /// The book as it was sent, sorted.
  public private(set) var book: OrderBook
  /// The levels to show of the bids, best first.
  public private(set) var bids: [Row] = []
  /// The levels to show of the asks, best first.
  public private(set) var asks: [Row] = []
  /// The fill of the query's order against the whole book; `nil` without one.
  public private(set) var fill: Fill?
  /// The book of the poll before, if that was answered.
  private var previous: OrderBook?

  /// A book before its first poll.
  public init(pair: Pair, query: BookQuery = BookQuery()) {
    self.pair = pair
    self.query = query
    book = OrderBook(pair: pair, bids: [], asks: [])
  }

  /// Applies a poll; one that failed leaves the levels as they are, stale.
  public mutating func apply(_ poll: Poll<Answer<OrderBook>>) {
    previous = nil
    if case .success(let answer) = poll.result {
      if freshness.phase == .loaded { previous = book }
      book = answer.value
    }
    freshness.apply(poll)
    arrange()
  }

  private mutating func arrange() {
    bids = rows(.bid)
    asks = rows(.ask)
    fill = query.order.map(book.fill)
  }

  private func rows(_ side: Side) -> [Row] {
    let before = previous.map { Set(levels(of: $0, side, limit: nil)) }
    var total: Decimal = 0
    return levels(of: book, side, limit: query.depth).enumerated().map { index, level in
      total += level.quantity
      return Row(
        side: side, level: index + 1, entry: level, total: total,
        isChanged: before?.contains(level) == false)
    }
  }

  private func levels(of book: OrderBook, _ side: Side, limit: Int?) -> [OrderBook.Entry] {
    switch query.detail {
    case .levels: book.levels(side, step: query.step, limit: limit)
    case .orders: limit.map { Array(book.entries(side).prefix($0)) } ?? book.entries(side)
    }
  }

  /// A field of a row.
  public func cell(of field: BookField, in row: Row) -> Cell {
    let (entry, tone): (OrderBook.Entry, Tone) = (row.entry, row.side == .bid ? .up : .down)
    switch field {
    case .exchange: return Cell(FieldValue(book.exchange.isEmpty ? nil : book.exchange))
    case .side: return Cell(.text(row.side.rawValue), tone: tone)
    case .level: return Cell(.number(Decimal(row.level)))
    case .price:
      return Cell(.number(entry.price), MoneyFormat.text(entry.price, in: pair.quote), tone: tone)
    case .quantity:
      let value = FieldValue(entry.quantity)
      return value == .unknown
        ? Cell(value, isChanged: row.isChanged)
        : Cell(value, NumberFormat.grouped(entry.quantity), isChanged: row.isChanged)
    case .orders: return Cell(FieldValue(entry.orders))
    case .orderID: return Cell(FieldValue(entry.orderID))
    case .total:
      let value = FieldValue(row.total)
      return value == .unknown ? Cell(value) : Cell(value, NumberFormat.grouped(row.total))
    case .notional:
      guard let notional = entry.price.times(entry.quantity) else { return Cell(.unknown) }
      return Cell(.number(notional), MoneyFormat.rounded(notional, in: pair.quote))
    case .bar:
      let largest = max(bids.last?.total ?? 0, asks.last?.total ?? 0)
      return Cell(.quotient(row.total / largest), tone: tone)
    }
  }

  /// A field of the summary of the whole book as sent, not only of the shown levels.
  public func cell(of field: BookSummaryField) -> Cell {
    let value = value(of: field)
    guard case .number(let number) = value else { return Cell(value) }
    switch field {
    case .exchange, .symbol, .asOf: return Cell(value)
    case .bestBid, .bestAsk, .mid, .spread:
      return Cell(value, MoneyFormat.text(number, in: pair.quote))
    case .spreadBasisPoints:
      return Cell(value, BasisPointFormat.text(number))
    case .imbalance:
      let rounded = number.rounded(toPlaces: 2)
      return Cell(value, NumberFormat.grouped(rounded, minimumDecimals: 2, signed: true))
    }
  }

  /// The exact value of a field that sums up the book as it was sent.
  public func value(of field: BookSummaryField) -> FieldValue {
    book.value(of: field, asOf: freshness.asOf ?? .distantPast, depth: query.depth)
  }

  /// Spread, mid and imbalance for people, or that a side is empty; each part can stand in a
  /// line of its own.
  public var summary: [String] {
    if book.isEmpty { return ["the book is empty"] }
    if book.bids.isEmpty { return ["nobody buys"] }
    if book.asks.isEmpty { return ["nobody sells"] }
    func text(_ field: BookSummaryField) -> String { cell(of: field).text }
    let basisPoints = book.spreadBasisPoints == nil ? "" : " (\(text(.spreadBasisPoints)))"
    return [
      "spread \(text(.spread))\(basisPoints)", "mid \(text(.mid))", "imbalance \(text(.imbalance))",
    ] + (book.isCrossed ? ["crossed: the best bid is above the best ask"] : [])
  }
}
