/// What a command or a screen polls. The options of a feed determine its requests, its view model, and
/// its sentences about answers and failures.
///
/// A pipe prints the rows of a feed. A screen shows them, and its keys change the feed.
package protocol Feed: Sendable {
  associatedtype Model: MarketViewModel
  typealias Fetched = Result<Answer<Model.Value>, MarketError>
  typealias AnsweredPoll = Poll<Answer<Model.Value>>

  /// The exchanges and pairs that are requested.
  var market: Market { get set }
  /// The condition and the alerts that polling waits for.
  var watch: Watch<Model.WatchedRow> { get set }
  /// The view model before the first poll.
  var model: Model { get }
  /// What the requests of a list depend on, besides the market. If a key changes the set, polling
  /// restarts. Screens of candles and of books decide without it when polling restarts.
  var request: Set<String> { get }
  /// Whether a fetch retries by itself, as a fetch of candles does for each page.
  var retriesItself: Bool { get }
  /// Whether there are rows before any answer, such as cash.
  var hasRowsWithoutAnswer: Bool { get }

  /// Makes one poll of an exchange of the market.
  func fetch(_ client: MarketClient) async -> Fetched
  /// The notices about the displayed data.
  func notices(_ model: Model) -> [String]
  /// The sentence about a failure of an exchange.
  func sentence(on failure: MarketError, of exchange: ExchangeID?) -> String
  /// Whether a condition is true for the displayed data.
  func meets(_ condition: Condition<Model.WatchedRow>, _ model: Model) -> Bool
  /// Whether the data after a successful poll is all that was requested.
  func isComplete(_ model: Model) -> Bool
}

extension Feed {
  package var request: Set<String> { [] }
  package var retriesItself: Bool { false }
  package var hasRowsWithoutAnswer: Bool { false }
  package func notices(_ model: Model) -> [String] { model.notices }
  package func sentence(on failure: MarketError, of exchange: ExchangeID?) -> String {
    market.sentence(on: failure, of: exchange)
  }
  package func isComplete(_ model: Model) -> Bool { true }

  /// The polls: if `gathers`, the polls of a beat together; else one by one.
  package func polls(
    at pace: Pace, control: PollControl = PollControl(), gathers: Bool
  ) -> some AsyncSequence<[AnsweredPoll], Never> & Sendable {
    let clock = market.pollerClock(market.clock)
    let poller = Poller(
      interval: pace.interval(for: market), count: pace.count, clock: clock, control: control)
    return poller.polls(of: market.clients, gathers: gathers) { client in
      pace.isOneShot && !retriesItself
        ? await client.retrying(clock: clock) { await fetch($0) } : await fetch(client)
    }
  }
}

package protocol RowsFeed: Feed where Model: RowsViewModel {
  typealias Row = Model.Row

  /// Whether all rows are computed after each poll from the answers of all exchanges together.
  static var isSummary: Bool { get }
  /// Whether a row covers all pairs of a coin, see ``pairs(of:)``.
  static var hasPairs: Bool { get }
  var query: ListQuery<Row> { get set }
  /// The displayed columns, on which requests and notices depend.
  var columns: [Column<Row>] { get set }
  /// Whether cells mark changes since 00:00 UTC, as in tables.
  var showsMarks: Bool { get set }
  /// The name of the rows in a document, such as `tickers`.
  var name: String { get }
  /// Whether a document names each source, even if there is only one.
  var namesEachSource: Bool { get }
  /// Names and values that are the same for all rows, in addition to their columns.
  var tags: [(name: String, text: String)] { get }
  /// The parts below the rows, in a table or in a document.
  func supplements(to model: Model, inTable: Bool) -> [Supplement]
  /// The feed of all pairs of a coin, which a screen opens; `nil` if the row is not about a coin.
  func pairs(of row: Row) -> ListFeed?
}

/// A part of a report below its rows.
package enum Supplement: Sendable {
  case totals([HoldingTotal])
  case rates([ConversionRate])
  /// The periods without a candle, each with its pair if there are several pairs.
  case gaps([CandleGaps], namesPairs: Bool)
}

extension RowsFeed {
  package static var isSummary: Bool { false }
  package static var hasPairs: Bool { false }
  package func pairs(of row: Row) -> ListFeed? { nil }
  package var columns: [Column<Row>] {
    get { [] }
    set {}
  }
  package var showsMarks: Bool {
    get { false }
    set {}
  }
  package var name: String { Row.noun.many }
  package var namesEachSource: Bool { false }
  package var tags: [(name: String, text: String)] { [] }
  package func supplements(to model: Model, inTable: Bool) -> [Supplement] { [] }

  package func meets(_ condition: Condition<Row>, _ model: Model) -> Bool {
    let asOf = model.asOf
    return model.rows.contains { condition.holds(for: $0, asOf: asOf($0)) }
  }

  /// All columns that the query, the conditions, the alerts and the output use.
  var usedColumns: Set<Column<Row>> { query.usedColumns.union(watch.columns).union(columns) }
}
