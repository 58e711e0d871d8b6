import Foundation
import MarketCore
import Testing

/// The recorded answers in the dialect of Coinbase.
struct CoinbaseFixturesTests {
  private let client = MarketClient.recorded(Coinbase())

  @Test func `three polls of all fields are read, and prices move`() async throws {
    var prices: [String] = []
    for _ in 1...3 {
      let answer = try await client.tickers().get()
      #expect(answer.value.count == 25)
      #expect(answer.warnings.isEmpty)
      let bitcoin = try #require(answer.value.first { $0.pair.symbol == "BTC-USD" })
      #expect(bitcoin.name == "Bitcoin")
      #expect(try #require(bitcoin.bid) < #require(bitcoin.ask))
      prices.append(bitcoin.last?.plain ?? "")
    }
    #expect(Set(prices).count == 3)
  }

  @Test func `one pair is the same alone`() async throws {
    let list = try await client.tickers(fields: [.last]).get().value
    let pair = Pair(symbol: "BTC-USD")
    let alone = try await client.tickers(of: [pair], fields: [.last]).get().value
    #expect(alone == list.filter { $0.pair == pair })
  }

  @Test func `untraded products have no price`() async throws {
    let list = try await client.tickers(fields: [.last]).get().value
    let silent = list.filter { $0.last == nil }
    #expect(silent.map(\.line) == ["GODS-USD - - - - - - -", "ZEC-USDC - - - - - - 0"])
  }

  @Test func `the levels of the book are its orders added up`() async throws {
    for symbol in ["BTC-USD", "ETH-BTC"] {
      let answer = try await client.book(Pair(symbol: symbol)).get()
      #expect(answer.warnings.isEmpty && !answer.value.isCrossed && !answer.value.isEmpty)
    }
    let pair = Pair(symbol: "BTC-USD")
    let fresh = MarketClient.recorded(Coinbase())
    let levels = try await fresh.book(pair).get().value
    let orders = try await fresh.book(pair, detail: .orders).get().value
    for side in Side.allCases { #expect(orders.levels(side) == levels.levels(side)) }
  }

  @Test func `the products that are listed are those that have a ticker`() async throws {
    let instruments = try await client.instruments().get()
    #expect(instruments.warnings.isEmpty)
    let tickers = try await client.tickers(fields: [.symbol]).get().value
    #expect(instruments.value.map(\.pair) == tickers.map(\.pair).sorted())
    let pair = Pair(symbol: "ETH-USD")
    let alone = try await client.instrument(pair).get().value
    #expect(instruments.value.filter { $0.pair == pair } == [alone])
  }

  @Test func `an unknown pair has near names`() async {
    let error = await #expect(throws: MarketError.self) {
      try await client.book(Pair(symbol: "BTC-USDD")).get()
    }
    guard case .unknownSymbol("BTC-USDD", let near) = error else {
      return #expect(Bool(false), "\(error as Any)")
    }
    #expect(near.contains("BTC-USD"))
  }
}
