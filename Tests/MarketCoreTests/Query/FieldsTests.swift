import Foundation
import MarketCore
import Testing

struct FieldsTests {
  @Test func `the fields have the names that people write`() {
    #expect(
      TickerField.allCases.map(\.rawValue) == [
        "exchange", "symbol", "base", "quote", "name", "last", "bid", "ask", "spread_bp", "open",
        "change", "percent", "change_from", "high", "low", "volume", "notional", "as_of",
      ])
    #expect(
      BookField.allCases.map(\.rawValue) == [
        "exchange", "side", "level", "price", "quantity", "orders", "order_id", "total", "notional",
        "bar",
      ])
    #expect(
      InstrumentField.allCases.map(\.rawValue) == [
        "exchange", "symbol", "base", "quote", "name", "status", "state", "tick_size", "lot_size",
        "min_order", "max_order", "min_notional", "id",
      ])
    #expect(
      BookSummaryField.allCases.map(\.rawValue) == [
        "exchange", "symbol", "best_bid", "best_ask", "mid", "spread", "spread_bp", "imbalance",
        "as_of",
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
      (.exchange, .text("kraken")), (.symbol, .text("BTC-USD")), (.base, .text("BTC")),
      (.quote, .text("USD")), (.name, .text("Bitcoin")), (.bid, .number(249)),
      (.ask, .number(251)), (.spreadBasisPoints, .number(80)), (.changeFrom, .text("utc-day")),
      (.high, .number(260)), (.low, .number(190)), (.last, .number(250)), (.open, .number(200)),
      (.change, .number(50)), (.percent, .number(25)),
      (.volume, .number(3)), (.notional, .number(750)), (.asOf, .time(time)),
    ] as [(TickerField, FieldValue)])
  func `a ticker has an exact value for each field`(field: TickerField, value: FieldValue) {
    let ticker = Ticker(
      pair: Pair(symbol: "BTC-USD"), open: 200, volume: 3, last: 250, changeReference: .utcDay,
      bid: 249, ask: 251, high: 260, low: 190
    ).on("kraken")
    #expect(ticker.value(of: field, asOf: Self.time) == value)
  }

  @Test(arguments: TickerField.allCases)
  func `a bare ticker knows its symbol and time, and what a change would be measured from`(
    field: TickerField
  ) {
    let isKnown = [.symbol, .changeFrom, .asOf].contains(field)
    #expect((Ticker("BTCUSD").value(of: field, asOf: Self.time) != .unknown) == isKnown)
  }
}
