import Foundation
@testable import MarketCore
import Testing

/// The codes of currencies on Bitfinex, and its names of pairs.
struct BitfinexSymbolsTests {
  private let client = BitfinexMarket.market().client

  @Test(
    arguments: [
      ("BTC-USD", "tBTCUSD"), ("BTC-USDT", "tBTCUST"), ("LINK-USD", "tLINK:USD"),
      ("LINK-USDT", "tLINK:UST"), ("USDT-USD", "tUSTUSD"), ("XAUT-USD", "tXAUT:USD"),
      // A code is mapped once and not again.
      ("WBTC-USD", "tWBTUSD"), ("WBT-USD", "tWHBT:USD"), ("A-USD", "tEOSUSD"),
      // The name of a network is no code.
      ("LNX-USD", "tLNX:USD"),
    ])
  func `a pair has everyday codes`(symbol: String, id: String) async throws {
    let instruments = try await client.instruments().get().value
    #expect(instruments.first { $0.id == .text(id) }?.pair == Pair(symbol: symbol))
  }

  @Test(arguments: ["EOS-USDT", "UST-UST", "BTCU-SD", "TESTBTC-TESTUSD"])
  func `a pair is not known by other codes`(symbol: String) async {
    await expectUnknown(symbol) {
      try await client.ticker(of: Pair(symbol: symbol)).get()
    }
  }

  @Test func `the spelling of every listed pair goes there and back`() async throws {
    let client = MarketClient.recorded(Bitfinex())
    let tickers = try await client.tickers().get().value
    let pairs = try await client.instruments().get().value.map(\.pair)
    #expect(pairs.count == 36)
    #expect(Set(tickers.map(\.pair)) == Set(pairs))
    for instrument in try await client.instruments().get().value {
      guard case .text(let id) = instrument.id else { continue }
      let name = try #require(Bitfinex.Symbol(String(id.dropFirst())))
      #expect(name.text == String(id.dropFirst()))
      // Unambiguous symbols must be those of the list.
      if instrument.pair.consists(of: Bitfinex.unambiguousCodes) {
        #expect(Bitfinex.Symbol(own: instrument.pair) == name)
      }
    }
  }
}
