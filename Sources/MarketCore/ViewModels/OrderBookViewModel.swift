public import Foundation

/// The part of an order book to show.
public struct BookQuery: Hashable, Sendable {
  /// The most levels, or orders, to show per side, 0 or more; `nil` for all.
  public var depth: Int?
  /// The levels, or orders, per side that the imbalance counts, whatever is shown; `nil` for all.
  public var imbalanceDepth: Int?
  /// The width of a level in the quote currency, above 0; `nil` for single prices.
  public var step: Decimal?
  /// Price levels or single orders; these are never grouped.
  public var detail: BookDetail
  /// The market order whose fill is computed; `nil` for none.
  public var order: MarketOrder?

  /// A query of these parts.
  public init(
    depth: Int? = 10, imbalanceDepth: Int? = 10, step: Decimal? = nil,
    detail: BookDetail = .levels, order: MarketOrder? = nil
  ) {
    self.depth = depth
    self.imbalanceDepth = imbalanceDepth
    self.step = step
    self.detail = detail
    self.order = order
  }
}

/// The order book of one pair, on one exchange or merged from several: its best levels per side with
/// running totals, ready to show.
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

  /// The market, under its everyday name as soon as there is a book.
  public private(set) var pair: Pair
  /// The part of the book to show.
  public var query: BookQuery { didSet { arrange() } }

  /// The exchanges that are asked, each with its book.
  public var sources: Sources<OrderBook>
  /// The book as it was sent, sorted; of several exchanges, all of theirs together.
  public private(set) var book: OrderBook
  /// The levels to show of the bids, best first.
  public private(set) var bids: [Row] = []
  /// The levels to show of the asks, best first.
  public private(set) var asks: [Row] = []
  /// The fill of the query's order against the whole book; `nil` without one.
  public private(set) var fill: Fill?
  /// The imbalance of the book, see ``BookQuery/imbalanceDepth``.
  private var imbalance: Decimal?
  /// The book of the polls before, if all were answered.
  private var previous: OrderBook?

  /// A book before its first poll.
  ///
  /// - Parameters:
  ///   - pair: the market.
  ///   - query: the part of the book to show.
  ///   - exchanges: the ids of the exchanges that are asked.
  public init(pair: Pair, query: BookQuery = BookQuery(), of exchanges: [String] = [""]) {
    self.pair = pair
    self.query = query
    sources = Sources(exchanges)
    book = OrderBook(pair: pair, bids: [], asks: [])
  }

  /// Applies polls. The levels of an exchange whose poll failed leave the book; when no exchange has
  /// others, they stay as they are, stale.
  public mutating func apply(_ polls: [Poll<Answer<OrderBook>>]) {
    sources.apply(polls)
    let shown = shown
    if let known = shown.first?.value?.pair { pair = known }
    book = joined(shown.compactMap(\.value))
    let before = shown.filter(\.isPreviousOfLastPoll).compactMap(\.previous)
    previous = before.isEmpty || before.count < shown.count ? nil : joined(before)
    arrange()
  }

  /// The exchanges whose levels are in the book.
  private var shown: [Sources<OrderBook>.Source] {
    let loaded = sources.shown.filter { $0.failure == nil }
    return loaded.isEmpty ? sources.shown : loaded
  }

  /// Whether levels or a fill are shown that lie beyond the last entry an exchange gave, while others
  /// have gone on.
  ///
  /// - Parameters:
  ///   - exchange: the id of the exchange.
  ///   - limit: the most entries a side that it gives, ``ExchangeOffers/bookLimit``.
  public func reachesBeyond(_ exchange: String, limit: Int) -> Bool {
    let shown = shown
    guard shown.count > 1, let book = shown.first(where: { $0.exchange == exchange })?.value else {
      return false
    }
    return Side.allCases.contains { side in
      let entries = book.entries(side)
      guard entries.count >= limit, let last = entries.last?.price else { return false }
      let worst = fill?.order.takes == side ? fill?.worst : nil
      let reached = [(side == .bid ? bids : asks).last?.entry.price, worst].compactMap(\.self)
      return reached.contains { side == .bid ? $0 < last : $0 > last }
    }
  }

  private func joined(_ books: [OrderBook]) -> OrderBook {
    if !sources.isMultiExchange, let book = books.first { return book }
    return OrderBook(merging: books, of: pair)
  }

  private mutating func arrange() {
    bids = rows(.bid)
    asks = rows(.ask)
    imbalance = book.imbalance(depth: query.imbalanceDepth)
    fill = query.order.map {
      book.fill($0, among: sources.isMultiExchange ? shown.map(\.exchange) : [])
    }
  }

  private func rows(_ side: Side) -> [Row] {
    let levels = levels(of: book, side, limit: query.depth)
    // Further levels of the book before are not asked for.
    let before = previous.map { previous in
      Set(levels.last.map { self.levels(of: previous, side, through: $0.price) } ?? [])
    }
    var total: Decimal = 0
    return levels.enumerated().map { index, level in
      total = total.plus(level.quantity)
      return Row(
        side: side, level: index + 1, entry: level, total: total,
        isChanged: before?.contains(level) == false)
    }
  }

  /// - Parameters:
  ///   - limit: the most levels; `nil` for all.
  ///   - worst: the price of the last levels; `nil` for any.
  private func levels(
    of book: OrderBook, _ side: Side, limit: Int? = nil, through worst: Decimal? = nil
  ) -> [OrderBook.Entry] {
    switch query.detail {
    case .levels: book.levels(side, step: query.step, limit: limit, through: worst)
    case .orders:
      Array(
        book.entries(side).prefix(limit ?? .max).prefix { entry in
          worst.map { !side.isWorse(entry.price, than: $0) } ?? true
        })
    }
  }

  /// A field of a row.
  public func cell(of field: BookField, in row: Row) -> Cell {
    let (entry, tone): (OrderBook.Entry, Tone) = (row.entry, row.side == .bid ? .up : .down)
    // The texts of a cell keep what they are made of.
    let (price, quantity, total, quote) = (entry.price, entry.quantity, row.total, pair.quote)
    switch field {
    case .exchange: return Cell(.name(sources.isMultiExchange ? entry.exchange : book.exchange))
    case .side: return Cell(.text(row.side.rawValue), tone: tone)
    case .level: return Cell(.number(Decimal(row.level)))
    case .price:
      return Cell(.number(price), MoneyFormat.text(price, in: quote), tone: tone)
    case .quantity:
      let value = FieldValue(quantity)
      return value == .unknown
        ? Cell(value, isChanged: row.isChanged)
        : Cell(value, NumberFormat.grouped(quantity), isChanged: row.isChanged)
    case .orders: return Cell(FieldValue(entry.orders))
    case .orderID: return Cell(FieldValue(entry.orderID))
    case .total:
      let value = FieldValue(total)
      return value == .unknown ? Cell(value) : Cell(value, NumberFormat.grouped(total))
    case .notional:
      guard let notional = price.times(quantity) else { return Cell(.unknown) }
      return Cell(.number(notional), MoneyFormat.rounded(notional, in: quote))
    case .bar:
      let (bid, ask) = (bids.last?.total ?? 0, asks.last?.total ?? 0)
      let largest = ask.precedes(bid) ? bid : ask
      return Cell(.quotient(total.over(largest)), tone: tone)
    }
  }

  /// The arrival time of the answer that a row is of; of a row of several, the oldest.
  public func asOf(of row: Row) -> Date {
    sources[row.entry.exchange]?.freshness.asOf ?? freshness.asOf ?? .distantPast
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
    if field == .imbalance { return .quotient(imbalance) }
    return book.value(of: field, asOf: freshness.asOf ?? .distantPast, depth: query.imbalanceDepth)
  }

  /// Spread, mid and imbalance for people, or that a side is empty; each part can stand in a
  /// line of its own.
  public var summary: [String] {
    if book.isEmpty { return ["empty book"] }
    if book.bids.isEmpty { return ["no bids"] }
    if book.asks.isEmpty { return ["no asks"] }
    func text(_ field: BookSummaryField) -> String { cell(of: field).text }
    let basisPoints = book.spreadBasisPoints == nil ? "" : " (\(text(.spreadBasisPoints)))"
    return [
      "spread \(text(.spread))\(basisPoints)", "mid \(text(.mid))", "imbalance \(text(.imbalance))",
    ]
      + (book.isCrossed && !sources.isMultiExchange
        ? ["crossed market: best bid > best ask"] : [])
  }
}
