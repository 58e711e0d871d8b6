package import Foundation

/// The exchanges that are polled for a view model, in the order requested, and the last answer of each.
public struct PolledExchanges<Value: Sendable>: Sendable {
  /// One exchange, and its last answer.
  public struct State: Sendable {
    /// The exchange; `nil` for a single exchange that was not named.
    public let exchange: ExchangeID?
    public fileprivate(set) var freshness = Freshness()
    package fileprivate(set) var value: Value?
    public fileprivate(set) var warnings: [Warning] = []
    /// The state of the streams at the last answer; `nil` if there is no live run.
    package fileprivate(set) var live: LiveState?
    fileprivate var names: [Pair: Pair] = [:]
    fileprivate var unlistedCoins: [MarketError] = []
    /// The requested pairs or coins that the last answer lacks, with the arrival time of the last answer
    /// before they were missing, or of the first answer.
    package fileprivate(set) var stale: [Pair: Date] = [:]
    /// The value of the answer before the last one.
    var previous: Value?
    /// Whether the two latest polls succeeded.
    var hasConsecutiveAnswers = false
    /// Whether the last answer is from the polls that were applied last.
    fileprivate var isOfLastPolls = false

    public var failure: MarketError? { freshness.failure }

    /// The arrival time of the rows that are not from a stream.
    var rowsAsOf: Date? { live?.polledAt ?? freshness.asOf }

    fileprivate mutating func apply(_ poll: Poll<Answer<Value>>) {
      hasConsecutiveAnswers = false
      if case .success(let answer) = poll.result {
        hasConsecutiveAnswers = freshness.phase == .loaded
        previous = value
        value = answer.value
        warnings = answer.warnings
        live = answer.live
        (names, unlistedCoins) = (answer.names, answer.unlistedCoins)
        let times = answer.missing.map { ($0, stale[$0] ?? freshness.asOf ?? answer.asOf) }
        stale = Dictionary(times) { first, _ in first }
        isOfLastPolls = true
      }
      freshness.apply(poll)
    }
  }

  /// The exchanges in the order requested, without removed exchanges, which list no requested pair.
  public private(set) var all: [State]
  /// Whether more than one exchange is requested, even if all except one were removed from ``all``.
  package let isMultiExchange: Bool
  /// Whether answers from earlier polls are still shown, as on a screen. If `false`, only answers from
  /// the polls that were applied last are shown.
  package var keepsOlder = true
  /// Records rows for the windows of expressions; `nil` if there are no windows.
  package var windows: FieldWindows?
  /// The number of the current beat, in which each exchange is polled once at most. If an exchange is
  /// polled again, a new beat begins.
  package private(set) var beat = 0
  private var polledInBeat: Set<ExchangeID?> = []
  /// Whether every exchange that does not fail has answered in the current beat, and at least one has
  /// answered. If `keepsOlder` is `false`, the answers must be from the polls that were applied last.
  /// Only `exchanges` count; `nil` for all. For a single exchange, whether its last poll did not fail.
  func isBeatComplete(of exchanges: [ExchangeID?]? = nil) -> Bool {
    let answering = all.filter { $0.failure == nil }
    guard isMultiExchange else { return !answering.isEmpty }
    let awaited = answering.filter { exchanges?.contains($0.exchange) ?? true }
    return !awaited.isEmpty
      && awaited.allSatisfy {
        polledInBeat.contains($0.exchange) && (keepsOlder || $0.isOfLastPolls)
      }
  }
  /// The exchanges that stay in ``all`` even if they list no requested pair.
  package var required: Set<ExchangeID?> = []

  /// Exchanges that have not been polled yet; if `exchanges` is empty, a single unnamed exchange.
  package init(_ exchanges: [ExchangeID] = []) {
    let exchanges = exchanges.eachOnce
    all = exchanges.isEmpty ? [State(exchange: nil)] : exchanges.map { State(exchange: $0) }
    isMultiExchange = exchanges.count > 1
  }

  /// The same exchanges before their first polls.
  var withoutAnswers: PolledExchanges {
    var exchanges = self
    exchanges.all = all.map { State(exchange: $0.exchange) }
    return exchanges
  }

  /// The exchanges that have an answer to show.
  package var shown: [State] {
    all.filter { $0.value != nil && (keepsOlder || $0.isOfLastPolls) }
  }

  package var isLiveRun: Bool { all.contains { $0.live != nil } }

  /// The everyday names (`BTC-USD`) of the requested listings that were written in an exchange's own
  /// codes (`XBT-USD`), as soon as there are answers about them.
  package var names: [Listing: Listing] {
    all.reduce(into: [:]) { names, state in
      for (pair, name) in state.names {
        names[Listing(exchange: state.exchange, pair: pair)] =
          Listing(exchange: state.exchange, pair: name)
      }
    }
  }

  /// The everyday code (`BTC`) of a coin that may have been requested in the own codes (`XBT`) of an
  /// exchange, or if `exchange` is `nil`, of any exchange.
  func everydayCode(of code: String, on exchange: ExchangeID? = nil) -> String {
    let states = all.lazy.filter { exchange == nil || $0.exchange == exchange }
    return states.compactMap { $0.names[Pair(symbol: code)]?.symbol }.first ?? code
  }

  /// The state of an exchange; `nil` if the exchange is not polled. If only one exchange was requested,
  /// every argument returns the state of this exchange.
  public subscript(exchange: ExchangeID?) -> State? { index(of: exchange).map { all[$0] } }

  private func index(of exchange: ExchangeID?) -> Int? {
    isMultiExchange ? all.firstIndex { $0.exchange == exchange } : all.indices.first
  }

  /// The errors about coins that no exchange lists, as soon as each exchange has answered.
  package var unlistedCoins: [MarketError] {
    all[0].unlistedCoins.compactMap { first in
      guard let coin = first.unlisted?.symbol else { return nil }
      let errors = all.compactMap { $0.unlistedCoins.first { $0.unlisted?.symbol == coin } }
      return errors.count < all.count ? nil : .merged(errors, about: Pair(symbol: coin))
    }
  }

  /// A function that returns the arrival time of an exchange's last answer. For `nil`, and for an exchange
  /// without an answer, it is the time of the oldest answer shown; without any answer, the distant past.
  package var arrivals: (_ exchange: ExchangeID?) -> Date {
    let oldest = (isMultiExchange ? shown : all).compactMap(\.rowsAsOf).min() ?? .distantPast
    guard isMultiExchange else { return { _ in oldest } }
    let times = Dictionary(uniqueKeysWithValues: all.map { ($0.exchange, $0.rowsAsOf) })
    return { exchange in (times[exchange] ?? nil) ?? oldest }
  }

  /// A function that returns the arrival time of a row: of the row itself, if it is from a stream, or else
  /// of its exchange's last answer.
  func rowArrivals<Row: MarketRow>() -> (Row) -> Date {
    let arrivals = arrivals
    return { $0.receivedAt ?? arrivals($0.exchange) }
  }

  /// Records the rows, at their arrival. That of a row without an exchange is the oldest answer from the
  /// exchanges that do not fail: the last answer of a failed one may be so old that no window would end.
  func record<Row: MarketRow>(_ rows: some Sequence<Row>) {
    guard let windows else { return }
    let arrivals = arrivals
    let answering = all.filter { $0.failure == nil }.compactMap(\.rowsAsOf).min()
    for row in rows where staleTime(of: row) == nil {
      let exchange = row.exchange
      let arrival = exchange == nil ? answering ?? arrivals(nil) : arrivals(exchange)
      windows.record(row, at: row.receivedAt ?? arrival)
    }
  }

  /// The arrival time of a row that is older than the polls that were applied last. The poll of its exchange
  /// failed, has not ended, or lacks the row. `nil` for a row from these polls. A row without an exchange is
  /// older if this is so for any exchange.
  package func olderTime(of row: some MarketRow) -> Date? {
    let states = row.exchange == nil ? shown : [self[row.exchange]].compactMap(\.self)
    return staleTime(of: row)
      ?? states.filter { !$0.isOfLastPolls }.compactMap(\.freshness.asOf).min()
  }

  /// The first error, in the order requested, of exchanges whose last poll failed; `nil` if none failed.
  package var failure: MarketError? { all.lazy.compactMap(\.failure).first }

  /// The freshness of all exchanges together: as old as the oldest answer that is shown, and loaded only
  /// if all exchanges are loaded.
  public var freshness: Freshness {
    guard isMultiExchange else { return all.first?.freshness ?? Freshness() }
    return Freshness(of: shown.map(\.freshness), isWhole: shown.count == all.count, failure)
  }

  /// Applies the polls of one beat. An exchange whose poll fails because it lists no requested pair is
  /// removed, unless it is in ``required`` or the only remaining exchange.
  mutating func apply(_ polls: [Poll<Answer<Value>>]) {
    for index in all.indices { all[index].isOfLastPolls = false }
    let polled = Set(polls.map(\.exchange))
    if beat == 0 || !polledInBeat.isDisjoint(with: polled) {
      beat += 1
      polledInBeat = []
    }
    polledInBeat.formUnion(polled)
    for poll in polls {
      guard let index = index(of: poll.exchange) else { continue }
      if all.count > 1, !required.contains(poll.exchange), poll.failure?.unlisted != nil {
        all.remove(at: index)
      } else {
        all[index].apply(poll)
      }
    }
  }
}

extension Sequence {
  /// How live books are proven: `live · checksum ok · 1,234 updates`, or for several exchanges `live · Kraken
  /// checksum ok · OKX sequence ok`. `nil` if no book is live.
  package func sentenceOnProofs<Value>(titles: (ExchangeID?) -> String) -> String?
  where Element == PolledExchanges<Value>.State {
    let books = compactMap { state in
      state.live.flatMap { live in
        live.proofSentence.map { (exchange: state.exchange, $0, updates: live.updates ?? 0) }
      }
    }
    guard let first = books.first else { return nil }
    if books.count > 1 {
      return "live · " + books.map { "\(titles($0.exchange)) \($0.1)" }.joined(separator: " · ")
    }
    let noun = first.updates == 1 ? "update" : "updates"
    return "live · \(first.1) · \(NumberFormat.grouped(Decimal(first.updates))) \(noun)"
  }
}
