import Foundation
import RandomInputs
import Testing

@testable import MarketCore

/// The value over time of random lots, against a slow reference in whole numbers and whole days.
struct RandomValueHistoriesTests {
  private static let day = 86_400.0

  private struct Lot {
    /// Empty for cash.
    let exchange: String
    let symbol: String
    let isAmount: Bool
    let quantity: Exact
    let unitCost: Exact?
    /// The day from which it counts, from the first period on; `nil` for always.
    let day: Int?

    var quote: String { isAmount ? symbol : Pair(symbol: symbol).quote ?? "" }
    var key: String { "\(exchange) \(symbol)" }

    var holding: Holding {
      let since = day.map {
        Date(timeIntervalSince1970: Double($0) * RandomValueHistoriesTests.day)
      }
      let exchange = exchange.isEmpty ? nil : ExchangeID(rawValue: exchange)
      guard let exchange, !isAmount else {
        return Holding(
          quantity.decimal, of: symbol, exchange: exchange, unitCost: unitCost?.decimal,
          since: since)
      }
      return Holding(
        exchange: exchange, pair: Pair(symbol: symbol), quantity: quantity.decimal,
        unitCost: unitCost?.decimal, since: since)
    }

    init(_ currency: String?, days: Int, using random: inout Seeded) {
      let kind = Int.random(in: 0..<5, using: &random)
      // Without a currency there is one quote.
      let symbols =
        switch (kind, currency) {
        case (0, nil): ["USD"]
        case (0, _): ["EUR", "USD", "TRY"]
        case (1, .some): ["BTC", "SOL", "XLM"]
        case (_, nil): ["BTC-USD", "EUR-USD", "USDT-USD"]
        default: RandomValueHistoriesTests.pairs
        }
      symbol = symbols.randomElement(using: &random) ?? ""
      isAmount = !symbol.contains("-")
      exchange = kind == 0 ? "" : Bool.random(using: &random) ? "one" : "two"
      quantity = Exact(Int128(Int.random(in: -20_000...90_000, using: &random)), 4)
      unitCost =
        kind == 0 || Int.random(in: 0..<5, using: &random) == 0
        ? nil : Exact(Int128(Int.random(in: 0...400_000, using: &random)), 2)
      day = Bool.random(using: &random) ? nil : Int.random(in: -2...days + 1, using: &random)
    }
  }

  private static let seeds = Array(UInt64(1)...60)
  private static let pairs = [
    "BTC-USD", "ETH-EUR", "XLM-BTC", "SOL-USDT", "EUR-USD", "BTC-EUR", "USDT-USD", "USDT-EUR",
    "USDT-TRY",
  ]

  /// The known prices of one day.
  private static func market(using random: inout Seeded) -> ExactMarket {
    var market = ExactMarket()
    for exchange in ["one", "two"] {
      for pair in pairs {
        switch Int.random(in: 0..<12, using: &random) {
        case 0..<3: break
        case 3: market.last["\(exchange) \(pair)"] = Exact(0, 0)
        default:
          let price = Int.random(in: 1...3_000_000, using: &random)
          market.last["\(exchange) \(pair)"] = Exact(Int128(price), 3)
        }
      }
    }
    return market
  }

  private static func tickers(_ market: ExactMarket) -> [Ticker] {
    market.last.map { name, price in
      let parts = name.split(separator: " ").map(String.init)
      return Ticker(pair: Pair(symbol: parts[1]), open: nil, volume: nil, last: price.decimal)
        .on(ExchangeID(rawValue: parts[0]))
    }
  }

  /// What the reference computes for a day.
  private struct Expected {
    var value, cost, gain: Exact?
    var (unpriced, uncosted) = (0, 0)
    var (rates, unconverted) = ([String](), [String]())

    static func sum(_ sum: Exact?, _ amount: Exact?) -> Exact? {
      amount.map { $0 + (sum ?? Exact(0, 0)) } ?? sum
    }

    /// - Parameter counted: the lots that count on this day.
    init(_ counted: [Lot], of lots: [Lot], _ market: ExactMarket, _ currency: String) {
      if counted.isEmpty { (value, cost, gain) = (Exact(0, 0), Exact(0, 0), Exact(0, 0)) }
      var seen: [String] = []
      for lot in counted where !seen.contains(lot.key) {
        seen.append(lot.key)
        let mine = counted.filter { $0.key == lot.key }
        let quantity = mine.map(\.quantity).reduce(Exact(0, 0), +)
        let isSame = lot.quote == currency
        let route =
          isSame
          ? [] : market.route(lot.quote, currency, [lot.exchange, "two"] + lots.map(\.exchange))
        func converted(_ amount: Exact?) -> Exact? {
          guard let amount, let route else { return nil }
          let product = route.filter { !$0.2 }.reduce(amount) { $0 * $1.1 }
          let divisors = route.filter(\.2).map(\.1)
          guard let first = divisors.first else { return product }
          return product.divided(by: divisors.dropFirst().reduce(first, *))
        }
        let costs = mine.compactMap { lot in lot.unitCost.map { $0 * lot.quantity } }
        let paid = costs.count < mine.count ? nil : costs.reduce(Exact(0, 0), +)
        let (value, cost): (Exact?, Exact?) =
          switch (lot.isAmount, isSame) {
          case (true, true): (quantity, quantity)
          // Cash has no price of its own, and a coin is priced by its rate.
          case (true, false) where lot.exchange.isEmpty: (converted(quantity), nil)
          case (true, false):
            (converted(Exact(1, 0)).map { $0 * quantity }, route.flatMap { _ in paid })
          default: (converted(market.last[lot.key].map { $0 * quantity }), converted(paid))
          }
        let isUncosted = !(lot.isAmount && isSame) && (lot.exchange.isEmpty || paid == nil)
        unpriced += value == nil ? 1 : 0
        uncosted += isUncosted ? 1 : 0
        self.value = Self.sum(self.value, value)
        if let value, let cost {
          self.cost = Self.sum(self.cost, cost)
          gain = Self.sum(gain, value - cost)
        }
        if route == nil { unconverted.append(lot.key) }
        if value != nil || cost != nil { rates += route?.map(\.0) ?? [] }
      }
    }
  }

  @Test(arguments: seeds, [nil, "EUR", "USD", "BTC"] as [String?])
  func `the value over time is that of the reference`(seed: UInt64, currency: String?) throws {
    var random = Seeded(state: seed)
    let days = Int.random(in: 1...8, using: &random)
    let lots = (0..<Int.random(in: 1...10, using: &random)).map { _ in
      Lot(currency, days: days, using: &random)
    }
    let markets = (0..<days).map { _ in Self.market(using: &random) }
    // The last day has just begun, is running, or has ended.
    let now = Double(days - 1) * Self.day + [0, 40_000.5, 100_000].randomElement(using: &random)!
    func start(_ index: Int) -> Date { Date(timeIntervalSince1970: Double(index) * Self.day) }
    let history = ValueHistory(
      of: Portfolio(lots.map(\.holding), in: currency, home: "two"),
      starts: (0..<days).map(start), end: { $0 + Self.day },
      now: Date(timeIntervalSince1970: now)
    ) { start in
      Self.tickers(markets[Int(start.timeIntervalSince1970 / Self.day)])
    }

    #expect(history.rows.map(\.time) == (0..<days).map(start))
    var (rates, unconverted) = ([String](), [String]())
    for (index, row) in history.rows.enumerated() {
      let counted = lots.filter {
        ($0.day ?? -9) <= index && Double($0.day ?? -9) * Self.day <= now
      }
      let expected = Expected(counted, of: lots, markets[index], currency ?? "USD")
      #expect(row.total.quote == currency ?? "USD")
      #expect(row.total.value == expected.value?.decimal)
      #expect(row.total.cost == expected.cost?.decimal)
      #expect(row.total.gain == expected.gain?.decimal)
      #expect((row.total.unpriced, row.total.uncosted) == (expected.unpriced, expected.uncosted))
      for rate in expected.rates where !rates.contains(rate) { rates.append(rate) }
      for key in expected.unconverted where !unconverted.contains(key) { unconverted.append(key) }
    }
    #expect(history.rates.map { "\($0.exchange?.rawValue ?? "") \($0.pair)" } == rates)
    #expect(history.rates.allSatisfy { $0.rate == nil })
    #expect(
      history.unconverted.map { "\($0.exchange?.rawValue ?? "") \($0.pair)" } == unconverted)
    #expect(!history.isRounded)
  }
}
