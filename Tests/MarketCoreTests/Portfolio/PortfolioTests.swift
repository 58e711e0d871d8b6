import Foundation
import TestTools
import Testing

@testable import MarketCore

/// The values of holdings: costs, gains, changes and totals.
struct PortfolioTests {
  private func value(_ column: Column<HoldingRow>, of row: HoldingRow) -> String? {
    row.value(of: column, asOf: .distantPast).text
  }

  @Test func `the unit cost of lots has 12 significant digits`() {
    var lots = Holding("BTC-USD", "1", at: "100")
    let isAdded = lots.add(Holding("BTC-USD", "2", at: "100.1"))
    #expect(isAdded && lots.cost == Decimal("300.2"))
    let rows = Portfolio([lots], defaultExchange: "one").valuation(of: []).rows
    #expect(rows.map(\.unitCost?.plain) == ["100.066666667"])
  }

  @Test func `without the cost of one lot that of the holding is unknown`() {
    var lots = Holding("BTC-USD", "1", at: "100")
    let isAdded = lots.add(Holding("BTC-USD", "2"))
    #expect(isAdded && lots.cost == nil)
    let rows = Portfolio([lots], defaultExchange: "one").valuation(of: []).rows
    #expect(rows.map(\.unitCost) == [nil])
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
      [Holding("BTC-USD", quantity, at: unitCost)], in: "EUR", defaultExchange: "one")
    let valuation = portfolio.valuation(of: [
      Ticker("BTC-USD", last: price).on("one"), Ticker("USD-EUR", last: rate).on("one"),
    ])
    #expect(valuation.isRounded == !isExact)
  }

  @Test func `a cost or a total that needs more than 38 digits is told`() {
    let (large, small) = ("100000000000000000000", "0.0000000000000000001")
    var lots = Holding("BTC-USD", "1", at: large)
    let isAdded = lots.add(Holding("BTC-USD", "1", at: small))
    #expect(isAdded && Portfolio([lots], defaultExchange: "one").valuation(of: []).isRounded)
    let cash = [Holding(Decimal(large), of: "USD"), Holding("BTC-USD", small)]
    func isRounded(at price: String) -> Bool {
      Portfolio(cash, defaultExchange: "one").valuation(of: [
        Ticker("BTC-USD", last: price).on("one")
      ])
      .isRounded
    }
    #expect(isRounded(at: "1") && !isRounded(at: "1000"))
  }

  @Test func `a converted amount that is divided has 12 digits, which is no loss to tell`() {
    let portfolio = Portfolio([Holding("BTC-USD", "1")], in: "EUR", defaultExchange: "one")
    let valuation = portfolio.valuation(of: [
      Ticker("BTC-USD", last: "1").on("one"), Ticker("EUR-USD", last: "3").on("one"),
    ])
    #expect(valuation.rows[0].value?.plain == "0.333333333333" && !valuation.isRounded)
  }

  @Test func `a gain on what is owed is one`() throws {
    let portfolio = Portfolio([Holding("BTC-USD", "-2", at: "100")], defaultExchange: "one")
    let valuation = portfolio.valuation(of: [Ticker("BTC-USD", last: "90").on("one")])
    let row = try #require(valuation.rows.first)
    #expect(value("cost", of: row) == "-200")
    #expect(value("gain", of: row) == "20")
    #expect(value("gain_percent", of: row) == "10")
    #expect(valuation.totals.first?.gainPercent == 10)
  }

  /// The day change of 3 BTC at a price of 100, which was 80 at its open.
  @Test(arguments: [
    // 24 hours before the answer, or 00:00 UTC.
    ("2026-11-19T14:00:00Z", ChangeReference.dayAgo, "30"),
    ("2026-11-19T13:59:59Z", .dayAgo, "60"), ("2026-11-20T00:00:00Z", .dayAgo, "30"),
    ("2026-11-20T00:00:00Z", .utcDay, "30"), ("2026-11-19T23:59:59Z", .utcDay, "60"),
    ("2026-11-19T14:00:00Z", .utcDay, "60"),
  ])
  func `a lot that was bought since the open changes from its own price`(
    since: String, reference: ChangeReference, change: String
  ) {
    let lot = Holding(
      exchange: "one", pair: Pair(symbol: "BTC-USD"), quantity: 3, unitCost: 90, since: Date(since))
    let ticker = Ticker(
      exchange: "one", pair: lot.pair, open: 80, volume: 1, last: 100, changeReference: reference)
    func valuation(_ lots: [Holding], isPast: Bool = false) -> Valuation {
      var portfolio = Portfolio(lots, defaultExchange: "one")
      portfolio.isPast = isPast
      return portfolio.valuation(of: [ticker]) { _ in Date("2026-11-20T14:00:00Z") }
    }
    let today = valuation([lot])
    #expect(today.rows.map(\.dayChange?.plain) == [change])
    #expect(today.totals.map(\.dayChange?.plain) == [change])
    // Beside an older lot both parts are summed up; of a sale it is the difference to the open.
    let old = Holding("BTC-USD", "2", at: "1")
    let sum = 40 + (Decimal(exact: change) ?? 0)
    #expect(valuation([old, lot]).rows.map(\.dayChange) == [sum])
    #expect(valuation([lot], isPast: true).rows.map(\.dayChange?.plain) == ["60"])
    // By default all lots are older.
    let all = Portfolio([lot], defaultExchange: "one").valuation(of: [ticker])
    #expect(all.rows.map(\.dayChange?.plain) == ["60"])
  }

  @Test func `the change of a lot of today needs its price, and no open`() {
    let now = Date("2026-11-20T14:00:00Z")
    func change(_ lots: (quantity: Decimal, cost: Decimal?)..., open: Decimal? = nil) -> String? {
      let pair = Pair(symbol: "BTC-USD")
      let holdings = lots.map {
        Holding(
          exchange: "one", pair: pair, quantity: $0.quantity, unitCost: $0.cost, since: now - 60)
      }
      let ticker = Ticker(exchange: "one", pair: pair, open: open, volume: nil, last: 100)
      return Portfolio(holdings, defaultExchange: "one").valuation(of: [ticker]) { _ in now }.rows[
        0
      ]
      .dayChange?.plain
    }
    #expect(change((1, 90)) == "10")
    #expect(change((1, nil), open: 80) == nil)
    #expect(change((1, 90), (1, nil)) == nil)
    // Sold at 95 what was bought at 90.
    #expect(change((1, 90), (-1, 95)) == "5")
    // Received for nothing.
    #expect(change((2, 0)) == "200")
  }

  @Test func `a coin of today changes from its own price, at the exchange of its rate`() {
    let now = Date("2026-11-20T14:00:00Z")
    let coin = Holding(2, of: "BTC", exchange: "one", unitCost: 90, since: now - 3_600)
    let cash = Holding(5, of: "EUR", since: now - 3_600)
    let tickers = [
      Ticker("BTC-USD", open: "80", last: "100").on("two"),
      Ticker("EUR-USD", open: "1", last: "1").on("two"),
    ]
    let valuation = Portfolio([coin, cash], in: "USD", defaultExchange: "two").valuation(
      of: tickers
    ) {
      // The other exchange has not answered.
      $0 == "two" ? now : .distantPast
    }
    #expect(valuation.rows.map(\.dayChange) == [20, 0])
    let later = Portfolio([coin], in: "USD", defaultExchange: "two").valuation(of: tickers) {
      $0 == "two" ? now + 100_000 : .distantPast
    }
    #expect(later.rows.map(\.dayChange) == [40])
  }

  @Test func `lots above 0 and below 0 have neither a percentage nor a unit cost`() throws {
    func valuation(_ lots: Holding..., currency: String? = nil) -> Valuation {
      Portfolio(lots, in: currency, defaultExchange: "one").valuation(of: [
        Ticker("BTC-USD", last: "90").on("one"), Ticker("ETH-USD", last: "9").on("one"),
      ])
    }
    let (bought, sold) = (Holding("BTC-USD", "2", at: "100"), Holding("BTC-USD", "-1", at: "110"))
    let other = Holding("ETH-USD", "1", at: "8")
    for lots in [valuation(bought, sold), valuation(sold, bought)] {
      let row = try #require(lots.rows.first)
      #expect((row.cost, row.gain, row.gainPercent, row.unitCost) == (90, 0, nil, nil))
      #expect(lots.totals.map(\.gainPercent) == [nil])
    }
    #expect(valuation(bought, sold, other).totals.map(\.gainPercent) == [nil])
    // Neither a short position nor a lot of nothing is a sale, nor cash that is owed.
    let empty = Holding("BTC-USD", "0", at: "1")
    for lots in [[sold, sold], [bought, empty, bought], [empty, sold]] {
      let total = Portfolio(lots, defaultExchange: "one").valuation(of: [
        Ticker("BTC-USD", last: "90").on("one")
      ]).totals
      #expect(total.map { $0.gainPercent != nil } == [true])
    }
    let cash = [Holding(5, of: "EUR"), Holding(-2, of: "EUR")]
    #expect(Portfolio(cash, defaultExchange: "one").valuation(of: []).rows.map(\.unitCost) == [1])
    #expect(Portfolio(cash, defaultExchange: "one").soldPairs == [])
    let sales = Portfolio([bought, sold, other] + cash, defaultExchange: "one")
    #expect(sales.soldPairs.map(\.symbol) == ["BTC-USD"])
  }

  @Test func `the cost of cash is its amount in its own currency, and unknown in another`() throws {
    let held = [Holding(10, of: "EUR"), Holding(-4, of: "USD")]
    let rates = [Ticker("EUR-USD", last: "2").on("one")]
    let own = Portfolio(held, defaultExchange: "one").valuation(of: [])
    #expect(own.rows.map(\.cost) == [10, -4] && own.rows.map(\.gain) == [0, 0])
    #expect(own.rows.map(\.unitCost) == [1, 1])
    let converted = Portfolio(held, in: "USD", defaultExchange: "one").valuation(of: rates)
    #expect(converted.rows.map(\.value) == [20, -4])
    #expect(converted.rows.map(\.cost) == [nil, -4])
    let total = try #require(converted.totals.first)
    #expect((total.cost, total.gain, total.uncosted, total.unpriced) == (-4, 0, 1, 0))
  }

  @Test(arguments: [("10.001", "$0.00", Tone.flat), ("10.01", "+$0.01", .up)])
  func `a gain that is shown as 0 has no direction`(price: String, text: String, tone: Tone) {
    let valuation = Portfolio([Holding("BTC-USD", "1", at: "10")], defaultExchange: "one")
      .valuation(of: [Ticker("BTC-USD", last: price).on("one")])
    let cell = valuation.rows[0].cell(of: "gain", asOf: .distantPast)
    #expect((cell.text, cell.tone) == (text, tone))
  }

  @Test func `a total counts what has no price, and adds up the rest`() throws {
    let held = [Holding("BTC-USD", "2", at: "5"), Holding("ETH-USD", "1", at: "7")]
    let valuation = Portfolio(held, defaultExchange: "one").valuation(of: [
      Ticker("BTC-USD", open: "8", last: "10").on("one"), Ticker("ETH-USD").on("one"),
    ])
    let total = try #require(valuation.totals.first)
    #expect((total.quote, total.value, total.dayChange) == ("USD", 20, 4))
    #expect((total.cost, total.gain, total.gainPercent) == (10, 10, 100))
    #expect((total.unpriced, total.uncosted) == (1, 0))
    #expect(valuation.rows.map(\.share) == [100, nil])
  }

  @Test func `cost and gain of a total are those of the holdings that have both`() throws {
    let held = [
      Holding("BTC-USD", "2", at: "5"), Holding("ETH-USD", "1"), Holding(3, of: "USD"),
      Holding("LTC-USD", "1", at: "9"),
    ]
    let valuation = Portfolio(held, defaultExchange: "one").valuation(of: [
      Ticker("BTC-USD", last: "8").on("one"), Ticker("ETH-USD", last: "4").on("one"),
    ])
    let total = try #require(valuation.totals.first)
    #expect((total.value, total.cost, total.gain) == (23, 13, 6))
    #expect((total.unpriced, total.uncosted) == (1, 1))
    #expect(total.cell(of: "value", asOf: .distantPast).text == "$23.00*")
    #expect(total.cell(of: "cost", asOf: .distantPast).text == "$13.00")
    let whole = Portfolio(Array(held.prefix(3)), defaultExchange: "one").valuation(of: [
      Ticker("BTC-USD", last: "8").on("one"), Ticker("ETH-USD", last: "4").on("one"),
    ])
    #expect(whole.totals.first?.cell(of: "value", asOf: .distantPast).text == "$23.00")
    let none = Portfolio([held[1]], defaultExchange: "one").valuation(of: [])
    #expect(none.totals.first?.value == nil && none.totals.first?.cost == nil)
  }

  @Test(.timeLimit(.minutes(1)))
  func `the time for tens of thousands of holdings is in proportion to their number`() {
    let pairs = (0..<30_000).map { Pair(base: "A\($0)", quote: "USD") }
    let listings = pairs.map { Listing(exchange: "one", pair: $0) }
    let names = Dictionary(
      uniqueKeysWithValues: listings.indices.map { (listings[$0], listings[$0 / 2 * 2]) })
    let held = pairs.map { Holding(exchange: "one", pair: $0, quantity: 1) }
    let portfolio = Portfolio(held, in: "USD", defaultExchange: "one")
    let tickers = pairs.map { Ticker($0.symbol, last: "1").on("one") }
    #expect(portfolio.valuation(of: tickers).rows.count == 30_000)
    #expect(portfolio.valuation(of: tickers, under: names).rows.count == 15_000)
    let answer = Answer(tickers, asOf: .distantPast)
    #expect(portfolio.needed(of: answer, from: "one").count == 30_000)
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
            let valuation = Portfolio(held, in: "EUR", defaultExchange: "one")
              .valuation(of: Array(tickers.suffix(pairs)) + tickers.prefix(2))
            for column in HoldingRow.columns {
              _ = valuation.rows[0].cell(of: column, asOf: .distantPast).text
            }
          }
        }
      }
    }
  }
}
