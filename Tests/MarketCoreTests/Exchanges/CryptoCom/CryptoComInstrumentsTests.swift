import MarketCore
import Testing

/// The instruments of the Crypto.com Exchange.
struct CryptoComInstrumentsTests {
  private static let all = "get-instruments"

  @Test(
    arguments: [
      (
        #"{"symbol":"A_B","inst_type":"CCY_PAIR","quantity_decimals":0,"price_tick_size":"0.00001","qty_tick_size":"10000","tradable":true}"#,
        "A-B tradable 0.00001 10000 - - - A_B -", .open
      ),
      (
        #"{"symbol":"A_B","price_tick_size":"0","qty_tick_size":null,"tradable":false}"#,
        "A-B not tradable - - - - - A_B -", .closed
      ),
      (#"{"symbol":"A_B","tradable":null}"#, "A-B - - - - - - A_B -", nil),
      (#"{"symbol":"A_B"}"#, "A-B - - - - - - A_B -", nil),
    ] as [(String, String, Instrument.State?)])
  func `an instrument has its steps and status`(
    row: String, line: String, state: Instrument.State?
  ) async throws {
    let answer = try await CryptoComMarket.market([Self.all: row]).client.instruments().get()
    #expect(answer.value.map(\.line) == [line])
    #expect(answer.value.map(\.state) == [state])
  }

  @Test func `all are requested for one, too; contracts are ignored, invalid rows are skipped`()
    async throws
  {
    let market = CryptoComMarket.market([
      Self.all: """
      {"symbol":"BTC_USD"},{"symbol":"BTCUSD-PERP","inst_type":"PERPETUAL_SWAP"},\
      {"symbol":"C_D","qty_tick_size":"x"},{"symbol":"E_F","tradable":"yes"}
      """
    ])
    let pair = Pair(symbol: "BTC-USD")
    #expect(try await market.client.instrument(of: pair).get().value.pair == pair)
    #expect(market.asked == [Self.all])
    let answer = try await market.client.instruments().get()
    #expect(answer.value.map(\.pair.symbol) == ["BTC-USD"])
    #expect(
      answer.warnings.map(\.description) == [
        "C_D: qty_tick_size is not a number", "E_F: tradable is not a Bool",
      ])
  }
}
