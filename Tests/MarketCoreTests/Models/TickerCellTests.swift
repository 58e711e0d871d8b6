import Foundation
import MarketCore
import TestTools
import Testing

/// The cells of a ticker.
struct TickerCellTests {
  @Test(
    arguments: [
      ("symbol", Cell(.text("BTC-USD"))), ("base", Cell(.text("BTC"))),
      ("quote", Cell(.text("USD"))),
      ("last", Cell(.number(26_250), "$26,250.00")), ("open", Cell(.number(25_000), "$25,000.00")),
      ("change", Cell(.number(1250), "+$1,250.00", tone: .up)),
      ("percent", Cell(.number(5), "+5.00%", tone: .up)),
      ("volume", Cell(.number(Decimal("1234.56785")), "1,234.5679")),
      ("notional", Cell(.number(Decimal("32407406.0625")), "$32,407,406.06")),
      ("as_of", Cell(.time(Date(timeIntervalSince1970: 1)))),
    ] as [(Column<Ticker>, Cell)])
  func `a pair that rose has all its cells`(column: Column<Ticker>, cell: Cell) {
    let ticker = Ticker("BTC-USD", open: "25000", last: "26250", volume: "1234.56785")
    #expect(shown(column, ticker) == cell)
  }

  @Test(
    arguments: [
      ("last", Cell(.number(1), "1 BTC")), ("open", Cell(.number(4), "4 BTC")),
      ("change", Cell(.number(-3), "-3 BTC", tone: .down)),
      ("percent", Cell(.number(-75), "-75.00%", tone: .down)),
    ] as [(Column<Ticker>, Cell)])
  func `a pair that fell says so`(column: Column<Ticker>, cell: Cell) {
    #expect(shown(column, Ticker("ETH-BTC", open: "4", last: "1")) == cell)
  }

  @Test(
    arguments: [
      ("last", Cell(.number(4), "$4.00")), ("change", Cell(.number(0), "$0.00")),
      ("percent", Cell(.number(0), "0.00%")), ("volume", Cell(.number(0), "0")),
      ("notional", Cell(.number(0), "$0.00")),
    ] as [(Column<Ticker>, Cell)])
  func `a pair that stands still has zeros without a sign`(column: Column<Ticker>, cell: Cell) {
    #expect(shown(column, Ticker("ETH-USD", open: "4", last: "4", volume: "0")) == cell)
  }

  @Test(
    arguments: [
      ("last", Cell(.number(0), "€0.00")), ("open", Cell(.number(0), "€0.00")),
      ("change", Cell(.unknown, "–")), ("percent", Cell(.unknown, "–")),
      ("volume", Cell(.number(0), "0")), ("notional", Cell(.number(0), "€0.00")),
    ] as [(Column<Ticker>, Cell)])
  func `a pair that never traded has prices of 0 and no change`(
    column: Column<Ticker>, cell: Cell
  ) {
    #expect(shown(column, Ticker("ETH-EUR", open: "0", last: "0", volume: "0")) == cell)
  }

  @Test(arguments: [("0", "5"), ("5", "0"), ("5", nil), (nil, "5")] as [(String?, String?)])
  func `no change is known where a price is missing or 0`(open: String?, last: String?) {
    let ticker = Ticker("ETH-EUR", open: open, last: last)
    #expect(shown("change", ticker) == Cell(.unknown, "–"))
    #expect(shown("percent", ticker) == Cell(.unknown, "–"))
    #expect(ticker.tone == .flat)
  }

  @Test(arguments: ["open", "change", "percent", "volume", "notional"] as [Column<Ticker>])
  func `what the exchange left out is a dash`(column: Column<Ticker>) {
    #expect(shown(column, Ticker("ETH-EUR")) == Cell(.unknown, "–"))
  }

  @Test(arguments: [
    ("BTC-USD", "$0.00"), ("BTC-EUR", "€0.00"), ("ETH-BTC", "0 BTC"), ("BTC-CHF", "0.00 CHF"),
    ("BTCUSD", "0"),
  ])
  func `a missing last price is unknown, and shown as no money only where that is promised`(
    symbol: String, text: String
  ) {
    let ticker = Ticker(symbol, showsMissingLastAsZero: true)
    #expect(shown("last", ticker) == Cell(.unknown, text))
    #expect(shown("last", Ticker(symbol)) == Cell(.unknown, "–"))
  }

  @Test(arguments: [
    ("BTC-USD", "0.004", "0.004", "$0.00"), ("BTC-USD", "0.005", "1", "$0.01"),
    ("BTC-USD", "0.015", "1", "$0.02"), ("BTC-USD", "3", "1", "$3.00"),
    ("ETH-BTC", "0.123456785", "1", "0.12345679 BTC"), ("ETH-BTC", "5", "1", "5 BTC"),
    ("BTC-USDT", "1.23", "1", "1.23 USDT"),
  ])
  func `a notional is rounded half away from zero, and exact in machine formats`(
    symbol: String, last: String, volume: String, text: String
  ) {
    let cell = shown("notional", Ticker(symbol, last: last, volume: volume))
    #expect(cell.text == text)
    #expect(cell.value == .number(Decimal(last) * Decimal(volume)))
  }

  @Test func `a symbol without a dash has no base, no quote and bare prices`() {
    let ticker = Ticker("BTCUSD", open: "1000", last: "1500.5")
    #expect(shown("base", ticker) == Cell(.unknown))
    #expect(shown("quote", ticker) == Cell(.unknown))
    #expect(shown("last", ticker).text == "1,500.5")
    #expect(shown("change", ticker).text == "+500.5")
  }

  @Test(arguments: [
    ("3", "4", "33.333333", "+33.33%"), ("3", "2", "-33.333333", "-33.33%"),
    ("3", "5", "66.666667", "+66.67%"), ("3", "1", "-66.666667", "-66.67%"),
    ("100", "100.00499999999", "0.005", "0.00%"), ("100", "99.99500000001", "-0.005", "0.00%"),
    ("100", "100.0049999", "0.005", "0.00%"), ("100", "100.005", "0.005", "+0.01%"),
  ])
  func `percent has six decimals, and its text is rounded from the exact value`(
    open: String, last: String, value: String, text: String
  ) {
    let cell = shown("percent", Ticker("BTC-USD", open: open, last: last))
    #expect(cell.value == .number(Decimal(value)))
    #expect(cell.text == text)
  }

  @Test(arguments: [("100", "100.0000001", Tone.up), ("100", "99.9999999", .down)])
  func `the tone is that of the exact change, however small`(
    open: String, last: String, tone: Tone
  ) {
    let ticker = Ticker("BTC-USD", open: open, last: last)
    #expect(ticker.tone == tone)
    #expect(shown("change", ticker).tone == tone)
    // It is shown as 0.00%, without a sign.
    #expect(shown("percent", ticker).tone == .flat)
    #expect(shown("last", ticker).tone == .flat)
  }

  private func shown(_ column: Column<Ticker>, _ ticker: Ticker) -> Cell {
    ticker.cell(of: column, asOf: Date(timeIntervalSince1970: 1))
  }
}
