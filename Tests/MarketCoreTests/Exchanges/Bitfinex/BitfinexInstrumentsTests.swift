import Foundation
import MarketCore
import Testing

/// The instruments of Bitfinex.
struct BitfinexInstrumentsTests {
  @Test func `sizes are those of orders, and there is no status and no tick`() async throws {
    let market = BitfinexMarket.market()
    let instruments = try await market.client.instruments().get()
    #expect(market.askedSorted == [BitfinexMarket.sizes, BitfinexMarket.names])
    let bitcoin = try #require(instruments.value.first { $0.pair == Pair(symbol: "BTC-USD") })
    #expect(bitcoin.status == nil && bitcoin.state == nil)
    #expect(bitcoin.tickSize == nil)
    #expect(bitcoin.minimumNotional == nil)
    #expect(bitcoin.lotSize?.plain == "0.00000001")
    #expect(bitcoin.minimumOrder?.plain == "0.00004")
    #expect(bitcoin.maximumOrder?.plain == "2000")
    #expect(bitcoin.id == .text("tBTCUSD"))
    #expect(bitcoin.name == "Bitcoin")
    let link = try #require(instruments.value.first { $0.pair == Pair(symbol: "LINK-USD") })
    #expect(link.minimumOrder?.plain == "0.5")
    #expect(link.maximumOrder == nil)
    // Listed, but without sizes.
    let gold = try #require(instruments.value.first { $0.pair == Pair(symbol: "XAUT-USD") })
    #expect(gold.minimumOrder == nil)
  }

  @Test func `paper trading and tests are no pairs, and names must fit into a path`() async throws {
    let pairs = try await BitfinexMarket.market().client.instruments(withNames: false).get()
    #expect(
      pairs.value.map(\.pair.symbol) == [
        "A-USD", "BTC-USD", "BTC-USDT", "ETH-USD", "LINK-USD", "LINK-USDT", "LNX-USD", "USDT-USD",
        "WBT-USD", "WBTC-USD", "XAUT-USD",
      ])
    // The 7 in the list.
    #expect(pairs.warnings == [.rowSkipped("[0][15] is not text")])
  }

  @Test func `a size that is wrong hides only its row`() async throws {
    let market = BitfinexMarket.market([
      BitfinexMarket.sizes: """
      [["BTCUSD","ETHUSD"],[],[["BTCUSD",[null,null,null,"x"]],["ETHUSD",[null,null,null,"1"]]]]
      """
    ])
    let answer = try await market.client.instruments(withNames: false).get()
    #expect(answer.value.map(\.pair.symbol) == ["ETH-USD"])
    #expect(answer.warnings.count == 1)
  }
}
