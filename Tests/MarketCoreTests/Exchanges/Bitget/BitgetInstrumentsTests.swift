import MarketCore
import Testing

/// The instruments of Bitget.
struct BitgetInstrumentsTests {
  private static let unlimited = #","maxTradeAmount":"900000000000000000000""#
  private static let steps = #","pricePrecision":"2","quantityPrecision":"0""#

  @Test(
    arguments: [
      // Steps are sent as numbers of decimals. Without a limit, the smallest order is 0, the largest 9e20.
      (
        BitgetMarket.instrument(
          "A", "USDT",
          #"\#(steps)\#(unlimited),"minTradeAmount":"0","minTradeUSDT":"1","status":"online""#),
        "A-USDT online 0.01 1 - 0 1 AUSDT -", .open
      ),
      // The smallest value is in USDT.
      (
        BitgetMarket.instrument(
          "A", "BTC",
          #","pricePrecision":8,"minTradeAmount":"0.0005","maxTradeAmount":"1000000","minTradeUSDT":"5","status":"offline""#
        ), "A-BTC offline 0.00000001 - 0.0005 1000000 - ABTC -", .closed
      ),
      (
        BitgetMarket.instrument("WLFI", "USD1", #","status":"halt","maxTradeAmount":"""#),
        "WLFI-USD1 halt - - - - - WLFIUSD1 -", .closed
      ),
      (
        BitgetMarket.instrument("A", "USDT", #","status":"gray""#), "A-USDT gray - - - - - AUSDT -",
        .limited
      ),
      (
        BitgetMarket.instrument("A", "USDT", #","status":"new""#), "A-USDT new - - - - - AUSDT -",
        nil
      ),
      (BitgetMarket.instrument("A", "USDT"), "A-USDT - - - - - - AUSDT -", nil),
    ] as [(String, String, Instrument.State?)])
  func `an instrument has its steps, limits and status`(
    row: String, line: String, state: Instrument.State?
  ) async throws {
    let market = BitgetMarket.market([BitgetMarket.symbols: BitgetMarket.list(row)])
    let answer = try await market.client.instruments().get()
    #expect(answer.value.map(\.line) == [line])
    #expect(answer.value.map(\.state) == [state])
  }

  @Test func `one instrument is requested alone, an invalid one is skipped`() async throws {
    let market = BitgetMarket.market([
      BitgetMarket.symbols: BitgetMarket.list(
        BitgetMarket.bitcoinSymbol, #"{"symbol":"XUSDT","baseCoin":"X"}"#,
        BitgetMarket.instrument("A", "USDT", #","pricePrecision":"-1""#))
    ])
    let pair = Pair(symbol: "BTC-USDT")
    #expect(try await market.client.instrument(of: pair).get().value.pair == pair)
    #expect(market.asked == [BitgetMarket.symbol])
    let answer = try await market.client.instruments().get()
    #expect(answer.value.map(\.pair) == [pair])
    #expect(
      answer.warnings.map(\.description) == [
        "XUSDT: quoteCoin is missing", "AUSDT: pricePrecision is not a number of decimals",
      ])
  }

  @Test func `an unknown pair is named`() async {
    await #expect(throws: MarketError.unknownSymbol("BTC-USDD", near: ["BTC-USDT"])) {
      try await BitgetMarket.market().client.instrument(of: Pair(symbol: "BTC-USDD")).get()
    }
  }
}
