import MarketCore
import Testing

/// The instruments of Bybit.
struct BybitInstrumentsTests {
  private static func row(
    _ filters: String, status: String? = #""Trading""#
  ) -> String {
    let status = status.map { #","status":\#($0)"# } ?? ""
    return #"{"symbol":"AUSDT","baseCoin":"A","quoteCoin":"USDT"\#(status),\#(filters)}"#
  }
  private static let none = #""lotSizeFilter":{},"priceFilter":{}"#

  @Test(
    arguments: [
      // Without those that are deprecated, and those of market orders.
      (
        row(
          #""lotSizeFilter":{"basePrecision":"0.000001","quotePrecision":"0.1","minOrderQty":"7","maxOrderQty":"8","minOrderAmt":"5","maxOrderAmt":"9","maxLimitOrderQty":"230","maxMarketOrderQty":"120"},"priceFilter":{"tickSize":"0.10"}"#
        ), "A-USDT Trading 0.1 0.000001 - 230 5 AUSDT -", .open
      ),
      (
        row(
          #""lotSizeFilter":{"basePrecision":"","minOrderAmt":"0","maxLimitOrderQty":null},"priceFilter":{"tickSize":"0"}"#
        ), "A-USDT Trading - - - - - AUSDT -", .open
      ),
      (row(none, status: #""PreLaunch""#), "A-USDT PreLaunch - - - - - AUSDT -", nil),
      (row(none, status: nil), "A-USDT - - - - - - AUSDT -", nil),
    ] as [(String, String, Instrument.State?)])
  func `an instrument has its steps, limits and status`(
    row: String, line: String, state: Instrument.State?
  ) async throws {
    let market = BybitMarket.market([BybitMarket.symbols: BybitMarket.list(row)])
    let answer = try await market.client.instruments().get()
    #expect(answer.value.map(\.line) == [line])
    #expect(answer.value.map(\.state) == [state])
  }

  @Test func `one instrument is requested alone, an invalid one is skipped`() async throws {
    let market = BybitMarket.market([
      BybitMarket.symbols: BybitMarket.list(
        BybitMarket.bitcoinSymbol, #"{"symbol":"XUSDT","baseCoin":"X","quoteCoin":"USDT"}"#,
        Self.row(#""lotSizeFilter":{"basePrecision":"x"},"priceFilter":{}"#))
    ])
    let pair = Pair(symbol: "BTC-USDT")
    #expect(try await market.client.instrument(of: pair).get().value.pair == pair)
    #expect(market.asked == [BybitMarket.symbol])
    let answer = try await market.client.instruments().get()
    #expect(answer.value.map(\.pair) == [pair])
    #expect(
      answer.warnings.map(\.description) == [
        "XUSDT: lotSizeFilter is missing", "AUSDT: lotSizeFilter.basePrecision is not a number",
      ])
  }

  @Test func `an unknown symbol has an empty list, and is named`() async {
    let one = "\(BybitMarket.symbols)&symbol=BTCUSDD"
    let market = BybitMarket.market([one: BybitMarket.list()])
    await #expect(throws: MarketError.unknownSymbol("BTC-USDD", near: ["BTC-USDT"])) {
      try await market.client.instrument(of: Pair(symbol: "BTC-USDD")).get()
    }
    #expect(market.asked == [one, BybitMarket.symbols])
  }
}
