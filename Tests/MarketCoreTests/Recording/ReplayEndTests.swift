import Foundation
import MarketCore
import Testing

/// The end of a replay, and its restart.
struct ReplayEndTests {
  private static let files = [
    "tickers/1.json": #"[{"symbol":"A-1"}]"#, "tickers/2.json": #"[{"symbol":"A-2"}]"#,
    "l2/A-B/1.json": #"{"symbol":"A-B","bids":[],"asks":[]}"#,
  ]
  private static let again = Warning.note("end of recording; restarting from the beginning")

  @Test func `a replay that begins again says so once`() async throws {
    let directory = try Directory(Self.files)
    let client = directory.client
    var warnings: [[Warning]] = []
    for _ in 1...5 { warnings.append(try await client.tickers().get().warnings) }
    #expect(warnings == [[], [], [Self.again], [], []])
    let book = Pair(symbol: "A-B")
    for _ in 1...2 { #expect(try await client.book(of: book).get().warnings == []) }
  }

  @Test func `the end of any series is said, once for all of them`() async throws {
    let directory = try Directory(Self.files)
    let (client, book) = (directory.client, Pair(symbol: "A-B"))
    #expect(try await client.book(of: book).get().warnings == [])
    #expect(try await client.book(of: book).get().warnings == [Self.again])
    for _ in 1...3 { #expect(try await client.tickers().get().warnings == []) }
  }

  @Test func `a replay that does not repeat ends with the count of its answers`() async throws {
    let directory = try Directory(Self.files)
    let client = MarketClient.replay(directory.url, repeats: false)
    for number in 1...2 {
      let answer = try await client.tickers().get()
      #expect(answer.value.map(\.pair.symbol) == ["A-\(number)"])
      #expect(answer.warnings == [])
    }
    let ended = MarketError.ended("recording of tickers ends after 2 responses")
    for _ in 1...2 {
      await #expect(throws: ended) { try await client.tickers().get() }
    }
    let book = Pair(symbol: "A-B")
    #expect(try await client.book(of: book).get().warnings == [])
    await #expect(throws: MarketError.ended("recording of l2/A-B ends after 1 response")) {
      try await client.book(of: book).get()
    }
    #expect(ended.isPermanent)
  }

  @Test(arguments: [429, 503])
  func `what a refusal asked to wait is recorded and replayed`(status: Int) async throws {
    let directory = try Directory()
    let live = CannedExchange(
      responses: ["tickers": .text("no", status: status, headers: ["retry-after": "17"])]
    ).client.recording(to: directory.url)
    let error = await #expect(throws: MarketError.self) { try await live.tickers().get() }
    #expect(error?.retryAfter == 17)
    #expect(try directory.text(of: "tickers/1.meta").contains(#""retry_after":"17""#))
    await #expect(throws: try #require(error)) { try await directory.client.tickers().get() }
  }

  @Test func `a date that a refusal asked to wait for is counted from when it was recorded`()
    async throws
  {
    let directory = try Directory()
    let headers = ["retry-after": "Mon, 12 Jan 1970 13:46:50 GMT"]
    let live = CannedExchange(responses: ["tickers": .text("", status: 429, headers: headers)])
      .client.recording(to: directory.url)
    _ = await live.tickers()
    await #expect(throws: MarketError.rateLimited(retryAfter: 10)) {
      try await directory.client.tickers().get()
    }
  }
}
