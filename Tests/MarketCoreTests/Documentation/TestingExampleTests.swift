import Foundation
import MarketCore
import Observation
import TestTools
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The list of an app.
@MainActor @Observable
final class Prices {
  let market: ObservableMarket<ListViewModel<Ticker>>
  var search = "" {
    didSet { market.model.query.filters = [SymbolFilter(search, isTyped: true)] }
  }

  init(of client: MarketClient, clock: PollClock = .real) {
    market = ObservableMarket(tickersOf: [client], clock: clock)
  }

  var lines: [String] {
    market.model.rows.map { "\($0.pair) \(NumberFormat.plain($0.last))" }
  }

  var notice: String? {
    switch market.model.freshness.phase {
    case .loading(let error): error.map { "no prices: \($0)" } ?? "loading"
    case .loaded: nil
    case .stale(let error): "not up to date: \(error)"
    }
  }
}

/// The examples of the article about tests of apps.
struct TestingExampleTests {
  @Test @MainActor func `a list with a filter, a failure and a recovery`() async {
    func ticker(_ symbol: String, _ last: Decimal) -> Ticker {
      Ticker(pair: Pair(symbol: symbol), open: nil, volume: nil, last: last)
    }
    let stub = StubMarket(tickers: [ticker("BTC-USD", 27_412), ticker("ETH-USD", 1_842)])
    let prices = Prices(of: stub.client)
    #expect(prices.notice == "loading")

    await prices.market.refresh()
    #expect(prices.lines == ["BTC-USD 27412", "ETH-USD 1842"])
    prices.search = "ether"
    #expect(prices.lines == ["ETH-USD 1842"])

    stub.failure = .unreachable("no network")
    await prices.market.refresh()
    #expect(prices.lines == ["ETH-USD 1842"])
    #expect(prices.notice == "not up to date: no network")

    stub.failure = nil
    stub.tickers[1] = ticker("ETH-USD", 1_850)
    await prices.market.refresh()
    #expect(prices.lines == ["ETH-USD 1850"])
    #expect(prices.notice == nil)
  }

  @Test @MainActor func `polling goes on after a failure`() async {
    let stub = StubMarket()
    let clock = PollClock(now: { .now }, sleep: { _ in }, random: { 0.5 })
    let prices = Prices(of: stub.client, clock: clock)
    let polling = Task { await prices.market.poll() }
    await prices.market.refresh()
    #expect(prices.notice == "no prices: no data: empty response")

    stub.tickers = [Ticker(pair: Pair(symbol: "BTC-USD"), open: nil, volume: nil, last: 1)]
    while prices.lines.isEmpty { await Task.yield() }
    #expect(prices.notice == nil)
    polling.cancel()
  }

  @Test func `a view model of made-up polls`() {
    var book = OrderBookViewModel(pair: Pair(symbol: "BTC-USD"))
    let ask = OrderBook.Entry(price: 27_413.25, quantity: 1)
    let answer = Answer(OrderBook(pair: Pair(symbol: "BTC-USD"), bids: [], asks: [ask]))
    book.apply(Poll(result: .success(answer)))
    #expect(book.summary == ["no bids"])
    book.apply(Poll(result: .failure(.timedOut(seconds: 10))))
    #expect(book.freshness.phase == .stale(.timedOut(seconds: 10)))
  }

  private let recordings = Articles.recordings

  func spread(of pair: Pair, on client: MarketClient) async -> String {
    switch await client.book(of: pair) {
    case .success(let answer): return "spread \(NumberFormat.plain(answer.value.spread))"
    case .failure(let error): return "no spread: \(error)"
    }
  }

  @Test func `the spread of bitcoin`() async {
    let client = MarketClient.replay(recordings)
    #expect(await spread(of: Pair(symbol: "BTC-USD"), on: client) == "spread 2.28")
  }

  @Test func `an error is shown`() async {
    let client = MarketClient.failing(.timedOut(seconds: 10))
    let text = await spread(of: Pair(symbol: "BTC-USD"), on: client)
    #expect(text == "no spread: timed out after 10 s")
  }

  @Test func `a book without bids has no spread`() async {
    let client = MarketClient.stub { path in
      #expect(path == "l2/BTC-USD")
      let body = #"{"symbol":"BTC-USD","bids":[],"asks":[{"px":27413.25,"qty":1}]}"#
      return .success(Transport.Response(body: Data(body.utf8)))
    }
    #expect(await spread(of: Pair(symbol: "BTC-USD"), on: client) == "spread –")
  }

  @Test func `what was recorded is replayed`() async throws {
    let print = Printed()
    func record(_ pair: Pair, of client: MarketClient, by poller: Poller, to directory: URL) async {
      let recorder = client.recording(to: directory)
      for await poll in poller.polls(fetch: { await recorder.book(of: pair) }) {
        if let failure = poll.failure { print("not recorded: \(failure)") }
      }
    }
    let pair = Pair(symbol: "BTC-USD")
    let poller = Poller(interval: .seconds(10), count: 2, clock: FakeClock().pollClock())
    let directory = try Directory()
    await record(pair, of: Articles.client, by: poller, to: directory.url)
    #expect(print.text() == "")
    let replay = MarketClient.replay(directory.url, repeats: false)
    let original = Articles.client
    for _ in 1...2 {
      let (answer, expected) = (await replay.book(of: pair), await original.book(of: pair))
      #expect(try answer.get().value == expected.get().value)
      #expect(try answer.get().asOf == expected.get().asOf)
    }
    guard case .failure(.ended) = await replay.book(of: pair) else {
      Issue.record("the recording did not end")
      return
    }
    guard case .failure(.missing) = await replay.tickers() else {
      Issue.record("there are tickers that were not recorded")
      return
    }
  }

  @Test func `a transport of one closure`() async {
    let transport = Transport { request in
      let url = request.url?.absoluteString ?? ""
      return .failure(.unreachable("no server at \(url)"))
    }
    let client = MarketClient(transport, base: URL(filePath: "/exchange"))
    let error = MarketError.unreachable("no server at file:///exchange/symbols")
    #expect(await client.instruments().map(\.value) == .failure(error))
  }
}
