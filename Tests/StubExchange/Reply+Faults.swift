import Foundation

/// Replies that never come to an end, or to a bad one.
extension Reply {
  /// No answer, on a connection that stays open.
  package static let hang = Reply([.forever([.pause(.seconds(60))])])

  /// A whole head and the first byte of a body of two; the second never comes.
  package static let hangInBody = Reply(
    [.send(head(headers: [("Content-Length", "2")]) + Data("[".utf8))] + hang.steps)

  /// No answer, on a connection that is closed in good order.
  package static let close = Reply([.close])

  /// No answer, on a connection that is broken off.
  package static let reset = Reply([.reset])

  /// These bytes, then a space now and then, for ever.
  ///
  /// By default the body drips; `"HTTP/1.1 200 OK\r\nX:".utf8` lets the head drip.
  package static func drip(_ start: some Sequence<UInt8> = head(), every pause: Duration) -> Reply {
    Reply([.send(Data(start)), .forever([.send(Data(" ".utf8)), .pause(pause)])])
  }

  /// A body of spaces that tells no length and never ends, at this speed or somewhat below.
  package static func endless(bytesPerSecond: Int) -> Reply {
    let count = min(max(bytesPerSecond / 100, 1), 1 << 20)
    let pause = Duration.seconds(Double(count) / Double(bytesPerSecond))
    let piece = Data(repeating: UInt8(ascii: " "), count: count)
    return Reply([.send(head()), .forever([.send(piece), .pause(pause)])])
  }
}
