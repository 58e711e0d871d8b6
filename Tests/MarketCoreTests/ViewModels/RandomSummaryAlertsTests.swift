import Foundation
import RandomInputs
import TestTools
import Testing

@testable import MarketCore

/// Alerts in random polls of coins, holdings and totals, compared with a slow reference.
///
/// `RANDOM_ROUNDS=50 swift test --filter Random` tests fifty times as many.
struct RandomSummaryAlertsTests {
  private static let exchanges: [ExchangeID] = ["a", "b", "c"]

  /// The price and the volume of each symbol of an answer.
  private typealias Prices = [String: (last: Int?, volume: Int?)]

  /// What the exchanges have answered and when.
  private struct State {
    var history = PollHistory()
    var prices: [ExchangeID: Prices] = [:]
    var times: [ExchangeID: Int] = [:]
    /// The exchanges of the last polls that answered.
    var answered: [ExchangeID] = []

    /// The time of a row of several exchanges.
    var oldest: Int {
      RandomSummaryAlertsTests.exchanges.filter { !history.fails($0) }.compactMap { times[$0] }
        .min() ?? 0
    }

    func last(_ symbol: String, on exchange: ExchangeID) -> Int? {
      prices[exchange]?[symbol]?.last
    }
  }

  /// A row as the reference has it: by which name and time it fires, and the results of the alerts.
  private struct Tested {
    let exchange: ExchangeID?
    let symbol: String
    let time: Int
    let results: [Bool?]
  }

  private static func answer(_ symbols: [String], using polls: inout RandomPolls) -> Prices {
    symbols.reduce(into: [:]) { prices, symbol in
      guard !polls.isOneOf(8) else { return }
      prices[symbol] = (
        polls.price(), [1, 2, 3, 0, nil].randomElement(using: &polls.random) ?? nil
      )
    }
  }

  private static func tickers(_ prices: Prices, on exchange: ExchangeID) -> [Ticker] {
    prices.sorted { $0.key < $1.key }.map { symbol, numbers in
      Ticker(
        pair: Pair(symbol: symbol), open: 100, volume: numbers.volume.map { Decimal($0) },
        last: numbers.last.map { Decimal($0) }
      ).on(exchange)
    }
  }

  /// Compares the firings of one run with those of the rows that the reference tests; returns their number.
  private static func run<Summary, Row: ListRow>(
    _ seed: UInt64, _ first: SummaryViewModel<Summary, Row, Ticker>,
    symbols: [ExchangeID: [String]],
    alerts: [(text: String, pause: Int)], tested: (State, _ isScreen: Bool) -> [Tested]
  ) throws -> Int {
    var polls = RandomPolls(seed: seed)
    var first = first
    first.polled.keepsOlder = polls.isScreen
    var monitor = AlertMonitor(try alerts.map { try Alert<Row>($0.text, pause: $0.pause) })
    var (model, reference, state, count) = (first, AlertReference(), State(), 0)
    for _ in 0..<60 {
      if polls.isOneOf(4) {
        model.query.limit = [nil, 0, 1].randomElement(using: &polls.random) ?? nil
        model.query.onlyChanges = .random(using: &polls.random)
        model.query.filters = polls.isOneOf(2) ? [SymbolFilter("X")] : []
      }
      let results = polls.next(of: exchanges)
      var answers: [Poll<Answer<[Ticker]>>] = []
      for exchange in exchanges {
        guard let isAnswered = results[exchange] else { continue }
        let prices = answer(symbols[exchange] ?? [], using: &polls)
        if isAnswered { (state.prices[exchange], state.times[exchange]) = (prices, polls.now) }
        answers.append(polls.poll(exchange, isAnswered ? tickers(prices, on: exchange) : nil))
      }
      state.history.append(results)
      state.answered = results.filter(\.value).map(\.key)
      model.apply(answers)
      let firings = monitor.firings(in: model, after: answers, asIn: first)
      var expected: [String] = []
      for row in tested(state, polls.isScreen) {
        for (alert, isTrue) in zip(alerts, row.results) {
          let name = String(alert.text.prefix { $0 != ":" })
          let place = "\(row.exchange ?? "*") \(row.symbol)"
          if reference.fires(name, for: place, isTrue, at: row.time, pause: alert.pause) {
            expected.append("\(row.time) \(name) \(place)")
          }
        }
      }
      #expect(firings.map(\.line).sorted() == expected.sorted(), "seed \(seed)")
      count += expected.count
    }
    return count
  }

  /// The price of a coin: the first of its ascending prices at which the turnovers reach half of all.
  private static func price(of markets: [(last: Int, volume: Int)]) -> Int? {
    let markets = markets.sorted { $0.last < $1.last }
    let turnovers = markets.map { $0.last * $0.volume }
    return markets.indices.first { 2 * turnovers[...$0].reduce(0, +) >= turnovers.reduce(0, +) }
      .map { markets[$0].last }
  }

  @Test(arguments: [nil, ["X", "Y"]] as [Set<String>?])
  func `coins fire when each exchange has answered that does not fail`(codes: Set<String>?) throws {
    var count = 0
    for seed in 1...UInt64(rounds(6)) {
      let first = CoinsViewModel(ListQuery(limit: 1), of: Self.exchanges, in: "USD", codes: codes)
      count += try Self.run(
        seed, first,
        symbols: ["a": ["X-USD"], "b": ["X-USD", "Y-USD"], "c": ["X-USD", "Y-USD"]],
        alerts: [("high: price > 100", 0), ("slow: price <= 100", 40), ("one: markets == 1", 0)]
      ) { state, isScreen in
        guard state.history.isComplete(Self.exchanges, isScreen: isScreen) else { return [] }
        return ["X", "Y"].compactMap { coin in
          // In a pipe there are no answers of polls before.
          let shown = isScreen ? Array(state.prices.keys) : state.answered
          let all = shown.compactMap { state.prices[$0]?["\(coin)-USD"] }
          let markets = all.compactMap { numbers -> (last: Int, volume: Int)? in
            guard let last = numbers.last, let volume = numbers.volume, volume > 0 else {
              return nil
            }
            return (last, volume)
          }
          // One without a market is a row only if it was named, and is listed.
          if markets.isEmpty, codes == nil || all.isEmpty { return nil }
          let price = Self.price(of: markets)
          return Tested(
            exchange: nil, symbol: coin, time: state.oldest,
            results: [price.map { $0 > 100 }, price.map { $0 <= 100 }, markets.count == 1])
        }
      }
    }
    #expect(count > 100)
  }

  private static let portfolio = Portfolio(
    [
      Trade("X-USD", 2, on: "a"),
      Trade("Y-USD", 3, on: "b"),
      Trade("Z-USD", 1, on: "c"),
      Trade(50, of: "USD"),
    ], defaultExchange: "a")
  private static let held: [(exchange: ExchangeID, symbol: String, quantity: Int)] = [
    ("a", "X-USD", 2), ("b", "Y-USD", 3), ("c", "Z-USD", 1),
  ]

  @Test func `holdings fire when their exchange has answered, cash when all have that do not fail`()
    throws
  {
    var count = 0
    for seed in 1...UInt64(rounds(6)) {
      let first = PortfolioViewModel(
        Self.portfolio, showing: \.rows, ListQuery(limit: 2), now: { .distantPast })
      count += try Self.run(
        seed, first, symbols: ["a": ["X-USD"], "b": ["Y-USD"], "c": ["Z-USD"]],
        alerts: [("high: value > 200", 0), ("low: last < 100", 45), ("blind: not known(value)", 0)]
      ) { state, isScreen in
        var rows = Self.held.filter { state.answered.contains($0.exchange) }.map { holding in
          let last = state.last(holding.symbol, on: holding.exchange)
          return Tested(
            exchange: holding.exchange, symbol: holding.symbol,
            time: state.times[holding.exchange] ?? 0,
            results: [
              last.map { $0 * holding.quantity > 200 }, last.map { $0 < 100 }, last == nil,
            ])
        }
        if state.history.isComplete(Self.exchanges, isScreen: isScreen) {
          let cash = Tested(
            exchange: nil, symbol: "USD", time: state.oldest, results: [false, true, false])
          rows.append(cash)
        }
        return rows
      }
    }
    #expect(count > 200)
  }

  @Test func `totals fire when all exchanges have answered, and not while one fails`() throws {
    var count = 0
    for seed in 1...UInt64(rounds(6)) {
      let first = PortfolioViewModel(
        Self.portfolio, showing: \.totals, ListQuery(limit: 0), now: { .distantPast })
      count += try Self.run(
        seed, first, symbols: ["a": ["X-USD"], "b": ["Y-USD"], "c": ["Z-USD"]],
        alerts: [("high: value > 650", 0), ("low: value < 600", 50), ("gap: unpriced > 0", 0)]
      ) { state, isScreen in
        guard state.history.isComplete(Self.exchanges, isScreen: isScreen),
          !Self.exchanges.contains(where: state.history.fails)
        else { return [] }
        let values = Self.held.map { holding in
          state.last(holding.symbol, on: holding.exchange).map { $0 * holding.quantity }
        }
        let value = values.compactMap(\.self).reduce(50, +)
        return [
          Tested(
            exchange: nil, symbol: "USD", time: state.oldest,
            results: [value > 650, value < 600, values.contains(nil)])
        ]
      }
    }
    #expect(count > 60)
  }
}
