import Foundation

/// One client's connection: reads requests and plays the replies to them.
struct Connection {
  let socket: Socket
  let number: Int
  let traffic: Traffic
  private var unread: [UInt8] = []
  private var sent = 0

  init(socket: Socket, number: Int, traffic: Traffic) {
    self.socket = socket
    self.number = number
    self.traffic = traffic
  }

  /// Returns when the connection is to be closed.
  mutating func serve(_ respond: (Request) -> Reply) {
    while let head = nextHead(), let body = nextBody(after: head),
      let request = traffic.record(head: head, body: body, connection: number)
    {
      guard play(respond(request).steps),
        request.headers["connection"]?.lowercased() != "close"
      else { return }
    }
  }

  private mutating func nextHead() -> String? {
    while true {
      if let end = unread.firstRange(of: Array("\r\n\r\n".utf8)) {
        defer { unread.removeSubrange(..<end.upperBound) }
        return String(decoding: unread[..<end.lowerBound], as: UTF8.self)
      }
      let more = socket.read()
      if more.isEmpty { return nil }
      unread += more
    }
  }

  /// The bytes that a head announces, which requests to the API never have.
  private mutating func nextBody(after head: String) -> Data? {
    let field = head.lowercased().firstMatch(of: /\r\ncontent-length: *(\d+)/)
    let count = field.flatMap { Int($0.1) } ?? 0
    while unread.count < count {
      let more = socket.read()
      if more.isEmpty { return nil }
      unread += more
    }
    defer { unread.removeFirst(count) }
    return Data(unread[..<count])
  }

  /// Whether the connection lives on after `steps`.
  private mutating func play(_ steps: [Reply.Step]) -> Bool {
    steps.allSatisfy { step in
      switch step {
      case .send(let bytes):
        sent += bytes.count
        return socket.write(bytes)
      case .pause(let duration):
        return socket.stays(for: duration)
      case .forever(let steps):
        while sent < 2 << 30, play(steps) {}
        return false
      case .echo:
        return echo()
      case .close:
        return false
      case .reset:
        socket.resetOnRelease()
        return false
      }
    }
  }

  /// Whether the connection lives on, which it does not.
  private mutating func echo() -> Bool {
    while true {
      while let frame = ClientFrame(from: &unread) {
        socket.write(Reply.frame(opcode: frame.opcode, frame.payload))
        if frame.opcode == 8 { return false }
      }
      let more = socket.read()
      if more.isEmpty { return false }
      unread += more
    }
  }
}
