import Foundation
@testable import MarketCore
import Testing

/// The handshakes of WebSocket connections.
struct WebSocketHandshakeTests {
  @Test(arguments: [
    ("wss://example.org", "/", "example.org"), ("ws://example.org:80/", "/", "example.org"),
    ("wss://example.org:443/ws", "/ws", "example.org"),
    ("https://example.org:9443/a%20b/?x=1&y=%2F#part", "/a%20b/?x=1&y=%2F", "example.org:9443"),
    ("http://127.0.0.1:9001/?q", "/?q", "127.0.0.1:9001"), ("ws://[::1]:81", "/", "[::1]:81"),
  ])
  func `the request has target, host and key`(url: String, target: String, host: String) throws {
    let (_, request) = try WebSocketProtocol.requested(url)
    #expect(
      request == """
        GET \(target) HTTP/1.1\r
        Host: \(host)\r
        Upgrade: websocket\r
        Connection: Upgrade\r
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
        Sec-WebSocket-Version: 13\r
        \r

        """)
  }

  @Test func `other headers are sent, except invalid ones and those of the handshake`() throws {
    let headers = [
      "User-Agent": "tickers/1", "Origin": "https://example.org", "host": "other",
      "Sec-WebSocket-Protocol": "chat", "X-Line": "a\r\nInjected: 1", "X Name": "1", "": "1",
    ]
    let (_, request) = try WebSocketProtocol.requested(headers: headers)
    let end = "Version: 13\r\nOrigin: https://example.org\r\nUser-Agent: tickers/1\r\n\r\n"
    #expect(request.hasSuffix(end))
    #expect(request.split(separator: "\r\n").count == 8)
  }

  @Test func `keys differ`() throws {
    let url = try #require(URL(string: "ws://example.org"))
    let requests = (0..<5).map { _ in
      var connection = WebSocketProtocol(url: url, headers: [:], messageLimit: 1)
      return connection.takeOutput()
    }
    #expect(Set(requests).count == 5)
  }

  @Test func `frames may follow directly, and names in any case are accepted`() throws {
    var (connection, _) = try WebSocketProtocol.requested()
    let response = """
      HTTP/1.1 101\r
      UPGRADE:WebSocket\r
      connection: keep-alive,  UPGRADE \r
      sec-websocket-accept:  \(SampleKey.accept)\t\r
      Connection: other\r
      \r

      """
    let events = connection.receive(Array(response.utf8) + [0x81, 1, 97, 0x89, 0])
    #expect(events == [.opened, .text(Data("a".utf8)), .alive])
  }

  @Test(arguments: [
    ("Upgrade: websocket", "", "no upgrade to WebSocket"),
    ("Upgrade: websocket", "Upgrade: h2c", "no upgrade to WebSocket"),
    ("Connection: Upgrade", "Connection: keep-alive", "no upgrade of the connection"),
    ("Connection: Upgrade", "Connection: upgraded", "no upgrade of the connection"),
    (SampleKey.accept, SampleKey.accept.lowercased(), "wrong Sec-WebSocket-Accept"),
    ("Sec-WebSocket-Accept", "X-Accept", "wrong Sec-WebSocket-Accept"),
    (
      "Upgrade: w", "Sec-WebSocket-Protocol: v1\r\nUpgrade: w", "unrequested Sec-WebSocket-Protocol"
    ),
    (
      "Upgrade: w", "Sec-WebSocket-Extensions: permessage-deflate\r\nUpgrade: w",
      "unrequested Sec-WebSocket-Extensions"
    ),
    ("HTTP/1.1", "HTTP/2", "not HTTP"), ("HTTP/1.1", "\u{15}\u{3}\u{1}\0\u{2}", "not HTTP"),
    ("101 ", "1010 ", "invalid HTTP status"), ("101 ", "+10 ", "invalid HTTP status"),
    ("Upgrade: w", "nothing\r\nUpgrade: w", "invalid HTTP header"),
    ("Upgrade: w", " folded: 1\r\nUpgrade: w", "invalid HTTP header"),
    ("Upgrade: w", "A: \(String(repeating: "a", count: 17_000))", "HTTP headers over 16 KiB"),
  ])
  func `an invalid response is a failure`(part: String, other: String, reason: String) throws {
    let response = WebSocketProtocol.response.replacingOccurrences(of: part, with: other)
    for size in [1, 7, response.utf8.count] {
      var (connection, _) = try WebSocketProtocol.requested()
      let bytes = Array(response.utf8)
      let events = stride(from: 0, to: bytes.count, by: size).flatMap {
        connection.receive(Array(bytes[$0..<min($0 + size, bytes.count)]))
      }
      #expect(events == [.failed(reason)])
      #expect(connection.isClosed && connection.takeOutput().isEmpty && connection.end() == nil)
    }
  }

  @Test func `another status is a refusal, without its body`() throws {
    var (connection, _) = try WebSocketProtocol.requested()
    let events = connection.receive(
      Array("HTTP/1.0 429 Slow down\r\nRetry-After: 7\r\nX-A: 1\r\nx-a: 2\r\n\r\n<html>".utf8))
    #expect(events == [.refused(status: 429, headers: ["retry-after": "7", "x-a": "1, 2"])])
    #expect(connection.isClosed)
  }

  @Test func `a connection can be closed before it is open`() throws {
    var (connection, _) = try WebSocketProtocol.requested()
    connection.send(text: "early")
    connection.close(code: 1000)
    #expect(connection.isClosed && connection.takeOutput().isEmpty)
    #expect(connection.receive(Array(WebSocketProtocol.response.utf8)).isEmpty)
  }

  @Test(arguments: [
    ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
    ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (String(repeating: "a", count: 55), "c1c8bbdc22796e28c0e15163d20899b65621d65a"),
    (String(repeating: "a", count: 56), "c2db330f6083854c99d4b5bfb6e8f29f201be699"),
    (String(repeating: "a", count: 63), "03f09f5b158a7a8cdad920bddc29b81c18a551f5"),
    (String(repeating: "a", count: 64), "0098ba824b5c16427bd7a1122a5a442a25ec644d"),
    (String(repeating: "a", count: 119), "ee971065aaa017e0632a8ca6c77bb3bf8b1dfc56"),
    (String(repeating: "a", count: 120), "f34c1488385346a55709ba056ddd08280dd4c6d6"),
    (String(repeating: "a", count: 1000), "291e9a6c66994949b57ba5e650361e98fc36b1ba"),
  ])
  func `the hash is SHA-1`(message: String, hash: String) {
    let bytes = SHA1.hash(Array(message.utf8))
    #expect(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == hash)
  }
}
