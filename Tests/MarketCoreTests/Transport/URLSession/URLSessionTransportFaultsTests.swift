import Foundation
import MarketCore
import StubExchange
import TestTools
import Testing

/// Responses that do not arrive, do not end or break off.
@Suite(.fewAtATime)
struct URLSessionTransportFaultsTests {
  @Test(arguments: [
    Reply.hang, .hangInBody, .drip(every: .milliseconds(10)),
    .drip("HTTP/1.1 200 OK\r\nX:".utf8, every: .milliseconds(10)),
    .delayed(.seconds(60), .json("[]")),
  ])
  func `an answer that is not whole at the deadline is given up then`(reply: Reply) async throws {
    let wire = try Wire(reply)
    let start = ContinuousClock.now
    await #expect(throws: MarketError.timedOut(seconds: 0.3)) { try await wire.ask(within: 0.3) }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    // Not tighter: other tests that run at the same time may hold up this one.
    #expect((0.3..<30).contains(seconds))
    #expect(await wire.isLeft())
  }

  @Test func `an answer that is late, but whole before the deadline, is taken`() async throws {
    let wire = try Wire(.delayed(.milliseconds(200), .json("[]")))
    #expect(try await wire.ask(within: 60).body == Data("[]".utf8))
  }

  @Test func `a port where nobody listens is said as such`() async throws {
    let wire = try Wire(.json("[]"))
    wire.exchange.stop()
    await #expect(throws: MarketError.unreachable("connection refused by 127.0.0.1")) {
      try await wire.ask()
    }
  }

  @Test(
    .linux("the messages are those of libcurl"),
    arguments: [
      (Reply.reset, lost),
      (.close, .unreachable("no response from 127.0.0.1 (connection closed)")),
      (.truncated("[]"), brokeOff),
      (Reply([.send(Reply.head(headers: [("Content-Length", "9")])), .reset]), lost),
      (Reply([.send(Reply.head(headers: [("Transfer-Encoding", "chunked")])), .close]), brokeOff),
      (.raw("no HTTP".utf8), .malformed("not HTTP")),
      (.raw([0xFF, 0x00, 0x0A]), .malformed("not HTTP")),
      (.raw("HTTP/1.1 abc\r\n\r\n".utf8), .malformed("not HTTP")),
      (.raw("HTTP/1.1 200 OK\r\nX:y\r\n\r\n[]".utf8), badHeader),
      (.raw("HTTP/1.1 200 OK\r\nnonsense\r\n\r\n[]".utf8), badHeader),
      (.raw("HTTP/1.1 200 OK\nX: y\n\n[]".utf8), badHeader),
      (.raw("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n[]".utf8), badHeader),
      (.endlessHeaders(lineLength: 4096), .malformed("headers too large")),
    ])
  func `an answer that breaks off, or is none, is said as such`(
    reply: Reply, error: MarketError
  ) async throws {
    let wire = try Wire(reply)
    await #expect(throws: error) { try await wire.ask() }
  }

  @Test func `a good answer comes over a transport that has met all faults`() async throws {
    let faults: [Reply] = [
      .close, .reset, .truncated("[]"), .raw("x".utf8), .answer(body: Data(count: 2_000_000)),
    ]
    let wire = try Wire { $0.number < 5 ? faults[$0.number] : .json("[]") }
    for _ in faults { await #expect(throws: MarketError.self) { try await wire.ask() } }
    #expect(try await wire.ask().body == Data("[]".utf8))
  }

  @Test func `drips and hangs that were given up hold up nothing`() async throws {
    let wire = try Wire { request in
      switch request.path.last {
      case "0": .hang
      case "1": .drip(every: .milliseconds(1))
      case "2": .drip("HTTP/1.1 200 OK\r\nX:".utf8, every: .milliseconds(1))
      default: .json("[]")
      }
    }
    for number in 0..<21 {
      await #expect(throws: MarketError.timedOut(seconds: 0.05)) {
        try await wire.ask("tickers/\(number % 3)", within: 0.05)
      }
    }
    #expect(try await wire.ask(within: 60).body == Data("[]".utf8))
  }

  @Test func `a caller who gives up waits no longer`() async throws {
    let wire = try Wire(.hang)
    await withThrowingTaskGroup { group in
      group.addTask { try await wire.ask(within: 60) }
      await until { !wire.exchange.requests.isEmpty }
      let start = ContinuousClock.now
      group.cancelAll()
      await #expect(throws: MarketError.cancelled) { _ = try await group.next() }
      #expect(.now - start < .seconds(30))
    }
    #expect(await wire.isLeft())
  }

  @Test func `a caller who gave up before asking does not wait`() async throws {
    let wire = try Wire(.hang)
    let start = ContinuousClock.now
    await withThrowingTaskGroup(of: Transport.Response.self) { group in
      group.cancelAll()
      group.addTask { try await wire.ask(within: 60) }
      await #expect(throws: MarketError.cancelled) { _ = try await group.next() }
    }
    #expect(.now - start < .seconds(30))
    // A request that was sent all the same would have arrived before this one.
    _ = try? await wire.ask("last", within: 0.05)
    #expect(wire.exchange.requests.map(\.path).allSatisfy { $0.hasSuffix("last") })
  }

  @Test func `an answer that comes just at the deadline is taken or given up`() async throws {
    let wire = try Wire { .delayed(.microseconds(49_000 + 150 * ($0.number % 20)), .json("[]")) }
    for _ in 0..<50 { _ = try? await wire.ask(within: 0.05) }
  }

  @Test(arguments: ["", "http://["])
  func `a redirect to nowhere is an answer of its status`(location: String) async throws {
    let wire = try Wire(
      .answer(status: 302, headers: location.isEmpty ? [] : [("Location", location)]))
    #expect(try await wire.ask().status == 302)
  }
}

private let badHeader = MarketError.malformed("invalid header")
private let lost = MarketError.unreachable("connection to 127.0.0.1 lost")
private let brokeOff = MarketError.unreachable("incomplete response from 127.0.0.1")
