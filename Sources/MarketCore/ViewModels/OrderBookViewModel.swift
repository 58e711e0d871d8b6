public import Foundation

/// The part of an order book to show.
public struct BookQuery: Hashable, Sendable {
  /// The most levels, or orders, to show per side, 0 or more; `nil` for all.
  public var depth: Int?
  /// The levels, or orders, per side that the imbalance counts, whatever is shown; `nil` for all.
  package var imbalanceDepth: Int?
  /// The width of a level in the quote currency, above 0; `nil` for single prices.
  public var step: Decimal?
  /// Price levels or single orders; these are never grouped.
  public var detail: BookDetail
  /// The market order whose fill is computed; `nil` for none.
  public var order: MarketOrder?

  /// A query of these parts.
  ///
  /// - Parameters:
  ///   - depth: the most levels, or orders, to show per side, 0 or more; `nil` for all.
  ///   - imbalanceDepth: the levels, or orders, per side that the imbalance counts; `nil` for all.
  ///   - step: the width of a level in the quote currency, above 0; `nil` for single prices.
  ///   - detail: price levels or single orders; these are never grouped.
  ///   - order: the market order whose fill is computed; `nil` for none.
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
  /// The market, under its everyday name as soon as there is a book.
  public private(set) var pair: Pair
  /// The part of the book to show.
  public var query: BookQuery { didSet { arrange() } }

  /// The requested exchanges, each with its book.
  public var polled: PolledExchanges<OrderBook>
  /// The book as it was sent, sorted; of several exchanges, all of theirs together.
  public private(set) var book: OrderBook
  /// The levels to show of the bids, best first.
  public private(set) var bids: [BookRow] = []
  /// The levels to show of the asks, best first.
  public private(set) var asks: [BookRow] = []
  /// The fill of the query's order against the whole book; `nil` without one.
  public private(set) var fill: Fill?
  /// The imbalance of the book, see ``BookQuery/imbalanceDepth``.
  private(set) var imbalance: Decimal?
  /// The book of the polls before, if all were answered.
  private var previous: OrderBook?

  /// A book before its first poll, from these exchanges. A single one need not be named; of several, all must
  /// be.
  public init(pair: Pair, query: BookQuery = BookQuery(), of exchanges: [ExchangeID] = []) {
    self.pair = pair
    self.query = query
    polled = PolledExchanges(exchanges)
    book = OrderBook(pair: pair, bids: [], asks: [])
  }

  /// Applies polls. The levels of an exchange whose poll failed leave the book; when no exchange has
  /// others, they stay as they are, stale.
  public mutating func apply(_ polls: [Poll<Answer<OrderBook>>]) {
    polled.apply(polls)
    let shown = shown
    if let known = shown.first?.value?.pair { pair = known }
    book = merged(shown.compactMap(\.value))
    let before = shown.filter(\.hasConsecutiveAnswers).compactMap(\.previous)
    previous = before.isEmpty || before.count < shown.count ? nil : merged(before)
    arrange()
  }

  /// The book of the exchanges that were requested first, when all of them have answered that do not fail.
  public func watchedRows(
    after polls: [Poll<Answer<OrderBook>>], asIn first: OrderBookViewModel
  ) -> [OrderBookViewModel] {
    let exchanges = first.polled.all.map(\.exchange)
    guard polled.isBeatComplete(of: exchanges) else { return [] }
    if exchanges == polled.all.map(\.exchange) { return [self] }
    let books = exchanges.compactMap { polled[$0] }.filter { $0.failure == nil }.compactMap(
      \.value)
    guard let book = books.first else { return [] }
    var model = self
    // Of several exchanges the book is that of none, even if only one of them answers.
    model.book = first.polled.isMultiExchange ? OrderBook(merging: books, of: pair) : book
    model.imbalance = model.book.imbalance(depth: query.imbalanceDepth)
    return [model]
  }

  /// The exchanges whose levels are in the book.
  private var shown: [PolledExchanges<OrderBook>.State] {
    let loaded = polled.shown.filter { $0.failure == nil }
    return loaded.isEmpty ? polled.shown : loaded
  }

  /// Whether levels or a fill are shown that lie beyond the last entry an exchange gave, while others
  /// have gone on.
  ///
  /// - Parameter limit: the most entries a side that it gives, ``ExchangeInfo/bookLimit``.
  package func reachesBeyond(_ exchange: ExchangeID, limit: Int) -> Bool {
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

  private func merged(_ books: [OrderBook]) -> OrderBook {
    if !polled.isMultiExchange, let book = books.first { return book }
    return OrderBook(merging: books, of: pair)
  }

  private mutating func arrange() {
    (bids, asks) = (rows(.bid), rows(.ask))
    let largest = max(bids.last?.total ?? 0, asks.last?.total ?? 0)
    for index in bids.indices { bids[index].largestTotal = largest }
    for index in asks.indices { asks[index].largestTotal = largest }
    imbalance = book.imbalance(depth: query.imbalanceDepth)
    fill = query.order.map(book.fill)
  }

  private func rows(_ side: Side) -> [BookRow] {
    let levels = levels(of: book, side, limit: query.depth)
    // Further levels of the book before are not asked for.
    let before = previous.map { previous in
      Set(levels.last.map { self.levels(of: previous, side, through: $0.price) } ?? [])
    }
    var total: Decimal = 0
    return levels.enumerated().map { index, level in
      total = total.adding(level.quantity)
      return BookRow(
        side: side, level: index + 1, entry: level, total: total,
        isChanged: before?.contains(level) == false,
        exchange: polled.isMultiExchange ? level.exchange : book.exchange, quote: pair.quote)
    }
  }

  private func levels(
    of book: OrderBook, _ side: Side, limit: Int? = nil, through worst: Decimal? = nil
  ) -> [OrderBook.Entry] {
    guard query.detail == .orders else {
      return book.levels(side, step: query.step, limit: limit, through: worst)
    }
    return book.entries(side).prefix(limit ?? .max)
      .filter { entry in worst.map { !side.isWorse(entry.price, than: $0) } ?? true }
  }

  /// A row's cell of a column; the mark of a change is on the quantity.
  public func cell(of column: Column<BookRow>, in row: BookRow) -> Cell {
    var cell = column.cell(of: row, asOf: .distantPast)
    cell.isChanged = row.isChanged && column == BookRow.Columns.quantity
    return cell
  }

  /// The arrival time of the answer that a row is of; of a row of several, the oldest.
  package func asOf(of row: BookRow) -> Date { polled.arrivals(row.entry.exchange) }

  /// The arrival time of the answer; of several, the oldest.
  package var asOf: Date { freshness.asOf ?? .distantPast }

  var imbalanceText: String? {
    let rounded = imbalance?.finite?.rounded(toPlaces: 6).rounded(toPlaces: 2)
    return rounded.map { NumberFormat.grouped($0, minimumDecimals: 2, signed: true) }
  }

  /// Spread, mid and imbalance for people, or that a side is empty; each part can stand in a
  /// line of its own.
  public var summary: [String] {
    if book.isEmpty { return ["empty book"] }
    if book.bids.isEmpty { return ["no bids"] }
    if book.asks.isEmpty { return ["no asks"] }
    func text(_ column: Column<Self>) -> String { column.cell(of: self, asOf: asOf).text }
    var summary = [Columns.spread, Columns.mid, Columns.imbalance].map { "\($0.name) \(text($0))" }
    if book.spreadBasisPoints != nil { summary[0] += " (\(text(Columns.spreadBasisPoints)))" }
    if book.isCrossed, !polled.isMultiExchange {
      summary.append("crossed market: best bid > best ask")
    }
    return summary
  }
}
