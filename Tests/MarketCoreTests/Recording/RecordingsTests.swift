import Foundation
import MarketCore
import Testing

/// The order of the responses in a replay.
struct RecordingsTests {
  private static let bitcoin = Pair(symbol: "BTC-USD")

  @Test func `answers come in the order of their numbers and begin again after the last`()
    async throws
  {
    let numbers = [1, 2, 10, 9, 100]
    let files = numbers.map { ("tickers/\($0).json", #"[{"symbol":"N-\#($0)"}]"#) }
    let directory = try Directory(Dictionary(uniqueKeysWithValues: files))
    let client = directory.client
    for number in [1, 2, 9, 10, 100, 1, 2] {
      #expect(try await client.tickers().get().value.map(\.pair.symbol) == ["N-\(number)"])
    }
    #expect(try await directory.client.tickers().get().value.map(\.pair.symbol) == ["N-1"])
  }

  @Test func `a request in the background takes no turn`() async throws {
    let directory = try Directory([
      "tickers/1.json": #"[{"symbol":"A-1"}]"#, "tickers/2.json": #"[{"symbol":"A-2"}]"#,
    ])
    let client = directory.client
    var background = client
    background.isBackground = true
    var symbols: [String] = []
    for client in [client, background, background, client, background, client] {
      symbols += try await client.tickers().get().value.map(\.pair.symbol)
    }
    #expect(symbols == ["A-1", "A-1", "A-1", "A-2", "A-1", "A-1"])
  }

  @Test func `each path is counted by itself`() async throws {
    let directory = try Directory([
      "tickers/1.json": #"[{"symbol":"A-1"}]"#, "tickers/2.json": #"[{"symbol":"A-2"}]"#,
      "l2/A-B/1.json": #"{"symbol":"A-B","bids":[{"px":1,"qty":1}],"asks":[]}"#,
      "l2/A-B/2.json": #"{"symbol":"A-B","bids":[{"px":2,"qty":1}],"asks":[]}"#,
      "l3/A-B/1.json": #"{"symbol":"A-B","bids":[{"px":3,"qty":1}],"asks":[]}"#,
    ])
    let client = directory.client
    var answers: [String] = []
    for _ in 0..<2 {
      answers += try await client.tickers().get().value.map(\.pair.symbol)
      for detail in [BookDetail.levels, .orders] {
        let book = try await client.book(of: Pair(symbol: "A-B"), detail: detail).get().value
        answers += book.bids.map(\.price.plain)
      }
    }
    #expect(answers == ["A-1", "1", "3", "A-2", "2", "3"])
  }

  @Test func `a replay has no deadline, however many requests there are`() async throws {
    var client = MarketClient.recorded(Coinbase())
    client.timeout = .nanoseconds(1)
    let instruments = try await client.instruments(withNames: true).get()
    #expect(instruments.value.contains { $0.name == "Bitcoin" } && instruments.warnings.isEmpty)
  }

  @Test func `an answer has the time that was recorded, or else the one of the replay`()
    async throws
  {
    let list = #"[{"symbol":"A-B"}]"#
    let directory = try Directory([
      "tickers/1.json": list, "tickers/2.json": list, "tickers/3.json": list,
      "tickers/1.meta": #"{"received_at":"2026-11-20T14:00:00.166Z"}"#,
      "tickers/2.meta": #"{"status":200}"#,
    ])
    let client = directory.client
    let recorded = try await client.tickers().get().asOf
    #expect(abs(recorded.timeIntervalSince1970 - 1_795_183_200.166) < 0.0005)
    for _ in 2...3 {
      #expect(try await client.tickers().get().asOf == recorded)
    }
  }

  @Test func `an answer whose description can not be understood is malformed`() async throws {
    let directory = try Directory(["tickers/1.json": "[]", "tickers/1.meta": "no JSON"])
    let path = directory.exchange.path()
    await #expect(
      throws: MarketError.malformed("invalid metadata: \(path)/tickers/1.meta")
    ) {
      try await directory.client.tickers().get()
    }
  }

  @Test func `an error answer has the status that was recorded`() async throws {
    let directory = try Directory([
      "tickers/1.json": "Slow down", "tickers/1.meta": #"{"status":429}"#,
      "tickers/2.json": "x", "tickers/2.meta": #"{"status":502,"content_type":"text/plain"}"#,
    ])
    let client = directory.client
    await #expect(throws: MarketError.rateLimited(retryAfter: nil)) {
      try await client.tickers().get()
    }
    await #expect(throws: MarketError.httpStatus(502, retryAfter: nil)) {
      try await client.tickers().get()
    }
  }

  @Test func `what was not recorded is said with its path`() async throws {
    let directory = try Directory([
      "tickers/1.json": #"[{"symbol":"BTC-USD"}]"#, "l2/BTC-USD/1.meta": "{}",
      "l2/BTC-USD/x.json": "{}", "l2/BTC-USD/1.json.bak": "{}",
    ])
    let path = directory.exchange.path()
    await #expect(throws: MarketError.missing("no recording of symbols in \(path)")) {
      try await directory.client.instruments().get()
    }
    await #expect(throws: MarketError.missing("no recording of l2/BTC-USD in \(path)")) {
      try await directory.client.book(of: Self.bitcoin).get()
    }
    await #expect(throws: MarketError.unknownSymbol("BTC-USDD", near: ["BTC-USD"])) {
      try await directory.client.book(of: Pair(symbol: "BTC-USDD")).get()
    }
    await #expect(throws: MarketError.missing("recording not found: /no/such/place")) {
      try await MarketClient.replay(URL(filePath: "/no/such/place")).tickers().get()
    }
  }

  @Test func `an answer that can not be read is missing`() async throws {
    let directory = try Directory(["tickers/1.json/folder": ""])
    let path = directory.exchange.path()
    await #expect(
      throws: MarketError.missing("no recording of tickers/1.json in \(path)")
    ) {
      try await directory.client.tickers().get()
    }
  }
}
