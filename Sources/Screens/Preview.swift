import Foundation
import MarketCore
import Reports
import Terminal

/// The price chart and the best levels of the order book of the selected row, right of the rows.
struct Preview: Sendable {
  static let separator = " │ "
  /// How long a row is selected before the first request, so that moving through rows requests nothing.
  private static let rest = Duration.milliseconds(300)
  /// How long data is kept after the selection has moved to another row.
  private static let lifetime = Duration.seconds(60)
  private static let period = Period.oneHour
  /// As many candles as fit beside rows on a terminal with 300 columns.
  private static let candleCount = 120

  private struct Parts: Sendable {
    var candles: ListViewModel<CandleRow>
    var book: OrderBookViewModel

    init(_ listing: Listing) {
      let exchanges = [listing.exchange].compactMap(\.self)
      candles = ListViewModel(of: exchanges)
      book = OrderBookViewModel(pair: listing.pair, of: exchanges)
    }

    var freshness: [Freshness] { [candles.freshness, book.freshness] }
  }

  /// The pair of the selected row, and the time of the selection.
  private var selection: (listing: Listing, start: ContinuousClock.Instant)?
  private var parts: [Listing: Parts] = [:]

  /// The possible widths of the rows beside a preview. The first is the best, and the others are for rows with
  /// wide columns. On 160 columns, the narrowest preview has the minimum width of a candle chart.
  static func rowWidths(on columns: Int) -> [Int] { [24, 27, 29].map { columns * $0 / 40 } }

  /// Follows the selection of a row; `nil` for a row without a market, such as cash.
  mutating func select(_ listing: Listing?, at now: ContinuousClock.Instant) {
    if listing != selection?.listing { selection = listing.map { ($0, now) } }
  }

  /// Removes the data, because the next poll does not follow the last one.
  mutating func forget() { parts = [:] }

  /// The market of the selected row, and the time from which on its data is requested or streamed.
  var selected: (listing: Listing, due: ContinuousClock.Instant)? {
    selection.map { ($0.listing, $0.start + Self.rest) }
  }

  /// Returns the next request for the selected row, and the time at which it is due. `hasBook` is whether the book
  /// is requested, and not streamed.
  func request(
    from clients: [MarketClient], hasBook: Bool
  ) -> (request: SideRequest, due: ContinuousClock.Instant)? {
    guard let (listing, rested) = selected, let client = clients.client(of: listing.exchange)
    else { return nil }
    let parts = parts[listing] ?? Parts(listing)
    let candles = CandleRequest(of: listing, Self.period, count: Self.candleCount)
    let possible = [
      Self.hasChart(client) ? (SideRequest.chart(candles), parts.candles.freshness) : nil,
      hasBook ? (.book(listing), parts.book.freshness) : nil,
    ]
    return possible.compactMap(\.self).compactMap { request, freshness in
      if freshness.phase == .loading(nil) { return (request, rested) }
      // Nothing is requested after a permanent failure.
      return freshness.nextPoll.map { (request, max($0, rested)) }
    }.min { $0.due < $1.due }
  }

  /// Applies the result of a request for candles.
  mutating func apply(
    _ result: CandleRequest.Result, of request: CandleRequest, at now: ContinuousClock.Instant,
    interval: Duration
  ) {
    let listing = request.listing
    let rows = result.map { answer in
      answer.map { candles in
        candles.map {
          CandleRow(
            exchange: listing.exchange, pair: listing.pair, period: request.period, candle: $0,
            asOf: answer.asOf)
        }
      }
    }
    let poll = Self.poll(rows, of: listing, at: now, interval: interval)
    parts[listing, default: Parts(listing)].candles.apply([poll])
    removeOld(at: now)
  }

  /// Applies the result of a request for a book.
  mutating func apply(
    _ result: Result<Answer<OrderBook>, MarketError>, of listing: Listing,
    at now: ContinuousClock.Instant, interval: Duration
  ) {
    let poll = Self.poll(result, of: listing, at: now, interval: interval)
    applyBook([poll], of: listing, at: now)
  }

  /// Applies polls of the book, or the data of a live one. `nil` removes a live book, which has ended.
  mutating func applyBook(
    _ polls: [Poll<Answer<OrderBook>>]?, of listing: Listing, at now: ContinuousClock.Instant
  ) {
    if let polls {
      parts[listing, default: Parts(listing)].book.apply(polls)
    } else {
      parts[listing]?.book = Parts(listing).book
    }
    removeOld(at: now)
  }

  private static func poll<Value>(
    _ result: Result<Answer<Value>, MarketError>, of listing: Listing,
    at now: ContinuousClock.Instant, interval: Duration
  ) -> Poll<Answer<Value>> {
    var next: ContinuousClock.Instant? = now + interval
    if case .failure(let error) = result {
      next = error.isPermanent ? nil : now + error.pause(atLeast: interval)
    }
    return Poll(exchange: listing.exchange, result: result, at: now, next: next)
  }

  private mutating func removeOld(at now: ContinuousClock.Instant) {
    parts = parts.filter { listing, parts in
      listing == selection?.listing
        || parts.freshness.contains { freshness in
          freshness.arrival.map { now - $0 < Self.lifetime } ?? false
        }
    }
  }

  private static func hasChart(_ client: MarketClient) -> Bool {
    client.exchange.info.periods.contains(period)
  }
}

// MARK: - Lines

extension Preview {
  /// Whether displayed data is old, so that the displayed age changes every second.
  func isCounting(at now: ContinuousClock.Instant, interval: Duration) -> Bool {
    let parts = selection.flatMap { self.parts[$0.listing] }
    return parts?.freshness.contains { $0.isOld(at: now, interval: interval) } ?? false
  }

  /// Returns the lines for the selected row.
  mutating func lines(
    fitting size: TerminalSize, of market: Market, at now: ContinuousClock.Instant,
    interval: Duration, on stage: Stage
  ) -> [Line] {
    guard let listing = selection?.listing,
      let client = market.clients.client(of: listing.exchange)
    else { return [Line("no chart and no book of this row", .faint)] }
    let parts = parts[listing] ?? Parts(listing)
    func state(_ name: String, _ freshness: Freshness, live: String? = nil) -> Line {
      let isOld = freshness.isOld(at: now, interval: interval)
      let time = live ?? freshness.asOf.map { stage.time($0, on: market.now()) }
      let text = isOld ? freshness.age(at: now) : time ?? "no data yet"
      return Line("\(name) · \(text)".controlsReplaced, isOld ? .stale : .faint)
    }
    let title = client.exchange.title
    let proof = parts.book.polled.all.sentenceOnProofs { _ in title }
    let book = state("book", parts.book.freshness, live: proof)
    let heading = [Line("\(listing.pair) · \(title)".controlsReplaced, .heading)]
    let room = max(0, size.rows - heading.count)
    guard Self.hasChart(client) else {
      let reason = Line("no \(Self.period.rawValue) price history on \(title)", .faint)
      let rest = TerminalSize(columns: size.columns, rows: room - 3)
      return heading + [reason, Line(), book]
        + levels(of: parts.book, fitting: rest, on: stage)
    }
    let top = room * 3 / 5
    let chart = chart(
      parts.candles, fitting: TerminalSize(columns: size.columns, rows: top - 1), on: stage)
    let space = [Line](repeating: Line(), count: max(0, top - 1 - chart.count))
    return heading + [state("candles \(Self.period.rawValue)", parts.candles.freshness)] + chart
      + space + [book]
      + levels(
        of: parts.book, fitting: TerminalSize(columns: size.columns, rows: room - top - 1),
        on: stage)
  }

  private func chart(
    _ candles: ListViewModel<CandleRow>, fitting size: TerminalSize, on stage: Stage
  ) -> [Line] {
    guard candles.freshness.asOf != nil else { return [] }
    if candles.elements.isEmpty { return candles.notices.map { Line($0, .faint) } }
    let chart = CandleChart(
      looks: stage.looks, hasHeader: false, timeZone: stage.timeZone(), hasRange: false)
    return chart.lines(of: candles, fitting: size, reserving: 0)
  }

  private func levels(
    of book: OrderBookViewModel, fitting size: TerminalSize, on stage: Stage
  ) -> [Line] {
    guard book.freshness.asOf != nil else { return [] }
    let (renderer, layout) = (TableRenderer(looks: stage.looks), Layout(BookRow.tableColumns))
    var book = book
    // One line is the heading of the table.
    let levels = size.rows - 1 - renderer.middle(of: book, fitting: size).count
    book.query.depth = max(1, levels / 2)
    let (heading, lines) = renderer.ladder(of: book, layout, fitting: size)
    return heading + lines
  }
}

extension Freshness {
  /// Whether the last request failed, or the next one has been due for an interval.
  fileprivate func isOld(at now: ContinuousClock.Instant, interval: Duration) -> Bool {
    failure != nil || nextPoll.map { now - $0 >= interval } ?? false
  }
}
