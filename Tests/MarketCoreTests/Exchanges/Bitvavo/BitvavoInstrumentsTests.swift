import MarketCore
import Testing

/// The instruments of Bitvavo.
struct BitvavoInstrumentsTests {
  @Test(
    arguments: [
      (
        #"{"market":"A-B","status":"trading","pricePrecision":null,"minOrderInBaseAsset":"0.00006607","minOrderInQuoteAsset":"5.00","maxOrderInBaseAsset":"1E+9","maxOrderInQuoteAsset":"7","quantityDecimals":8,"notionalDecimals":2,"tickSize":"1.00"}"#,
        "A-B trading 1 0.00000001 0.00006607 1000000000 5 A-B -", .open
      ),
      // Until 2025; the number of digits of a price is no step.
      (
        #"{"market":"A-B","status":"halted","pricePrecision":5,"quantityDecimals":0,"tickSize":null}"#,
        "A-B halted - 1 - - - A-B -", .closed
      ),
      (
        #"{"market":"A-B","status":"auction","tickSize":"0"}"#, "A-B auction - - - - - A-B -",
        .limited
      ),
      (
        #"{"market":"A-B","status":"auctionMatching"}"#, "A-B auctionMatching - - - - - A-B -",
        .limited
      ),
      (#"{"market":"A-B","status":"cancelOnly"}"#, "A-B cancelOnly - - - - - A-B -", .limited),
      (#"{"market":"A-B","status":"new"}"#, "A-B new - - - - - A-B -", nil),
      (#"{"market":"A-B"}"#, "A-B - - - - - - A-B -", nil),
    ] as [(String, String, Instrument.State?)])
  func `an instrument has its steps, limits and status`(
    row: String, line: String, state: Instrument.State?
  ) async throws {
    let market = BitvavoMarket.market(["markets": "[\(row)]"])
    let answer = try await market.client.instruments(withNames: false).get()
    #expect(answer.value.map(\.line) == [line])
    #expect(answer.value.map(\.state) == [state])
    #expect(market.asked == ["markets"])
  }

  @Test func `one instrument is in the list, an invalid one is skipped; names are requested`()
    async throws
  {
    let rows = """
      {"market":"BTC-EUR"},{"market":"C-D","quantityDecimals":1.5},{"market":"E-F","tickSize":"x"}
      """
    let market = BitvavoMarket.market(["markets": "[\(rows)]"])
    let pair = Pair(symbol: "BTC-EUR")
    #expect(try await market.client.instrument(of: pair).get().value.pair == pair)
    let answer = try await market.client.instruments().get()
    #expect(answer.value.map(\.line) == ["BTC-EUR - - - - - - BTC-EUR Bitcoin"])
    #expect(
      answer.warnings.map(\.description) == [
        "C-D: quantityDecimals is not a number of decimals", "E-F: tickSize is not a number",
      ])
    let error = await #expect(throws: MarketError.self) {
      try await market.client.instrument(of: Pair(symbol: "BTC-EURD")).get()
    }
    #expect(error == .unknownSymbol("BTC-EURD", near: ["BTC-EUR"]))
  }
}
