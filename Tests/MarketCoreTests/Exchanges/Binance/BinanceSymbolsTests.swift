import MarketCore
import Testing

/// The instruments of Binance.
struct BinanceSymbolsTests {
  @Test func `steps and bounds come from the filters, the status as it is`() async throws {
    let market = BinanceMarket.market()
    let answer = try await market.client.instruments().get()
    #expect(
      answer.value.map(\.line) == [
        "BCC-USDT BREAK - - - - - BCCUSDT -",
        "BTC-USDT TRADING 0.01 0.00001 0.0001 9000 5 BTCUSDT -",
        "T-USDT HALT - - - - 10 TUSDT -", "币安人生-USDT TRADING - - - - - 币安人生USDT -",
      ])
    #expect(answer.warnings.isEmpty)
    #expect(market.asked == [BinanceMarket.all])
  }

  @Test func `one symbol is asked for alone`() async throws {
    let market = BinanceMarket.market()
    let instrument = try await market.client.instrument(of: Pair(symbol: "BTC-USDT")).get().value
    #expect(instrument.id == .text("BTCUSDT"))
    #expect(market.asked == [BinanceMarket.one])
  }

  @Test(arguments: ["BT-CUSDT", "BTC-USDD"])
  func `one that is not there is unknown`(symbol: String) async {
    let near = await expectUnknown(symbol) {
      try await BinanceMarket.market().client.instrument(of: Pair(symbol: symbol)).get()
    }
    #expect(near.contains("BTC-USDT"))
  }

  @Test func `a symbol that cannot be understood is counted`() async throws {
    let market = BinanceMarket.market([
      BinanceMarket.all: """
      {"symbols":[{"symbol":"AB","baseAsset":"A"},{"symbol":"CD","baseAsset":"C","quoteAsset":"D"},
      {"symbol":"EF","baseAsset":"E","quoteAsset":"F","filters":[{"filterType":"PRICE_FILTER",
      "tickSize":"x"}]},{"symbol":" ","baseAsset":"G","quoteAsset":"H"}]}
      """
    ])
    let answer = try await market.client.instruments().get()
    #expect(answer.value.map(\.pair.symbol) == ["C-D"])
    #expect(answer.warnings.count == 3)
  }
}
