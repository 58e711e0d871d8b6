/// What a command or a screen polls: a value of decided options, from which follow the requests, the view
/// model, and the sentences about what arrives.
///
/// A pipe prints a feed. A screen shows one and changes it.
package protocol Feed: Sendable {
  associatedtype Model: MarketViewModel
  typealias Fetched = Result<Answer<Model.Value>, MarketError>
  typealias AnsweredPoll = Poll<Answer<Model.Value>>

  /// Whom it asks.
  var market: Market { get set }
  /// What polling waits for.
  var watch: Watch<Model.WatchedRow> { get set }
  /// The view model before the first poll.
  var model: Model { get }
  /// What the requests of a list depend on beside the market: where a key changes it, polling restarts.
  /// Screens of candles and of books tell by themselves when it has to.
  var request: Set<String> { get }
  /// Whether a fetch makes several tries itself, as that of candles does for each page.
  var retriesItself: Bool { get }
  /// Whether there are rows without any answer, such as cash.
  var hasRowsWithoutAnswer: Bool { get }

  /// Makes one poll of an exchange of the market.
  func fetch(_ client: MarketClient) async -> Fetched
  /// The notices about shown data.
  func notices(_ model: Model) -> [String]
  /// The sentence about a failure of an exchange.
  func sentence(on failure: MarketError, of exchange: ExchangeID?) -> String
  /// Whether a condition is true for what is shown.
  func meets(_ condition: Condition<Model.WatchedRow>, _ model: Model) -> Bool
  /// Whether a successful poll has brought what was requested.
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

  /// The polls, those of a beat together or one by one.
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

  /// Whether all rows are computed again from the answers of all exchanges together.
  static var isSummary: Bool { get }
  /// Whether a row is about all pairs of a coin.
  static var hasPairs: Bool { get }
  var query: ListQuery<Row> { get set }
  /// The shown columns, on which requests and notices depend.
  var columns: [Column<Row>] { get set }
  /// Whether cells show the mark of changes since 00:00 UTC, as in text for people.
  var showsMarks: Bool { get set }
  /// The name of the rows in a document: `tickers`.
  var name: String { get }
  /// Whether a document names each source, even if there is only one.
  var namesEachSource: Bool { get }
  /// Names and values that all rows have in common, beside their columns.
  var tags: [(name: String, text: String)] { get }
  /// What stands below the rows, in a table or in a document.
  func supplements(to model: Model, inTable: Bool) -> [Supplement]
  /// The pairs of a coin, on a screen; `nil` for another row.
  func pairs(of row: Row) -> ListFeed?
}

/// A part of a report below its rows.
package enum Supplement: Sendable {
  case totals([HoldingTotal])
  case rates([ConversionRate])
  /// The periods without a candle, each with its pair where there are several.
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

  /// All columns that are used: by the query, by conditions and alerts, and in the output.
  var usedColumns: Set<Column<Row>> { query.usedColumns.union(watch.columns).union(columns) }
}
