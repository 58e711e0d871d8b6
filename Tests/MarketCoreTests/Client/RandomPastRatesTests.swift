import Foundation
import RandomInputs
import TestTools
import Testing

@testable import MarketCore

/// Candles converted by random rates, compared with a slow reference in whole numbers.
struct RandomPastRatesTests {
  private static let hours = 5
  private static let seeds = Array(1...UInt64(rounds(10)))
  private static let exchanges = ["one", "two", "three"]
  private static let pairs = [
    "BTC-USD", "ETH-EUR", "XLM-BTC", "SOL-USDT", "EUR-USD", "BTC-EUR", "USDT-USD", "USDT-EUR",
    "USDT-TRY",
  ]

  /// Rates by exchange and pair, each with its closes by hours.
  private struct Rates {
    /// The listed pairs, as prices of 1.
    var listed = ExactMarket()
    var closes: [String: [Int: Exact?]] = [:]
    /// The pairs that were traded, each in one of the hours.
    var traded: [String: Int] = [:]

    init(using random: inout Seeded) {
      for exchange in RandomPastRatesTests.exchanges {
        for pair in RandomPastRatesTests.pairs where Int.random(in: 0..<3, using: &random) > 0 {
          let key = "\(exchange) \(pair)"
          listed.last[key] = Exact(1, 0)
          let share = [0, 4, 9].randomElement(using: &random) ?? 9
          for hour in 0..<RandomPastRatesTests.hours
          where Int.random(in: 0..<10, using: &random) < share {
            let price = Exact(Int128(Int.random(in: 1...3_000_000, using: &random)), 3)
            closes[key, default: [:]][hour] =
              .some(Int.random(in: 0..<9, using: &random) == 0 ? nil : price)
          }
          if Int.random(in: 0..<3, using: &random) > 0 {
            traded[key] = closes[key]?.keys.max()
          }
        }
      }
    }

    func rows(_ key: String) -> [CandleRow] {
      let words = key.split(separator: " ").map(String.init)
      return (closes[key] ?? [:]).sorted { $0.key < $1.key }.map { hour, close in
        CandleRow(
          exchange: ExchangeID(rawValue: words[0]), pair: Pair(symbol: words[1]),
          period: .oneHour,
          candle: Candle(
            time: .seconds(Double(hour) * 3600), open: nil, high: nil, low: nil,
            close: close?.decimal, volume: traded[key] == hour ? 1 : [0, nil][hour % 2]),
          asOf: .distantFuture)
      }
    }
  }

  /// The route from a currency that the reference finds, and the pairs that it requests.
  private static func route(
    _ from: String, _ to: String, _ order: [String], _ rates: Rates, needsFirst: Bool
  ) -> (route: [(String, Exact, Bool)]?, requested: [String]) {
    var requested: [String] = []
    for rule in ExactRule.all {
      var usable = rates.listed
      for exchange in order {
        while let route = usable.route(from, to, [exchange], by: rule) {
          let unfit = route.map(\.0).firstIndex { key in
            let closes = rates.closes[key] ?? [:]
            return !key.hasPrefix(" ")
              && (closes.isEmpty || (needsFirst && closes.keys.min() != 0)
                || rule.needsTrades && rates.traded[key] == nil)
          }
          requested += route.prefix((unfit ?? route.count) + 1).map(\.0)
            .filter { !$0.hasPrefix(" ") }
          guard let unfit else { return (route, requested) }
          usable.last[route[unfit].0] = nil
        }
      }
    }
    return (nil, requested)
  }

  @Test(arguments: seeds, ["EUR", "USD", "BTC"])
  func `prices, requests and warnings are those of the reference`(
    seed: UInt64, currency: String
  ) async throws {
    var random = Seeded(state: seed)
    let rates = Rates(using: &random)
    let (isExchangeFixed, needsFirst) = (
      Bool.random(using: &random), Int.random(in: 0..<3, using: &random) == 0
    )
    var rows: [(row: CandleRow, price: Exact, hour: Int)] = []
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      let price = Exact(Int128(Int.random(in: 0...90_000_000, using: &random)), 4)
      let hour = Int.random(in: 0..<Self.hours, using: &random)
      let candle = Candle(
        time: .seconds(Double(hour) * 3600), open: price.decimal, high: nil, low: price.decimal,
        close: price.decimal, volume: 7)
      let row = CandleRow(
        exchange: ExchangeID(rawValue: Self.exchanges.randomElement(using: &random) ?? ""),
        pair: Pair(symbol: Self.pairs.randomElement(using: &random) ?? ""), period: .oneHour,
        candle: candle, asOf: .distantFuture)
      rows.append((row, price, hour))
    }
    let requested = Observed<[String]>([])
    let clients = Self.exchanges.map { id in
      var exchange = PastExchange(ExchangeID(rawValue: id))
      exchange.pairs = .success(
        rates.listed.last.keys.filter { $0.hasPrefix("\(id) ") }
          .map { String($0.dropFirst(id.count + 1)) })
      return exchange.client
    }
    var past = PastRates(to: currency, from: clients, isExchangeFixed: isExchangeFixed) { candles in
      !needsFirst || candles[0].candle.time == .seconds(0)
    } fetch: { client, pair in
      let key = "\(client.exchange.id) \(pair)"
      requested.change { $0.append(key) }
      return .success(Answer(rates.rows(key), asOf: .seconds(0)))
    }
    let answer = await past.converted(Answer(rows.map(\.row), asOf: .seconds(0)))

    var (expected, used, missing) = ([String](), [String](), [String]())
    #expect(answer.value.count == rows.count)
    for (converted, (row, price, hour)) in zip(answer.value, rows) {
      let (quote, own) = (row.pair.quote ?? "", row.exchange?.rawValue ?? "")
      #expect((converted.currency, converted.candle.volume) == (currency, 7))
      guard quote != currency else {
        #expect(converted == row)
        continue
      }
      let order = [own] + (isExchangeFixed ? [] : Self.exchanges.filter { $0 != own })
      let (route, pairs) = Self.route(quote, currency, order, rates, needsFirst: needsFirst)
      for pair in pairs where !expected.contains(pair) { expected.append(pair) }
      for step in route ?? [] where !used.contains(step.0) { used.append(step.0) }
      if route == nil {
        let titles = order.map(\.capitalized).joined(separator: ", ")
        let note = "no exchange rate \(quote)→\(currency) on \(titles)"
        if !missing.contains(note) { missing.append(note) }
      }
      let steps = route?.map { key, rate, divides in
        (key.hasPrefix(" ") ? rate : (rates.closes[key] ?? [:])[hour] ?? nil, divides)
      }
      var amount: Exact?
      if let steps, steps.allSatisfy({ $0.0 != nil }) {
        let product = steps.filter { !$0.1 }.compactMap(\.0).reduce(price, *)
        let divisors = steps.filter(\.1).compactMap(\.0)
        amount =
          divisors.first.map { product.divided(by: divisors.dropFirst().reduce($0, *)) } ?? product
      }
      #expect(converted.candle.close == amount?.decimal)
      #expect(converted.candle.open == amount?.decimal && converted.candle.high == nil)
    }
    #expect(requested.value == expected)
    #expect(past.rates.map { "\($0.exchange?.rawValue ?? "") \($0.pair)" } == used)
    let notes = answer.warnings.compactMap { if case .note(let text) = $0 { text } else { nil } }
    #expect(notes == missing)
  }
}
