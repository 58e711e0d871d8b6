import Foundation
import StubExchange
import TestTools
import Testing

import MarketCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Connections over the network, to a server on this machine.
@Suite(.fewAtATime)
struct WebSocketTests {
  private func open(
    _ exchange: StubExchange, _ path: String = "/ws?a=b", within seconds: Double = 60
  ) async throws(MarketError) -> WebSocket.Connection {
    guard let url = URL(string: "ws://127.0.0.1:\(exchange.url.port ?? 0)\(path)") else {
      throw .missing("no URL")
    }
    var request = URLRequest(
      url: url, cachePolicy: .useProtocolCachePolicy, timeoutInterval: seconds)
    request.setValue("https://example.org", forHTTPHeaderField: "Origin")
    return try await WebSocket.network(userAgent: "tests/1.0").open(request).get()
  }

  /// A server that accepts every connection, and takes these steps.
  private func server(_ steps: Reply.Step...) throws -> StubExchange {
    try StubExchange { request in
      let key = request.headers["sec-websocket-key"] ?? ""
      return Reply.webSocket(accept: WebSocketHandshake.accept(key)).with(steps)
    }
  }

  @Test func `messages are sent and received, whole and in order`() async throws {
    let exchange = try server(.echo)
    let connection = try await open(exchange)
    let texts = [
      "", "ä", String(repeating: "x", count: 126), String(repeating: "y", count: 70_000),
    ]
    for text in texts { connection.send(text) }
    #expect(await connection.texts(texts.count) == texts)
    connection.close()
    #expect(await until { exchange.openConnections == 0 })
    connection.send("late")
    let request = try #require(exchange.requests.first)
    #expect(request.path == "/ws?a=b")
    #expect(request.headers["user-agent"] == "tests/1.0")
    #expect(request.headers["origin"] == "https://example.org")
    #expect(request.headers["host"] == "127.0.0.1:\(exchange.url.port ?? 0)")
  }

  @Test func `a message of 5 MB arrives whole`() async throws {
    let text = String(repeating: "0123456789", count: 500_000)
    let exchange = try server(.send(Reply.frame(text.utf8)), .echo)
    let connection = try await open(exchange)
    #expect(await connection.texts(1) == [text])
    connection.close()
    #expect(await until { exchange.openConnections == 0 })
  }

  @Test func `many connections are served at a time`() async throws {
    let exchange = try server(.echo)
    let texts = try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<20 {
        group.addTask {
          let connection = try await open(exchange)
          defer { connection.close() }
          connection.send("\(number)")
          return await connection.texts(1).joined()
        }
      }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(texts == Set((0..<20).map(String.init)))
    #expect(await until { exchange.openConnections == 0 })
  }

  @Test(arguments: [
    (Reply.answer(status: 403), MarketError.httpStatus(403, retryAfter: nil)),
    (.answer(status: 429, headers: [("Retry-After", "7")]), .rateLimited(retryAfter: 7)),
    (.answer(status: 302, headers: [("Location", "/other")]), .httpStatus(302, retryAfter: nil)),
  ])
  func `a server that refuses is an error of its status`(
    reply: Reply, error: MarketError
  ) async throws {
    let exchange = try StubExchange(reply)
    await #expect(throws: error) { _ = try await open(exchange) }
    #expect(await until { exchange.openConnections == 0 })
    #expect(exchange.requests.count == 1)
  }

  @Test(
    .linux("the words are those of this package's framing"),
    arguments: [
      (Reply.close, MarketError.unreachable("no response from 127.0.0.1 (connection closed)")),
      (.reset, lost), (.raw("no HTTP".utf8), .malformed("not HTTP")),
      (.webSocket(accept: "wrong"), .malformed("wrong Sec-WebSocket-Accept")),
    ])
  func `a server that does not complete the handshake is an error`(
    reply: Reply, error: MarketError
  ) async throws {
    let exchange = try StubExchange(reply)
    await #expect(throws: error) { _ = try await open(exchange) }
    #expect(await until { exchange.openConnections == 0 })
  }

  @Test func `a port without a server refuses`() async throws {
    let exchange = try StubExchange(.close)
    exchange.stop()
    await #expect(throws: MarketError.unreachable("connection refused by 127.0.0.1")) {
      _ = try await open(exchange)
    }
  }

  @Test(.linux("the words are those of Foundation"), arguments: ["http://a/", "ws:", "wss://"])
  func `a URL without a server, or of another scheme, is invalid`(text: String) async throws {
    let request = URLRequest(url: try #require(URL(string: text)))
    let result = await WebSocket.network(userAgent: "tests/1.0").open(request)
    #expect(throws: MarketError.untrusted("invalid URL: \(text)")) { _ = try result.get() }
  }

  @Test(arguments: [Reply.hang, .drip("HTTP/1.1 101 A\r\nX:".utf8, every: .milliseconds(10))])
  func `a server that does not accept in time is given up`(reply: Reply) async throws {
    let exchange = try StubExchange(reply)
    await #expect(throws: MarketError.timedOut(seconds: 0.3)) {
      _ = try await open(exchange, within: 0.3)
    }
    #expect(await until { exchange.openConnections == 0 })
  }

  @Test func `a caller who is cancelled waits no longer`() async throws {
    let exchange = try StubExchange(.hang)
    await withThrowingTaskGroup { group in
      group.addTask { _ = try await open(exchange) }
      await until { !exchange.requests.isEmpty }
      group.cancelAll()
      await #expect(throws: MarketError.cancelled) { try await group.next() }
    }
    #expect(await until { exchange.openConnections == 0 })
  }

  @Test func `a connection that is dropped is closed`() async throws {
    let exchange = try server(.echo)
    _ = try await open(exchange)
    #expect(await until { exchange.openConnections == 0 })
  }

  @Test(
    .linux("the words are those of this package's framing"),
    arguments: [
      ([Reply.Step.reset], lost), ([.close], lost),
      ([.send(Reply.frame(opcode: 9, "a".utf8)), .pause(.milliseconds(50)), .reset], lost),
      (
        [.send(Reply.frame(opcode: 8, [3, 233] + "bye".utf8))],
        MarketError.unreachable("connection closed by the exchange (1001 going away): bye")
      ),
      ([.send(Reply.frame(opcode: 3, []))], .malformed("reserved opcode 3")),
    ])
  func `the end of a connection is its last event`(
    steps: [Reply.Step], error: MarketError
  ) async throws {
    let exchange = try StubExchange { request in
      let key = request.headers["sec-websocket-key"] ?? ""
      let message = Reply.Step.send(Reply.frame("first".utf8))
      return Reply.webSocket(accept: WebSocketHandshake.accept(key)).with([message] + steps)
    }
    let connection = try await open(exchange)
    var texts: [String] = []
    var ends: [MarketError] = []
    for await event in connection.events {
      switch event {
      case .messages(let messages, _): texts += messages.map { String(decoding: $0, as: UTF8.self) }
      case .alive: break
      case .closed(let error): ends.append(error)
      }
    }
    #expect(texts == ["first"])
    #expect(ends == [error])
    #expect(await until { exchange.openConnections == 0 })
  }

  @Test func `a stub has both sides of its connections`() async throws {
    let stub = StubWebSocket(refuse: { $0.url?.path() == "/no" ? .cancelled : nil }) {
      $0.push($1, $1)
    }
    let request = URLRequest(url: try #require(URL(string: "ws://a/yes")))
    let connection = try await stub.webSocket.open(request).get()
    var opened = stub.connections.makeAsyncIterator()
    let server = try #require(await opened.next())
    #expect(server.request == request)
    connection.send("a")
    #expect(await connection.texts(2) == ["a", "a"])
    #expect(server.sentTexts == ["a"])
    #expect(server.isOpen)
    connection.close()
    connection.send("b")
    #expect(!server.isOpen)
    #expect(server.sentTexts == ["a"])
    #expect(await server.texts.reduce(into: []) { $0.append($1) } == ["a"])
    let other = URLRequest(url: try #require(URL(string: "ws://a/no")))
    await #expect(throws: MarketError.cancelled) {
      _ = try await stub.webSocket.open(other).get()
    }
  }
}

private let lost = MarketError.unreachable("connection to 127.0.0.1 lost")

extension Reply {
  fileprivate func with(_ steps: [Step]) -> Reply { Reply(self.steps + steps) }
}

extension WebSocket.Connection {
  /// The next messages, so many or until the connection ends.
  fileprivate func texts(_ count: Int) async -> [String] {
    var texts: [String] = []
    for await event in events {
      if case .messages(let messages, _) = event {
        texts += messages.map { String(decoding: $0, as: UTF8.self) }
      }
      if texts.count >= count { break }
    }
    return texts
  }
}
