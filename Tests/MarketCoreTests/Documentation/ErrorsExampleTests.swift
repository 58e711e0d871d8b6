import MarketCore
import TestTools
import Testing

/// The examples of the article about errors.
struct ErrorsExampleTests {
  @Test func `a price, or an error`() async {
    let print = Printed()
    func price(of pair: Pair, from client: MarketClient) async -> Bool {
      switch await client.retrying({ await $0.ticker(of: pair) }) {
      case .success(let answer):
        print(NumberFormat.plain(answer.value.last))
        return true
      case .failure(.unknownSymbol(let symbol, let near)):
        print("unknown pair \(symbol); similar: \(near.joined(separator: ", "))")
        return false
      case .failure(let error):
        print(error.description)
        return false
      }
    }
    #expect(await !price(of: Pair(symbol: "BTC-USDD"), from: Articles.client))
    #expect(
      print.text() == """
        unknown pair BTC-USDD; similar: BTC-USD, BTC-USDT, BTC-USDC
        """)
    #expect(await price(of: Pair(symbol: "BTC-USD"), from: Articles.client))
    let client = MarketClient.failing(.malformed("empty body"))
    #expect(await !price(of: Pair(symbol: "BTC-USD"), from: client))
    #expect(print.text() == "27412.35\ninvalid response: empty body")
  }

  @Test func `polling continues after errors`() async {
    let clock = FakeClock().pollClock()
    let print = Printed()
    let client = MarketClient.failing(.timedOut(seconds: 10))
    var list = ListViewModel<Ticker>(ListQuery())
    let poller = Poller(interval: .seconds(10), count: 2, clock: clock)
    for await poll in poller.polls(fetch: { await client.tickers() }) {
      list.apply(poll)
      if let failure = list.freshness.failure, let next = poll.next {
        print("\(failure); next try in \((next - poll.at).components.seconds) s")
      }
    }
    #expect(
      print.text() == """
        timed out after 10 s; next try in 1 s
        """)
  }
}
