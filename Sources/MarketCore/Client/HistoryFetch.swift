package import Foundation
import Synchronization

/// A pair, the exchange in whose polls the pair is requested, and the clients of the candidates, in the order
/// in which they are tried. Without candidates, the polled exchange is requested.
package typealias HistoryRequest = (pair: Pair, exchange: ExchangeID, candidates: [MarketClient])

/// The requests for which a requested coin or pattern stands, and the errors of the candidates that do not
/// list it.
package typealias HistoryExpansion = (
  requests: Result<[HistoryRequest], MarketError>, refusals: [ExchangeID: MarketError]
)

/// Fetches past data of pairs, such as candles, in the polls of exchanges. A pair is requested from the
/// polled exchange, or from several candidates until one answers, which is then used in all later polls.
///
/// The pairs of a poll are requested one after the other. A pair that fails keeps the rows of its last
/// answer. The other pairs are still requested, unless the failure is about the whole exchange.
package final class HistoryFetch<Row: MarketRow>: Sendable {
  package typealias Request = HistoryRequest
  package typealias Expansion = HistoryExpansion
  package typealias Single = (MarketClient, Pair) async -> Result<Answer<[Row]>, MarketError>

  private struct State {
    /// The candidate that has answered (`nil` until then), and the errors of candidates that lack the pair.
    var choices: [Pair: (client: MarketClient?, refusals: [ExchangeID: MarketError])] = [:]
    /// The rows of the last answer, by the polled exchange and the pair, then by feature.
    var rows: [Listing: [String: [Row]]] = [:]
    /// The different failures of the last poll of each exchange, with the pairs that failed.
    var failures: [ExchangeID: [(failure: MarketError, pairs: [Pair])]] = [:]
  }

  package let requests: [Request]
  private let exchanges: [any Exchange]
  private let now: @Sendable () -> Date
  private let state = Mutex(State())

  /// `exchanges` are all exchanges, in the order in which candidates are tried.
  package init(
    _ requests: [Request], among exchanges: [any Exchange], now: @escaping @Sendable () -> Date
  ) {
    (self.requests, self.exchanges, self.now) = (requests, exchanges, now)
  }

  /// Whether there can be rows of several pairs, or of one pair on several exchanges.
  package var isSeveral: Bool {
    requests.count > 1 || requests.contains { $0.pair.pattern != nil }
  }

  package var chosenExchanges: [any Exchange] {
    state.withLock { state in requests.compactMap { state.choices[$0.pair]?.client?.exchange } }
  }

  /// Requests the rows of all pairs that belong to the polls of a client. If all pairs fail, the result is a
  /// failure, or an answer that has only failures.
  ///
  /// `feature` is what an exchange may lack, for a note: `1h`, or empty for any price history. `isOffered`
  /// returns whether an exchange has the feature. `expand` returns the requests for which a request stands.
  package func callAsFunction(
    _ client: MarketClient, _ feature: String = "",
    offeredBy isOffered: (any Exchange) -> Bool,
    expanding expand: (Request) async -> Expansion = { (.success([$0]), [:]) }, _ single: Single
  ) async -> Result<Answer<[Row]>, MarketError> {
    let id = client.exchange.id
    let typed = requests.filter { $0.exchange == id }
    var polled: [Request] = []
    var answers: [(pair: Pair, answer: Answer<[Row]>)] = []
    var failures: [(failure: MarketError, pairs: [Pair])] = []
    var rows: [Row] = []
    var listings: Set<Listing> = []
    // The exchanges with a failure that is about all pairs. They get no further requests in this poll.
    var blocked: [ExchangeID: MarketError] = [:]
    func add(_ failure: MarketError, of pair: Pair) {
      if let index = failures.firstIndex(where: { $0.failure == failure }) {
        failures[index].pairs.append(pair)
      } else {
        failures.append((failure, [pair]))
      }
    }
    for (pair, _, candidates) in typed {
      let expansion = await expand((pair, id, candidates.filter { isOffered($0.exchange) }))
      note(expansion, of: pair)
      switch expansion.requests {
      case .success(let requests): polled += requests
      case .failure(let failure): add(failure, of: pair)
      }
    }
    for request in polled {
      let key = Listing(exchange: id, pair: request.pair)
      switch await answer(to: request, client, feature, isOffered, &blocked, single) {
      case .success(let answer):
        answers.append((request.pair, answer))
        state.withLock { $0.rows[key, default: [:]][feature] = answer.value }
      case .failure(let failure): add(failure, of: request.pair)
      }
      // Two requests can name the same pair differently. Its rows are added once.
      let new = state.withLock { $0.rows[key]?[feature] ?? [] }.filter {
        !listings.contains($0.listing)
      }
      listings.formUnion(new.map(\.listing))
      rows += new
    }
    state.withLock { [failures] in $0.failures[id] = failures }
    let first = failures.first { $0.failure.unlisted == nil } ?? failures.first
    // Without an answer, any rows are from earlier polls, so the result is a failure.
    if answers.isEmpty, let first,
      !rows.isEmpty || failures.count == 1 && (typed.count == 1 || first.failure.unlisted == nil)
    {
      return .failure(first.failure)
    }
    var merged = Answer(
      rows, asOf: answers.map(\.answer.asOf).min() ?? now(),
      source: answers.first?.answer.source ?? client.source,
      warnings: Self.warnings(of: answers, among: typed.count, isOneOfSeveral: isSeveral),
      failures: answers.flatMap(\.answer.failures).reduce(into: failures.map(\.failure)) {
        if !$0.contains($1) { $0.append($1) }
      },
      names: answers.reduce(into: [:]) { $0.merge($1.answer.names) { first, _ in first } })
    merged.hasOnlyFailures = answers.isEmpty && !failures.isEmpty
    return .success(merged)
  }

  /// Notes the candidate that has the pairs for which a coin or pattern stands, and the errors of others.
  private func note(_ expansion: Expansion, of pair: Pair) {
    let found = (try? expansion.requests.get()) ?? []
    guard found.first?.pair != pair, !(found.isEmpty && expansion.refusals.isEmpty) else { return }
    state.withLock { state in
      for pair in [pair] + found.map(\.pair) {
        state.choices[pair, default: (nil, [:])].refusals.merge(expansion.refusals) { $1 }
      }
      state.choices[pair]?.client = found.first?.candidates.first
    }
  }

  /// The answer of the client if there are no candidates, or else of the chosen candidate. If no candidate
  /// is chosen, the candidates are tried until one has the pair, or fails for another reason.
  private func answer(
    to request: Request, _ client: MarketClient, _ feature: String,
    _ isOffered: (any Exchange) -> Bool, _ blocked: inout [ExchangeID: MarketError],
    _ single: Single
  ) async -> Result<Answer<[Row]>, MarketError> {
    let pair = request.pair
    func answer(from client: MarketClient) async -> Result<Answer<[Row]>, MarketError> {
      let id = client.exchange.id
      if let failure = blocked[id] { return .failure(failure) }
      let result = await single(client, pair)
      // The rates of a coin can be from other exchanges, so the failure of a coin blocks no exchange.
      if case .failure(let failure) = result, failure.isAboutAllPairs, pair.base != nil {
        blocked[id] = failure
      }
      return result
    }
    guard !request.candidates.isEmpty else { return await answer(from: client) }
    let chosen = state.withLock { $0.choices[pair]?.client }
    let candidates = chosen.map { [$0] } ?? request.candidates.filter { isOffered($0.exchange) }
    var failures: [MarketError] = []
    for client in candidates {
      switch await answer(from: client) {
      case .failure(let error) where error.isAboutOneExchange:
        failures.append(error)
        state.withLock {
          $0.choices[pair, default: (nil, [:])].refusals[client.exchange.id] = error
        }
      case .failure(let error): return .failure(error.attributed(to: client.exchange.title))
      case .success(var answer):
        state.withLock { $0.choices[pair, default: (nil, [:])].client = client }
        let note = note(on: client.exchange, pair, feature, isOffered)
        answer.warnings.insert(.note(note), at: 0)
        return .success(answer)
      }
    }
    // "No data" explains more than "not listed", because the exchange may list the pair.
    let other = failures.first { $0.unlisted == nil }
    return .failure(other ?? .merged(failures, about: pair))
  }

  /// The sentence about a failure in the last poll of an exchange, or of any exchange (`nil`). It names
  /// the pairs that failed, or the exchanges that do not list the pair. Returns `nil` if no name is
  /// needed or known.
  package func sentence(on failure: MarketError, of exchange: ExchangeID?) -> String? {
    let (pairs, choices) = state.withLock { state in
      let failures =
        exchange.flatMap { state.failures[$0] } ?? state.failures.values.flatMap(\.self)
      let match = failures.first { $0.failure.withoutDelay == failure.withoutDelay }
      return (match?.pairs ?? [], state.choices)
    }
    if failure.unlisted != nil {
      guard let refusals = pairs.first.flatMap({ choices[$0]?.refusals }) else { return nil }
      return failure.sentence(
        on: exchanges.filter { refusals[$0.id]?.unlisted != nil }.map(\.title))
    }
    let isAboutAll = pairs.count == requests.count { $0.exchange == exchange }
    if isAboutAll || pairs.isEmpty { return nil }
    return "\(pairs.map(\.symbol).joined(separator: ", ")): \(failure)"
  }

  private func note(
    on exchange: any Exchange, _ pair: Pair, _ feature: String,
    _ isOffered: (any Exchange) -> Bool
  ) -> String {
    let refusals = state.withLock { $0.choices[pair]?.refusals ?? [:] }
    let reasons = exchanges.prefix { $0.id != exchange.id }.compactMap { other -> String? in
      switch refusals[other.id] {
      case let refusal? where refusal.unlisted != nil: "\(other.title) does not list it"
      case .some: "\(other.title) has no data"
      case nil where other.info.periods.isEmpty: "\(other.title) has none"
      case nil: isOffered(other) ? nil : "\(other.title) has no \(feature)"
      }
    }
    return "price history from \(exchange.title)"
      + (reasons.isEmpty ? "" : " (\(reasons.joined(separator: ", ")))")
  }

  /// The warnings of the answers. If there are several pairs, the warnings name their pairs where needed.
  private static func warnings(
    of answers: [(pair: Pair, answer: Answer<[Row]>)], among requested: Int, isOneOfSeveral: Bool
  ) -> [Warning] {
    guard isOneOfSeveral else { return answers.flatMap(\.answer.warnings) }
    var found: [(warning: Warning, pairs: [Pair])] = []
    for (pair, answer) in answers {
      for warning in answer.warnings {
        if let index = found.firstIndex(where: { $0.warning == warning }) {
          found[index].pairs.append(pair)
        } else {
          found.append((warning, [pair]))
        }
      }
    }
    return found.map { warning, pairs in
      let symbols = pairs.map(\.symbol).joined(separator: ", ")
      switch warning {
      // A note also names its pair if all other requested pairs have failed.
      case .note(let text)
      where (pairs.count < answers.count || answers.count == 1 && requested > 1)
        && !text.contains(symbols):
        return .note("\(symbols): \(text)")
      case .note, .converted: return warning
      case .rowSkipped(let text): return .rowSkipped("\(symbols): \(text)")
      case .gaps(var gaps):
        gaps.namesPair = true
        return .gaps(gaps)
      }
    }
  }
}

extension MarketError {
  /// Whether other exchanges can have the data.
  var isAboutOneExchange: Bool { isMissing || unlisted != nil }

  /// Whether a recording lacks the response.
  var isMissing: Bool { if case .missing = self { true } else { false } }

  /// Whether requests about other pairs of the exchange would fail for the same reason.
  var isAboutAllPairs: Bool {
    switch self {
    case .unreachable, .untrusted, .rateLimited, .notKept, .ended, .notAnswered, .cancelled: true
    default: false
    }
  }
}
