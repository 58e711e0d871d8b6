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

  /// A head of header lines of this length, and no end of them.
  package static func endlessHeaders(lineLength: Int) -> Reply {
    let line = "X: " + String(repeating: "x", count: max(lineLength - 5, 0)) + "\r\n"
    let lines = Data(String(repeating: line, count: 1 + 65_536 / line.utf8.count).utf8)
    return Reply([.send(Data("HTTP/1.1 200 OK\r\n".utf8)), .forever([.send(lines)])])
  }

  /// A body in chunks that is followed by a header line, as HTTP allows.
  package static func trailer(_ text: String) -> Reply {
    let head = head(headers: [("Transfer-Encoding", "chunked")])
    let count = String(text.utf8.count, radix: 16)
    return Reply([.send(head + Data("\(count)\r\n\(text)\r\n0\r\nX-A: b\r\n\r\n".utf8))])
  }

  /// A body of so many bytes that unpacks to a thousand times as many, all the same.
  package static func bomb(bytes: Int) -> Reply {
    // The beginning of gzip whose two shortest codes repeat the last byte 258 times.
    let start = Data(base64Encoded: "H4sIAAAAAAACA+3BgQAAAADDIJX5Ux7kVQE=") ?? Data()
    return answer(headers: [("Content-Encoding", "gzip")], body: start + Data(count: bytes))
  }
}
