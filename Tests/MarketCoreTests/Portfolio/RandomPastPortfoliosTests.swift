import Foundation
import RandomInputs
import TestTools
import Testing

@testable import MarketCore

/// The value of random lots on several exchanges over time, compared with a slow reference in whole
/// numbers and days.
struct RandomPastPortfoliosTests {
  private static let day = 86_400.0
  private static let seeds = Array(1...UInt64(rounds(5)))
  /// Closes by exchange and pair, as in `one BTC-USD`, and day.
  private typealias Closes = [String: [Int: Exact]]

  private static func closes(days: Int, using random: inout Seeded) -> Closes {
    var closes: Closes = [:]
    for exchange in ["one", "two", "old"] {
      for pair in ExactLot.pairs where Int.random(in: 0..<8, using: &random) > 0 {
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

  /// The pairs whose candles are requested: those that are held, and those of rates.
  private static func requested(
    _ lots: [ExactLot], _ closes: Closes, _ untraded: [String: Set<Int>], _ currency: String?,
    polled: [String]
  ) -> Set<String> {
    var requested = Set(lots.filter { !$0.isAmount && $0.exchange != "old" }.map(\.key))
    for lot in lots where currency != nil && lot.quote != currency {
      let own = lot.exchange.isEmpty ? "two" : lot.exchange
      let order = ([own] + ["two", "one"].filter { $0 != own }).filter {
        polled.contains($0) && $0 != "old"
      }
      search: for rule in ExactRule.all {
        var usable = ExactMarket(last: closes.mapValues { _ in Exact(1, 0) })
        for exchange in order {
          while let route = usable.route(lot.quote, currency ?? "", [exchange], by: rule) {
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
    let lots = (0..<Int.random(in: 1...10, using: &random)).map { _ in
      ExactLot(
        currency, days: days, at: ["one", "one", "two", "two", "old"], using: &random)
    }
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
    let portfolio = Portfolio(lots.map(\.holding), in: currency, defaultExchange: "two")

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
      lots, closes, untraded, currency, polled: portfolio.exchanges.map(\.rawValue))
    #expect(Set(requested.value) == expected)

    let unpriced = lots.filter { $0.exchange == "old" && !$0.isAmount }.map(\.symbol)
    let once = unpriced.enumerated().filter { unpriced.firstIndex(of: $1) == $0 }.map(\.element)
    let symbols = once.joined(separator: ", ")
    #expect(
      notes == (once.isEmpty ? [] : ["Old does not offer candles of 1d; without price: \(symbols)"])
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
      let counted = lots.filter {
        $0.day ?? -9 <= day && Double($0.day ?? -9) * Self.day <= now.timeIntervalSince1970
      }
      let total = ExactTotal(counted, of: lots, market, currency ?? "USD")
      #expect(row.total.quote == currency ?? "USD")
      #expect(row.total.value == total.value?.decimal)
      #expect(row.total.cost == total.cost?.decimal)
      #expect(row.total.gain == total.gain?.decimal)
      #expect((row.total.unpriced, row.total.uncosted) == (total.unpriced, total.uncosted))
      for rate in total.rates where !rates.contains(rate) { rates.append(rate) }
      for key in total.unconverted where !unconverted.contains(key) { unconverted.append(key) }
    }
    #expect(model.summary.rates.map { "\($0.exchange?.rawValue ?? "") \($0.pair)" } == rates)
    #expect(
      model.summary.unconverted.map { "\($0.exchange?.rawValue ?? "") \($0.pair)" } == unconverted)
  }
}
