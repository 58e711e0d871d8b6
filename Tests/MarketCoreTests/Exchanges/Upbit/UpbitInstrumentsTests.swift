import MarketCore
import Testing

/// The instruments of Upbit.
struct UpbitInstrumentsTests {
  @Test func `an instrument has its steps and its name, but no status`() async throws {
    let market = UpbitMarket.market()
    let answer = try await market.client.instruments().get()
    #expect(
      answer.value.map(\.line) == [
        "BTC-KRW - 1000 0.00000001 - - - KRW-BTC Bitcoin",
        "ETH-BTC - 0.00000001 0.00000001 - - - BTC-ETH Ethereum",
      ])
    #expect(answer.value.map(\.state) == [nil, nil] && answer.warnings.isEmpty)
    #expect(market.asked == [UpbitMarket.names, UpbitMarket.steps])
  }

  @Test func `steps of one pair are requested alone, its name with the list`() async throws {
    let market = UpbitMarket.market()
    let pair = Pair(symbol: "BTC-KRW")
    let instrument = try await market.client.instrument(of: pair).get().value
    #expect(instrument.tickSize?.plain == "1000" && instrument.name == "Bitcoin")
    #expect(market.asked == [UpbitMarket.names, "orderbook/instruments?markets=KRW-BTC"])
  }

  @Test func `invalid rows are skipped, and steps can be missing`() async throws {
    let market = UpbitMarket.market([
      UpbitMarket.names: """
      {"market":"KRW-BTC","english_name":" "},{"market":"AB"},{"english_name":"X"},\
      {"market":"BTC-ETH","english_name":null}
      """,
      UpbitMarket.steps: """
      {"market":"KRW-BTC","tick_size":"x"},{"market":"BTC-ETH","tick_size":"0"}
      """,
    ])
    let answer = try await market.client.instruments().get()
    #expect(
      answer.value.map(\.line) == [
        "BTC-KRW - - 0.00000001 - - - KRW-BTC -", "ETH-BTC - - 0.00000001 - - - BTC-ETH -",
      ])
    #expect(
      answer.warnings.map(\.description) == [
        "AB: market is not in the form QUOTE-BASE", "[2].market is missing",
        "KRW-BTC: tick_size is not a number",
      ])
    market.fail(UpbitMarket.steps, with: .httpStatus(502, retryAfter: nil))
    let warnings = try await market.client.instruments().get().warnings
    #expect(warnings.last?.description == "no tick sizes: HTTP 502 Bad Gateway")
  }

  @Test func `an unknown pair is named`() async {
    await #expect(throws: MarketError.unknownSymbol("BTC-KRWD", near: ["BTC-KRW"])) {
      try await UpbitMarket.market().client.instrument(of: Pair(symbol: "BTC-KRWD")).get()
    }
  }
}
