import Foundation
import Synchronization

/// Chooses the pair of a requested coin, and finds the listed pairs of a requested pattern, for feeds that
/// request data of single pairs, such as order books and candles.
///
/// The tickers of an exchange are requested once, in its first poll. A found pair is kept in later polls.
/// If nothing is found because exchanges fail, their next polls try again.
final class PairChoice: Sendable {
  /// What was found, and the errors of the exchanges that failed, or that list nothing of the kind. The errors
  /// are empty if an earlier search has found it.
  typealias Search = (found: [Listing], failures: [ExchangeID: MarketError])

  /// Which tickers are requested for a search.
  enum Scope {
    /// The tickers of all exchanges. The pair is chosen among the pairs of all of them.
    case all
    /// The tickers of one exchange after the other, up to the first exchange that lists the coin in a
    /// wanted currency, or a pair that matches. Exchanges that fail are skipped.
    case first
    /// Like `first`, but a failure ends the search.
    case firstWithoutFailure
  }

  private struct Subject: Hashable {
    let pair: Pair
    let exchanges: [ExchangeID]
  }

  private struct State {
    var tickers: [ExchangeID: [Ticker]] = [:]
    var found: [Subject: [Listing]] = [:]
    var searches: [Subject: Task<Search, Never>] = [:]
    var notes: [String] = []
  }

  private let state = Mutex(State())
  /// The clock for retries of requests that fail; `nil` if the caller retries.
  private let clock: PollClock?

  init(retryingAt clock: PollClock? = nil) { self.clock = clock }

  /// A note on each chosen pair, as in `BTC: BTC-USD`.
  var notes: [String] { state.withLock(\.notes) }

  /// Searches what a coin or a pattern stands for on the exchanges of these clients. Concurrent searches for
  /// the same are made only once.
  ///
  /// For a coin, it is the pair with the first of these quote currencies that was traded: `currency`,
  /// USDT, USDC, EUR; else the pair with the largest turnover.
  func search(
    _ pair: Pair, among clients: [MarketClient], _ scope: Scope, in currency: String
  ) async -> Search {
    let subject = Subject(pair: pair, exchanges: clients.map(\.exchange.id))
    let (found, task) = state.withLock { state -> ([Listing], Task<Search, Never>?) in
      if let found = state.found[subject] { return (found, nil) }
      let task =
        state.searches[subject]
        ?? Task {
          let result = await self.makeSearch(pair, among: clients, scope, in: currency)
          self.end(subject, result.found)
          return result
        }
      state.searches[subject] = task
      return ([], task)
    }
    return await task?.value ?? (found, [:])
  }

  /// Ends the search for `subject`, and keeps what was found.
  private func end(_ subject: Subject, _ found: [Listing]) {
    state.withLock { state in
      state.searches[subject] = nil
      guard let first = found.first else { return }
      state.found[subject] = found
      let note = "\(subject.pair): \(first.pair)"
      if subject.pair.isCoin, !state.notes.contains(note) { state.notes.append(note) }
    }
  }

  private func makeSearch(
    _ pair: Pair, among clients: [MarketClient], _ scope: Scope, in currency: String
  ) async -> Search {
    let answers = scope == .all ? await tickers(from: clients) : [:]
    let quotes = [currency, "USDT", "USDC", "EUR"]
    var (candidates, failures) = ([Ticker](), [ExchangeID: MarketError]())
    for client in clients {
      switch await matching(pair, from: client, answers[client.exchange.id], in: currency) {
      case .failure(let failure):
        failures[client.exchange.id] = failure
        if scope == .firstWithoutFailure, !failure.isAboutOneExchange { return ([], failures) }
      case .success(let matching):
        candidates += matching
        if scope != .all, !pair.isCoin { return (matching.map(\.listing), failures) }
        if scope != .all, matching.haveQuote(in: quotes) {
          return (matching.chosen(quotes).map(\.listing), failures)
        }
      }
    }
    return (candidates.chosen(quotes).map(\.listing), failures)
  }

  /// The tickers of a coin or a pattern in an answer; in a new answer of the client if it is `nil`. If there
  /// are none, the failure that they are not listed.
  private func matching(
    _ pair: Pair, from client: MarketClient, _ answer: Result<[Ticker], MarketError>?,
    in currency: String
  ) async -> Result<[Ticker], MarketError> {
    let answer = if let answer { answer } else { await tickers(from: client) }
    guard case .success(let tickers) = answer else { return answer }
    let name = await client.everydayName(of: pair)
    let matching = tickers.matching(name, in: currency)
    return matching.isEmpty
      ? .failure(.unlisted(name, as: pair, among: tickers)) : .success(matching)
  }

  private func tickers(
    from clients: [MarketClient]
  ) async -> [ExchangeID: Result<[Ticker], MarketError>] {
    await withTaskGroup(of: (ExchangeID, Result<[Ticker], MarketError>).self) { group in
      for client in clients {
        group.addTask { (client.exchange.id, await self.tickers(from: client)) }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
  }

  private func tickers(from client: MarketClient) async -> Result<[Ticker], MarketError> {
    let id = client.exchange.id
    if let known = state.withLock({ $0.tickers[id] }) { return .success(known) }
    let result =
      if let clock {
        await client.retrying(clock: clock) { await $0.tickers(details: .none) }
      } else {
        await client.tickers(details: .none)
      }
    return result.map { answer in
      state.withLock { $0.tickers[id] = answer.value }
      return answer.value
    }
  }
}

extension [Ticker] {
  /// The tickers of a coin, or of the pairs that match a pattern, with their turnovers, sorted by their
  /// symbols.
  fileprivate func matching(_ pair: Pair, in currency: String) -> [Ticker] {
    let pattern = pair.pattern
    var matching = filter { ticker in
      pattern?.matches(ticker.pair.symbol) ?? (ticker.pair.base == pair.symbol)
    }
    var converter = CurrencyConverter(
      from: Set(matching.compactMap(\.pair.quote)), to: currency, at: self, exchanges: [])
    matching.setTurnovers(by: &converter)
    return matching.sorted { $0.pair < $1.pair }
  }

  fileprivate func haveQuote(in quotes: [String]) -> Bool {
    contains { ticker in ticker.pair.quote.map(quotes.contains) ?? false }
  }

  /// The traded ticker with the first of these quote currencies, else the ticker with the largest turnover;
  /// empty if there are no tickers.
  fileprivate func chosen(_ quotes: [String]) -> [Ticker] {
    for quote in quotes {
      if let ticker = first(where: { $0.pair.quote == quote && $0.isTraded }) { return [ticker] }
    }
    func turnover(_ ticker: Ticker) -> Decimal { ticker.turnover ?? -1 }
    func place(_ ticker: Ticker) -> Int { quotes.firstIndex { $0 == ticker.pair.quote } ?? .max }
    let largest = self.min { lhs, rhs in
      (turnover(rhs), place(lhs)) < (turnover(lhs), place(rhs))
    }
    return [largest].compactMap(\.self)
  }
}

extension MarketError {
  /// The error that an exchange lists no pair of a coin, or no pair that matches a pattern. `name` is the
  /// everyday name of what was requested as `pair`.
  fileprivate static func unlisted(_ name: Pair, as pair: Pair, among tickers: [Ticker]) -> Self {
    pair.isCoin
      ? .unknownCoin(pair.symbol, near: PairList(tickers).coins(near: name.symbol))
      : .unknownSymbol(pair.symbol, near: [])
  }
}

extension PairChoice {
  /// The pair itself. For a coin, the pair whose books all these clients request, or the reason why `client`
  /// has no book of it.
  func pair(
    of pair: Pair, on client: MarketClient, among all: [MarketClient], in currency: String
  ) async -> Result<Pair, MarketError> {
    guard pair.isCoin else { return .success(pair) }
    // The client of this poll can have a shorter timeout.
    let clients = all.map { $0.exchange.id == client.exchange.id ? client : $0 }
    let (found, failures) = await search(pair, among: clients, .all, in: currency)
    let failure = failures[client.exchange.id]
    guard let chosen = found.first?.pair else {
      return .failure(failure ?? .unknownCoin(pair.symbol, near: []))
    }
    return switch failure {
    case nil: .success(chosen)
    case let failure? where failure.unlisted != nil:
      .failure(.unknownSymbol(chosen.symbol, near: []))
    case let failure?: .failure(failure)
    }
  }

  /// The requests of candles for which a requested coin or pattern stands. A coin is searched on the exchanges
  /// from which it was requested, in order, and a pattern on the polled exchange. With candidates, these are
  /// searched instead. A pair stands for itself.
  func requests(
    for request: HistoryRequest, in market: Market, _ currency: String
  ) async -> HistoryExpansion {
    let (pair, exchange, candidates) = request
    if !pair.isCoin, pair.pattern == nil { return (.success([request]), [:]) }
    guard !candidates.isEmpty else {
      let typed = market.requests.first { $0.pair == pair && $0.exchanges.contains(exchange) }
      let clients = market.clients.filter { client in
        pair.isCoin
          ? typed?.exchanges.contains(client.exchange.id) ?? false : client.exchange.id == exchange
      }
      let (found, failures) = await search(pair, among: clients, .first, in: currency)
      if let failure = failures[exchange], found.isEmpty || failure.unlisted == nil {
        return (.failure(failure), [:])
      }
      // The other exchanges have no rows of the coin.
      let own = found.filter { $0.exchange == exchange }
      return (.success(own.map { ($0.pair, exchange, []) }), [:])
    }
    let (found, failures) = await search(
      pair, among: candidates, .firstWithoutFailure, in: currency)
    let refusals = failures.filter { $0.value.unlisted != nil }
    guard let client = found.first.flatMap({ candidates.client(of: $0.exchange) }) else {
      let tried = candidates.compactMap { client in
        failures[client.exchange.id].map { (failure: $0, title: client.exchange.title) }
      }
      if let other = tried.first(where: { $0.failure.unlisted == nil }) {
        return (.failure(other.failure.attributed(to: other.title)), refusals)
      }
      return (.failure(.merged(tried.map(\.failure), about: pair)), refusals)
    }
    return (.success(found.map { ($0.pair, exchange, [client]) }), refusals)
  }
}
