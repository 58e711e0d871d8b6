import Foundation
import RandomInputs
import TestTools
import Testing

@testable import MarketCore

/// The value of random trades on several exchanges over time, compared with a slow reference in whole
/// numbers and days.
struct RandomPastPortfoliosTests {
  private static let day = 86_400.0
  private static let seeds = Array(1...UInt64(rounds(5)))
  /// Closes by exchange and pair, as in `one BTC-USD`, and day.
  private typealias Closes = [String: [Int: Exact]]

  private static func closes(days: Int, using random: inout Seeded) -> Closes {
    var closes: Closes = [:]
    for exchange in ["one", "two", "old"] {
      for pair in ExactTrade.pairs where Int.random(in: 0..<8, using: &random) > 0 {
        let key = "\(exchange) \(pair)"
        closes[key] = [:]
        // From the first day on, or from a later one; with gaps.
        let first = Int.random(in: 0..<2, using: &random) * Int.random(in: 0...days, using: &random)
        for day in first..<max(first, days)
        where day == first || Int.random(in: 0..<3, using: &random) > 0 {
          let price = Int.random(in: 1...3_000_000, using: &random)
          closes[key]?[day] = Exact(Int128(price), 3)
        }
      }
    }
    return closes
  }

  /// The pairs of which something is held at the start, or after a later trade.
  private static func held(_ trades: [ExactTrade]) -> [ExactTrade.Held] {
    trades.map(\.held).once.filter { held in
      let mine = trades.filter { $0.held == held }
      let times = [Date.seconds(0)] + mine.compactMap(\.moment.time).filter { $0 > .seconds(0) }
      return !held.isAmount
        && times.contains { time in
          mine.filter { $0.moment.time ?? time <= time }.map(\.moved).reduce(0, +) != 0
        }
    }
  }

  /// The pairs whose candles are requested: those that are held, and those of rates.
  private static func requested(
    _ trades: [ExactTrade], _ closes: Closes, _ untraded: [String: Set<Int>], _ currency: String?,
    polled: [String]
  ) -> Set<String> {
    var requested = Set(held(trades).filter { $0.exchange != "old" }.map(\.key))
    for held in trades.map(\.held) where currency != nil && held.quote != currency {
      let own = held.isCash ? "two" : held.exchange
      let order = ([own] + ["two", "one"].filter { $0 != own }).filter {
        polled.contains($0) && $0 != "old"
      }
      search: for rule in ExactRule.all {
        var usable = ExactMarket(last: closes.mapValues { _ in Exact(1, 0) })
        for exchange in order {
          while let route = usable.route(held.quote, currency ?? "", [exchange], by: rule) {
            let unfit = route.map(\.0).firstIndex { key in
              // Rates are needed from the first period on.
              let isLate = closes[key]?[0] == nil
              let isTraded = closes[key]?.keys.contains { untraded[key]?.contains($0) != true }
              return !key.hasPrefix(" ") && (isLate || rule.needsTrades && isTraded != true)
            }
            requested.formUnion(
              route.prefix((unfit ?? route.count) + 1).map(\.0).filter { !$0.hasPrefix(" ") })
            guard let unfit else { break search }
            usable.last[route[unfit].0] = nil
          }
        }
      }
    }
    return requested
  }

  @Test(arguments: seeds, [nil, "EUR", "USD", "BTC"] as [String?])
  func `the value over time is recomputed day by day`(
    seed: UInt64, currency: String?
  ) async throws {
    var random = Seeded(state: seed)
    let days = Int.random(in: 1...8, using: &random)
    let trades = ExactTrade.trades(
      in: currency, hasOneQuote: true, at: ["one", "one", "two", "two", "old"],
      moments: ExactTrade.moments(days), using: &random)
    let closes = Self.closes(days: days, using: &random)
    // Some pairs are not traded on some days, some on none.
    var untraded: [String: Set<Int>] = [:]
    for (key, closes) in closes.sorted(by: { $0.key < $1.key }) {
      let share = [0, 5, 10].randomElement(using: &random) ?? 0
      untraded[key] = Set(
        closes.keys.sorted().filter { _ in Int.random(in: 0..<10, using: &random) < share })
    }
    // The last day has just begun, is running, or has ended.
    let last: Double = [0.5, 40_000.5, 86_399].randomElement(using: &random) ?? 0
    let now = Date.seconds(Double(days - 1) * Self.day + last)
    let range = HistoryRange(.oneDay, count: nil, from: .seconds(0), to: nil, now: now)
    var portfolio = Portfolio(trades.map(\.trade), in: currency, defaultExchange: "two")
    portfolio.times = range.times(now: now)
    let reached = trades.filter {
      $0.counts(on: days - 1, by: now.timeIntervalSince1970)
    }

    let clients = portfolio.exchanges.map { id in
      var exchange = PastExchange(id, periods: id == "old" ? [.oneHour] : [.oneHour, .oneDay])
      exchange.pairs = .success(
        closes.keys.filter { $0.hasPrefix("\(id) ") }
          .map { String($0.dropFirst(id.rawValue.count + 1)) })
      return exchange.client
    }
    let requested = Observed<[String]>([])
    let past = PastPortfolio(
      portfolio, from: clients, in: range, among: clients.map(\.exchange), now: { now }
    ) { [untraded] client, pair, _ in
      let key = "\(client.exchange.id) \(pair)"
      requested.change { $0.append(key) }
      let days = (closes[key] ?? [:]).sorted { $0.key < $1.key }
      let rows = days.map { day, close in
        CandleRow(
          exchange: client.exchange.id, pair: pair, period: .oneDay,
          candle: Candle(
            time: .seconds(Double(day) * Self.day), open: nil, high: nil, low: nil,
            close: close.decimal, volume: untraded[key]?.contains(day) == true ? 0 : 1), asOf: now)
      }
      return .success(Answer(rows, asOf: now))
    }
    var model = ValueHistoryViewModel(portfolio, ListQuery(), in: range, now: now)
    var notes: [String] = []
    for client in clients {
      let answer = try await past.candles(from: client).get()
      #expect(answer.failures == [])
      notes += answer.warnings.map(\.description)
      model.apply(
        Poll(exchange: client.exchange.id, result: .success(answer), at: .second(0), next: nil))
    }
    let expected = Self.requested(
      reached, closes, untraded, currency, polled: portfolio.exchanges.map(\.rawValue))
    #expect(Set(requested.value) == expected)

    let unpriced = Self.held(reached).filter { $0.exchange == "old" }.map(\.symbol)
    let symbols = unpriced.joined(separator: ", ")
    #expect(
      notes
        == (unpriced.isEmpty ? [] : ["Old does not offer candles of 1d; without price: \(symbols)"])
    )

    #expect(model.rows.map(\.time) == (0..<days).map { .seconds(Double($0) * Self.day) })
    var (rates, unconverted) = ([String](), [String]())
    for (day, row) in model.rows.enumerated() {
      // The newest close by then.
      var market = ExactMarket()
      for key in expected {
        let newest = (closes[key] ?? [:]).filter { $0.key <= day }.max { $0.key < $1.key }
        market.last[key] = newest?.value
        if let newest, untraded[key]?.contains(newest.key) == true { market.untraded.insert(key) }
      }
      let rows = ExactRow.rows(
        of: trades, counted: { $0.counts(on: day, by: now.timeIntervalSince1970) }, market, currency
      ).map(\.row)
      #expect(row.total.quote == currency ?? "USD")
      #expect(ExactTotal(rows).isSame(as: row.total))
      rates += rows.flatMap(\.rates)
      unconverted += rows.flatMap(\.unconverted)
    }
    let valuation = model.summary.valuation
    #expect(valuation.rates.map { "\($0.exchange?.rawValue ?? "") \($0.pair)" } == rates.once)
    #expect(
      valuation.missingRates.map { "\($0.holding.exchange?.rawValue ?? "") \($0.holding.pair)" }
        == unconverted.once)
  }
}
