import Foundation
import RandomInputs
import Testing

@testable import MarketCore

/// The values of random holdings, compared with a slow reference in whole numbers.
struct RandomPortfoliosTests {
  private struct Lot {
    let exchange, symbol: String
    let quantity: Exact
    let unitCost: Exact?
    /// The hours before the arrival of the tickers from which it counts; `nil` for always.
    let age: Double?

    var holding: Holding {
      let since = age.map { RandomPortfoliosTests.arrival - $0 * 3_600 }
      return exchange.isEmpty
        ? Holding(quantity.decimal, of: symbol, since: since)
        : Holding(
          exchange: ExchangeID(rawValue: exchange), pair: Pair(symbol: symbol),
          quantity: quantity.decimal, unitCost: unitCost?.decimal, since: since)
    }
  }

  /// 14:00 UTC.
  private static let arrival = Date("2026-11-20T14:00:00Z")

  private static let seeds = Array(1...UInt64(rounds(8)))
  private static let pairs = [
    "BTC-USD", "ETH-EUR", "XLM-BTC", "SOL-USDT", "EUR-USD", "BTC-EUR", "USDT-USD", "USDT-EUR",
    "USDT-TRY",
  ]

  @Test(arguments: seeds, [nil, "EUR", "USD", "BTC"] as [String?])
  func `the worth is that of the reference`(seed: UInt64, currency: String?) throws {
    var random = Seeded(state: seed)
    var market = ExactMarket()
    var tickers: [Ticker] = []
    for exchange in ["one", "two"] as [ExchangeID] {
      for pair in Self.pairs where Int.random(in: 0..<4, using: &random) > 0 {
        let key = "\(exchange) \(pair)"
        // Now and then a price is 0 or missing.
        func price() -> Exact? {
          switch Int.random(in: 0..<12, using: &random) {
          case 0: nil
          case 1: Exact(0, 0)
          default: Exact(Int128(Int.random(in: 1...3_000_000, using: &random)), 3)
          }
        }
        (market.last[key], market.open[key]) = (price(), price())
        let volume = [1, 1, 1, 0, nil].randomElement(using: &random) ?? nil
        if volume != 1 { market.untraded.insert(key) }
        tickers.append(
          Ticker(
            pair: Pair(symbol: pair), open: market.open[key]?.decimal,
            volume: volume.map { Decimal($0) }, last: market.last[key]?.decimal,
            changeReference: Bool.random(using: &random) ? .dayAgo : .utcDay
          ).on(exchange))
      }
    }
    let lots = (0..<Int.random(in: 1...12, using: &random)).map { _ in
      let isCash = Int.random(in: 0..<4, using: &random) == 0
      // A coin that is converted has a price of its own.
      let symbols = isCash ? ["EUR", "USD", "TRY"] : Self.pairs
      return Lot(
        exchange: isCash ? "" : Bool.random(using: &random) ? "one" : "two",
        symbol: symbols.randomElement(using: &random) ?? "",
        quantity: Exact(Int128(Int.random(in: -20_000...90_000, using: &random)), 4),
        unitCost: isCash || Int.random(in: 0..<5, using: &random) == 0
          ? nil : Exact(Int128(Int.random(in: 0...400_000, using: &random)), 2),
        age: ([nil, 30, 24.001, 24, 20, 14.001, 14, 1] as [Double?]).randomElement(using: &random)
          ?? nil)
    }
    try Self.check(lots, market, tickers, currency)
  }

  /// Compares each row, total and rate.
  private static func check(
    _ lots: [Lot], _ market: ExactMarket, _ tickers: [Ticker], _ currency: String?
  ) throws {
    var holdings: [Holding] = []
    for holding in lots.map(\.holding) {
      if let index = holdings.firstIndex(where: { $0.listing == holding.listing }) {
        let isAdded = holdings[index].add(holding)
        #expect(isAdded)
      } else {
        holdings.append(holding)
      }
    }
    let valuation = Portfolio(lots.map(\.holding), in: currency, defaultExchange: "two")
      .valuation(of: tickers) { _ in arrival }
    #expect(valuation.rows.map(\.holding) == holdings)

    struct Sum {
      var value, cost, gain: Exact?
      var (unpriced, uncosted) = (0, 0)
      var hasSales = false
    }
    func plus(_ sum: Exact?, _ amount: Exact?) -> Exact? {
      amount.map { $0 + (sum ?? Exact(0, 0)) } ?? sum
    }
    var (rates, sums) = ([String](), [String: Sum]())
    for row in valuation.rows {
      let (exchange, symbol) = (row.exchange?.rawValue ?? "", row.pair.symbol)
      let mine = lots.filter { $0.exchange == exchange && $0.symbol == symbol }
      let quantity = mine.map(\.quantity).reduce(Exact(0, 0), +)
      #expect(row.holding.quantity == quantity.decimal)
      let last = row.holding.isAmount ? Exact(1, 0) : market.last["\(exchange) \(symbol)"]
      let open = row.holding.isAmount ? Exact(1, 0) : market.open["\(exchange) \(symbol)"]
      let costs = mine.map { lot in lot.unitCost.map { $0 * lot.quantity } }
      let known = costs.compactMap(\.self)

      let quote = row.holding.quote ?? ""
      let isSame = currency == nil || currency == quote
      let cost =
        row.holding.isAmount && isSame
        ? quantity : known.count < costs.count ? nil : known.reduce(Exact(0, 0), +)
      let others = lots.map(\.exchange)
      let route = isSame ? [] : market.route(quote, currency ?? "", [exchange, "two"] + others)
      func converted(_ amount: Exact?) -> Exact? { amount?.converted(by: route) }
      let value = last.map { $0 * quantity }
      #expect(row.value == converted(value)?.decimal)
      #expect(row.cost == converted(cost)?.decimal)
      let gain = converted(value).flatMap { value in converted(cost).map { value - $0 } }
      #expect(row.gain == gain?.decimal)
      let isTraded = (last?.digits ?? 0) != 0 && (open?.digits ?? 0) != 0
      let change = last.flatMap { last in open.map { last - $0 } }
      // Each lot since the moment of the open changes from its own price.
      let isSinceMidnight = row.ticker?.changeReference == .utcDay
      var (older, fresh): (Exact, Exact?) = (quantity, Exact(0, 0))
      for lot in mine where !row.holding.isAmount && lot.age ?? 99 <= (isSinceMidnight ? 14 : 24) {
        older = older - lot.quantity
        let price = last.flatMap { $0.digits == 0 ? nil : $0 }
        let gain = price.flatMap { price in lot.unitCost.map { (price - $0) * lot.quantity } }
        fresh = fresh.flatMap { fresh in gain.map { fresh + $0 } }
      }
      let isAllNew = older.digits == 0 && mine.contains { $0.age ?? 99 <= 24 } && older != quantity
      let old = isAllNew ? Exact(0, 0) : isTraded ? change.map { $0 * older } : nil
      let dayChange = fresh.flatMap { fresh in old.map { fresh + $0 } }
      #expect(row.dayChange == converted(dayChange)?.decimal)
      let signs = Set(mine.map(\.quantity.digits).filter { $0 != 0 }.map { $0 > 0 })
      let hasSales = signs.count == 2 && !(row.holding.isAmount && isSame)
      #expect(
        row.gainPercent?.paper
          == (hasSales ? nil : row.gain?.percentage(of: row.cost?.magnitude))?.paper)
      if hasSales { #expect(row.unitCost == nil) }
      #expect(row.isUncosted == (cost == nil))
      if row.value != nil || row.cost != nil {
        for step in route ?? [] where !rates.contains(step.0) { rates.append(step.0) }
      }
      let group = currency ?? quote
      var sum = sums[group] ?? Sum()
      let worth = converted(value)
      sum.value = plus(sum.value, worth)
      sum.unpriced += worth == nil ? 1 : 0
      sum.uncosted += cost == nil ? 1 : 0
      if worth != nil {
        sum.hasSales = sum.hasSales || hasSales && cost != nil
        sum.cost = plus(sum.cost, converted(cost))
        sum.gain = plus(sum.gain, gain)
      }
      sums[group] = sum
    }
    #expect(valuation.rates.map { "\($0.exchange?.rawValue ?? "") \($0.pair)" } == rates)
    #expect(valuation.totals.map(\.quote) == sums.keys.sorted())
    for total in valuation.totals {
      let sum = try #require(sums[total.quote ?? ""])
      #expect(total.value == sum.value?.decimal)
      #expect(total.cost == sum.cost?.decimal)
      #expect(total.gain == sum.gain?.decimal)
      #expect((total.unpriced, total.uncosted) == (sum.unpriced, sum.uncosted))
      if sum.hasSales { #expect(total.gainPercent == nil) }
      if !sum.hasSales, let gain = total.gain, let cost = total.cost, !cost.isZero {
        #expect(total.gainPercent?.paper == gain.paper * Decimal(100).paper / cost.magnitude.paper)
      }
      let shares = valuation.rows.filter { $0.currency == total.quote }.compactMap(\.share)
      if let value = total.value, !value.isZero {
        let whole = shares.reduce(0, +).rounded(toPlaces: 20)
        #expect(whole == 100)
      } else {
        #expect(shares.isEmpty)
      }
    }
  }
}
