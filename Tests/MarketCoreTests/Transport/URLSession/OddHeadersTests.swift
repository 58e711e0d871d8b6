import Foundation
import MarketCore
import RandomInputs
import StubExchange
import Synchronization
import TestTools
import Testing

/// Invalid headers: no header ends the process, and the next request gets its response.
struct OddHeadersTests {
  private static let names = [
    "Content-Length", "Content-Type", "Date", "Retry-After", "Transfer-Encoding", "Location",
    "Set-Cookie", "Content-Encoding", "Content-Range", "Connection", "Keep-Alive", "Trailer",
    "WWW-Authenticate", "Proxy-Authenticate", "Alt-Svc", "Upgrade", "Last-Modified", "ETag", "Age",
    "Expires", "Cache-Control", "X", "", ":", "HTTP/1.1 200 OK",
  ]
  private static let values = [
    "", " ", "-1", "0", "5", "1e3", "0x10", "+5", "nan", "inf", "1e999", "2147483648", "4294967296",
    "4611686018427387904", "9223372036854775295", "9223372036854775296", "9223372036854775807",
    "9223372036854775808", "18446744073709551616", String(repeating: "9", count: 400),
    String(repeating: "a", count: 65_536), "\u{1}", "ü", ",,,", ";", "\"", "5, 5",
    "Sun, 06 Nov 99999999999 08:49:37 GMT", "bytes 0-9223372036854775807/9223372036854775807",
    "text/html; charset=\"", "text/plain; charset=utf-32", "chunked, gzip", "http://[::1",
    "http://127.0.0.1:99999999/", "http:///", "//", "%zz",
    "a=b; expires=Thu, 01 Jan 99999 00:00:00 GMT; max-age=9223372036854775808; path=/",
    "timeout=9223372036854775808", "h3=\":443\"; ma=99999999999999999999",
  ]
  /// Each status with the headers that have a meaning of their own with it.
  private static let statuses: [(line: String, names: [String])] = [
    ("HTTP/1.1 200 OK", names), ("HTTP/1.1 302 Found", ["Location", "Content-Length"]),
    ("HTTP/1.1 401 Unauthorized", ["WWW-Authenticate", "Proxy-Authenticate"]),
    ("HTTP/1.1 416 x", ["Content-Range"]), ("HTTP/1.1 429 x", ["Retry-After"]),
    ("HTTP/1.1 503 x", ["Retry-After", "Connection"]),
  ]

  /// `RANDOM_ROUNDS=2 swift test --filter OddHeadersTests` sends every header with every status.
  @Test(arguments: statuses)
  func `no header ends the process`(status: String, names: [String]) async throws {
    let names = rounds(1) > 1 ? Self.names : names
    let lines = names.flatMap { name in Self.values.map { "\(name): \($0)\r\n" } }
    try await Self.expectResults(lines.map { "\(status)\r\n\($0)\r\n[]" })
  }

  @Test func `no status line ends the process`() async throws {
    let lines = [
      "HTTP/1.1 200", "HTTP/1.1  200 OK", "HTTP/1.1 0 x", "HTTP/1.1 99 x", "HTTP/1.1 1000 x",
      "HTTP/1.1 -1 x", "HTTP/1.1 999999999999 x", "HTTP/9.9 200 OK", "HTTP/2 200",
      "HTTP/0.9 200 OK",
      "HTTP/1.1 999 x", "http/1.1 200 ok", "HTTP/1.1 2OO OK", "HTTP/1.1 100 Continue",
      "HTTP/1.1 101 Switching Protocols", "HTTP/1.1 103 x", "ICY 200 OK", "HTTP/1.1 204 x",
      "HTTP/1.1",
      "HTTP/", "HTTP/1.1 200 " + String(repeating: "x", count: 65_536),
      "HTTP/1.1 100 x\r\n\r\nHTTP/1.1 200 OK",
    ]
    try await Self.expectResults(
      lines.flatMap { line in ["", "\r\n", "\r\nX: y", "\r\n\r\n", "\r\n\r\n[]"].map { line + $0 } }
    )
  }

  @Test func `no trailer ends the process, and what is before it is the response`() async throws {
    let trailers = [
      "X: y", "X: y\r\nA: b", "Content-Length: 9223372036854775807", "HTTP/1.1 200 OK", "nonsense",
      "X: " + String(repeating: "y", count: 65_536), "Location: ftp://x",
    ]
    for trailer in trailers {
      let chunks = "2\r\n[]\r\n0\r\n\(trailer)\r\n\r\n"
      let wire = try Wire(
        Reply([
          .send(Data("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)".utf8))
        ]))
      for _ in 0..<2 {
        guard let response = try? await wire.ask() else { continue }
        #expect(response.body == Data("[]".utf8))
        #expect(response.status == 200)
        #expect(response.headers["x"] == nil)
      }
      #expect(trailer.hasPrefix("n") || wire.exchange.requests.count == 2)
    }
  }

  @Test(arguments: ["9223372036854775295", "9223372036854775296", "9223372036854775807"])
  func `a length near the end of 64 bits is too large`(length: String) async throws {
    let wire = try Wire(
      Reply([.send(Data("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n[]".utf8))]))
    await #expect(throws: MarketError.tooLarge(limit: 1 << 20)) { try await wire.ask() }
  }

  /// Each response has a result; a good one after it, too.
  private static func expectResults(_ responses: [String]) async throws {
    let next = Mutex(Data())
    let wire = try Wire { request in
      request.path.hasSuffix("good")
        ? .json("[1]") : Reply([.send(next.withLock { $0 }), .close])
    }
    for response in responses {
      next.withLock { $0 = Data(response.utf8) }
      _ = try? await wire.ask("odd", within: 0.5)
    }
    #expect(try await wire.ask("good").body == Data("[1]".utf8))
  }
}
