import Foundation
@testable import MarketCore

/// Bytes of a WebSocket server: if the first byte is even, frames after an accepted handshake; else all of
/// the response. They are received at once, and in parts.
func tryFrames(_ input: UnsafeBufferPointer<UInt8>) {
  guard let first = input.first else { return }
  let bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(input).dropFirst())
  let connection = first.isMultiple(of: 2) ? openConnection : newConnection
  let whole = received(bytes, by: connection, partSize: bytes.count)
  let parts = received(bytes, by: connection, partSize: 1 + Int(first) / 2 % 9)
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

private let newConnection = WebSocketProtocol(
  url: URL(filePath: "/"), headers: [:], messageLimit: limit, random: Zeros())

private let openConnection = {
  var connection = newConnection
  let response = """
    HTTP/1.1 101 Switching Protocols\r
    Upgrade: websocket\r
    Connection: Upgrade\r
    Sec-WebSocket-Accept: \(WebSocketHandshake.accept("AAAAAAAAAAAAAAAAAAAAAA=="))\r
    \r

    """
  Array(response.utf8).withUnsafeBytes { bytes in
    connection.receive(bytes) { precondition($0 == .opened) }
  }
  return connection
}()

private func received(
  _ bytes: UnsafeRawBufferPointer, by connection: WebSocketProtocol, partSize: Int
) -> (events: [WebSocketProtocol.Event], output: [UInt8]) {
  var connection = connection
  var events: [WebSocketProtocol.Event] = []
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
