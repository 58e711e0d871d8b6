import Foundation
import TestTools
import Testing

@testable import MarketCore

/// The rows of the value of a portfolio over time.
struct ValueHistoryTests {
  private static let day = 86_400.0

  private static func date(_ day: Double) -> Date { Date(timeIntervalSince1970: day * Self.day) }

  private static func history(
    _ trades: [Trade], in currency: String? = nil, days: Int = 3, now: Double = 9,
    names: [Listing: Listing] = [:], _ lines: [String]...
  ) -> ValueHistory {
    ValueHistory(
      of: Portfolio(trades, in: currency, defaultExchange: "a"),
      starts: (0..<days).map { date(Double($0)) },
      end: { $0 + day }, now: date(now), under: names
    ) { start in
      [Ticker](lines: lines[Int(start.timeIntervalSince1970 / day)])
    }
  }

  private static func btc(
    _ quantity: Decimal, at price: Decimal? = nil, since day: Double? = nil
  ) -> Trade {
    Trade("BTC-USD", quantity, at: price, on: "a", time: day.map(date))
  }

  /// The texts of a table, or the exact ones.
  private static func cells(_ row: PortfolioValue, isTable: Bool = true) -> [String] {
    PortfolioValue.columns.map { column in
      let cell = column.cell(of: row, asOf: .distantPast)
      return isTable ? cell.text : cell.value.text ?? ""
    }
  }

  @Test func `the columns are the start and those of a total`() {
    let names = [
      "time", "value", "cost", "gain", "gain_percent", "realized", "total_gain", "unpriced",
    ]
    #expect(PortfolioValue.columns.map(\.name) == names)
    #expect(PortfolioValue.tableColumns.map(\.name) == names)
    for column in PortfolioValue.columns.dropFirst() {
      let other = HoldingTotal.column(named: column.name)
      #expect(other?.kind == column.kind && other?.meaning == column.meaning)
    }
    #expect(PortfolioValue.columns.first?.kind == .time)
  }

  @Test func `a value has the cells of its total`() throws {
    let history = Self.history(
      [Self.btc(2, at: 5), Trade("ETH-USD", 1, on: "a")],
      days: 1, ["a BTC-USD 7.5"])
    let row = try #require(history.rows.first)
    #expect(
      Self.cells(row)
        == [
          "1970-01-01T00:00:00Z", "$15.00*", "$10.00", "+$5.00", "+50.00%", "$0.00", "+$5.00", "1",
        ])
    #expect(
      Self.cells(row, isTable: false)
        == ["1970-01-01T00:00:00Z", "15", "10", "5", "50", "0", "5", "1"])
    #expect(row.value(of: "time", asOf: .distantPast) == .moment(Self.date(0)))
    #expect((row.id, row.pair.symbol, row.exchange, row.market) == (Self.date(0), "USD", nil, nil))
  }

  @Test func `before the first lot counts amounts are 0`() {
    let history = Self.history(
      [Self.btc(2, at: 5, since: 1), Self.btc(1, at: 11, since: 2)], ["a BTC-USD 7"],
      ["a BTC-USD 8"], ["a BTC-USD 9"])
    let rows = history.rows.map { Array(Self.cells($0, isTable: false).dropFirst()) }
    #expect(
      rows == [
        ["0", "0", "0", "", "0", "0", "0"], ["16", "10", "6", "60", "0", "6", "0"],
        ["27", "21", "6", "28.571429", "0", "6", "0"],
      ])
    #expect(Self.cells(history.rows[0])[1] == "$0.00")
  }

  @Test func `the end of a period belongs to the next one`() {
    let lines = ["a BTC-USD 1"]
    func values(since: Double, now: Double = 9) -> [Decimal?] {
      Self.history([Self.btc(1, since: since)], days: 2, now: now, lines, lines).rows
        .map(\.total.value)
    }
    #expect(values(since: 0) == [1, 1])
    #expect(values(since: 1) == [0, 1])
    #expect(values(since: 2) == [0, 0])
    // A running period has only the lots that count by now.
    #expect(values(since: 1.5, now: 1.25) == [0, 0])
    #expect(values(since: 1, now: 1) == [0, 1])
  }

  @Test func `without any price the value is unknown`() {
    let history = Self.history([Self.btc(1, at: 2)], days: 1, [])
    #expect(Self.cells(history.rows[0]).dropFirst() == ["–", "–", "–", "–", "$0.00", "–", "1"])
  }

  @Test func `amounts are converted at the rates of their period, and each pair is named once`() {
    let history = Self.history(
      [Self.btc(1), Trade(1, of: "BTC", on: "a"), Trade(4, of: "EUR")], in: "EUR",
      ["a BTC-USD 10", "a USD-EUR 2", "a BTC-EUR 3"], ["a BTC-USD 10", "a EUR-USD 2"],
      ["a BTC-USD 10"])
    #expect(history.rows.map(\.total.value) == [27, 14, 4])
    #expect(history.rows.map(\.total.unpriced) == [0, 0, 2])
    #expect(
      history.valuation.rates.lines == ["a USD-EUR -", "a BTC-EUR -", "a EUR-USD -", "a BTC-USD -"])
    #expect(history.valuation.missingRates.map(\.holding.pair.symbol) == ["BTC-USD", "BTC"])
  }

  @Test func `the currency is that of the everyday names`() {
    let (own, everyday) = (Pair(symbol: "BTC-UST"), Pair(symbol: "BTC-USDT"))
    let held = [own, everyday].map { Trade($0.symbol, 1, on: "a", time: Self.date(1)) }
    let names = [
      Listing(exchange: "a", pair: own): Listing(exchange: "a", pair: everyday)
    ]
    #expect(Portfolio(held, defaultExchange: "a").currencies() == ["UST", "USDT"])
    #expect(Portfolio(held, defaultExchange: "a").currencies(under: names) == ["USDT"])
    #expect(Portfolio(held, in: "EUR", defaultExchange: "a").currencies() == ["EUR"])
    let lines = ["a BTC-USDT 5"]
    let history = Self.history(held, days: 2, names: names, lines, lines)
    #expect(history.rows.map(\.total.quote) == ["USDT", "USDT"])
    #expect(history.rows.map(\.total.value) == [0, 10])
  }

  @Test func `an amount of more than 38 digits is rounded in any period`() {
    let held = [Self.btc(Decimal("1234567890123456789.1"), since: 1)]
    let lines = ["a BTC-USD 12345678901234567890.01"]
    #expect(!Self.history(held, days: 1, lines).valuation.isRounded)
    #expect(Self.history(held, days: 3, lines, lines, ["a BTC-USD 1"]).valuation.isRounded)
  }

  @Test func `a range without periods has no values`() {
    #expect(Self.history([Self.btc(1)], days: 0).rows.isEmpty)
    #expect(PortfolioValue.emptyNotice(isMultiExchange: false) == "no values in this range")
  }
}
