import Foundation
@testable import MarketCore
import RandomInputs
import Testing

/// The key of the example in RFC 6455, section 1.3, then random masks.
struct SampleKey: RandomNumberGenerator, Sendable {
  static let accept = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
  private var words = Array("the sample nonce".utf8).withUnsafeBytes {
    Array($0.bindMemory(to: UInt64.self))
  }
  private var masks = Seeded(state: 6455)

  mutating func next() -> UInt64 { words.isEmpty ? masks.next() : words.removeFirst() }
}

/// A frame that a client has sent.
struct ClientFrame: Equatable {
  var first: UInt8
  var payload: [UInt8]
  var mask: [UInt8]

  /// The frames in these bytes, which have the shortest lengths and are masked.
  static func parsed(_ bytes: [UInt8]) throws -> [ClientFrame] {
    var (frames, rest) = ([ClientFrame](), bytes[...])
    while let first = rest.popFirst() {
      let next = rest.popFirst()
      let second = try #require(next)
      #expect(second & 0x80 != 0)
      let size = second & 0x7F == 127 ? 8 : second & 0x7F == 126 ? 2 : 0
      let length = rest.prefix(size).reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(size)
      #expect(size == 0 || length > (size == 2 ? 125 : 65_535))
      let mask = Array(rest.prefix(4))
      let count = size == 0 ? Int(second & 0x7F) : length
      let masked = rest.dropFirst(4).prefix(count)
      #expect(masked.count == count)
      let payload = zip(masked, 0...).map { $0 ^ mask[$1 % 4] }
      frames.append(ClientFrame(first: first, payload: payload, mask: mask))
      rest = rest.dropFirst(4 + count)
    }
    return frames
  }
}

extension WebSocketProtocol {
  static let response = [
    "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
    "Sec-WebSocket-Accept: \(SampleKey.accept)", "", "",
  ].joined(separator: "\r\n")

  /// A connection of which the handshake is sent.
  static func requested(
    _ url: String = "wss://example.org/", headers: [String: String] = [:], limit: Int = 1 << 20
  ) throws -> (connection: WebSocketProtocol, request: String) {
    var connection = WebSocketProtocol(
      url: try #require(URL(string: url)), headers: headers, messageLimit: limit,
      random: SampleKey())
    let request = String(decoding: connection.takeOutput(), as: UTF8.self)
    return (connection, request)
  }

  /// A connection of which the handshake is accepted.
  static func open(limit: Int = 1 << 20) throws -> WebSocketProtocol {
    var (connection, _) = try requested(limit: limit)
    #expect(connection.receive(Array(response.utf8)) == [.opened])
    return connection
  }

  /// The events for these bytes.
  mutating func receive(_ bytes: [UInt8]) -> [Event] {
    var events: [Event] = []
    bytes.withUnsafeBytes { bytes in receive(bytes) { events.append($0) } }
    return events
  }

  /// The frames that are sent since the last call, as first bytes and payloads.
  mutating func sent() throws -> [[UInt8]] {
    try ClientFrame.parsed(takeOutput()).map { [$0.first] + $0.payload }
  }

  /// A frame of a server.
  static func frame(_ first: UInt8, _ payload: [UInt8] = []) -> [UInt8] {
    let length: [UInt8] =
      switch payload.count {
      case ...125: [UInt8(payload.count)]
      case ...65_535: [126] + bigEndian(payload.count).suffix(2)
      default: [127] + bigEndian(payload.count)
      }
    return [first] + length + payload
  }

  static func bigEndian(_ value: Int) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }
}
