import Foundation
import MarketCore
import Testing

struct FieldsTests {
  @Test func `the fields have the names that people write`() {
    #expect(
      TickerField.allCases.map(\.rawValue) == [
        "symbol", "base", "quote", "last", "open", "change", "percent", "volume", "notional",
        "as_of",
      ])
    #expect(
      BookField.allCases.map(\.rawValue) == [
        "side", "level", "price", "quantity", "orders", "order_id", "total", "notional", "bar",
      ])
    #expect(
      FillField.allCases.map(\.rawValue) == [
        "symbol", "side", "requested", "filled", "average", "worst", "total", "slippage_bp",
        "unfilled", "as_of",
      ])
  }

  private static let time = Date(timeIntervalSince1970: 1_687_000_000)

  @Test(
    arguments: [
      (.symbol, .text("BTC-USD")), (.base, .text("BTC")), (.quote, .text("USD")),
      (.last, .number(250)), (.open, .number(200)), (.change, .number(50)), (.percent, .number(25)),
      (.volume, .number(3)), (.notional, .number(750)), (.asOf, .time(time)),
    ] as [(TickerField, FieldValue)])
  func `a ticker has an exact value for each field`(field: TickerField, value: FieldValue) {
    let ticker = Ticker("BTC-USD", open: "200", last: "250", volume: "3")
    #expect(ticker.value(of: field, asOf: Self.time) == value)
  }

  @Test(arguments: TickerField.allCases)
  func `a bare ticker knows its symbol and time`(field: TickerField) {
    let isKnown = field == .symbol || field == .asOf
    #expect((Ticker("BTCUSD").value(of: field, asOf: Self.time) != .unknown) == isKnown)
  }
}
