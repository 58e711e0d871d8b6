import MarketCore
import Testing

/// The instruments of KuCoin.
struct KuCoinInstrumentsTests {
  @Test(
    arguments: [
      (
        #"{"symbol":"BCHSV-B","name":"BSV-B","baseMinSize":"0.001","baseMaxSize":"10000000000","baseIncrement":"0.0001","quoteIncrement":"7","priceIncrement":"0.01","minFunds":"0.1","enableTrading":true,"callauctionIsEnabled":false}"#,
        "BSV-B enabled 0.01 0.0001 0.001 10000000000 0.1 BCHSV-B -", .open
      ),
      (
        #"{"symbol":"A-B","name":"aA-B","priceIncrement":"0","minFunds":null,"enableTrading":false}"#,
        "AA-B disabled - - - - - A-B -", .closed
      ),
      (
        #"{"symbol":"A-B","name":"A-B","enableTrading":false,"callauctionIsEnabled":true}"#,
        "A-B call auction - - - - - A-B -", .limited
      ),
      (#"{"symbol":"A-B"}"#, "A-B - - - - - - A-B -", nil),
    ] as [(String, String, Instrument.State?)])
  func `an instrument has its steps, limits and status`(
    row: String, line: String, state: Instrument.State?
  ) async throws {
    let market = KuCoinMarket.market([KuCoinMarket.symbols: KuCoinMarket.body("[\(row)]")])
    let answer = try await market.client.instruments(withNames: false).get()
    #expect(answer.value.map(\.line) == [line])
    #expect(answer.value.map(\.state) == [state])
    #expect(market.asked == [KuCoinMarket.symbols])
  }

  @Test func `one instrument is requested by its symbol, an invalid one is skipped`() async throws {
    let market = KuCoinMarket.market()
    let one = try await market.client.instrument(of: Pair(symbol: "BSV-USDT")).get().value
    #expect(one.line == "BSV-USDT - - - - - - BCHSV-USDT Bitcoin SV")
    #expect(market.asked.contains("\(KuCoinMarket.symbols)/BCHSV-USDT"))
    market.answer(
      KuCoinMarket.symbols,
      with: .text(
        KuCoinMarket.body(#"[{"symbol":"A-B"},{"symbol":"C-D","minFunds":"x"},{"name":"E-F"}]"#)))
    let answer = try await market.client.instruments(withNames: false).get()
    #expect(answer.value.map(\.pair.symbol) == ["A-B"])
    #expect(
      answer.warnings.map(\.description) == [
        "C-D: minFunds is not a number", "data[2].symbol is missing",
      ])
  }

  @Test func `an instrument that is not listed names near ones`() async {
    let error = await #expect(throws: MarketError.self) {
      try await KuCoinMarket.market().client.instrument(of: Pair(symbol: "BTC-USDD")).get()
    }
    #expect(error == .unknownSymbol("BTC-USDD", near: ["BTC-USDT"]))
  }
}
