import Foundation
import TestTools
import Testing

@testable import MarketCore

/// The rates by which holdings are converted, and the exchanges that are requested for them.
struct PortfolioRatesTests {
  @Test(arguments: [
    (["USD-EUR 0.5"], "5 one USD-EUR"), (["EUR-USD 3"], "3.33333333333 one EUR-USD"),
    (["EUR-USD 0", "USD-EUR 0.5"], "5 one USD-EUR"),
    (["USD-EUR 0", "EUR-USD 4"], "2.5 one EUR-USD"),
    (["USD-USDT 2", "USDT-EUR 4"], "80 one USD-USDT, one USDT-EUR"),
    (["USDC-USD 4", "USDC-EUR 3"], "7.5 one USDC-USD, one USDC-EUR"),
    (["BTC-USD 4", "EUR-BTC 0.1"], "25 one BTC-USD, one EUR-BTC"),
    (["BTC-USD 4", "BTC-EUR 3", "USDC-USD 1", "USDC-EUR 2"], "20 one USDC-USD, one USDC-EUR"),
    (["USD-GBP 1", "GBP-EUR 1"], "–"), ([], "–"),
  ])
  func `a rate is that of the first route`(prices: [String], expected: String) {
    let tickers = [Ticker](lines: prices.map { "one \($0)" })
    let portfolio = Portfolio([Trade(10, of: "USD")], in: "EUR", defaultExchange: "one")
    let valuation = portfolio.valuation(of: tickers)
    let rates = valuation.rates.map { "\($0.exchange?.rawValue ?? "") \($0.pair)" }.joined(
      separator: ", ")
    let text = valuation.rows[0].value.map { "\($0.plain) \(rates)" } ?? "–"
    #expect(text == expected)
    #expect(valuation.missingRates.map(\.currency) == (expected == "–" ? ["USD"] : []))
  }

  @Test func `the exchange of the holding comes before that of the options`() {
    let tickers = [
      Ticker("BTC-USD", last: "10").on("two"), Ticker("USD-EUR", last: "2").on("two"),
      Ticker("USD-EUR", last: "3").on("one"),
    ]
    let held = [Trade("BTC-USD", "1", on: "two"), Trade("ETH-USD", "1", on: "three")]
    let portfolio = Portfolio(held, in: "EUR", defaultExchange: "one")
    #expect(portfolio.exchanges == ["two", "three", "one"])
    let valuation = portfolio.valuation(of: tickers)
    #expect(valuation.rows.map(\.value) == [20, nil])
    #expect(valuation.rates.map(\.exchange) == ["two"])
  }

  @Test func `a rate is that of the holding's exchange, then of the options, then of the others`() {
    let cash = Trade(10, of: "USD")
    let held = [Trade("A-USD", "1", on: "two"), Trade("B-EUR", "1", on: "three"), cash]
    func values(_ rates: String...) -> [Decimal?] {
      let tickers = [Ticker](lines: rates)
      let prices = [Ticker("A-USD", last: "10").on("two")]
      return Portfolio(held, in: "EUR", defaultExchange: "one").valuation(of: prices + tickers).rows
        .map(\.value)
    }
    #expect(values("two USD-EUR 2", "three USD-EUR 3", "one USD-EUR 4") == [20, nil, 40])
    #expect(values("three USD-EUR 3", "one USD-EUR 4") == [40, nil, 40])
    #expect(values("three USD-EUR 3") == [30, nil, 30])
    #expect(values("two USD-EUR 2", "three USD-EUR 3") == [20, nil, 20])
    #expect(values() == [nil, nil, nil])
  }

  @Test func `a coin has the price and the change of its rate`() throws {
    func row(_ currency: String?, _ tickers: Ticker...) throws -> HoldingRow {
      let portfolio = Portfolio([Trade(2, of: "BTC")], in: currency, defaultExchange: "one")
      return try #require(portfolio.valuation(of: tickers.map { $0.on("one") }).rows.first)
    }
    let direct = try row("USD", Ticker("BTC-USD", open: "80", last: "100"))
    #expect((direct.last, direct.value, direct.dayChange, direct.percent) == (100, 200, 40, 25))
    #expect((direct.cost, direct.isUncosted, direct.market) == (nil, true, nil))
    let inverse = try row("USD", Ticker("USD-BTC", open: "0.25", last: "0.2"))
    #expect((inverse.last, inverse.value, inverse.dayChange, inverse.percent) == (5, 10, 2, 25))
    let chain = try row(
      "EUR", Ticker("BTC-USD", open: "80", last: "100"), Ticker("USD-EUR", open: "1", last: "0.9"))
    #expect(
      (chain.last, chain.value, chain.dayChange, chain.percent) == (90, 180, 20, Decimal("12.5")))
    let half = try row(
      "EUR", Ticker("BTC-USD", last: "100"), Ticker("USD-EUR", open: "1", last: "1"))
    #expect((half.last, half.dayChange, half.percent) == (100, nil, nil))
    let none = try row("USD")
    #expect((none.last, none.value, none.percent) == (nil, nil, nil))
    for own in [try row(nil), try row("BTC")] {
      #expect((own.last, own.value, own.dayChange, own.cost, own.gain) == (1, 2, 0, 2, 0))
      #expect(own.currency == "BTC" && own.dayChangeReference == nil)
    }
  }

  @Test func `the cost of a coin is in the currency that it is converted to`() throws {
    func valued(in currency: String?) throws -> HoldingRow {
      let coin = Trade(2, of: "BTC", on: "one", at: 40)
      let portfolio = Portfolio([coin], in: currency, defaultExchange: "two")
      let tickers = [("one", "100"), ("two", "101")].map { Ticker("BTC-USD", last: $1).on($0) }
      return try #require(portfolio.valuation(of: tickers).rows.first)
    }
    let row = try valued(in: "USD")
    #expect((row.last, row.unitCost, row.cost, row.gain) == (100, 40, 80, 120))
    #expect(!row.isUncosted && row.exchange == nil)
    #expect(row.cell(of: "unit_cost", asOf: .distantPast).text == "$40.00")
    let own = try valued(in: nil)
    #expect((own.unitCost, own.cost, own.gain) == (1, 2, 0))
  }

  @Test func `a coin asks its exchange for a rate first, and none without a currency`() {
    let coin = Trade(2, of: "BTC", on: "one")
    #expect(Portfolio([coin], in: "USD", defaultExchange: "two").exchanges == ["one", "two"])
    #expect(Portfolio([coin], defaultExchange: "two").exchanges.isEmpty)
  }

  @Test func `a coin counts as one of a UTC day where its rate does`() throws {
    let portfolio = Portfolio([Trade(2, of: "BTC")], in: "USD", defaultExchange: "kraken")
    let ticker = Ticker(
      pair: Pair(symbol: "BTC-USD"), open: 1, volume: 1, last: 2, changeReference: .utcDay)
    let row = try #require(portfolio.valuation(of: [ticker.on("kraken")]).rows.first)
    #expect(row.dayChangeReference == .utcDay)
  }

  @Test func `a rate that converts several holdings is named once`() {
    let held = [Trade("BTC-USD", "1"), Trade("ETH-USD", "1")]
    let tickers = ["BTC-USD", "ETH-USD", "USD-EUR"].map { Ticker($0, last: "2").on("one") }
    let valuation = Portfolio(held, in: "EUR", defaultExchange: "one").valuation(of: tickers)
    #expect(valuation.rows.map(\.value) == [4, 4])
    #expect(valuation.rates.map(\.pair.symbol) == ["USD-EUR"])
  }

  @Test func `only what is needed is requested`() {
    let held = [
      Trade("BTC-USD", "1"), Trade("ETH-EUR", "1", on: "two"), Trade(1, of: "EUR"),
    ]
    #expect(Portfolio(held, defaultExchange: "three").exchanges == ["one", "two"])
    let converted = Portfolio(held, in: "EUR", defaultExchange: "three")
    #expect(converted.exchanges == ["one", "two", "three"])
    #expect(converted.needsRates && !Portfolio(held, defaultExchange: "three").needsRates)
    #expect(!Portfolio([held[1], held[2]], in: "EUR", defaultExchange: "three").needsRates)
    let answer = Answer(
      ["BTC-USD", "ETH-EUR", "XMR-EUR", "USDT-EUR", "USD-EUR"].map { Ticker($0, last: "1") },
      asOf: .distantPast, names: [Pair(symbol: "XBT-USD"): Pair(symbol: "BTC-USD")])
    func needed(_ portfolio: Portfolio, _ exchange: ExchangeID) -> [String] {
      portfolio.needed(of: answer, from: exchange).map(\.pair.symbol)
    }
    #expect(needed(converted, "one") == ["BTC-USD", "USDT-EUR", "USD-EUR"])
    #expect(needed(converted, "two") == ["BTC-USD", "ETH-EUR", "USDT-EUR", "USD-EUR"])
    let own = Portfolio([Trade("XBT-USD", "1")], in: "EUR", defaultExchange: "one")
    #expect(needed(own, "one") == needed(converted, "one"))
    #expect(
      Portfolio([Trade(1, of: "EUR")], in: "EUR", defaultExchange: "three").exchanges.isEmpty)
  }
}
