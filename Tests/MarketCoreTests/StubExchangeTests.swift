import Foundation
import TestTools
import Testing

@testable import StubExchange

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The server of other tests, ``StubExchange``.
@Suite(.fewAtATime)
struct StubExchangeTests {
  @Test func `an answer tells its length and the connection is used again`() throws {
    let exchange = try StubExchange(.json("[1]"), .json("[2]"))
    let client = try RawClient(exchange.url)
    for body in ["[1]", "[2]"] {
      client.get()
      let head = "HTTP/1.1 200 Stub\r\nContent-Type: application/json\r\nContent-Length: 3\r\n"
      #expect(client.read(until: "]") == .init(text: "\(head)\r\n\(body)", end: .open))
    }
    #expect(exchange.connections == 1)
    #expect(exchange.openConnections == 1)
    #expect(exchange.requests.map(\.connection) == [0, 0])
  }

  @Test func `the last reply goes to all further requests`() throws {
    let exchange = try StubExchange(.answer(status: 500), .answer(status: 599))
    let statuses = try (0..<3).map { _ in
      let client = try RawClient(exchange.url)
      client.get()
      return client.read(until: "\r\n\r\n").text.split(separator: " ")[1]
    }
    #expect(statuses == ["500", "599", "599"])
    #expect(exchange.connections == 3)
  }

  @Test func `a request is kept with its number, connection, path, headers and time`() throws {
    let exchange = try StubExchange(.json("[]"))
    let start = ContinuousClock.now
    let (first, second) = (try RawClient(exchange.url), try RawClient(exchange.url))
    first.get()
    _ = first.read(until: "[]")
    second.get("/v3/exchange/l2/BTC-USD?depth=1", "Accept: a\r\nX-Empty:\r\nACCEPT:b\r\n")
    _ = second.read(until: "[]")

    let request = try #require(exchange.requests.last)
    #expect(exchange.requests.map(\.number) == [0, 1])
    #expect(exchange.requests.map(\.connection) == [0, 1])
    #expect(request.method == "GET")
    #expect(request.path == "/v3/exchange/l2/BTC-USD?depth=1")
    #expect(request.headers == ["accept": "a, b", "x-empty": ""])
    #expect(start < exchange.requests[0].at && exchange.requests[0].at < request.at)
  }

  @Test func `a request may come in pieces and one that is not HTTP ends the connection`() throws {
    let exchange = try StubExchange(.json("[]"))
    let client = try RawClient(exchange.url)
    client.send("GET / HT")
    #expect(client.read(within: .milliseconds(20)) == .init(text: "", end: .open))
    client.send("TP/1.1\r\n\r\n")
    #expect(client.read(until: "[]").end == .open)
    client.send("hello\r\n\r\n")
    #expect(client.read().end == .closed)
    #expect(exchange.requests.count == 1)
  }

  @Test func `a client that asks for it has its connection closed`() throws {
    let exchange = try StubExchange(.json("[]"))
    let client = try RawClient(exchange.url)
    client.get("/", "Connection: close\r\n")
    #expect(client.read().end == .closed)
  }

  @Test(arguments: [
    (Framing.length, "Content-Length: 2\r\n\r\n[]", End.open),
    (.claimed(9), "Content-Length: 9\r\n\r\n[]", .closed),
    (.claimed(1), "Content-Length: 1\r\n\r\n[]", .closed),
    (.chunked, "Transfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n\r\n", .open),
    (.untilClose, "\r\n[]", .closed),
  ])
  func `a body's end is told as its framing says`(
    framing: Framing, rest: String, end: End
  ) throws {
    let reply = Reply.answer(
      status: 404, headers: [("A", "b")], body: "[]".utf8, framing: framing)
    let client = try RawClient.asking(reply)
    let text = "HTTP/1.1 404 Stub\r\nA: b\r\n" + rest
    #expect(client.read(until: end == .open ? text : nil) == .init(text: text, end: end))
  }

  @Test func `a long chunked body comes in several chunks`() throws {
    let body = String(repeating: "a", count: 1500)
    let client = try RawClient.asking(.answer(body: body.utf8, framing: .chunked))
    let chunks = "400\r\n\(body.prefix(1024))\r\n1dc\r\n\(body.prefix(476))\r\n0\r\n\r\n"
    #expect(client.read(until: "0\r\n\r\n").text.hasSuffix("\r\n\r\n" + chunks))
  }

  @Test func `a body of megabytes arrives whole`() throws {
    let body = Data(repeating: 97, count: 8 << 20)
    let client = try RawClient.asking(.raw(body))
    #expect(client.read() == .init(text: String(decoding: body, as: UTF8.self), end: .closed))
  }

  @Test func `URLSession reads an answer in chunks and keeps the connection`() async throws {
    let exchange = try StubExchange(
      .answer(status: 418, body: "[1]".utf8, framing: .chunked))
    let session = URLSession(configuration: .ephemeral)
    for _ in 0..<2 {
      let (body, response) = try await session.data(from: exchange.url)
      #expect(body == Data("[1]".utf8))
      #expect((response as? HTTPURLResponse)?.statusCode == 418)
    }
    #expect(exchange.connections == 1)
  }

  @Test(arguments: [
    (Reply.raw("no HTTP".utf8), "no HTTP", End.closed),
    (.truncated("[]"), "HTTP/1.1 200 Stub\r\nContent-Length: 3\r\n\r\n[]", .closed),
    (.close, "", .closed),
    (.reset, "", .reset),
    (Reply([.send(Data("[".utf8)), .reset]), "[", .reset),
    (.answer().then(.close), "HTTP/1.1 200 Stub\r\nContent-Length: 0\r\n\r\n", .closed),
  ])
  func `a reply that breaks off does so as its name says`(
    reply: Reply, text: String, end: End
  ) throws {
    #expect(try RawClient.asking(reply).read() == .init(text: text, end: end))
  }

  @Test(arguments: [
    (Reply.hang, ""),
    (.hangInBody, "HTTP/1.1 200 Stub\r\nContent-Length: 2\r\n\r\n["),
    (.delayed(.seconds(60), .json("[]")), ""),
  ])
  func `a reply that hangs says no more and leaves the connection open`(
    reply: Reply, text: String
  ) throws {
    let client = try RawClient.asking(reply)
    if !text.isEmpty { #expect(client.read(until: text).text == text) }
    #expect(client.read(within: .milliseconds(20)) == .init(text: "", end: .open))
  }

  @Test func `a drip goes on in the head or in the body`() throws {
    for start in [Reply.head(), Data("HTTP/1.1 200 OK\r\nX:".utf8)] {
      let client = try RawClient.asking(.drip(start, every: .milliseconds(1)))
      let expected = String(decoding: start, as: UTF8.self) + "     "
      #expect(client.read(until: expected) == .init(text: expected, end: .open))
    }
  }

  @Test func `a delayed reply is late by its delay`() throws {
    let start = ContinuousClock.now
    let client = try RawClient.asking(.delayed(.milliseconds(50), .json("[]")))
    #expect(client.read(until: "[]").end == .open)
    #expect(.now - start >= .milliseconds(50))
  }

  @Test func `an endless body keeps below its speed and ends when the client leaves`() async throws
  {
    let exchange = try StubExchange(.endless(bytesPerSecond: 1_000_000))
    let start = ContinuousClock.now
    do {
      let client = try RawClient(exchange.url)
      client.get()
      #expect(client.read(atLeast: 50_000).end == .open)
    }
    #expect(.now - start >= .milliseconds(40))
    #expect(await until { exchange.openConnections == 0 })
  }

  @Test func `a client that leaves a hanging reply is noticed`() async throws {
    let exchange = try StubExchange(.hang)
    do {
      let client = try RawClient(exchange.url)
      client.get()
      #expect(await until { exchange.requests.count == 1 })
      #expect(exchange.openConnections == 1)
    }
    #expect(await until { exchange.openConnections == 0 })
  }

  @Test func `a stop ends a hundred hanging connections, their threads and the port`() async throws
  {
    let exchange = try StubExchange(.hang)
    let clients = try (0..<100).map { _ in try RawClient(exchange.url) }
    for client in clients { client.get() }
    #expect(await until { exchange.requests.count == 100 })

    #expect(exchange.stop())
    #expect(exchange.stop())
    #expect(exchange.openConnections == 0)
    #expect(clients.allSatisfy { $0.read() == .init(text: "", end: .closed) })
    #expect(throws: POSIXError.self) { try RawClient(exchange.url) }
  }

  @Test func `a stop that leaves a thread says so`() async throws {
    let gate = DispatchSemaphore(value: 0)
    let exchange = try StubExchange { _ in
      gate.wait()
      return .json("[]")
    }
    let client = try RawClient(exchange.url)
    client.get()
    #expect(await until { exchange.requests.count == 1 })
    #expect(!exchange.stop(within: 0.1))
    gate.signal()
    #expect(await until { exchange.stop() })
  }

  @Test func `a stop ends idle connections and ones whose client does not read`() async throws {
    let exchange = try StubExchange(.endless(bytesPerSecond: .max))
    let (idle, deaf) = (try RawClient(exchange.url), try RawClient(exchange.url))
    deaf.get()
    #expect(await until { exchange.openConnections == 2 && exchange.requests.count == 1 })
    // Once the system's buffers are full, the server's send blocks.
    var unread = 0
    await until("full buffers") {
      let before = unread
      unread = deaf.unreadBytes
      return unread > 0 && unread == before
    }
    #expect(exchange.stop())
    #expect(exchange.openConnections == 0)
    #expect(idle.read().end == .closed)
  }

  @Test func `an exchange that goes out of scope stops`() throws {
    let client = try RawClient.asking(.hang, keep: false)
    #expect(client.read().end != .open)
  }
}

/// How a connection was found after a read.
enum End { case open, closed, reset }

/// A client that sees bytes where others see answers.
private final class RawClient {
  struct Read: Equatable {
    let text: String
    let end: End
  }

  private let socket: Socket
  private var exchange: StubExchange?

  init(_ url: URL) throws { socket = try .connected(to: UInt16(url.port ?? 0)) }

  deinit { socket.release() }

  /// A client that has sent a request to a server of this one reply.
  static func asking(_ reply: Reply, keep: Bool = true) throws -> RawClient {
    let exchange = try StubExchange(reply)
    let client = try RawClient(exchange.url)
    client.get()
    if keep { client.exchange = exchange }
    return client
  }

  /// The number of bytes that came and were not read.
  var unreadBytes: Int {
    var count: Int32 = 0
    _ = ioctl(socket.descriptor, UInt(FIONREAD), &count)
    return Int(count)
  }

  func get(_ path: String = "/v3/exchange/tickers", _ headers: String = "") {
    send("GET \(path) HTTP/1.1\r\n\(headers)\r\n")
  }

  func send(_ text: String) { socket.write(Data(text.utf8)) }

  /// What comes until it ends in `suffix`, is `count` bytes long, or nothing came `within` a time.
  func read(
    until suffix: String? = nil, atLeast count: Int = .max, within silence: Duration = .seconds(5)
  ) -> Read {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    func read(_ end: End) -> Read { Read(text: String(decoding: bytes, as: UTF8.self), end: end) }
    while bytes.count < count {
      if let suffix, bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) { break }
      var entry = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, Int32(silence / .milliseconds(1))) > 0 else { break }
      // Less than asked for may be wanted, and the rest is for the next read.
      let wanted = suffix == nil ? buffer.count : 1
      let received = recv(socket.descriptor, &buffer, wanted, 0)
      if received == 0 { return read(.closed) }
      if received < 0 { return read(.reset) }
      bytes += buffer.prefix(received)
    }
    return read(.open)
  }
}
