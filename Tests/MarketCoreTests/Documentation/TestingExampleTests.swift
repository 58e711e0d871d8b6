import Foundation
import MarketCore
import TestTools
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The examples of the article about tests of other programs.
struct TestingExampleTests {
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

  @Test func `a clock that does not wait, and a transport of one closure`() async {
    let clock = PollClock(now: { .now }, sleep: { _ in }, random: { 0.5 })
    let poller = Poller(interval: .seconds(10), count: 2, clock: clock)
    let transport = Transport { request in
      let url = request.url?.absoluteString ?? ""
      return .failure(.unreachable("no server at \(url)"))
    }
    let client = MarketClient(transport, base: URL(filePath: "/exchange"))
    var errors: [MarketError?] = []
    for await poll in poller.polls(fetch: { await client.instruments() }) {
      errors.append(poll.failure)
    }
    let error = MarketError.unreachable("no server at file:///exchange/symbols")
    #expect(errors == [error, error])
  }
}
