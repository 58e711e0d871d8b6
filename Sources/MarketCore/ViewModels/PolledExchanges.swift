package import Foundation

/// The data of a request to an exchange, or to several, poll by poll, ready to show.
public protocol MarketViewModel: Sendable {
  /// The value of an answer.
  associatedtype Value: Sendable
  /// A row that alerts test.
  associatedtype WatchedRow: MarketRow

  /// The requested exchanges, and how current the data of each is.
  var polled: PolledExchanges<Value> { get set }

  /// Notices about the rows, such as that no pair matches.
  var notices: [String] { get }

  /// Applies the polls of one beat: shows their answers or, where they failed, goes on showing
  /// the data before.
  mutating func apply(_ polls: [Poll<Answer<Value>>])

  /// The rows that alerts test after these polls: those that an earlier view model would show without a
  /// limit, as far as the polls have brought them.
  func watchedRows(after polls: [Poll<Answer<Value>>], asIn first: Self) -> [WatchedRow]
}

extension MarketViewModel {
  /// None.
  public var notices: [String] { [] }

  /// How current the data is.
  public var freshness: Freshness { polled.freshness }

  /// Applies one poll.
  public mutating func apply(_ poll: Poll<Answer<Value>>) { apply([poll]) }
}

/// The exchanges that a view model is polled from, in the order requested, and the last answer of each.
public struct PolledExchanges<Value: Sendable>: Sendable {
  /// One exchange, and its last answer.
  public struct State: Sendable {
    /// The exchange; `nil` where there is only one, which was not named.
    public let exchange: ExchangeID?
    /// How current its answer is.
    public fileprivate(set) var freshness = Freshness()
    /// The value of its last answer.
    package fileprivate(set) var value: Value?
    /// The warnings about its last answer.
    public fileprivate(set) var warnings: [Warning] = []
    /// The everyday names of its last answer, see ``Answer/names``.
    fileprivate var names: [Pair: Pair] = [:]
    /// The requested pairs, or coins, that its last answer lacks, each with the time of the last answer that
    /// had it.
    package fileprivate(set) var stale: [Pair: Date] = [:]
    /// The value of the answer before.
    var previous: Value?
    /// Whether the two latest polls both succeeded.
    var hasConsecutiveAnswers = false
    /// Whether its last answer is one of the last polls that were applied.
    fileprivate var isOfLastPolls = false

    /// The last failure, unless a poll succeeded since.
    public var failure: MarketError? { freshness.failure }

    fileprivate mutating func apply(_ poll: Poll<Answer<Value>>) {
      hasConsecutiveAnswers = false
      if case .success(let answer) = poll.result {
        hasConsecutiveAnswers = freshness.phase == .loaded
        previous = value
        value = answer.value
        warnings = answer.warnings
        names = answer.names
        let times = answer.missing.map { ($0, stale[$0] ?? freshness.asOf ?? answer.asOf) }
        stale = Dictionary(times) { first, _ in first }
        isOfLastPolls = true
      }
      freshness.apply(poll)
    }
  }

  /// The exchanges in the order requested.
  public private(set) var all: [State]
  /// Whether more than one exchange is requested, even if all but one are skipped.
  package let isMultiExchange: Bool
  /// Whether answers stay that are older than the polls that were applied last, as on a screen; else
  /// they leave.
  package var keepsOlder = true
  /// The number of the beat of the last polls: a new one begins when an exchange is polled again.
  package private(set) var beat = 0
  private var polledInBeat: Set<ExchangeID?> = []
  /// Whether one of these exchanges has answered, and each of them that does not fail: in the beat of the
  /// last polls, or in these polls if no older answers stay. Of all exchanges, if none are named.
  func isBeatComplete(of exchanges: [ExchangeID?]? = nil) -> Bool {
    let answering = all.filter { $0.failure == nil }
    guard isMultiExchange else { return !answering.isEmpty }
    let awaited = answering.filter { exchanges?.contains($0.exchange) ?? true }
    return !awaited.isEmpty
      && awaited.allSatisfy {
        polledInBeat.contains($0.exchange) && (keepsOlder || $0.isOfLastPolls)
      }
  }
  /// The exchanges that are not skipped even if they do not list a requested pair.
  package var required: Set<ExchangeID?> = []

  /// Exchanges that were not polled yet.
  ///
  /// - Parameter exchanges: their ids; none for one that is not named.
  package init(_ exchanges: [ExchangeID] = []) {
    let exchanges = exchanges.eachOnce
    all = exchanges.isEmpty ? [State(exchange: nil)] : exchanges.map { State(exchange: $0) }
    isMultiExchange = exchanges.count > 1
  }

  /// The exchanges whose answers can be shown.
  package var shown: [State] {
    all.filter { $0.value != nil && (keepsOlder || $0.isOfLastPolls) }
  }

  /// The everyday names of the requested listings that were written in an exchange's own codes, as far
  /// as there are answers about them.
  package var names: [Listing: Listing] {
    all.reduce(into: [:]) { names, source in
      for (pair, name) in source.names {
        names[Listing(exchange: source.exchange, pair: pair)] =
          Listing(exchange: source.exchange, pair: name)
      }
    }
  }

  /// The everyday code of a coin that may have been requested in the own code of an exchange, or of any.
  func everydayCode(of code: String, on exchange: ExchangeID? = nil) -> String {
    let asked = all.lazy.filter { exchange == nil || $0.exchange == exchange }
    return asked.compactMap { $0.names[Pair(symbol: code)]?.symbol }.first ?? code
  }

  /// The exchange of a row; the only one there is, whatever the row says.
  public subscript(exchange: ExchangeID?) -> State? { index(of: exchange).map { all[$0] } }

  private func index(of exchange: ExchangeID?) -> Int? {
    isMultiExchange ? all.firstIndex { $0.exchange == exchange } : all.indices.first
  }

  /// The arrival time of the last answer of each exchange; for others, of the oldest that is shown.
  package var arrivals: (_ exchange: ExchangeID?) -> Date {
    let oldest = freshness.asOf ?? .distantPast
    guard isMultiExchange else { return { _ in oldest } }
    let times = Dictionary(uniqueKeysWithValues: all.map { ($0.exchange, $0.freshness.asOf) })
    return { exchange in (times[exchange] ?? nil) ?? oldest }
  }

  /// The first failure in the order requested; `nil` when the last polls of all succeeded.
  package var failure: MarketError? { all.lazy.compactMap(\.failure).first }

  /// The combined freshness: that of the oldest shown answer, and loaded only if every exchange is.
  public var freshness: Freshness {
    guard isMultiExchange else { return all.first?.freshness ?? Freshness() }
    return Freshness(of: shown.map(\.freshness), isWhole: shown.count == all.count, failure)
  }

  /// Applies the polls of one beat. An exchange that does not list a requested pair is skipped from
  /// then on, unless it is required or the last one.
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
      if all.count > 1, !required.contains(poll.exchange),
        case .failure(.unknownSymbol) = poll.result
      {
        all.remove(at: index)
      } else {
        all[index].apply(poll)
      }
    }
  }
}
