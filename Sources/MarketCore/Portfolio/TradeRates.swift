public import Foundation
import Synchronization

/// Requests and keeps the rates of past days, which convert the prices and fees of trades. A rate is the
/// close of the daily candle (UTC) of the trade's day.
///
/// Each rate is requested once. The exchange of a trade is tried first, then the other exchanges of the
/// portfolio. Further exchanges are tried only if none of them has a rate of the day.
public final class TradeRates: Sendable {
  /// The rate of a trade's day.
  enum Rate {
    /// The rate was not requested yet, or the request failed and is repeated later.
    case pending
    case found(PastRates.Route, day: Date)
    /// No exchange has a rate of the day.
    case missing
    /// The trade has no time.
    case undated
    /// The trade is of today, and is converted at the current rate.
    case current
  }

  fileprivate struct Key: Hashable {
    let conversion: Portfolio.Conversion
    let day: Date
  }

  private struct State {
    /// The routes that were requested; `nil` if no exchange has the rate.
    var routes: [Key: PastRates.Route?] = [:]
    var rates: [Listing] = []
    var otherRates: [Listing] = []
    var otherFailures: [MarketError] = []
    /// The exchanges whose first request of prices has not ended yet.
    var awaited: Set<ExchangeID>
    /// The pairs on an exchange whose prices can be rates, if they are known from its tickers.
    var listed: [ExchangeID: PairList] = [:]
    var isRequesting = false
    /// The failures of the last request, and the time before which it is not made again.
    var lastFailures: [MarketError] = []
    var nextRequest = Date.distantPast
  }

  /// The seconds from a failure to the next request of rates. Meanwhile, prices are still polled.
  private static let pauseAfterFailure = 30.0

  private let portfolio: Portfolio
  /// The clients of exchanges with daily candles.
  private let clients, others: [MarketClient]
  private let now: @Sendable () -> Date
  private let clock: PollClock
  private let state: Mutex<State>

  /// The rates of a portfolio's trades, before the first ``request()``. Exchanges without daily candles are
  /// ignored.
  ///
  /// - Parameters:
  ///   - portfolio: the portfolio with the trades.
  ///   - clients: the clients of ``Portfolio/exchanges``. The default exchange is tried before the others.
  ///   - others: the clients of further exchanges, in the order in which they are tried.
  ///   - now: returns the current date. Trades of this day are converted at the current rate.
  ///   - clock: measures time, and sleeps before retries.
  public init(
    _ portfolio: Portfolio, from clients: [MarketClient], others: [MarketClient] = [],
    now: @escaping @Sendable () -> Date = { .now }, clock: PollClock = .real
  ) {
    self.portfolio = portfolio
    self.clients = portfolio.clients(clients, offering: .oneDay)
    let ids = Set(self.clients.map(\.exchange.id))
    self.others = portfolio.clients(others, offering: .oneDay)
      .filter { !ids.contains($0.exchange.id) }
    (self.now, self.clock) = (now, clock)
    state = Mutex(State(awaited: Set(clients.map(\.exchange.id))))
  }

  /// The pairs of the rates that were found. A pair of currencies that count as equal has no exchange.
  var rates: [Listing] { state.withLock { $0.rates } }
  /// The pairs of the rates that were found on further exchanges only.
  var otherRates: [Listing] { state.withLock { $0.otherRates } }
  /// The failures of requests to further exchanges. They may have the rates that are missing.
  var otherFailures: [MarketError] { state.withLock { $0.otherFailures } }

  /// Requests the rates that are needed and not known yet. Returns immediately if another call is requesting
  /// them.
  ///
  /// - Returns: the failures of the portfolio's exchanges, if rates are missing because of them. The
  ///   next call requests these rates again. If only further exchanges fail, the rates count as missing.
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
    let byTarget = Dictionary(grouping: missing, by: \.conversion.target)
    for (target, keys) in byTarget.sorted(by: { $0.key < $1.key }) {
      let (rest, clientFailures) = await find(keys, in: target, range, from: clients)
      if rest.isEmpty { continue }
      failures = (failures + clientFailures).eachOnce
      // An exchange of the portfolio may have the rest, and is requested again.
      guard clientFailures.isEmpty else { continue }
      let (unfound, otherFailures) = await find(
        rest, in: target, range, from: others, areOthers: true)
      state.withLock { state in
        state.otherFailures = (state.otherFailures + otherFailures).eachOnce
        for key in unfound { state.routes[key] = .some(nil) }
      }
    }
    return failures
  }

  /// Requests the missing rates if each exchange has answered or failed its first request of prices, so that
  /// the rates do not delay the first prices. After a failure, the request is made again after a pause at the
  /// earliest; until then, the result is the same failure. `pairs` are the pairs on the exchange that can be
  /// rates; `nil` if they are unknown.
  func request(after exchange: ExchangeID, listing pairs: [Pair]?) async -> [MarketError] {
    let isReady = state.withLock { state in
      state.awaited.remove(exchange)
      state.listed[exchange] = pairs.map { PairList($0) } ?? state.listed[exchange]
      return state.awaited.isEmpty
    }
    let now = now()
    guard isReady, state.withLock({ $0.nextRequest <= now }) else {
      return state.withLock { $0.lastFailures }
    }
    let failures = await request()
    state.withLock { state in
      state.lastFailures = failures
      if !failures.isEmpty { state.nextRequest = now + Self.pauseAfterFailure }
    }
    return failures
  }

  /// Finds and stores the rates of keys. Returns the keys without a rate, and the failures of requests.
  /// `areOthers` is true if the clients are of further exchanges.
  private func find(
    _ keys: [Key], in target: String, _ range: HistoryRange, from clients: [MarketClient],
    areOthers: Bool = false
  ) async -> (unfound: [Key], failures: [MarketError]) {
    var rates = PastRates(to: target, from: clients) { [clock, now] client, pair in
      await client.candleRows(of: pair, range, now: now(), clock: clock)
    }
    rates.listed = state.withLock { $0.listed }
    var (unfound, found) = ([Key](), [Listing]())
    for key in keys {
      let conversion = key.conversion
      rates.hasMetFailure = false
      let route = await rates.route(
        from: conversion.currency, at: conversion.exchange, on: key.day)
      // A recording can lack the responses to these requests, which is not a failure.
      let isSubstitute =
        rates.hasMetFailure && !rates.failures.allSatisfy(\.isMissing) && !areOthers
      if let route, !isSubstitute {
        state.withLock { $0.routes[key] = route }
        found += route.route.steps.map { Listing(exchange: $0.rate.exchange, pair: $0.rate.pair) }
      } else {
        unfound.append(key)
      }
    }
    state.withLock { [found = found.eachOnce, listed = rates.listed] state in
      // An exchange whose list of pairs failed has no pairs there, and is requested again.
      state.listed.merge(listed.filter { !$1.pairs.isEmpty }) { known, _ in known }
      state.rates = (state.rates + found).eachOnce
      let listed = areOthers ? found.filter { $0.exchange != nil } : []
      state.otherRates = (state.otherRates + listed).eachOnce
    }
    return (unfound, rates.failures.filter { !$0.isMissing })
  }

  /// The rates that the counted trades need, each once, in the order of the trades.
  private func neededKeys() async -> [Key] {
    let (names, now) = (await portfolio.everydayNames(from: clients), now())
    var seen: Set<Key> = []
    return portfolio.countedTrades.flatMap { trade -> [Key] in
      guard let day = pastDay(of: trade, at: now) else { return [] }
      return portfolio.moneyConversions(of: trade, trade.holding.named(by: names))
        .map { Key(conversion: $0, day: day) }
    }.filter { seen.insert($0).inserted }
  }

  /// The day whose rate converts a trade; `nil` if the trade has no time, or if it is of today and the
  /// prices are current ones.
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

    /// The rate that converts an amount of a trade.
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
