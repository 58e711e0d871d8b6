import Foundation
import RandomInputs
import Testing

@testable import MarketCore

/// The values of random trades, compared with a slow reference in whole numbers.
struct RandomPortfoliosTests {
  /// 14:00 UTC.
  private static let arrival = Date("2026-11-20T14:00:00Z")

  private static let seeds = Array(1...UInt64(rounds(8)))
  /// Hours before the arrival of the tickers; `nil` for no time.
  private static let moments: [ExactTrade.Moment] =
    ([nil, 30, 24.001, 24, 20, 14.001, 14, 1] as [Double?]).map { age in
      (age.map { arrival - $0 * 3_600 }, false)
    } + [(arrival - 38 * 3_600, true), (arrival - 14 * 3_600, true)]

  @Test(arguments: seeds, [nil, "EUR", "USD", "BTC"] as [String?])
  func `the worth is that of the reference`(seed: UInt64, currency: String?) throws {
    var random = Seeded(state: seed)
    var market = ExactMarket()
    var tickers: [Ticker] = []
    for exchange in ["one", "two"] as [ExchangeID] {
      for pair in ExactTrade.pairs where Int.random(in: 0..<4, using: &random) > 0 {
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
    let trades = ExactTrade.trades(
      in: currency, hasOneQuote: false, at: ["one", "two"], moments: Self.moments, using: &random)
    try Self.check(trades, market, tickers, currency)
  }

  /// The day change of what is left of a pair or of cash, in its quote currency.
  private static func change(
    _ held: ExactTrade.Held, _ row: ExactRow, _ market: ExactMarket, since hours: Double
  ) -> Exact? {
    if held.isAmount { return Exact(0, 0) }
    guard let last = market.last[held.key], last.digits != 0 else { return nil }
    return row.position.parts.filter { $0.left > 0 }.reduce(Exact(0, 0)) { sum, part in
      let isNew = part.trade.moment.time.map { $0 >= arrival - hours * 3_600 } ?? false
      let open = market.open[held.key].flatMap { $0.digits == 0 ? nil : $0 }
      let quantity = Exact(Int128(part.trade.moved < 0 ? -part.left : part.left), 2)
      // Each lot since the moment of the open changes from its own price.
      return sum.flatMap { sum in
        (isNew ? part.trade.price : open).map { sum + (last - $0) * quantity }
      }
    }
  }

  /// Compares each row, total and rate.
  private static func check(
    _ trades: [ExactTrade], _ market: ExactMarket, _ tickers: [Ticker], _ currency: String?
  ) throws {
    let valuation = Portfolio(trades.map(\.trade), in: currency, defaultExchange: "two")
      .valuation(of: tickers) { _ in arrival }
    let expected = ExactRow.rows(of: trades, market, currency)
    #expect(valuation.rows.map(\.holding) == expected.map(\.held.holding))
    for (row, (held, exact)) in zip(valuation.rows, expected) {
      let isLeft = exact.quantity.digits != 0
      #expect(row.quantity == exact.quantity.decimal)
      #expect(row.value == exact.value?.decimal)
      #expect(row.isUncosted == exact.isUncosted)
      #expect(isNear(row.cost, exact.cost) && isNear(row.gain, exact.gain))
      #expect(isNear(row.realized, exact.realized) && isNear(row.fees, exact.fees))
      #expect(isNear(row.totalGain, exact.totalGain))
      if !isLeft {
        #expect((row.last, row.percent, row.unitCost, row.gainPercent) == (nil, nil, nil, nil))
      }
      let priced = held.isAmount ? exact.cost : exact.position.cost(by: [])
      #expect((row.unitCost == nil) == (priced == nil || !isLeft))
      if let unitCost = row.unitCost, let priced {
        let (whole, places) = (unitCost.paper * exact.quantity.paper - priced, priced.digits.count)
        #expect(
          whole.digits.isEmpty
            || whole.digits.count + whole.exponent <= places + priced.exponent - 10)
      }
      #expect(row.gainPercent?.paper == row.gain?.percentage(of: row.cost?.magnitude)?.paper)
      if held.isAmount && !held.isCash { continue }
      let hours = row.ticker?.changeReference == .utcDay ? 14.0 : 24
      let change = change(held, exact, market, since: hours)?.converted(by: exact.route)
      #expect(row.dayChange == (isLeft ? change : Exact(0, 0))?.decimal)
    }
    #expect(!valuation.isRounded)
    #expect(
      valuation.rates.map { "\($0.exchange?.rawValue ?? "") \($0.pair)" }
        == expected.flatMap(\.row.rates).once)
    #expect(
      valuation.missingRates.map { "\($0.holding.exchange?.rawValue ?? "") \($0.holding.pair)" }
        == expected.flatMap(\.row.unconverted))
    #expect(
      valuation.shorts.map(\.holding)
        == expected.filter { $0.row.position.hasOpenedShort && !$0.held.isCash }.map(\.held.holding)
    )
    let sums = Dictionary(grouping: expected) { currency ?? $0.held.quote }
      .mapValues { ExactTotal($0.map(\.row)) }
    #expect(valuation.totals.map(\.quote) == sums.keys.sorted())
    for total in valuation.totals {
      let sum = try #require(sums[total.quote ?? ""])
      #expect(sum.isSame(as: total))
      if let gain = total.gain, let cost = total.cost, !cost.isZero {
        let percent = gain.paper * Decimal(100).paper / cost.magnitude.paper
        #expect(isNear(total.gainPercent, percent))
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
