import Foundation
@testable import MarketCore

/// Bytes of a WebSocket server: if the first byte is even, frames after an accepted handshake; else all of
/// the response. They are received at once, and in parts.
func tryFrames(_ input: UnsafeBufferPointer<UInt8>) {
  guard let first = input.first else { return }
  let bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(input).dropFirst())
  let whole = received(bytes, isOpen: first.isMultiple(of: 2), partSize: bytes.count)
  let parts = received(bytes, isOpen: first.isMultiple(of: 2), partSize: 1 + Int(first) / 2 % 9)
  precondition(whole.events == parts.events && whole.output == parts.output)
  for event in whole.events {
    switch event {
    case .text(let text):
      precondition(String(validating: text, as: UTF8.self) != nil && text.count <= limit)
    case .binary(let message): precondition(message.count <= limit)
    default: _ = MarketError(event)?.description
    }
  }
}

private let limit = 1000

private func received(
  _ bytes: UnsafeRawBufferPointer, isOpen: Bool, partSize: Int
) -> (events: [WebSocketProtocol.Event], output: [UInt8]) {
  guard let url = URL(string: "ws://localhost") else { return ([], []) }
  var connection = WebSocketProtocol(
    url: url, headers: [:], messageLimit: limit, random: Zeros())
  var events: [WebSocketProtocol.Event] = []
  let accept = WebSocketHandshake.accept("AAAAAAAAAAAAAAAAAAAAAA==")
  let response = """
    HTTP/1.1 101 Switching Protocols\r
    Upgrade: websocket\r
    Connection: Upgrade\r
    Sec-WebSocket-Accept: \(accept)\r
    \r

    """
  if isOpen {
    Array(response.utf8).withUnsafeBytes { connection.receive($0) { events.append($0) } }
    precondition(events == [.opened])
  }
  for start in stride(from: 0, to: bytes.count, by: max(partSize, 1)) {
    let part = UnsafeRawBufferPointer(rebasing: bytes[start...].prefix(partSize))
    connection.receive(part) { if $0 != .alive { events.append($0) } }
  }
  if let end = connection.end() { events.append(end) }
  precondition(connection.isClosed)
  return (events, connection.takeOutput())
}

private struct Zeros: RandomNumberGenerator, Sendable {
  mutating func next() -> UInt64 { 0 }
}
