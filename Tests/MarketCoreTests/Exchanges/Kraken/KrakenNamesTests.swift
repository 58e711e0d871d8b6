import Foundation
@testable import MarketCore
import Testing

/// The names of pairs on Kraken.
struct KrakenNamesTests {
  @Test func `the name of each listed pair goes there and back`() async throws {
    let listed = try await MarketClient.recorded(Kraken()).instruments().get().value
    #expect(listed.count == 38)
    for instrument in listed {
      let name = try Kraken.name(of: instrument.pair)
      #expect(Kraken.pair(of: name) == instrument.pair)
      #expect(name == instrument.pair.symbol.replacing("-", with: "/"))
    }
  }

  @Test func `the recorded traits are there`() async throws {
    let client = MarketClient.recorded(Kraken())
    let tickers = try await client.tickers().get()
    #expect(tickers.value.count == 38)
    #expect(tickers.warnings.isEmpty)
    func ticker(_ symbol: String) -> Ticker? { tickers.value.first { $0.pair.symbol == symbol } }
    #expect(ticker("XRP-EUR")?.last == nil && ticker("XRP-EUR")?.bid != nil)
    #expect(ticker("UNI-USD")?.last != nil && ticker("UNI-USD")?.percent == nil)
    #expect(ticker("AIR-USD")?.bid == nil && ticker("AIR-USD")?.ask != nil)
    #expect(ticker("DOGE-USD") != nil && ticker("AIO-USD") != ticker("AIOZ-USD"))
    let statuses = try await client.instruments().get().value.map { $0.status ?? "" }
    #expect(
      Set(statuses) == ["online", "cancel_only", "post_only", "limit_only", "reduce_only"])
  }

  @Test func `today's candle and the ticker have the same open`() async throws {
    let client = MarketClient.recorded(Kraken())
    let pair = Pair(symbol: "BTC-USD")
    for _ in 1...3 {
      let ticker = try await client.ticker(of: pair).get().value
      let candles = try await client.candles(of: pair, period: .oneDay).get().value
      #expect(candles.last?.open == ticker.open && ticker.open != nil)
    }
  }
}
