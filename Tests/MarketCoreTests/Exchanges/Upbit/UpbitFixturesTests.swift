import MarketCore
import Testing

/// The recorded responses of Upbit.
struct UpbitFixturesTests {
  private let client = MarketClient.recorded(Upbit())

  @Test func `the recorded traits are there`() async throws {
    let answer = try await client.tickers().get()
    #expect(answer.value.count == 25 && answer.warnings.isEmpty)
    #expect(answer.value.allSatisfy { $0.high == nil && $0.ask != nil && $0.name != nil })
    let dead = answer.value.filter(\.isDead)
    #expect(dead.map(\.line) == ["AERGO-BTC 0.00000301 - 0.00000302 0.00000301 - - 0"])
    let own = answer.value.filter { $0.pair.base?.hasPrefix("MET") == true }
    #expect(
      own.map { "\($0.pair) \($0.name ?? "")" } == [
        "META-KRW MetaDAO", "METADIUM-KRW Metadium", "MET-KRW Meteora",
      ])
    let instruments = try await client.instruments().get().value
    #expect(Set(instruments.map(\.pair)) == Set(answer.value.map(\.pair)))
    #expect(instruments.allSatisfy { $0.tickSize != nil && $0.state == nil })
  }

  @Test(arguments: ["BTC-KRW", "BTC-USDT"])
  func `the newest candle ends with the last price`(symbol: String) async throws {
    let pair = Pair(symbol: symbol)
    for _ in 1...3 {
      let ticker = try await client.ticker(of: pair).get().value
      for period in [Period.oneHour, .oneDay] {
        let candles = try await client.candles(of: pair, period: period).get().value
        // Two hours of BTC-USDT have no trade.
        #expect(candles.count == (period == .oneHour && symbol == "BTC-USDT" ? 58 : 60))
        #expect(candles.last?.close == ticker.last)
        if period == .oneDay { #expect(candles.dropLast().last?.close == ticker.open) }
      }
    }
  }

  @Test func `books have 30 levels, a thin side fewer`() async throws {
    for symbol in ["BTC-KRW", "BTC-USDT"] {
      let book = try await client.book(of: Pair(symbol: symbol)).get().value
      #expect(book.bids.count == 30 && book.asks.count == 30)
    }
    let thin = try await client.book(of: Pair(symbol: "BERA-BTC")).get()
    #expect(thin.value.bids.count == 12 && thin.value.asks.count == 30 && thin.warnings.isEmpty)
  }

  @Test func `a pair that was not recorded alone is taken from the list`() async throws {
    let list = try await client.tickers().get().value
    let pair = Pair(symbol: "SOL-KRW")
    let one = try await client.ticker(of: pair).get()
    #expect(one.value == list.first { $0.pair == pair } && one.warnings.isEmpty)
  }
}
