import Foundation
import MarketCore
import TestTools
import Testing

/// The names and the values of the fields of all kinds of rows.
struct FieldsTests {
  @Test func `the fields have the names that people write`() {
    #expect(
      Ticker.columns.map(\.name) == [
        "exchange", "symbol", "base", "quote", "name", "last", "bid", "ask", "spread_bp", "open",
        "change", "percent", "change_from", "high", "low", "volume", "notional",
        "turnover", "as_of", "percent_1h", "percent_7d", "percent_30d", "traded_at", "age",
      ])
    #expect(
      BookRow.columns.map(\.name) == [
        "exchange", "side", "level", "price", "quantity", "orders", "order_id", "total", "notional",
        "bar",
      ])
    #expect(
      Instrument.columns.map(\.name) == [
        "exchange", "symbol", "base", "quote", "name", "status", "state", "tick_size", "lot_size",
        "min_order", "max_order", "min_notional", "id",
      ])
    #expect(
      OrderBookViewModel.columns.map(\.name) == [
        "exchange", "symbol", "best_bid", "best_ask", "mid", "spread", "spread_bp", "imbalance",
        "proof", "updates", "as_of",
      ])
    #expect(
      Fill.columns.map(\.name) == [
        "symbol", "side", "requested", "filled", "average", "worst", "total", "slippage_bp",
        "unfilled", "as_of", "fee", "fee_total",
      ])
  }

  private static let time = Date(timeIntervalSince1970: 1_687_000_000)

  @Test(
    arguments: [
      ("exchange", .text("kraken")), ("symbol", .text("BTC-USD")), ("base", .text("BTC")),
      ("quote", .text("USD")), ("name", .text("Bitcoin")), ("bid", .number(249)),
      ("ask", .number(251)), ("spread_bp", .number(80)), ("change_from", .text("utc-day")),
      ("high", .number(260)), ("low", .number(190)), ("last", .number(250)), ("open", .number(200)),
      ("change", .number(50)), ("percent", .number(25)),
      ("volume", .number(3)), ("notional", .number(750)), ("as_of", .time(time)),
      ("traded_at", .moment(time - 60)),
    ] as [(Column<Ticker>, FieldValue)])
  func `a ticker has an exact value for each column`(column: Column<Ticker>, value: FieldValue) {
    let ticker = Ticker(
      pair: Pair(symbol: "BTC-USD"), open: 200, volume: 3, last: 250, changeReference: .utcDay,
      bid: 249, ask: 251, high: 260, low: 190, tradedAt: Self.time - 60
    ).on("kraken")
    #expect(ticker.value(of: column, asOf: Self.time) == value)
  }

  @Test(arguments: Ticker.columns)
  func `a bare ticker knows its symbol and time, and what a change would be measured from`(
    column: Column<Ticker>
  ) {
    let isKnown = ["symbol", "change_from", "as_of", "age"].contains(column.name)
    #expect((Ticker("BTCUSD").value(of: column, asOf: Self.time) != .unknown) == isKnown)
  }
}
