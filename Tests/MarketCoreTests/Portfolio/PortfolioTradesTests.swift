import Foundation
import TestTools
import Testing

@testable import MarketCore

/// The trades of a portfolio: their fees, and what is requested for them.
struct PortfolioTradesTests {
  private static let pair = Holding(Pair("FOO-USD"), on: "one")

  @Test(arguments: [(nil, "BTC"), ("BTC", "BTC"), ("EUR", nil)] as [(String?, String?)])
  func `a fee without a code is taken from a coin that is its own currency`(
    currency: String?, code: String?
  ) {
    let trades = LotsTests.trades("buy 1 fee 0.1", of: Holding(of: "BTC", exchange: "one"))
    let portfolio = Portfolio(trades, in: currency, defaultExchange: "one")
    #expect(portfolio.trades.map(\.fee?.currency) == [code])
    #expect(portfolio.trades[0].movedQuantity == (code == nil ? 1 : Decimal(string: "0.9")))
  }

  @Test(arguments: [
    ("buy 1 on 5; sell 1 on 5", 1.0...9.0, false), ("buy 1 on 5; sell 1 on 6", 1.0...9.0, true),
    ("buy 1 on 5; sell 1 on 6", 6.0...9.0, false), ("buy 1 on 5; sell 1 on 6", 5.5...5.5, true),
    ("buy 1 on 5; sell 1 on 6", 1.0...4.0, false), ("sell 1 on 5.5; buy 1 on 5.6", 5.0...9.0, true),
    ("buy 1 fee 1FOO", 5.0...9.0, false), ("buy 1 on 5; sell 1", 1.0...4.0, true),
  ])
  func `prices are requested only for what is held at some time`(
    trades: String, days: ClosedRange<Double>, isHeld: Bool
  ) {
    var portfolio = Portfolio(
      LotsTests.trades(trades, of: Self.pair), defaultExchange: "one")
    portfolio.times =
      Date(
        timeIntervalSince1970: days.lowerBound * 86_400)...Date(
        timeIntervalSince1970: days.upperBound * 86_400)
    #expect(portfolio.exchanges == (isHeld ? ["one"] : []))
    #expect(portfolio.pairs(on: "one").isEmpty == !isHeld)
  }

  @Test func `a holding without a quantity is a row of zeros without a price`() throws {
    let trades = LotsTests.trades("buy 1 at 10; sell 1 at 12 fee 1 on 3", of: Self.pair)
    let portfolio = Portfolio(trades, defaultExchange: "one")
    let ticker = Ticker("FOO-USD", open: "1", last: "5").on("one")
    for time in [4.0, 99] {
      let row = try #require(
        portfolio.valuation(of: [ticker], at: Date(timeIntervalSince1970: time * 86_400)).rows.first
      )
      #expect((row.quantity, row.value, row.dayChange, row.cost, row.gain) == (0, 0, 0, 0, 0))
      #expect((row.last, row.percent, row.unitCost, row.gainPercent) == (nil, nil, nil, nil))
      #expect((row.realized, row.fees, row.totalGain) == (1, 1, 1))
    }
    let later = portfolio.valuation(of: [ticker], at: .distantPast)
    #expect(later.rows.map(\.quantity) == [1])
    let future = Portfolio(
      LotsTests.trades("buy 1 at 10 on 9", of: Self.pair), defaultExchange: "one")
    let total = future.valuation(of: [], at: .distantPast).totals
    #expect(total.map(\.value) == [0] && total.map(\.unpriced) == [0])
  }

  @Test func `accounts have their own rows and totals, and shares of all accounts`() throws {
    func holding(_ account: String) -> Holding {
      Holding(Pair("FOO-USD"), on: "one", account: account)
    }
    let trades = [
      Trade(holding("b"), 1, at: 2), Trade(holding("a"), 3, at: 2), Trade(holding("b"), -1, at: 5),
      Trade(Holding(of: "USD", account: "b"), 25),
    ]
    let portfolio = Portfolio(trades, defaultExchange: "one")
    let valuation = portfolio.valuation(of: [Ticker("FOO-USD", last: "25").on("one")])
    #expect(valuation.rows.map(\.holding.account) == ["b", "a", "b"])
    #expect(valuation.rows.map(\.share) == [0, 75, 25])
    #expect(valuation.totals.map(\.value) == [100] && valuation.totals.map(\.account) == [nil])
    #expect(valuation.accountTotals.map(\.account) == ["a", "b"])
    #expect(valuation.accountTotals.map(\.value) == [75, 25])
    #expect(valuation.accountTotals.map(\.realized) == [0, 3])
    #expect(Set(valuation.rows.map(\.id)).count == 3)
    let one = Portfolio(Array(trades.prefix(1)), defaultExchange: "one")
    #expect(one.trades.map(\.holding.account) == [nil])
    #expect(one.valuation(of: []).accountTotals.map(\.account) == ["b"])
    #expect(valuation.rows.map(\.title) == ["b FOO-USD", "a FOO-USD", "b USD"])
  }
}
