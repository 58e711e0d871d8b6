import Assistants
import Foundation
import MarketCore
import StubExchange
import Synchronization
import TestTools
import Testing

@testable import tickers

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Calls of tools while exchanges are slow or fail.
@Suite(.fewAtATime)
struct MCPCallsTests {
  private static let tickers = Reply.json(#"[{"symbol":"BTC-USD","last_trade_price":7.10}]"#)

  /// An exchange that answers when a test releases it.
  private final class SlowExchange: Sendable {
    let stub: StubExchange
    private let gate = DispatchSemaphore(value: 0)

    init(_ reply: Reply = MCPCallsTests.tickers) throws {
      stub = try StubExchange { [gate] _ in
        gate.wait()
        return reply
      }
    }

    deinit { release(100) }

    var server: [String] { ["--url", stub.url.absoluteString, "--timeout", "3600"] }

    func isRequested(_ count: Int = 1) async -> Bool {
      await until("\(count) requests") { stub.requests.count == count }
    }

    func release(_ count: Int = 1) { for _ in 0..<count { gate.signal() } }
  }

  @Test func `a slow exchange does not delay other answers`() async throws {
    let exchange = try SlowExchange()
    let run = MCPRun(exchange.server)
    run.send(MCP.call(1, "list"))
    #expect(await exchange.isRequested())
    run.send(MCP.request(2, "ping"), MCP.call(3, "exchanges"))
    #expect(try await run.answer(to: 2)["result"] == .object([:]))
    #expect(try MCPResult(try await run.answer(to: 3)).status == "0")
    exchange.release()
    let result = try MCPResult(try await run.answer(to: 1))
    #expect(result.content["tickers"]?.elements.first?["last"] == .string("7.1"))
    let outcome = try await run.end()
    #expect((outcome.errors, outcome.status) == ("", 0))
    #expect(try MCP.answers(outcome.output).map { $0["id"]?.text } == ["2", "3", "1"])
  }

  @Test func `many slow calls do not delay other answers, nor cancellations`() async throws {
    let exchange = TestExchange()
    exchange.reply = .stall
    let run = MCPRun(in: TestWorld(exchanges: [exchange]))
    let (limit, count) = (MCPServer.callLimit, MCPServer.callLimit + 4)
    for id in 1...count { run.send(MCP.call(id, "list")) }
    #expect(await exchange.isAsked(limit))
    // The last one has not begun.
    run.send(MCP.request(1001, "ping"), MCP.cancel(count), MCP.request(1002, "ping"))
    _ = try await run.answer(to: 1001)
    _ = try await run.answer(to: 1002)
    #expect(exchange.questions.count == limit)
    // Another begins, whichever has ended.
    exchange.release(limit - 1)
    #expect(await exchange.isAsked(limit + 1))
    for number in 0..<count where number != limit - 1 { exchange.release(number) }
    let outcome = try await run.end()
    let ids = try MCP.answers(outcome.output).compactMap { $0["id"]?.text }
    #expect(Set(ids) == Set((Array(1..<count) + [1001, 1002]).map(String.init)))
    #expect(ids.count == count + 1)
    #expect(exchange.questions.count == count - 1)
  }

  @Test func `after a rate limit no call requests anything before the delay is over`() async throws
  {
    let exchange = try StubExchange { _ in
      .answer(status: 429, headers: [("Retry-After", "600")])
    }
    let run = MCPRun(["--url", exchange.url.absoluteString])
    for id in 1...3 {
      run.send(MCP.call(id, "list"))
      let result = try MCPResult(try await run.answer(to: id))
      #expect((result.isError, result.status) == (true, "75"))
      #expect(result.notices.first?.hasPrefix("rate limited; retry in ") == true)
    }
    #expect(exchange.requests.count == 1)
    _ = try await run.end()
  }

  @Test func `the requests of a cancelled call end`() async throws {
    let exchange = TestExchange()
    exchange.reply = .hang
    let run = MCPRun(in: TestWorld(exchanges: [exchange]))
    run.send(MCP.call(1, "list"))
    #expect(await exchange.isAsked(1))
    run.send(MCP.cancel(1))
    #expect(await exchange.isGivenUp(1))
    let outcome = try await run.end()
    #expect((outcome.output, outcome.status) == ("", 0))
    #expect(exchange.questions.count == 1)
  }

  @Test(arguments: ["1", #""1""#, "1.0"])
  func `a cancelled call is not answered`(id: String) async throws {
    let exchange = try SlowExchange()
    let run = MCPRun(exchange.server)
    let call = MCP.call(1, "list")
    run.send(id == #""1""# ? call.replacing(#""id":1"#, with: #""id":"1""#) : call)
    #expect(await exchange.isRequested())
    run.send(
      MCP.cancel(1).replacing(#""requestId":1"#, with: #""requestId":\#(id)"#),
      MCP.request(2, "ping"))
    _ = try await run.answer(to: 2)
    exchange.release()
    let outcome = try await run.end()
    #expect(outcome.status == 0)
    #expect(try MCP.answers(outcome.output).map { $0["id"]?.text } == ["2"])
  }

  @Test func `a cancellation of another call, or of its text, changes nothing`() async throws {
    let exchange = try SlowExchange()
    let run = MCPRun(exchange.server)
    run.send(MCP.call(1, "list"))
    #expect(await exchange.isRequested())
    run.send(
      MCP.cancel(2), MCP.cancel(1).replacing(":1}", with: #":"1"}"#), MCP.request(3, "ping"))
    _ = try await run.answer(to: 3)
    exchange.release()
    #expect(try MCPResult(try await run.answer(to: 1)).status == "0")
    #expect(try await run.end().status == 0)
  }

  @Test func `calls that have begun are answered after the end of input`() async throws {
    let exchange = try SlowExchange()
    let run = MCPRun(exchange.server)
    run.send(MCP.call(1, "list"), MCP.call(2, "coins"))
    #expect(await exchange.isRequested(2))
    async let outcome = run.end()
    exchange.release(2)
    let answers = try MCP.answers(try await outcome.output)
    #expect(answers.compactMap { $0["id"]?.text }.sorted() == ["1", "2"])
    for answer in answers { #expect(try MCPResult(answer).isError == false) }
  }

  @Test func `of two exchanges, one that fails is named beside the rows of the other`() async throws
  {
    let (good, bad) = (try StubExchange(Self.tickers), try StubExchange(.answer(status: 503)))
    let server = [
      "-e", "blockchain,bitstamp", "--url", "blockchain=\(good.url)", "--url",
      "bitstamp=\(bad.url)",
    ]
    let result = try await TestWorld().call("list", server: server)
    #expect((result.isError, result.status) == (false, "69"))
    #expect(result.content["tickers"]?.elements.map { $0["last"]?.text } == ["7.1"])
    let sources = try #require(result.content["sources"]).elements
    #expect(sources.map { $0["exchange"]?.text } == ["blockchain", "bitstamp"])
    #expect(sources.map { $0["error"]?.text } == [nil, "HTTP 503 Service Unavailable"])
    #expect(result.notices == ["Bitstamp: HTTP 503 Service Unavailable"])
    // Several tries, as of any command.
    #expect(bad.requests.count { $0.path.hasSuffix("/ticker/") } == 3, "\(bad.requests)")
    let none = try await TestWorld().call("list", #"{"exchange":"bitstamp"}"#, server: server)
    #expect((none.isError, none.status) == (true, "69"))
    #expect(none.document.isEmpty)
  }

  @Test func `timeouts of the server hold for calls`() async throws {
    let exchange = try StubExchange(.hang)
    let result = try await TestWorld().call(
      "list", server: ["--url", exchange.url.absoluteString, "--timeout", "0.2"])
    #expect((result.isError, result.status) == (true, "69"))
    #expect(result.notices.first?.contains("timed out after 0.2 s") == true, "\(result.notices)")
  }

  @Test func `each request is logged on the stderr of the server`() async throws {
    let exchange = try StubExchange(Self.tickers)
    let url = exchange.url.absoluteString
    let (answers, outcome) = try await TestWorld().mcp(
      [MCP.call(1, "list"), MCP.call(2, "list")], ["--url", url, "-v"])
    for answer in answers { #expect(try MCPResult(answer).notices == []) }
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.hasPrefix("tickers: \(url)/tickers: 200, ") })
    let replay = try await TestWorld().mcp([MCP.call(1, "list")], MCP.fixtures + ["-v"])
    #expect(try MCPResult(try #require(replay.answers.first)).notices == [])
    #expect(replay.outcome.errors.contains("/blockchain/tickers: 200, 6225 bytes"))
  }

  @Test(arguments: [1, 3])
  func `a rate limit holds over calls`(together: Int) async throws {
    let clock = FakeClock()
    let times = Mutex([Duration]())
    var world = TestWorld()
    world.change = { world in
      world.client = { exchange, _ in
        let transport = Transport { request in
          let path = request.url?.path ?? ""
          if path.hasSuffix("Ticker") { times.withLock { $0.append(clock.now) } }
          let file = path.hasSuffix("Ticker") ? "Ticker" : "AssetPairs"
          let body = try? Data(
            contentsOf: Repository.fixtures.appending(path: "kraken/\(file)/assetVersion=1/1.json"))
          return .success(
            Transport.Response(
              status: 200, headers: [:], body: body ?? Data(), receivedAt: ScreenRun.date))
        }
        return MarketClient(
          transport, exchange: exchange, base: URL(filePath: "/"), clock: clock.pollClock())
      }
    }
    let run = MCPRun(["-e", "kraken"], in: world)
    for first in stride(from: 1, through: 9, by: together) {
      let ids = first..<first + together
      run.send(ids.map { Array(MCP.call($0, "list", #"{"limit":1}"#).utf8) })
      for id in ids { #expect(try MCPResult(try await run.answer(to: id)).status == "0") }
    }
    #expect(try await run.end().status == 0)
    let all = times.withLock { $0 }
    #expect(all.count == 9)
    for (earlier, later) in zip(all, all.dropFirst()) { #expect(later - earlier >= .seconds(1)) }
  }
}
