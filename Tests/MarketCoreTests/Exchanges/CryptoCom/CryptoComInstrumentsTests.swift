import MarketCore
import Testing

/// The instruments of CryptoCom.
struct CryptoComInstrumentsTests {
  // FILL IN: sizes that are missing or 0, each status, what is not a spot market.
  @Test func `an instrument has its steps, limits and status`() async throws {
    let market = CryptoComMarket.market([
      "symbols": #"[{"symbol":"BTC-USD","status":"online","tick_size":"0.01"}]"#
    ])
    let answer = try await market.client.instruments().get()
    #expect(answer.value.map(\.line) == ["BTC-USD online 0.01 - - - - BTC-USD -"])
    #expect(answer.value.map(\.state) == [.open])
  }
}
