import Foundation
import MarketCore
import Testing

/// The recorded answers of Bitfinex.
struct BitfinexFixturesTests {
  private let client = MarketClient.recorded(Bitfinex())
  private let pair = Pair(symbol: "BTC-USD")

  @Test func `every recorded poll is read without omissions`() async throws {
    var times: [Date] = []
    for _ in 1...6 {
      let answer = try await client.tickers().get()
      #expect(answer.value.count == 36)
      #expect(answer.warnings == [])
      times.append(answer.asOf)
      let single = try await client.ticker(pair).get().value
      #expect(answer.value.contains(single))
    }
    #expect(Set(times).count == 6)
    #expect(times == times.sorted())
  }

  @Test func `recorded books are read without omissions`() async throws {
    for symbol in ["BTC-USD", "LINK-USD"] {
      for _ in 1...3 {
        let pair = Pair(symbol: symbol)
        let levels = try await client.book(pair).get()
        let orders = try await client.book(pair, detail: .orders).get()
        #expect(levels.warnings + orders.warnings == [])
        #expect(levels.value.bids.count == 40)
        #expect(!levels.value.isCrossed)
        #expect(orders.value.imbalance() == levels.value.imbalance())
        #expect(orders.value.spread == levels.value.spread)
      }
    }
  }

  @Test func `recorded candles are read without omissions`() async throws {
    for (period, count) in [(Period.oneDay, 60), (.oneHour, 58)] {
      let answer = try await client.candles(pair, period: period).get()
      #expect(answer.value.count == count)
      #expect(answer.warnings == [])
      #expect(answer.value.map(\.time) == answer.value.map(\.time).sorted())
    }
  }

  @Test func `traits of a live market are recorded`() async throws {
    let tickers = try await client.tickers().get().value
    func ticker(_ symbol: String) -> Ticker? { tickers.first { $0.pair.symbol == symbol } }
    #expect(ticker("REP-USD")?.line == "REP-USD - - - - - - 0")
    #expect(ticker("PEPE-USD")?.last?.plain == "0.00000017")
    #expect(ticker("WBT-USD")?.bid == nil)
  }
}
