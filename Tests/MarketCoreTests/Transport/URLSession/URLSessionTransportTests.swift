import Foundation
import MarketCore
import StubExchange
import Synchronization
import TestTools
import Testing

/// The requests of `URLSession`, and their responses.
@Suite(.fewAtATime)
struct URLSessionTransportTests {
  @Test func `requests go one after the other over one connection`() async throws {
    let wire = try Wire { .json("[\($0.number)]") }
    for number in 0..<5 {
      #expect(try await wire.ask().body == Data("[\(number)]".utf8))
    }
    #expect(wire.exchange.connections == 1)
    #expect(wire.exchange.requests.map(\.method) == Array(repeating: "GET", count: 5))
    #expect(Set(wire.exchange.requests.map(\.path)) == ["/v3/exchange/tickers"])
  }

  @Test func `the client's headers reach the wire, and cookies don't come back`() async throws {
    let exchange = try StubExchange(
      .answer(headers: [("Set-Cookie", "a=b")], body: #"[{"symbol":"A-B"}]"#.utf8))
    let client = MarketClient.live(at: exchange.url, userAgent: "tickers/1.0")
    for _ in 0..<2 { _ = try await client.tickers().get() }
    for request in exchange.requests {
      #expect(request.headers["user-agent"] == "tickers/1.0")
      #expect(request.headers["accept-encoding"] == "gzip, deflate")
      #expect(request.headers["accept"] == "application/json")
      #expect(request.headers["cookie"] == nil)
    }
    #expect(exchange.requests.count == 2)
  }

  @Test(arguments: [200, 201, 204, 304, 400, 401, 404, 407, 429, 500, 503])
  func `any status is an answer, its headers by names in lower case`(status: Int) async throws {
    // Of the statuses it is 401 that this header means something to.
    let headers = [("Retry-AFTER", "Soon"), ("X-A", ""), ("WWW-Authenticate", "Basic realm=\"x\"")]
    let wire = try Wire(.answer(status: status, headers: headers))
    let start = Date.now
    let response = try await wire.ask()
    #expect(response.status == status)
    #expect(response.headers["retry-after"] == "Soon")
    #expect(response.headers.keys.allSatisfy { $0 == $0.lowercased() })
    #expect(response.body.isEmpty)
    #expect((start...Date.now).contains(response.receivedAt))
  }

  @Test(arguments: [Framing.length, .chunked, .untilClose])
  func `a body is taken up to the limit and refused beyond it`(framing: Framing) async throws {
    for count in [0, 1, 9_999, 10_000] {
      let body = Data(repeating: UInt8(ascii: "x"), count: count)
      let wire = try Wire(.answer(body: body, framing: framing), bodyLimit: 10_000)
      #expect(try await wire.ask().body == body)
    }
    let body = Data(repeating: UInt8(ascii: "x"), count: 10_001)
    let wire = try Wire(.answer(body: body, framing: framing), bodyLimit: 10_000)
    await #expect(throws: MarketError.tooLarge(limit: 10_000)) { try await wire.ask() }
  }

  @Test func `a body that says it is too large is refused before it comes`() async throws {
    let wire = try Wire(.answer(body: "x".utf8, framing: .claimed(10_001)), bodyLimit: 10_000)
    await #expect(throws: MarketError.tooLarge(limit: 10_000)) { try await wire.ask() }
  }

  @Test func `a body without end is refused at the limit, long before the deadline`() async throws {
    let wire = try Wire(.endless(bytesPerSecond: 2_000_000), bodyLimit: 100_000)
    let start = ContinuousClock.now
    await #expect(throws: MarketError.tooLarge(limit: 100_000)) { try await wire.ask() }
    #expect(.now - start < .seconds(30))
    #expect(await wire.isLeft())
  }

  @Test(
    arguments: [301, 302, 303, 307, 308], ["/there", "http://HOST/there", "HTTP://HOST/there"])
  func `a redirect to http is followed`(status: Int, location: String) async throws {
    let wire = try Wire { request in
      if request.path == "/there" { return .json("[1]") }
      let host = request.headers["host"] ?? ""
      return redirect(to: location.replacing("HOST", with: host), status: status)
    }
    #expect(try await wire.ask().body == Data("[1]".utf8))
    #expect(wire.exchange.requests.map(\.path) == ["/v3/exchange/tickers", "/there"])
    #expect(wire.exchange.requests.last?.headers["user-agent"] == "tests/1.0")
  }

  @Test(arguments: ["http:/there", "http:there", "HTTP:/there", "http:///there"])
  func `a redirect without a host is to the same host`(location: String) async throws {
    let wire = try Wire { $0.path == "/there" ? .json("[1]") : redirect(to: location) }
    #expect(try await wire.ask().body == Data("[1]".utf8))
  }

  @Test func `a scheme in capitals is one in small letters`() async throws {
    let exchange = try StubExchange(.json(#"[{"symbol":"A-B"}]"#))
    let url = exchange.url.absoluteString.replacing("http:", with: "HTTP:")
    let client = MarketClient.live(at: URL(string: url), userAgent: "tests/1.0")
    #expect(try await client.tickers().get().value.count == 1)
    #expect(exchange.requests.map(\.path) == ["/v3/exchange/tickers"])
  }

  @Test(arguments: [
    ("file:///etc/hostname", "file"), ("ftp://127.0.0.1/x", "ftp"), ("FTP://127.0.0.1/x", "ftp"),
    ("data:,x", "data"),
  ])
  func `a redirect to what is not HTTP is refused`(location: String, scheme: String) async throws {
    let wire = try Wire(redirect(to: location))
    let reason = "redirect from http to \(scheme) refused"
    await #expect(throws: MarketError.untrusted(reason)) { try await wire.ask() }
  }

  /// Also where each connection is closed without a word, so that libcurl makes another try each time.
  @Test(arguments: [false, true], [false, true])
  func `redirects without end are refused`(isSilent: Bool, isLoop: Bool) async throws {
    let count = Mutex(0)
    let wire = try Wire { _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      let reply = redirect(to: "/v3/exchange/\(isLoop ? 0 : number)")
      return isSilent ? reply.then(.pause(.milliseconds(50)), .close) : reply
    }
    await #expect(throws: MarketError.untrusted("too many redirects from 127.0.0.1")) {
      try await wire.ask()
    }
    #expect(wire.exchange.requests.count == 6)
  }

  @Test func `five redirects are followed`() async throws {
    let wire = try Wire { request in
      let number = Int(request.path.split(separator: "/").last ?? "") ?? 0
      return number == 5 ? .json("[1]") : redirect(to: "/\(number + 1)")
    }
    #expect(try await wire.ask("0").body == Data("[1]".utf8))
  }

  @Test func `a request that waits for long holds up no other`() async throws {
    // The same exchange, so also the same connections.
    let wire = try Wire { request in
      request.path.hasSuffix("hang") ? .hang : .delayed(.milliseconds(5), .json("[]"))
    }
    let waiting = Task { try await wire.ask("hang", within: 60) }
    await until { !wire.exchange.requests.isEmpty }
    for _ in 0..<30 { #expect(try await wire.ask(within: 20).status == 200) }
    waiting.cancel()
    await #expect(throws: MarketError.cancelled) { try await waiting.value }
    #expect(wire.exchange.connections <= 3)
  }

  @Test func `fifty requests at once are all answered, each with its own answer`() async throws {
    let wire = try Wire { .delayed(.milliseconds(5), .json($0.path)) }
    let bodies = await withTaskGroup(of: (Int, Data?).self) { group in
      for number in 0..<50 {
        group.addTask { (number, try? await wire.ask("tickers/\(number)").body) }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    for number in 0..<50 {
      #expect(bodies[number] == Data("/v3/exchange/tickers/\(number)".utf8))
    }
  }
}

private func redirect(to location: String, status: Int = 302) -> Reply {
  .answer(status: status, headers: [("Location", location)])
}
