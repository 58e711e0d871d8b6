package import Foundation

/// Replies with a head and a whole body.
extension Reply {
  /// Status 200 with JSON.
  package static func json(_ text: String) -> Reply {
    answer(headers: [("Content-Type", "application/json")], body: text.utf8)
  }

  /// An answer of any status, well formed but for what `headers` and `framing` make of it.
  package static func answer(
    status: Int = 200, headers: [(String, String)] = [], body: some Sequence<UInt8> = Data(),
    framing: Framing = .length
  ) -> Reply {
    let body = Data(body)
    let (field, bytes, end): ((String, String)?, Data, [Step]) =
      switch framing {
      case .length: (("Content-Length", "\(body.count)"), body, [])
      case .claimed(let count): (("Content-Length", "\(count)"), body, [.close])
      case .chunked: (("Transfer-Encoding", "chunked"), chunked(body), [])
      case .untilClose: (nil, body, [.close])
      }
    let head = head(status: status, headers: headers + [field].compactMap(\.self))
    return Reply([.send(head + bytes)] + end)
  }

  /// A `Content-Length` of one byte more than is sent before the connection closes.
  package static func truncated(_ text: String) -> Reply {
    answer(body: text.utf8, framing: .claimed(text.utf8.count + 1))
  }

  /// These bytes as they are, HTTP or not; then the connection closes.
  package static func raw(_ bytes: some Sequence<UInt8>) -> Reply {
    Reply([.send(Data(bytes)), .close])
  }

  /// Another reply, later.
  package static func delayed(_ delay: Duration, _ reply: Reply) -> Reply {
    Reply([.pause(delay)] + reply.steps)
  }

  /// A status line, headers and the empty line, to build a reply on.
  package static func head(status: Int = 200, headers: [(String, String)] = []) -> Data {
    let lines = headers.map { "\($0): \($1)\r\n" }.joined()
    // A client must not read the reason, so it is the same for every status.
    return Data("HTTP/1.1 \(status) Stub\r\n\(lines)\r\n".utf8)
  }

  private static func chunked(_ body: Data) -> Data {
    var bytes = Data()
    var rest = body[...]
    while !rest.isEmpty {
      let chunk = rest.prefix(1024)
      bytes += Data("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + Data("\r\n".utf8)
      rest = rest.dropFirst(chunk.count)
    }
    return bytes + Data("0\r\n\r\n".utf8)
  }
}
