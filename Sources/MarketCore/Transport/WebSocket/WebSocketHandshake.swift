import Foundation

/// The handshake of a WebSocket connection (RFC 6455, section 4.1).
package struct WebSocketHandshake: Sendable {
  /// The most bytes of a response, without its body.
  static let responseLimit = 16_384

  private let key: String
  private var response: [UInt8] = []

  /// `key` is random, and different for each connection.
  init(key: (UInt64, UInt64)) {
    self.key = withUnsafeBytes(of: key) { Data($0) }.base64EncodedString()
  }

  /// Returns the request. Headers that belong to the handshake, and invalid ones, are ignored.
  func request(_ url: URL, headers: [String: String]) -> [UInt8] {
    var target = url.path(percentEncoded: true)
    if !target.hasPrefix("/") { target = "/" + target }
    if let query = url.query(percentEncoded: true) { target += "?" + query }
    var host = url.host(percentEncoded: true) ?? ""
    if host.contains(":"), !host.hasPrefix("[") { host = "[\(host)]" }
    let isSecure = ["wss", "https"].contains(url.scheme?.lowercased())
    if let port = url.port, port != (isSecure ? 443 : 80) { host += ":\(port)" }
    let own = [
      "GET \(target) HTTP/1.1", "Host: \(host)", "Upgrade: websocket", "Connection: Upgrade",
      "Sec-WebSocket-Key: \(key)", "Sec-WebSocket-Version: 13",
    ]
    let others = headers.filter { Self.isSent($0.key, $0.value) }.sorted { $0.key < $1.key }
    let lines = own + others.map { "\($0.key): \($0.value)" } + ["", ""]
    return Array(lines.joined(separator: "\r\n").utf8)
  }

  private static func isSent(_ name: String, _ value: String) -> Bool {
    let lowercased = name.lowercased()
    return !["host", "upgrade", "connection", "content-length"].contains(lowercased)
      && !lowercased.hasPrefix("sec-websocket-") && !name.isEmpty
      && !name.utf8.contains { $0 <= 0x20 || $0 == UInt8(ascii: ":") || $0 >= 0x7F }
      && !value.utf8.contains { $0 < 0x20 || $0 == 0x7F }
  }

  /// Reads the response, and removes its bytes from `bytes`. Returns `nil` as long as it is incomplete.
  mutating func read(
    _ bytes: inout UnsafeRawBufferPointer
  ) throws(WebSocketFailure) -> WebSocketProtocol.Event? {
    let start = response.count
    response += bytes.prefix(Self.responseLimit - start)
    guard zip(response, "HTTP/1.".utf8).allSatisfy({ $0 == $1 }) else {
      throw .violation("not HTTP")
    }
    guard let end = endOfHeaders(from: max(0, start - 3)) else {
      if response.count == Self.responseLimit { throw .violation("HTTP headers over 16 KiB") }
      bytes = UnsafeRawBufferPointer(rebasing: bytes[bytes.endIndex...])
      return nil
    }
    bytes = UnsafeRawBufferPointer(rebasing: bytes[(end - start)...])
    defer { response = [] }
    let (status, headers) = try Self.parsed(response[..<(end - 4)])
    guard status == 101 else { return .refused(status: status, headers: headers) }
    try check(headers)
    return .opened
  }

  private func endOfHeaders(from start: Int) -> Int? {
    guard response.count >= start + 4 else { return nil }
    let end = (start...(response.count - 4)).first { index in
      response[index..<index + 4].elementsEqual("\r\n\r\n".utf8)
    }
    return end.map { $0 + 4 }
  }

  /// Returns the headers by their names in lower case. Repeated headers are joined with commas.
  private static func parsed(
    _ header: ArraySlice<UInt8>
  ) throws(WebSocketFailure) -> (status: Int, headers: [String: String]) {
    let lines = header.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    let status = lines.first?.split { $0.isWhitespace }.dropFirst().first
    guard let status, status.utf8.count == 3, let status = Int(status), status >= 100 else {
      throw .violation("invalid HTTP status")
    }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":"), colon > line.startIndex, line.first != " " else {
        throw .violation("invalid HTTP header")
      }
      let name = line[..<colon].lowercased()
      let value = line[colon...].dropFirst().trimmingCharacters(in: .whitespacesAndNewlines)
      headers[name] = headers[name].map { "\($0), \(value)" } ?? value
    }
    return (status, headers)
  }

  private func check(_ headers: [String: String]) throws(WebSocketFailure) {
    guard headers["upgrade"]?.lowercased() == "websocket" else {
      throw .violation("no upgrade to WebSocket")
    }
    let options = headers["connection"]?.lowercased().split { ", \t".contains($0) } ?? []
    guard options.contains("upgrade") else { throw .violation("no upgrade of the connection") }
    guard headers["sec-websocket-accept"] == Self.accept(key) else {
      throw .violation("wrong Sec-WebSocket-Accept")
    }
    for name in ["Extensions", "Protocol"] {
      let value = headers["sec-websocket-\(name.lowercased())"] ?? ""
      guard value.isEmpty else { throw .violation("unrequested Sec-WebSocket-\(name)") }
    }
  }

  /// The value of `Sec-WebSocket-Accept` for a key.
  package static func accept(_ key: String) -> String {
    Data(SHA1.hash(Array("\(key)258EAFA5-E914-47DA-95CA-C5AB0DC85B11".utf8))).base64EncodedString()
  }
}
