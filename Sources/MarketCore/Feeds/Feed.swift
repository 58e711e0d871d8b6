/// Polls data for a command or a screen: makes the requests, the view model, and the sentences about
/// answers and failures. The keys of a screen can change properties of a feed.
package protocol Feed: Sendable {
  associatedtype Model: MarketViewModel
  typealias Fetched = Result<Answer<Model.Value>, MarketError>
  typealias AnsweredPoll = Poll<Answer<Model.Value>>

  /// The exchanges and pairs that are requested.
  var market: Market { get set }
  var watch: Watch<Model.WatchedRow> { get set }
  /// The view model before the first poll.
  var model: Model { get }
  /// Names of what the requests of a list depend on besides the market, such as columns. If a key changes
  /// the set, polling restarts. Screens of candles and of books decide without it when polling restarts.
  var request: Set<String> { get }
  /// Whether ``fetch(_:)`` retries by itself, as it does for each page of candles.
  var retriesItself: Bool { get }
  /// Whether there can be rows before any answer, such as cash.
  var hasRowsWithoutAnswer: Bool { get }

  /// The past closes that rows need, in the order of their requests. `first` is the view model before the user
  /// changed it.
  func closes(for model: Model, asIn first: Model) -> [PastCloses.Key]
  /// Notices on past closes that exchanges do not have.
  func noticesOnCloses(_ model: Model) -> [String]
  /// Sets the past closes in rows.
  func fill(_ model: inout Model, from closes: PastCloses)
  /// Makes one poll of an exchange of the market.
  func fetch(_ client: MarketClient) async -> Fetched
  /// The notices about the displayed data.
  func notices(_ model: Model) -> [String]
  /// The sentence about a failure of an exchange.
  func sentence(on failure: MarketError, of exchange: ExchangeID?) -> String
  /// The model in which alerts and conditions test the data after an update of a stream, and the polls that it
  /// has applied. `polls` are the data of all exchanges.
  func tested(_ polls: [AnsweredPoll], in model: Model) -> (model: Model, polls: [AnsweredPoll])
  func meets(_ condition: Condition<Model.WatchedRow>, _ model: Model) -> Bool
  /// The windows of expressions, such as `ago(last, 15m)`, for which the rows of a model are recorded.
  func windows(in model: Model) -> Set<FieldWindow>
  /// Whether the data after successful polls is enough for ``PollOutcome/success``.
  func isComplete(_ model: Model) -> Bool
  /// The polls of a live run; `nil` if the feed cannot be streamed.
  func livePolls(
    from live: LiveMarket, at pace: Pace, control: PollControl
  ) -> (any AsyncSequence<[AnsweredPoll], Never> & Sendable)?
}

extension Feed {
  package var request: Set<String> { [] }
  package var retriesItself: Bool { false }
  package var hasRowsWithoutAnswer: Bool { false }
  package func closes(for model: Model, asIn first: Model) -> [PastCloses.Key] { [] }
  package func noticesOnCloses(_ model: Model) -> [String] { [] }
  package func fill(_ model: inout Model, from closes: PastCloses) {}
  package func notices(_ model: Model) -> [String] { model.notices }
  package func windows(in model: Model) -> Set<FieldWindow> { watch.windows }
  /// Whether expressions have windows, such as `ago(last, 15m)`.
  package var hasWindows: Bool { !windows(in: model).isEmpty }
  package func sentence(on failure: MarketError, of exchange: ExchangeID?) -> String {
    market.sentence(on: failure, of: exchange)
  }
  package func isComplete(_ model: Model) -> Bool { true }
  package func tested(
    _ polls: [AnsweredPoll], in model: Model
  ) -> (model: Model, polls: [AnsweredPoll]) {
    var model = model
    model.apply(polls)
    return (model, polls)
  }
  package func livePolls(
    from live: LiveMarket, at pace: Pace, control: PollControl
  ) -> (any AsyncSequence<[AnsweredPoll], Never> & Sendable)? { nil }

  /// Polls the exchanges of the market. If `gathers` is true, polls that begin at the same time are sent
  /// together, except polls that end after the next polls have begun; if it is false, each poll is sent
  /// alone. If each exchange is polled only once, a transient failure is retried. In a live run, see
  /// ``LivePolls``.
  package func polls(
    at pace: Pace, control: PollControl = PollControl(), gathers: Bool
  ) -> any AsyncSequence<[AnsweredPoll], Never> & Sendable {
    if pace.isLive, let live = market.live,
      let polls = livePolls(from: live, at: pace, control: control)
    {
      return polls
    }
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
  /// Whether ``pairs(of:)`` returns feeds, because rows are about coins.
  static var hasPairs: Bool { get }
  var query: ListQuery<Row> { get set }
  /// The displayed columns, if requests or notices depend on them; otherwise empty.
  var columns: [Column<Row>] { get set }
  /// Whether ``columns`` were chosen, or are on a screen. Then values that cost a request per pair are requested
  /// for them, too, not only for columns that are tested or sorted by.
  var namesColumns: Bool { get set }
  /// Whether rows have prices now, so that their changes since past closes can be requested.
  var hasPastCloses: Bool { get }
  /// Whether cells can mark changes since 00:00 UTC with `*`, as in tables.
  var showsMarks: Bool { get set }
  /// The name of the rows in a document, such as `tickers`.
  var name: String { get }
  /// The texts with which the heading of a screen begins, besides the number of rows.
  var heading: [String] { get }
  /// Whether a document names each source, even if there is only one.
  var namesEachSource: Bool { get }
  /// The values in a document that are the same for all rows, such as the period, with their names.
  var tags: [(name: String, text: String)] { get }
  /// The parts of a report below its rows. They can be different in a table and in a document.
  func supplements(to model: Model, inTable: Bool) -> [Supplement]
  /// What the feed needs from the streams of an exchange, after the first poll of the exchange.
  func demand(after poll: AnsweredPoll) -> StreamDemand
  /// The feed of all pairs of a coin, which a screen opens; `nil` if ``hasPairs`` is false.
  func pairs(of row: Row) -> ListFeed?
}

package enum Supplement: Sendable {
  case totals([HoldingTotal])
  case rates([ConversionRate])
  /// The periods without a candle; if `namesPairs` is true, each with its exchange and pair.
  case gaps([CandleGaps], namesPairs: Bool)
}

extension RowsFeed {
  package static var isSummary: Bool { false }
  package static var hasPairs: Bool { false }
  package func pairs(of row: Row) -> ListFeed? { nil }
  package func demand(after poll: AnsweredPoll) -> StreamDemand {
    StreamDemand(pairs: [], columns: [])
  }
  package var columns: [Column<Row>] {
    get { [] }
    set {}
  }
  package var namesColumns: Bool {
    get { true }
    set {}
  }
  package var showsMarks: Bool {
    get { false }
    set {}
  }
  package var name: String { Row.noun.many }
  package var heading: [String] { [] }
  package var namesEachSource: Bool { false }
  package var tags: [(name: String, text: String)] { [] }
  package func supplements(to model: Model, inTable: Bool) -> [Supplement] { [] }

  package func meets(_ condition: Condition<Row>, _ model: Model) -> Bool {
    let asOf = model.asOf
    return model.rows.contains {
      condition.holds(for: $0, asOf: asOf($0), in: model.polled.windows)
    }
  }

  package func windows(in model: Model) -> Set<FieldWindow> {
    model.query.conditions.reduce(into: watch.windows) { $0.formUnion($1.windows) }
  }

  var usedColumns: Set<Column<Row>> { query.usedColumns.union(watch.columns).union(columns) }
}
