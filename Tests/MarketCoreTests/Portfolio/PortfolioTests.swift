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
    let trades = [Trade("BTC-USD", "1", at: "100"), Trade("BTC-USD", "2", at: "100.1")]
    let rows = Portfolio(trades, defaultExchange: "one").valuation(of: []).rows
    #expect(rows.map(\.cost) == [Decimal("300.2")])
    #expect(rows.map(\.unitCost?.plain) == ["100.066666667"])
  }

  @Test func `without the cost of one lot that of the holding is unknown`() {
    let trades = [Trade("BTC-USD", "1", at: "100"), Trade("BTC-USD", "2")]
    let rows = Portfolio(trades, defaultExchange: "one").valuation(of: []).rows
    #expect(rows.map(\.cost) == [nil] && rows.map(\.unitCost) == [nil])
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
      [Trade("BTC-USD", quantity, at: unitCost)], in: "EUR", defaultExchange: "one")
    let valuation = portfolio.valuation(of: [
      Ticker("BTC-USD", last: price).on("one"), Ticker("USD-EUR", last: rate).on("one"),
    ])
    #expect(valuation.isRounded == !isExact)
  }

  @Test func `a cost or a total that needs more than 38 digits is told`() {
    let (large, small) = ("100000000000000000000", "0.0000000000000000001")
    let trades = [Trade("BTC-USD", "1", at: large), Trade("BTC-USD", "1", at: small)]
    #expect(Portfolio(trades, defaultExchange: "one").valuation(of: []).isRounded)
    let cash = [Trade(Decimal(large), of: "USD"), Trade("BTC-USD", small)]
    func isRounded(at price: String) -> Bool {
      Portfolio(cash, defaultExchange: "one").valuation(of: [
        Ticker("BTC-USD", last: price).on("one")
      ])
      .isRounded
    }
    #expect(isRounded(at: "1") && !isRounded(at: "1000"))
  }

  @Test func `a converted amount that is divided has 12 digits, which is no loss to tell`() {
    let portfolio = Portfolio([Trade("BTC-USD", "1")], in: "EUR", defaultExchange: "one")
    let valuation = portfolio.valuation(of: [
      Ticker("BTC-USD", last: "1").on("one"), Ticker("EUR-USD", last: "3").on("one"),
    ])
    #expect(valuation.rows[0].value?.plain == "0.333333333333" && !valuation.isRounded)
  }

  @Test func `a gain on what is owed is one`() throws {
    let portfolio = Portfolio([Trade("BTC-USD", "-2", at: "100")], defaultExchange: "one")
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
    let lot = Trade("BTC-USD", 3, at: 90, time: Date(since))
    let ticker = Ticker(
      exchange: "one", pair: lot.holding.pair, open: 80, volume: 1, last: 100,
      changeReference: reference)
    func valuation(_ lots: [Trade], isPast: Bool = false) -> Valuation {
      var portfolio = Portfolio(lots, defaultExchange: "one")
      portfolio.isPast = isPast
      return portfolio.valuation(of: [ticker]) { _ in Date("2026-11-20T14:00:00Z") }
    }
    let today = valuation([lot])
    #expect(today.rows.map(\.dayChange?.plain) == [change])
    #expect(today.totals.map(\.dayChange?.plain) == [change])
    // Beside an older lot both parts are summed up.
    let old = Trade("BTC-USD", "2", at: "1")
    let sum = 40 + (Decimal(exact: change) ?? 0)
    #expect(valuation([old, lot]).rows.map(\.dayChange) == [sum])
    #expect(valuation([lot], isPast: true).rows.map(\.dayChange) == [nil])
    // By default all lots are older.
    let all = Portfolio([lot], defaultExchange: "one").valuation(of: [ticker])
    #expect(all.rows.map(\.dayChange?.plain) == ["60"])
  }

  @Test func `the change of a lot of today needs its price, and no open`() {
    let now = Date("2026-11-20T14:00:00Z")
    func change(_ lots: (quantity: Decimal, cost: Decimal?)..., open: Decimal? = nil) -> String? {
      let pair = Pair(symbol: "BTC-USD")
      let trades = lots.map { Trade(pair.symbol, $0.quantity, at: $0.cost, time: now - 60) }
      let ticker = Ticker(exchange: "one", pair: pair, open: open, volume: nil, last: 100)
      return Portfolio(trades, defaultExchange: "one").valuation(of: [ticker]) { _ in now }
        .rows[0].dayChange?.plain
    }
    #expect(change((1, 90)) == "10")
    #expect(change((1, nil), open: 80) == nil)
    #expect(change((1, 90), (1, nil)) == nil)
    // Of what was sold nothing changes, whether all or a part.
    #expect(change((1, 90), (-1, 95)) == "0")
    #expect(change((3, 90), (-1, 95)) == "20")
    // What was sold and is owed.
    #expect(change((-2, 95)) == "-10")
    // Received for nothing.
    #expect(change((2, 0)) == "200")
  }

  @Test func `a coin of today changes from its own price, at the exchange of its rate`() {
    let now = Date("2026-11-20T14:00:00Z")
    let coin = Trade(2, of: "BTC", on: "one", at: 90, time: now - 3_600)
    let cash = Trade(5, of: "EUR", time: now - 3_600)
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

  @Test func `a sale realizes a gain, and what is left keeps its cost`() throws {
    func valuation(_ trades: Trade...) -> Valuation {
      Portfolio(trades, defaultExchange: "one").valuation(of: [
        Ticker("BTC-USD", last: "90").on("one"), Ticker("ETH-USD", last: "9").on("one"),
      ])
    }
    let (bought, sold) = (Trade("BTC-USD", "2", at: "100"), Trade("BTC-USD", "-1", at: "110"))
    let other = Trade("ETH-USD", "1", at: "8")
    for sale in [valuation(bought, sold), valuation(sold, bought)] {
      let row = try #require(sale.rows.first)
      #expect((row.quantity, row.cost, row.gain) == (1, 100, -10))
      #expect((row.gainPercent, row.unitCost) == (-10, 100))
      #expect((row.realized, row.fees, row.totalGain) == (10, 0, 0))
      let total = try #require(sale.totals.first)
      #expect((total.gainPercent, total.realized, total.totalGain) == (-10, 10, 0))
    }
    let total = try #require(valuation(bought, sold, other).totals.first)
    #expect((total.cost, total.gain, total.realized, total.totalGain) == (108, -9, 10, 1))
  }

  @Test func `neither a short position nor a lot of nothing realizes a gain, nor owed cash`() {
    let (bought, sold) = (Trade("BTC-USD", "2", at: "100"), Trade("BTC-USD", "-1", at: "110"))
    let empty = Trade("BTC-USD", "0", at: "1")
    for (trades, percent) in [
      ([sold, sold], "18.181818"), ([bought, empty, bought], "-10"), ([empty, sold], "18.181818"),
    ] {
      let rows = Portfolio(trades, defaultExchange: "one").valuation(of: [
        Ticker("BTC-USD", last: "90").on("one")
      ]).rows
      #expect(rows.map(\.realized) == [0])
      #expect(rows.map { $0.gainPercent?.rounded(toPlaces: 6).plain } == [percent])
    }
    let cash = [Trade(5, of: "EUR"), Trade(-2, of: "EUR")]
    let rows = Portfolio(cash, defaultExchange: "one").valuation(of: []).rows
    #expect(rows.map(\.unitCost) == [1] && rows.map(\.realized) == [0])
  }

  @Test func `the cost of cash is its amount in its own currency, and unknown in another`() throws {
    let held = [Trade(10, of: "EUR"), Trade(-4, of: "USD")]
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
    let valuation = Portfolio([Trade("BTC-USD", "1", at: "10")], defaultExchange: "one")
      .valuation(of: [Ticker("BTC-USD", last: price).on("one")])
    let cell = valuation.rows[0].cell(of: "gain", asOf: .distantPast)
    #expect((cell.text, cell.tone) == (text, tone))
  }

  @Test func `a total counts what has no price, and adds up the rest`() throws {
    let held = [Trade("BTC-USD", "2", at: "5"), Trade("ETH-USD", "1", at: "7")]
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
      Trade("BTC-USD", "2", at: "5"), Trade("ETH-USD", "1"), Trade(3, of: "USD"),
      Trade("LTC-USD", "1", at: "9"),
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
  func `the time for ten thousand holdings is in proportion to their number`() {
    let pairs = (0..<10_000).map { Pair(base: "A\($0)", quote: "USD") }
    let listings = pairs.map { Listing(exchange: "one", pair: $0) }
    let names = Dictionary(
      uniqueKeysWithValues: listings.indices.map { (listings[$0], listings[$0 / 2 * 2]) })
    let held = pairs.map { Trade(Holding($0, on: "one"), 1) }
    let portfolio = Portfolio(held, in: "USD", defaultExchange: "one")
    let tickers = pairs.map { Ticker($0.symbol, last: "1").on("one") }
    #expect(portfolio.valuation(of: tickers).rows.count == 10_000)
    #expect(portfolio.valuation(of: tickers, under: names).rows.count == 5_000)
    let answer = Answer(tickers, asOf: .distantPast)
    #expect(portfolio.needed(of: answer, from: "one").count == 10_000)
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
            Trade("A-B", quantity, at: price), Trade("A-B", -price, at: rate),
            Trade("C-B", -quantity, at: price),
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
            for (row, column) in valuation.rows.flatMap({ row in
              HoldingRow.columns.map { (row, $0) }
            }) {
              _ = row.cell(of: column, asOf: .distantPast).text
            }
          }
        }
      }
    }
  }
}
