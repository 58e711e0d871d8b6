import MarketCore
import Testing

/// The recorded responses of Bitvavo.
struct BitvavoFixturesTests {
  private let client = MarketClient.recorded(Bitvavo())
  private let pair = Pair(symbol: "BTC-EUR")

  @Test func `the recorded traits are there`() async throws {
    let answer = try await client.tickers().get()
    #expect(answer.value.count == 23 && answer.warnings.isEmpty)
    #expect(answer.value.filter { $0.last == nil }.map(\.line) == ["GRT-EUR - - - - - - -"])
    #expect(answer.value.allSatisfy { $0.name != nil && !$0.isDead })
    let dollars = try #require(answer.value.first { $0.pair.symbol == "BTC-USDC" })
    #expect(dollars.line == "BTC-USDC 27400 27400 27410 27410 27550 27250 64.60690844")
    let instruments = try await client.instruments().get().value
    let missing = Set(instruments.map(\.pair)).subtracting(answer.value.map(\.pair))
    #expect(missing.map(\.symbol) == ["SHIB-EUR"])
    let states = instruments.filter { $0.state != .open }.map { "\($0.pair) \($0.status ?? "")" }
    #expect(states == ["GRT-EUR auction", "SHIB-EUR halted"])
    // Own codes: MIOTA, LUNA and LUNA2.
    let coins = Set(answer.value.compactMap(\.pair.base))
    #expect(coins.isSuperset(of: ["IOTA", "LUNC", "LUNA"]))
    #expect(coins.isDisjoint(with: ["MIOTA", "LUNA2"]))
  }

  @Test(arguments: [(Period.oneHour, 58), (.oneDay, 60)])
  func `the newest candle ends with the last price; two hours have none`(
    period: Period, count: Int
  ) async throws {
    for _ in 1...3 {
      let ticker = try await client.ticker(of: pair).get().value
      let candles = try await client.candles(of: pair, period: period).get().value
      #expect(candles.count == count)
      #expect(candles.last?.close == ticker.last)
    }
  }

  @Test func `levels have no number of orders`() async throws {
    let book = try await client.book(of: pair).get().value
    #expect(book.bids.count > 50 && book.asks.count > 50)
    #expect((book.bids + book.asks).allSatisfy { $0.orders == nil && $0.orderID == nil })
  }
}
