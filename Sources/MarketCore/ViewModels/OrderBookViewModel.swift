package import Foundation

/// A view model of the order book of one pair, on one exchange or merged from several: the best levels
/// or orders of each side with running totals, ready to show.
public struct OrderBookViewModel: MarketViewModel {
  /// The pair. As soon as there is a book, under its everyday name (`BTC-USD`, not Kraken's `XBT-USD`).
  public private(set) var pair: Pair
  public var query: BookQuery { didSet { arrange() } }

  public var polled: PolledExchanges<OrderBook>
  /// The whole book, the best prices first; for several exchanges, their books merged into one.
  public private(set) var book: OrderBook
  /// The levels or orders to show on the bid side, best first.
  public private(set) var bids: [BookRow] = []
  /// The levels or orders to show on the ask side, best first.
  public private(set) var asks: [BookRow] = []
  /// The fill of the query's order against the whole book; `nil` without an order.
  public private(set) var fill: Fill?
  private(set) var imbalance: Decimal?
  /// The previous book; `nil` unless the last two polls of each displayed exchange succeeded.
  private var previous: OrderBook?

  /// A book before its first poll. `exchanges` can be empty if there is only one exchange.
  public init(pair: Pair, query: BookQuery = BookQuery(), of exchanges: [ExchangeID] = []) {
    self.pair = pair
    self.query = query
    polled = PolledExchanges(exchanges)
    book = OrderBook(pair: pair, bids: [], asks: [])
  }

  /// Applies polls. Books of exchanges whose last poll failed are shown only if there is no other book.
  public mutating func apply(_ polls: [Poll<Answer<OrderBook>>]) {
    polled.apply(polls)
    let shown = shown
    if let known = shown.first?.value?.pair { pair = known }
    book = merged(shown.compactMap(\.value))
    let before = shown.filter(\.hasConsecutiveAnswers).compactMap(\.previous)
    previous = before.isEmpty || before.count < shown.count ? nil : merged(before)
    arrange()
    polled.record([self])
  }

  /// The book of the exchanges of `first`, if each of them that does not fail, and at least one, has
  /// answered in the current beat; else no row.
  public func watchedRows(
    after polls: [Poll<Answer<OrderBook>>], asIn first: OrderBookViewModel
  ) -> [OrderBookViewModel] {
    let exchanges = first.polled.all.map(\.exchange)
    guard polled.isBeatComplete(of: exchanges) else { return [] }
    if exchanges == polled.all.map(\.exchange) { return [self] }
    let books = Self.parts(of: exchanges.compactMap { polled[$0] }).compactMap(\.value)
    guard let book = books.first else { return [] }
    var model = self
    // The merged book belongs to no single exchange, even if only one exchange answers.
    model.book = first.polled.isMultiExchange ? OrderBook(merging: books, of: pair) : book
    model.imbalance = model.book.imbalance(depth: query.imbalanceDepth)
    polled.record([model])
    return [model]
  }

  /// The exchanges whose books are part of ``book``.
  private var shown: [PolledExchanges<OrderBook>.State] {
    let parts = Self.parts(of: polled.shown)
    return parts.isEmpty ? polled.shown : parts
  }

  /// The exchanges whose books can be merged: their last poll did not fail. Levels of polls are up to 10 s older
  /// than those of streams, so they are not merged with them.
  private static func parts(
    of exchanges: [PolledExchanges<OrderBook>.State]
  ) -> [PolledExchanges<OrderBook>.State] {
    let loaded = exchanges.filter { $0.failure == nil }
    let live = loaded.filter { $0.live?.isLive ?? false }
    return live.isEmpty ? loaded : live
  }

  /// The exchanges that are polled, and therefore are not part of ``book``, which is live.
  package var polledBesideLive: [ExchangeID] {
    let shown = shown
    guard shown.contains(where: { $0.live?.isLive ?? false }) else { return [] }
    let others = polled.shown.filter { $0.failure == nil && !($0.live?.isLive ?? true) }
    return others.compactMap(\.exchange)
  }

  /// The stream status of an exchange, or for `nil` of the merged ``book``, which is live if all merged books are
  /// live, and has a proof if they all have the same one. `nil` without `--live`.
  package func live(_ exchange: ExchangeID?) -> LiveState? {
    guard polled.isLiveRun else { return nil }
    if let live = polled[exchange]?.live { return live }
    let states = shown.compactMap(\.live)
    let proofs = Set(states.map(\.proof))
    return LiveState(
      isLive: !states.isEmpty && states.allSatisfy(\.isLive),
      proof: proofs.count == 1 ? proofs.first ?? .none : .none)
  }

  /// Whether an exchange in a merged book sent as many entries as it can, `limit`, and the displayed
  /// levels or the fill reach beyond the last of them. There, the book may lack levels of this exchange.
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
    fill = query.order.map { book.fill($0, fees: query.fees) }
  }

  private func rows(_ side: Side) -> [BookRow] {
    let levels = levels(of: book, side, limit: query.depth)
    // Only the levels of the previous book up to the worst displayed price are compared.
    let before = previous.map { previous in
      PreviousEntries(
        levels.last.map { self.levels(of: previous, side, through: $0.price) } ?? [])
    }
    var total: Decimal = 0
    return levels.enumerated().map { index, level in
      total = total.adding(level.quantity)
      return BookRow(
        side: side, level: index + 1, entry: level, total: total,
        change: before?.change(of: level),
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

  /// The cell of a row in a column. If the row has changed, the quantity is marked with the direction.
  public func cell(of column: Column<BookRow>, in row: BookRow) -> Cell {
    var cell = column.cell(of: row, asOf: .distantPast)
    if let change = row.change, column == BookRow.Columns.quantity {
      (cell.isChanged, cell.tone) = (true, change)
    }
    return cell
  }

  /// The arrival time of the answer with a row; for a row of several exchanges, of the oldest answer.
  package func asOf(of row: BookRow) -> Date { polled.arrivals(row.entry.exchange) }

  /// The arrival time of the book; for several exchanges, of the oldest answer, also if its exchange fails.
  package var asOf: Date { freshness.asOf ?? .distantPast }

  var imbalanceText: String? {
    let rounded = imbalance?.finite?.rounded(toPlaces: 6).rounded(toPlaces: 2)
    return rounded.map { NumberFormat.grouped($0, minimumDecimals: 2, signed: true) }
  }

  /// Phrases about the book for one line or several, such as its spread, or that a side is empty.
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

/// The entries of one side of the previous book.
private struct PreviousEntries {
  /// What stays the same when the quantity of an entry changes.
  private struct Key: Hashable {
    let price: Decimal
    let exchange: ExchangeID?
    let orderID: Identifier?

    init(_ entry: OrderBook.Entry) {
      (price, exchange, orderID) = (entry.price, entry.exchange, entry.orderID)
    }
  }

  private let entries: Set<OrderBook.Entry>
  private let quantities: [Key: Decimal]

  init(_ entries: [OrderBook.Entry]) {
    self.entries = Set(entries)
    quantities = Dictionary(entries.map { (Key($0), $0.quantity) }) { max($0, $1) }
  }

  /// The direction in which the quantity of an entry has changed; flat if only the number of orders has. `nil`
  /// without a change.
  func change(of entry: OrderBook.Entry) -> Tone? {
    if entries.contains(entry) { return nil }
    let quantity = quantities[Key(entry)] ?? 0
    return entry.quantity == quantity ? .flat : entry.quantity > quantity ? .up : .down
  }
}
