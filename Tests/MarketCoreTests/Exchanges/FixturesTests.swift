import Foundation
import MarketCore
import Testing

/// The recorded responses in `Fixtures`.
struct FixturesTests {
  private let client = MarketClient.recorded()

  @Test func `every recorded poll of the tickers is read without omissions`() async throws {
    var times: [Date] = []
    for _ in 1...12 {
      let answer = try await client.tickers().get()
      #expect(answer.value.count == 72)
      #expect(answer.warnings.isEmpty)
      times.append(answer.asOf)
    }
    #expect(times == times.sorted())
    #expect(Set(times).count == 12)
  }

  @Test(
    arguments: [
      ("BTC-USD", 45, 38), ("BTC-EUR", nil, nil), ("BTC-TRY", nil, nil), ("ETH-USD", nil, nil),
      ("USDT-USD", nil, nil), ("XLM-BTC", nil, nil), ("DGLD-BTC", 0, nil), ("LEND-USDC", 0, 0),
    ] as [(String, Int?, Int?)])
  func `every recorded book is read without omissions`(
    symbol: String, bids: Int?, asks: Int?
  ) async throws {
    for _ in 1...6 {
      let answer = try await client.book(of: Pair(symbol: symbol)).get()
      #expect(answer.value.pair == Pair(symbol: symbol))
      #expect(answer.warnings.isEmpty)
      #expect(!answer.value.isCrossed)
      if let bids { #expect(answer.value.bids.count == bids) }
      if let asks { #expect(answer.value.asks.count == asks) }
    }
  }

  @Test func `a book of orders adds up to the book of levels`() async throws {
    for (symbol, count) in [("BTC-USD", 3), ("ETH-USD", 1)] {
      for _ in 0..<count {
        let pair = Pair(symbol: symbol)
        let levels = try await client.book(of: pair).get().value
        let orders = try await client.book(of: pair, detail: .orders).get()
        #expect(orders.warnings.isEmpty)
        #expect(orders.value.imbalance() == levels.imbalance())
        #expect(orders.value.spread == levels.spread)
        #expect(orders.value.bids.count > levels.bids.count)
      }
    }
  }

  @Test func `the recorded list of symbols is read without omissions and has all tickers`()
    async throws
  {
    let answer = try await client.instruments().get()
    #expect(answer.warnings.isEmpty)
    #expect(answer.value.map(\.pair) == answer.value.map(\.pair).sorted())
    let tickers = try await client.tickers().get().value
    #expect(Set(answer.value.map(\.pair)) == Set(tickers.map(\.pair)))
    for pair in [Pair(symbol: "LEND-USDC"), Pair(symbol: "DGLD-BTC")] {
      let single = try await client.instrument(of: pair).get().value
      #expect(answer.value.contains(single))
    }
  }

  @Test func `a book that the exchange failed to give is withheld`() async {
    let pair = Pair(symbol: "TRX-USDT")
    await #expect(throws: MarketError.dataUnavailable(pair, status: 500)) {
      try await client.book(of: pair).get()
    }
  }
}
