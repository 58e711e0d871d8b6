import Foundation
import MarketCore
import Testing

/// The recorded responses of Binance.
struct BinanceFixturesTests {
  private let client = MarketClient.recorded(Binance())

  private let pair = Pair(symbol: "BTC-USDT")

  @Test(arguments: [TickerDetails.all, .none])
  func `three polls are read, and prices move`(details: TickerDetails) async throws {
    var prices: [String] = []
    for _ in 1...3 {
      let answer = try await client.tickers(details: details).get()
      #expect(answer.value.count == 31)
      #expect(answer.warnings.isEmpty)
      let bitcoin = try #require(answer.value.first { $0.pair == pair })
      #expect((bitcoin.bid == nil) == !details.quotes)
      prices.append(bitcoin.last?.plain ?? "")
    }
    #expect(Set(prices).count == 3)
  }

  @Test func `one pair is the same alone, whatever is asked of it`() async throws {
    for details in [TickerDetails.all, .none] {
      let list = try await client.tickers(details: details).get().value
      let alone = try await client.tickers(of: [pair], details: details).get().value
      #expect(alone == list.filter { $0.pair == pair })
    }
  }

  @Test func `a pair that was not recorded alone is taken from the list`() async throws {
    let fresh = MarketClient.recorded(Binance())
    let answer = try await fresh.tickers(of: [Pair(symbol: "T-USDT")], details: .none).get()
    #expect(answer.value.map(\.pair.symbol) == ["T-USDT"])
  }

  @Test func `bid and ask that were not recorded are unknown, with a warning`() async throws {
    let directory = try Directory()
    let table = client.recording(to: directory.url)
    _ = try await table.tickers(details: .none).get()
    let replay = MarketClient.replay(directory.url, of: Binance())
    let answer = try await replay.tickers().get()
    #expect(answer.value.allSatisfy { $0.bid == nil && $0.ask == nil })
    #expect(answer.warnings == [.note("no recording of ticker/24hr; using ticker/24hr/type=MINI")])
  }

  @Test func `each symbol leads back to its pair, and each pair to its symbol`() async throws {
    let instruments = try await client.instruments().get()
    #expect(instruments.warnings.isEmpty)
    let tickers = try await client.tickers(details: .none).get().value
    #expect(Set(instruments.value.map(\.pair)) == Set(tickers.map(\.pair)))
    for instrument in instruments.value {
      let symbol = (instrument.pair.base ?? "") + (instrument.pair.quote ?? "")
      #expect(instrument.id == .text(symbol))
    }
    #expect(instruments.value.count { $0.status == "BREAK" } == 3)
  }
}
