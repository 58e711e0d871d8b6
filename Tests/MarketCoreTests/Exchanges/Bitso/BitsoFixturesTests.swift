import Foundation
import MarketCore
import Testing

/// The recorded responses of Bitso.
struct BitsoFixturesTests {
  private let client = MarketClient.recorded(Bitso())

  @Test func `the recorded traits are there`() async throws {
    let answer = try await client.tickers().get()
    #expect(answer.value.count == 26 && answer.warnings.isEmpty)
    #expect(answer.value.filter { $0.last == nil }.map(\.line) == ["MANA-MXN - - - - - - -"])
    let falls = answer.value.filter { $0.change?.isSignMinus == true }
    #expect(!falls.isEmpty && answer.value.filter { $0.open == nil }.count == 1)
    // Rates of currencies.
    #expect(Set(answer.value.map(\.pair.symbol)).isSuperset(of: ["USD-MXN", "USD-ARS", "USD-COP"]))
    let instruments = try await client.instruments().get().value
    #expect(Set(instruments.map(\.pair)) == Set(answer.value.map(\.pair)))
    #expect(instruments.allSatisfy { $0.status == nil && $0.tickSize != nil })
  }

  @Test(arguments: ["BTC-USD", "BTC-MXN"])
  func `the newest candle ends with the last price; two hours are filled`(symbol: String)
    async throws
  {
    let pair = Pair(symbol: symbol)
    for _ in 1...3 {
      let ticker = try await client.ticker(of: pair).get().value
      let candles = try await client.candles(of: pair, period: .oneHour).get().value
      #expect(candles.count == 60)
      #expect(candles.last?.close == ticker.last)
      #expect(candles.filter { $0.volume == 0 && $0.high == $0.low }.count == 2)
    }
  }

  @Test func `levels are the sums of single orders`() async throws {
    let pair = Pair(symbol: "BTC-USD")
    let levels = try await client.book(of: pair).get().value
    let orders = try await client.book(of: pair, detail: .orders).get().value
    #expect(levels.bids.count == 50 && levels.asks.count == 50)
    #expect((orders.bids + orders.asks).allSatisfy { $0.orderID != nil })
    for (level, order) in [(levels.bids, orders.bids), (levels.asks, orders.asks)] {
      let sum = order.map(\.quantity).reduce(0, +)
      #expect(level.map(\.quantity).reduce(0, +) == sum)
    }
  }
}
