import MarketCore
import Testing

/// The instruments of Bitso.
struct BitsoInstrumentsTests {
  private static let all = "available_books/"

  @Test(
    arguments: [
      (
        #"{"default_chart":"tradingview","minimum_price":"20000","maximum_price":"7000000","book":"btc_mxn","minimum_value":"10.00","maximum_amount":"600","maximum_value":"200000000","minimum_amount":"0.00000060000","tick_size":"10","fees":{}}"#,
        "BTC-MXN - 10 - 0.0000006 600 10 btc_mxn -"
      ),
      // In 2018.
      (
        #"{"book":"eth_btc","minimum_amount":"0.00000100","minimum_value":"0.000025"}"#,
        "ETH-BTC - - - 0.000001 - 0.000025 eth_btc -"
      ),
      (#"{"book":"a_b","tick_size":"0","minimum_value":null}"#, "A-B - - - - - - a_b -"),
    ])
  func `an instrument has its steps and limits, but no status`(row: String, line: String)
    async throws
  {
    let market = BitsoMarket.market([Self.all: "[\(row)]"])
    let answer = try await market.client.instruments().get()
    #expect(answer.value.map(\.line) == [line])
    #expect(answer.value.map(\.state) == [nil])
    #expect(market.asked == [Self.all])
  }

  @Test func `one instrument is in the list, an invalid one is skipped`() async throws {
    let rows = #"{"book":"btc_mxn"},{"book":"c_d","tick_size":"x"},{"book":"e"},{}"#
    let market = BitsoMarket.market([Self.all: "[\(rows)]"])
    let pair = Pair(symbol: "BTC-MXN")
    #expect(try await market.client.instrument(of: pair).get().value.pair == pair)
    let answer = try await market.client.instruments().get()
    #expect(answer.value.map(\.pair) == [pair])
    #expect(
      answer.warnings.map(\.description) == [
        "c_d: tick_size is not a number", "e: book is not in the form base_quote",
        "payload[3].book is missing",
      ])
    let error = await #expect(throws: MarketError.self) {
      try await market.client.instrument(of: Pair(symbol: "BTC-MXND")).get()
    }
    #expect(error == .unknownSymbol("BTC-MXND", near: ["BTC-MXN"]))
  }
}
