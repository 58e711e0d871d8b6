package import Foundation

/// Converts amounts to a currency by past exchange rates, which are the closes of candles. The candles of a
/// pair are requested when a possible route first uses the pair.
package struct PastRates {
  package typealias Fetch = (MarketClient, Pair) async -> Result<Answer<[CandleRow]>, MarketError>

  /// A route to the target currency, with the candles of its rates.
  package struct Route {
    let route: ConversionRoute
    /// The candles of each step; empty for a step at the fixed rate 1, if two currencies count as equal.
    package let candles: [[CandleRow]]
    private let closes: [[Date: Decimal]]

    fileprivate init(_ route: ConversionRoute, _ candles: [[CandleRow]]) {
      (self.route, self.candles) = (route, candles)
      closes = candles.map { rows in
        Dictionary(
          rows.compactMap { row in row.candle.close.map { (row.candle.time, $0) } }
        ) { first, _ in first }
      }
    }

    /// Converts an amount by the closes of the candles that begin at `time`; `nil` if a close is unknown,
    /// or if the result cannot be computed. Sets `isRounded` to `true` if the result was rounded to 38
    /// significant digits.
    func convert(_ amount: Decimal, at time: Date, isRounded: inout Bool) -> Decimal? {
      guard let prices = prices(closes.map { $0[time] }) else { return nil }
      return route.convert(amount, at: prices, isRounded: &isRounded)
    }

    /// The value of one unit in the target currency, by the first candle of each step; `nil` if unknown.
    package var price: Decimal? {
      var isRounded = false
      return firstPrices.flatMap { route.convert(1, at: $0, isRounded: &isRounded) }
    }

    /// The prices of the steps, by the first candle of each step; `nil` if one is unknown.
    var firstPrices: [Decimal]? { prices(candles.map { $0.first?.candle.close }) }

    private func prices(_ closes: [Decimal?]) -> [Decimal]? {
      let prices = zip(route.steps, closes).map { $0.rate.exchange == nil ? 1 : $1 }
      return prices.contains(nil) ? nil : prices.compactMap(\.self)
    }
  }

  private struct Start: Hashable {
    let currency: String
    let exchange: ExchangeID?
    let isExchangeFixed: Bool
    let time: Date?
  }

  let target: String
  /// The clients in the order in which they are tried, after the client of an amount's exchange.
  private let clients: [MarketClient]
  private let isExchangeFixed: Bool
  private let fetch: Fetch
  private let isEnough: ([CandleRow]) -> Bool
  /// The pairs that exchanges list. The pairs of an exchange that is not in it are requested when needed.
  var listed: [ExchangeID: PairList] = [:]
  private var candles: [Listing: [CandleRow]] = [:]
  private var routes: [Start: Route?] = [:]
  /// All candles that were received, also for pairs that no route uses.
  package private(set) var fetched: [CandleRow] = []
  package private(set) var skipped: [Warning] = []
  /// The different failures of requests, except if a pair is not listed.
  package private(set) var failures: [MarketError] = []
  /// Whether a list of pairs or candles were needed whose request has failed. Then another route may have been
  /// found than without the failure. Can be set to `false`.
  var hasMetFailure = false
  private var failedLists: Set<ExchangeID> = []
  private var failedCandles: Set<Listing> = []
  /// The pairs of all routes that were found.
  package private(set) var rates: [Listing] = []
  /// The currencies without a route, and the titles of the exchanges that were tried.
  var unconverted: [(currency: String, titles: String)] = []

  /// If `isExchangeFixed` is true, only the exchange of an amount is tried. `isEnough` returns whether a
  /// route can use a pair with these candles; it is called with one candle or more.
  package init(
    to target: String, from clients: [MarketClient], isExchangeFixed: Bool = false,
    isEnough: @escaping ([CandleRow]) -> Bool = { _ in true }, fetch: @escaping Fetch
  ) {
    self.isEnough = isEnough
    (self.target, self.clients, self.fetch) = (target, clients, fetch)
    self.isExchangeFixed = isExchangeFixed
  }

  /// The first usable route to the target currency; `nil` if there is none. Each of
  /// ``ConversionRoute/rules`` is tried on `exchange`, then on the other exchanges, unless the exchange is
  /// fixed. A route is usable if the pair of each rate that is not fixed has enough candles, and, if the rule
  /// needs trades, a candle with volume. `isExchangeFixed` replaces the initializer's value, unless `nil`.
  /// If `time` is not `nil`, all candles that do not begin at this time are ignored.
  package mutating func route(
    from currency: String, at exchange: ExchangeID?, isExchangeFixed: Bool? = nil,
    on time: Date? = nil
  ) async -> Route? {
    let isExchangeFixed = isExchangeFixed ?? self.isExchangeFixed
    let start = Start(
      currency: currency, exchange: exchange, isExchangeFixed: isExchangeFixed, time: time)
    if let known = routes[start] { return known }
    let first = clients.filter { $0.exchange.id == exchange }
    let order = first + (isExchangeFixed ? [] : clients.filter { $0.exchange.id != exchange })
    var route: Route?
    for rule in ConversionRoute.rules {
      for client in order where route == nil {
        route = await self.route(from: currency, on: client, by: rule, at: time)
      }
    }
    routes[start] = .some(route)
    if route == nil {
      unconverted.append((currency, order.map(\.exchange.title).joined(separator: ", ")))
    }
    for step in route?.route.steps ?? [] {
      let rate = Listing(exchange: step.rate.exchange, pair: step.rate.pair)
      if !rates.contains(rate) { rates.append(rate) }
    }
    return route
  }

  private mutating func route(
    from currency: String, on client: MarketClient, by rule: ConversionRoute.Rule, at time: Date?
  ) async -> Route? {
    let id = client.exchange.id
    var usable = await list(of: client).pairs
    while let route = ConversionRoute(
      from: currency, to: target, at: id, by: rule,
      price: { usable.contains($0.pair) ? 1 : nil })
    {
      var all: [[CandleRow]] = []
      for step in route.steps {
        let candles =
          step.rate.exchange == nil ? [] : await candles(of: step.rate.pair, on: client, at: time)
        if step.rate.exchange != nil,
          candles.isEmpty || !isEnough(candles) || rule.needsTrades && !candles.haveTrades
        {
          usable.remove(step.rate.pair)
          break
        }
        all.append(candles)
      }
      if all.count == route.steps.count { return Route(route, all) }
    }
    return nil
  }

  /// Whether a listed pair of an exchange has this currency.
  mutating func lists(_ currency: String) async -> Bool {
    for client in clients where await list(of: client).has(currency) { return true }
    return false
  }

  private mutating func list(of client: MarketClient) async -> PairList {
    let id = client.exchange.id
    defer { if failedLists.contains(id) { hasMetFailure = true } }
    if let known = listed[id] { return known }
    var pairs = PairList([Pair]())
    switch await client.listedPairs() {
    case .success(let list): pairs = list
    case .failure(let failure):
      failedLists.insert(id)
      add(failure, of: client)
    }
    listed[id] = pairs
    return pairs
  }

  /// The candles of a pair; if `time` is not `nil`, only the candle that begins at this time.
  private mutating func candles(
    of pair: Pair, on client: MarketClient, at time: Date?
  ) async -> [CandleRow] {
    let candles = await candles(of: pair, on: client)
    return time.map { time in candles.filter { $0.candle.time == time } } ?? candles
  }

  private mutating func candles(of pair: Pair, on client: MarketClient) async -> [CandleRow] {
    let listing = Listing(exchange: client.exchange.id, pair: pair)
    defer { if failedCandles.contains(listing) { hasMetFailure = true } }
    if let known = candles[listing] { return known }
    var rows: [CandleRow] = []
    switch await fetch(client, pair) {
    case .success(let answer):
      rows = answer.value
      skipped += answer.warnings.compactMap { warning in
        if case .rowSkipped(let text) = warning { .rowSkipped("\(pair): \(text)") } else { nil }
      }
    case .failure(let failure) where failure.unlisted != nil: break
    case .failure(let failure):
      failedCandles.insert(listing)
      add(failure, of: client)
    }
    candles[listing] = rows
    fetched += rows
    return rows
  }

  private mutating func add(_ failure: MarketError, of client: MarketClient) {
    let failure = failure.attributed(to: client.exchange.title)
    if !failures.contains(failure) { failures.append(failure) }
  }
}

extension PastRates {
  /// The answer with prices in the target currency. Prices in other currencies are converted by the closes of
  /// candles that begin at the same time. They are unknown without such a close, and without a route.
  package mutating func converted(
    _ answer: Answer<[CandleRow]>
  ) async -> Answer<[CandleRow]> {
    let rows = await converted(answer.value)
    var answer = answer.map { _ in rows }
    answer.warnings += warnings
    answer.failures += failures
    return answer
  }

  /// Warnings about the rates that were found, skipped candles, and currencies without a route.
  package var warnings: [Warning] {
    // After a failed request it is unknown whether there is a route.
    let missing = failures.isEmpty ? unconverted : []
    return (rates.isEmpty ? [] : [.converted(to: target, by: rates)]) + skipped
      + missing.map { .note("no exchange rate \($0)→\(target) on \($1)") }
  }

  private mutating func converted(_ rows: [CandleRow]) async -> [CandleRow] {
    var converted: [CandleRow] = []
    for row in rows {
      guard let quote = row.pair.quote, quote != target else {
        converted.append(row)
        continue
      }
      let route = await route(from: quote, at: row.exchange)
      let time = row.candle.time
      converted.append(
        row.converted(to: target) { price in
          var isRounded = false
          return route?.convert(price, at: time, isRounded: &isRounded)
        })
    }
    return converted
  }
}

extension [CandleRow] {
  fileprivate var haveTrades: Bool { contains { $0.candle.volume?.isAboveZero ?? false } }
}
