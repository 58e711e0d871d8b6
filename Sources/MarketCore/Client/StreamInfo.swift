package import Foundation

/// The facts about an exchange's WebSocket streams, which are used without a key.
public struct StreamInfo: Sendable {
  /// The address of the streams, `wss`.
  package var url: URL
  /// The path that is appended to an address of the user; empty if it is the whole address.
  package var path = ""
  /// Headers that the exchange requires, such as `Origin`.
  package var headers: [String: String] = [:]
  /// The columns whose values the stream sends for a number of pairs, and columns that are computed from
  /// these, such as `percent`. All other columns need polls.
  package var columns: @Sendable (_ pairCount: Int) -> Set<Column<Ticker>>
  /// The most pairs that are streamed at once; `nil` for no limit.
  package var pairLimit: Int? = 100
  /// The most pairs of one connection; `nil` for no limit.
  package var pairsPerConnection: Int?
  /// After this time without any message, ping or pong, the connection counts as lost.
  package var silence = Duration.seconds(30)
  /// The text that is sent after some time without a message, because the exchange requires it or to learn
  /// whether the connection is alive; `nil` if none is.
  package var ping: (text: String, after: Duration)?
  /// The age at which the exchange closes a connection; `nil` if it does not.
  package var life: Duration?
  /// Whether each subscribed pair gets a first message without a trade. A pair that is silent for 10 s then
  /// counts as failed.
  package var hasFirstMessages = false
  /// The limit of new connections.
  package var connectionLimit = RateLimit("connections", 1, per: .seconds(1))
  /// The limit of messages to the exchange on one connection.
  package var messageLimit = RateLimit("messages", 4, per: .seconds(1))
  /// Why prices are polled unless the user has given an address of the streams, such as `its streams stand
  /// still`; `nil` if the streams are used.
  package var reasonAgainst: String?
  /// The notice that prices are polled for ``reasonAgainst``, if a loss of live data would be a wrong
  /// description. `nil` for the notice of all exchanges without live data, as in `no live data from
  /// Blockchain.com (its streams stand still); polling every 10 s`.
  package var noticeOfPolls: String?
  /// The state of a new connection for pairs in the exchange's own codes.
  package var makeStream: @Sendable ([Pair]) -> any ExchangeStream

  /// The streams at an address, which must be valid. `columns` are the columns whose values they send for any
  /// number of pairs.
  package init(
    _ url: String, columns: Set<Column<Ticker>>,
    makeStream: @escaping @Sendable ([Pair]) -> any ExchangeStream,
    _ describe: (inout StreamInfo) -> Void = { _ in }
  ) {
    // The URL is a constant of the caller.
    // swift-format-ignore: NeverForceUnwrap
    self.url = URL(string: url)!
    let all = columns.withComputedColumns
    self.columns = { _ in all }
    self.makeStream = makeStream
    describe(&self)
  }
}

extension Set<Column<Ticker>> {
  /// These columns, and all columns whose values are computed from values of these.
  package var withComputedColumns: Self {
    typealias Columns = Ticker.Columns
    let computed: [(from: Self, columns: Self)] = [
      ([Columns.open], [Columns.changeFrom]),
      ([Columns.last, Columns.open], [Columns.change, Columns.percent]),
      ([Columns.bid, Columns.ask], [Columns.spreadBasisPoints]),
      ([Columns.last, Columns.volume], [Columns.notional, Columns.turnover]),
    ]
    return computed.reduce(self) { $0.isSuperset(of: $1.from) ? $0.union($1.columns) : $0 }
  }
}
