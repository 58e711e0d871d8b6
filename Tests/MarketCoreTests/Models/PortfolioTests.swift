import Foundation
import Testing

@testable import MarketCore

/// Holdings and their worth: what is exact, what is unknown, and how amounts are converted.
struct PortfolioTests {
  private func holding(
    _ symbol: String, _ quantity: String, at unitCost: String? = nil, on exchange: String = "one"
  ) -> Holding {
    Holding(
      exchange: exchange, pair: Pair(symbol: symbol), quantity: Decimal(quantity),
      unitCost: unitCost.map { Decimal($0) })
  }

  private func value(_ field: HoldingField, of row: HoldingRow) -> String? {
    row.value(of: field, asOf: .distantPast).text
  }

  @Test func `the unit cost of lots has 12 significant digits`() {
    var lots = holding("BTC-USD", "1", at: "100")
    let isAdded = lots.add(holding("BTC-USD", "2", at: "100.1"))
    #expect(isAdded && lots.cost == Decimal("300.2"))
    #expect(lots.unitCost?.plain == "100.066666667")
  }

  @Test func `without the cost of one lot that of the holding is unknown`() {
    var lots = holding("BTC-USD", "1", at: "100")
    let isAdded = lots.add(holding("BTC-USD", "2"))
    #expect(isAdded && lots.cost == nil && lots.unitCost == nil)
  }

  /// Quantity, unit cost, price, rate, and whether all amounts have all their digits.
  @Test(
    arguments: [
      ("0.123456789012345678", "20000.123456", "27412.35", "1.0868", true),
      ("1234567890123456789", nil, "1000000000000000000.1", "1", true),
      // The zeros at the end of a product are no digits that are lost.
      ("11920928955078125", nil, "9007199254740992", "90071992547409920000000", true),
      ("12345678901234567890.1", nil, "1234567890123456789.01", "1", false),
      ("1234567890.12345678901234567", nil, "27412.35", "1.08680123", false),
      ("1.000000000000000000000000000001", "1.0000000001", "0", "1", false),
      ("1", "0.00000000000000000000000000000000000001", "12", "1", false),
    ] as [(String, String?, String, String, Bool)])
  func `an amount that needs more than 38 digits is told`(
    quantity: String, unitCost: String?, price: String, rate: String, isExact: Bool
  ) {
    let portfolio = Portfolio(
      [holding("BTC-USD", quantity, at: unitCost)], in: "EUR", home: "one")
    let valuation = portfolio.valuation(of: [
      Ticker("BTC-USD", last: price).on("one"), Ticker("USD-EUR", last: rate).on("one"),
    ])
    #expect(valuation.isRounded == !isExact)
  }

  @Test func `a cost or a total that needs more than 38 digits is told`() {
    let (large, small) = ("100000000000000000000", "0.0000000000000000001")
    var lots = holding("BTC-USD", "1", at: large)
    let isAdded = lots.add(holding("BTC-USD", "1", at: small))
    #expect(isAdded && Portfolio([lots], home: "one").valuation(of: []).isRounded)
    let cash = [Holding(cash: "USD", Decimal(large)), holding("BTC-USD", small)]
    func isRounded(at price: String) -> Bool {
      Portfolio(cash, home: "one").valuation(of: [Ticker("BTC-USD", last: price).on("one")])
        .isRounded
    }
    #expect(isRounded(at: "1") && !isRounded(at: "1000"))
  }

  @Test func `a converted amount that is divided has 12 digits, which is no loss to tell`() {
    let portfolio = Portfolio([holding("BTC-USD", "1")], in: "EUR", home: "one")
    let valuation = portfolio.valuation(of: [
      Ticker("BTC-USD", last: "1").on("one"), Ticker("EUR-USD", last: "3").on("one"),
    ])
    #expect(valuation.rows[0].value?.plain == "0.333333333333" && !valuation.isRounded)
  }

  @Test func `a gain on what is owed is one`() throws {
    let portfolio = Portfolio([holding("BTC-USD", "-2", at: "100")], home: "one")
    let valuation = portfolio.valuation(of: [Ticker("BTC-USD", last: "90").on("one")])
    let row = try #require(valuation.rows.first)
    #expect(value(.cost, of: row) == "-200")
    #expect(value(.gain, of: row) == "20")
    #expect(value(.gainPercent, of: row) == "10")
    #expect(valuation.totals.first?.gainPercent == 10)
  }

  @Test(arguments: [
    (["USD-EUR 0.5"], "5 one USD-EUR"), (["EUR-USD 3"], "3.33333333333 one EUR-USD"),
    (["EUR-USD 0", "USD-EUR 0.5"], "5 one USD-EUR"),
    (["USD-USDT 2", "USDT-EUR 4"], "80 one USD-USDT, one USDT-EUR"),
    (["USDC-USD 4", "USDC-EUR 3"], "7.5 one USDC-USD, one USDC-EUR"),
    (["BTC-USD 4", "EUR-BTC 0.1"], "25 one BTC-USD, one EUR-BTC"),
    (["BTC-USD 4", "BTC-EUR 3", "USDC-USD 1", "USDC-EUR 2"], "20 one USDC-USD, one USDC-EUR"),
    (["USD-GBP 1", "GBP-EUR 1"], "–"), ([], "–"),
  ])
  func `a rate is that of the first route`(prices: [String], expected: String) {
    let tickers = prices.map { text in
      let parts = text.split(separator: " ").map(String.init)
      return Ticker(parts[0], last: parts[1]).on("one")
    }
    let portfolio = Portfolio([Holding(cash: "USD", 10)], in: "EUR", home: "one")
    let valuation = portfolio.valuation(of: tickers)
    let rates = valuation.rates.map { "\($0.exchange) \($0.pair)" }.joined(separator: ", ")
    let text = valuation.rows[0].value.map { "\($0.plain) \(rates)" } ?? "–"
    #expect(text == expected)
    #expect(valuation.unconverted == (expected == "–" ? ["USD"] : []))
  }

  @Test func `the exchange of the holding comes before that of the options`() {
    let tickers = [
      Ticker("BTC-USD", last: "10").on("two"), Ticker("USD-EUR", last: "2").on("two"),
      Ticker("USD-EUR", last: "3").on("one"),
    ]
    let held = [holding("BTC-USD", "1", on: "two"), holding("ETH-USD", "1", on: "three")]
    let portfolio = Portfolio(held, in: "EUR", home: "one")
    #expect(portfolio.exchanges == ["two", "three", "one"])
    let valuation = portfolio.valuation(of: tickers)
    #expect(valuation.rows.map(\.value) == [20, nil])
    #expect(valuation.rates.map(\.exchange) == ["two"])
  }

  @Test func `a total counts what has no price, and adds up the rest`() throws {
    let held = [holding("BTC-USD", "2", at: "5"), holding("ETH-USD", "1", at: "7")]
    let valuation = Portfolio(held, home: "one").valuation(of: [
      Ticker("BTC-USD", open: "8", last: "10").on("one"), Ticker("ETH-USD").on("one"),
    ])
    let total = try #require(valuation.totals.first)
    #expect((total.quote, total.value, total.dayChange) == ("USD", 20, 4))
    #expect((total.cost, total.gain, total.unpriced) == (17, nil, 1))
    #expect(valuation.rows.map(\.share) == [100, nil])
  }

  @Test func `only what is needed is asked for`() {
    let held = [
      holding("BTC-USD", "1"), holding("ETH-EUR", "1", on: "two"), Holding(cash: "EUR", 1),
    ]
    #expect(Portfolio(held, home: "three").exchanges == ["one", "two"])
    let converted = Portfolio(held, in: "EUR", home: "three")
    #expect(converted.exchanges == ["one", "two", "three"])
    #expect(converted.exchanges.filter(converted.needsRates) == ["one", "three"])
    #expect(converted.mayConvert(Pair(symbol: "USDT-EUR")))
    #expect(!converted.mayConvert(Pair(symbol: "ETH-EUR")))
    #expect(Portfolio([Holding(cash: "EUR", 1)], in: "EUR", home: "three").exchanges.isEmpty)
  }

  @Test func `numbers at the ends of a decimal's range trap nothing`() {
    let numbers = [
      "1e-128", "1e-100", "9e-30", "1", "123456789012345678901234567890.12345678", "9e126",
    ]
    .map { Decimal($0) }
    for quantity in numbers {
      for price in numbers {
        for rate in numbers {
          let held = [
            Holding(
              exchange: "one", pair: Pair(symbol: "A-B"), quantity: -quantity, unitCost: price)
          ]
          let tickers = ["A-B", "EUR-USD", "B-USD", "USD-B"].map { symbol in
            Ticker(
              pair: Pair(symbol: symbol), open: rate, volume: nil,
              last: symbol == "A-B" ? price : rate
            ).on("one")
          }
          for pairs in [4, 3] {
            let valuation = Portfolio(held, in: "EUR", home: "one")
              .valuation(of: Array(tickers.suffix(pairs)) + tickers.prefix(2))
            for field in HoldingField.allCases {
              _ = valuation.rows[0].cell(of: field, asOf: .distantPast).text
            }
          }
        }
      }
    }
  }
}
