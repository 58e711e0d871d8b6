public import Foundation
import Synchronization

/// The rates of past days that convert the prices and fees of trades: the closes of daily candles in UTC.
///
/// Each rate is requested once. For each trade, the rates of its exchange are tried first, then the rates of
/// the other clients in their order. Only if none of them has a rate of the day, other exchanges are tried.
public final class TradeRates: Sendable {
  /// The rate of a trade's day.
  enum Rate {
    /// The rate was not requested yet, or the request has failed.
    case pending
    case found(PastRates.Route, day: Date)
    case missing
    /// The trade has no time.
    case undated
    /// The trade is of today, and has the current rate.
    case current
  }

  fileprivate struct Key: Hashable {
    let conversion: Portfolio.Conversion
    let day: Date
  }

  private struct State {
    /// The routes; `nil` for no route.
    var routes: [Key: PastRates.Route?] = [:]
    var rates: [Listing] = []
    var otherRates: [Listing] = []
    var otherFailures: [MarketError] = []
    /// The exchanges whose prices were not requested yet.
    var awaited: Set<ExchangeID>
    /// The pairs that can be rates on an exchange, if they are known from its prices.
    var listed: [ExchangeID: PairList] = [:]
    var isRequesting = false
  }

  private let portfolio: Portfolio
  private let clients, others: [MarketClient]
  private let now: @Sendable () -> Date
  private let clock: PollClock
  private let state: Mutex<State>

  /// Rates that are not requested yet.
  ///
  /// - Parameters:
  ///   - portfolio: the portfolio with the trades.
  ///   - clients: the clients of ``Portfolio/exchanges``, or some of them.
  ///   - others: the clients of other exchanges, in the order in which they are tried.
  ///   - now: returns the current date. Rates of this day are requested only for past valuations.
  ///   - clock: measures time, and sleeps before retries.
  public init(
    _ portfolio: Portfolio, from clients: [MarketClient], others: [MarketClient] = [],
    now: @escaping @Sendable () -> Date = { .now }, clock: PollClock = .real
  ) {
    func fitting(_ clients: [MarketClient]) -> [MarketClient] {
      clients.filter { $0.exchange.info.offersHistory(.oneDay) }
    }
    let first = clients.filter { $0.exchange.id == portfolio.defaultExchange }
    let own = fitting(first + clients.filter { $0.exchange.id != portfolio.defaultExchange })
    let ids = Set(own.map(\.exchange.id))
    (self.portfolio, self.clients) = (portfolio, own)
    self.others = fitting(others).filter { !ids.contains($0.exchange.id) }
    (self.now, self.clock) = (now, clock)
    state = Mutex(State(awaited: Set(clients.map(\.exchange.id))))
  }

  /// The pairs of the rates that were found; without an exchange if two currencies count as equal.
  var rates: [Listing] { state.withLock { $0.rates } }
  /// The pairs of the rates that were found on other exchanges.
  package var otherRates: [Listing] { state.withLock { $0.otherRates } }

  /// The failures of requests to other exchanges, which may have the rates that are missing.
  package var otherFailures: [MarketError] { state.withLock { $0.otherFailures } }

  /// Requests the rates that are needed and not known yet. Returns the failures of requests to the clients
  /// of the portfolio, if rates are still missing because of them; the next call requests these rates again.
  public func request() async -> [MarketError] {
    let isFree = state.withLock { state in
      defer { state.isRequesting = true }
      return !state.isRequesting
    }
    guard isFree else { return [] }
    defer { state.withLock { $0.isRequesting = false } }
    let missing = await neededKeys().filter { key in
      state.withLock { $0.routes[key] == nil }
    }
    let days = missing.map(\.day)
    guard let first = days.min(), let last = days.max() else { return [] }
    let range = HistoryRange(.oneDay, from: first, to: last + 86_400, now: now())
    var failures: [MarketError] = []
    for (target, keys) in Dictionary(grouping: missing, by: \.conversion.target).sorted(by: {
      $0.key < $1.key
    }
    ) {
      let (rest, ownFailures) = await find(keys, in: target, range, from: clients)
      if rest.isEmpty { continue }
      // An exchange of the portfolio may have the rest, and is requested again.
      failures += ownFailures.filter { !failures.contains($0) }
      guard ownFailures.isEmpty else { continue }
      let (unfound, otherFailures) = await find(
        rest, in: target, range, from: others, areOthers: true)
      state.withLock { state in
        state.otherFailures = (state.otherFailures + otherFailures).eachOnce
        for key in unfound { state.routes[key] = .some(nil) }
      }
    }
    return failures
  }

  /// Requests the missing rates if all exchanges have answered a request of prices, or failed. Before, a request
  /// would delay the prices. `pairs` are the pairs that the answer of an exchange has, if they are all that
  /// can be rates.
  func request(after exchange: ExchangeID, listing pairs: [Pair]?) async -> [MarketError] {
    let isReady = state.withLock { state in
      state.awaited.remove(exchange)
      state.listed[exchange] = pairs.map { PairList($0) } ?? state.listed[exchange]
      return state.awaited.isEmpty
    }
    return isReady ? await request() : []
  }

  /// Finds the rates of keys, and returns the keys without a rate, and the failures of requests.
  private func find(
    _ keys: [Key], in target: String, _ range: HistoryRange, from clients: [MarketClient],
    areOthers: Bool = false
  ) async -> (unfound: [Key], failures: [MarketError]) {
    var rates = PastRates(to: target, from: clients) { [clock, now] client, pair in
      await client.candleRows(of: pair, range, now: now(), clock: clock)
    }
    rates.listed = state.withLock { $0.listed }
    var unfound: [Key] = []
    for key in keys {
      let conversion = key.conversion
      if let route = await rates.route(
        from: conversion.currency, at: conversion.exchange, on: key.day)
      {
        state.withLock { $0.routes[key] = route }
      } else {
        unfound.append(key)
      }
    }
    state.withLock { [found = rates.rates, listed = rates.listed] state in
      // An exchange whose list of pairs failed has no pairs there, and is requested again.
      state.listed.merge(listed.filter { !$1.pairs.isEmpty }) { known, _ in known }
      state.rates = (state.rates + found).eachOnce
      let listed = areOthers ? found.filter { $0.exchange != nil } : []
      state.otherRates = (state.otherRates + listed).eachOnce
    }
    // A recording may lack these requests, which is not a failure.
    let failures = rates.failures.filter { if case .missing = $0 { false } else { true } }
    return (unfound, failures)
  }

  /// The rates of all trades that count, each once, in the order of the trades.
  private func neededKeys() async -> [Key] {
    let (names, now) = (await portfolio.everydayNames(from: clients), now())
    var seen: Set<Key> = []
    return portfolio.countedTrades.flatMap { trade -> [Key] in
      guard let day = pastDay(of: trade, at: now) else { return [] }
      return portfolio.moneyConversions(of: trade, trade.holding.named(by: names))
        .map { Key(conversion: $0, day: day) }
    }.filter { seen.insert($0).inserted }
  }

  /// The day of a trade; `nil` if the trade has no time, or has the current rate.
  private func pastDay(of trade: Trade, at now: Date) -> Date? {
    trade.day.flatMap { day in portfolio.isPast || day + 86_400 <= now ? day : nil }
  }

  /// The rates that are known at this moment.
  var known: Known { Known(self, routes: state.withLock { $0.routes }, now: now()) }

  /// The rates that are known at a moment.
  struct Known {
    private let rates: TradeRates
    private let routes: [Key: PastRates.Route?]
    private let now: Date

    fileprivate init(_ rates: TradeRates, routes: [Key: PastRates.Route?], now: Date) {
      (self.rates, self.routes, self.now) = (rates, routes, now)
    }

    /// The rate of a trade's day.
    func rate(of conversion: Portfolio.Conversion, on trade: Trade) -> Rate {
      guard trade.time != nil else { return .undated }
      guard let day = rates.pastDay(of: trade, at: now) else { return .current }
      switch routes[Key(conversion: conversion, day: day)] {
      case nil: return .pending
      case .some(nil): return .missing
      case .some(let route?): return .found(route, day: day)
      }
    }
  }
}
