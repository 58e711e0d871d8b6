import Foundation
import MarketCore
import Synchronization
import Testing

/// Recorded responses, and their replay.
struct RecordingTests {
  private static let pair = Pair(symbol: "A-B")
  private static let book = #"{"symbol":"A-B","bids":[{"px":1,"qty":2,"num":3}],"asks":[]}"#

  @Test func `what was recorded is answered again, with its times and its source`() async throws {
    let exchange = CannedExchange([
      "tickers": #"[{"symbol":"A-B","last_trade_price":0.10},{}]"#, "l2/A-B": Self.book,
      "l3/A-B": Self.book,
      "symbols": #"{"A-B":{"base_currency":"A","counter_currency":"B"}}"#,
    ])
    let directory = try Directory()
    let live = exchange.client.recording(to: directory.url)
    #expect(live.source == exchange.client.source)
    let replay = directory.client
    let tickers = (try await live.tickers().get(), try await replay.tickers().get())
    #expect(tickers.0.value == tickers.1.value)
    #expect(tickers.0.warnings == tickers.1.warnings)
    #expect(tickers.0.asOf == tickers.1.asOf)
    #expect(tickers.0.source == "http://stub/v3")
    #expect(tickers.1.source == "http://stub/v3")
    for detail in [BookDetail.levels, .orders] {
      let book = try await live.book(of: Self.pair, detail: detail).get()
      let again = try await replay.book(of: Self.pair, detail: detail).get()
      #expect(book.value == again.value)
      #expect(book.asOf == again.asOf)
    }
    #expect(try await live.instruments().get().value == replay.instruments().get().value)
  }

  @Test func `each answer of a path has the next number`() async throws {
    let directory = try Directory()
    let turn = Mutex(0)
    let stub = MarketClient.stub { path in
      let number = turn.withLock { turn in
        turn += 1
        return turn
      }
      return .success(.text(path == "tickers" ? #"[{"symbol":"N-\#(number)"}]"# : Self.book))
    }
    let client = stub.recording(to: directory.url)
    for _ in 1...3 { _ = try await client.tickers().get() }
    for _ in 1...2 { _ = try await client.book(of: Self.pair).get() }
    #expect(
      try directory.names(in: "tickers") == [
        "1.json", "1.meta", "2.json", "2.meta", "3.json", "3.meta",
      ])
    #expect(try directory.names(in: "l2/A-B") == ["1.json", "1.meta", "2.json", "2.meta"])
    #expect(try directory.text(of: "tickers/2.json") == #"[{"symbol":"N-2"}]"#)
    let replay = directory.client
    for number in 1...3 {
      #expect(try await replay.tickers().get().value.map(\.pair.symbol) == ["N-\(number)"])
    }
  }

  @Test(
    arguments: [
      (500, .httpStatus(500, retryAfter: nil)),
      (503, .httpStatus(503, retryAfter: nil)), (429, .rateLimited(retryAfter: nil)),
    ] as [(Int, MarketError)])
  func `an error answer is recorded with its status`(status: Int, error: MarketError) async throws {
    let directory = try Directory()
    let headers = ["content-type": "text/plain"]
    let client = CannedExchange(
      responses: ["tickers": .text("Sorry", status: status, headers: headers)]
    ).client.recording(to: directory.url)
    await #expect(throws: error) { try await client.tickers().get() }
    await #expect(throws: error) { try await directory.client.tickers().get() }
    #expect(try directory.text(of: "tickers/1.json") == "Sorry")
    #expect(
      try directory.text(of: "tickers/1.meta")
        == #"{"content_type":"text/plain","received_at":"1970-01-12T13:46:40.000Z","#
        + #""source":"http://stub/v3","status":\#(status)}"#)
  }

  @Test func `what is no answer is not recorded`() async throws {
    let directory = try Directory()
    let client = MarketClient.failing(.timedOut(seconds: 1)).recording(to: directory.url)
    await #expect(throws: MarketError.timedOut(seconds: 1)) { try await client.tickers().get() }
    #expect(try directory.names(in: "").isEmpty)
  }

  @Test func `an answer that can not be understood is recorded all the same`() async throws {
    let directory = try Directory()
    let client = CannedExchange(["tickers": "<p>"]).client.recording(to: directory.url)
    let reason = "got HTML instead of JSON (captive portal?)"
    await #expect(throws: MarketError.malformed(reason)) { try await client.tickers().get() }
    // Whoever replays it is told the file.
    let file = "\(directory.exchange.path())/tickers/1.json"
    await #expect(throws: MarketError.malformed("\(file): \(reason)")) {
      try await directory.client.tickers().get()
    }
    #expect(try directory.text(of: "tickers/1.json") == "<p>")
  }

  @Test func `an answer that can not be kept is an error`() async throws {
    let directory = try Directory()
    let client = CannedExchange(["tickers": #"[{"symbol":"A-B"}]"#]).client
      .recording(to: directory.url.appending(path: "file/below"))
    try Data().write(to: directory.url.appending(path: "file"))
    let error = await #expect(throws: MarketError.self) { try await client.tickers().get() }
    #expect(error?.isRecordingFailed == true)
    #expect(error?.isPermanent == true)
    #expect("\(try #require(error))".hasPrefix("cannot write the recording: "))
  }

  @Test func `a time is shown alike when it was recorded and when it is replayed`() async throws {
    let times = (0..<50).map { Date(timeIntervalSince1970: 1_795_183_200 + Double($0) * 0.0373) }
    let turn = Mutex(0)
    let directory = try Directory()
    let stub = MarketClient.stub { _ in
      let time = turn.withLock { turn in
        turn += 1
        return times[turn - 1]
      }
      return .success(.init(body: Data(#"[{"symbol":"A-B"}]"#.utf8), receivedAt: time))
    }
    let live = stub.recording(to: directory.url)
    for _ in times { _ = try await live.tickers().get() }
    let replay = directory.client
    for time in times {
      #expect(try await replay.tickers().get().asOf.rfc3339 == time.rfc3339)
    }
  }

  @Test func `a recording that is replayed and recorded keeps times and source`() async throws {
    let (first, second) = (try Directory(), try Directory())
    let exchange = CannedExchange(["tickers": #"[{"symbol":"A-B"}]"#])
    _ = try await exchange.client.recording(to: first.url).tickers().get()
    _ = try await first.client.recording(to: second.url).tickers().get()
    #expect(try first.text(of: "tickers/1.meta") == second.text(of: "tickers/1.meta"))
  }
}
