package import Foundation

/// The client's side of one WebSocket connection (RFC 6455), without input and output: the caller passes
/// the bytes of the server to ``receive(_:_:)``, and sends the bytes of ``takeOutput()`` to the server.
package struct WebSocketProtocol: Sendable {
  package enum Event: Equatable, Sendable {
    /// The server has accepted the handshake.
    case opened
    /// A whole text message in valid UTF-8.
    case text(Data)
    /// A whole binary message.
    case binary(Data)
    /// A ping (which is answered), a pong, or a part of a message.
    case alive
    /// A response with an HTTP status other than 101. The headers have names in lower case.
    case refused(status: Int, headers: [String: String])
    /// The server violates the protocol, or a message is too long. The text is the reason.
    case failed(String)
    /// The server's close frame has arrived, and is answered. Code and reason are missing if the frame is
    /// empty. The code is 1006 if the connection has ended without a close frame.
    case closed(code: Int?, reason: String)
  }

  private enum Phase { case handshake, open, closing, closed }

  private var phase = Phase.handshake
  private var handshake: WebSocketHandshake
  private var output: [UInt8]
  private var random: any RandomNumberGenerator & Sendable
  private let messageLimit: Int

  private var head = WebSocketFrame.Head()
  /// The number of bytes that complete the payload of the current frame.
  private var missing = 0
  /// The payload of the current control frame, which may arrive between the frames of a message.
  private var control: [UInt8] = []
  /// The kind of the incomplete message; `nil` without one.
  private var messageOpcode: WebSocketFrame.Opcode?
  private var message = Data()
  private var textCheck = UTF8Check()

  /// Creates a connection, with a handshake as its first output. `random` makes the key of the handshake and
  /// the mask of each frame. A message of more than `messageLimit` bytes is a failure.
  package init(
    url: URL, headers: [String: String], messageLimit: Int,
    random: some RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) {
    var random = random
    handshake = WebSocketHandshake(key: (random.next(), random.next()))
    output = handshake.request(url, headers: headers)
    (self.random, self.messageLimit) = (random, messageLimit)
  }

  /// Whether nothing more is received or sent, except for the last output.
  package var isClosed: Bool { phase == .closed }

  /// Returns the bytes for the server since the last call.
  package mutating func takeOutput() -> [UInt8] {
    defer { output = [] }
    return output
  }

  /// Sends a text message. This has no effect before the connection is open, or after a close frame.
  package mutating func send(text: String) { send(.text, text.utf8) }

  /// Sends a text message, which must be valid UTF-8, or a binary message.
  package mutating func send(_ message: Data, isText: Bool) {
    send(isText ? .text : .binary, message)
  }

  private mutating func send(_ opcode: WebSocketFrame.Opcode, _ payload: some Collection<UInt8>) {
    guard phase == .open else { return }
    let mask = UInt32(truncatingIfNeeded: random.next())
    WebSocketFrame.append(opcode, payload, mask: mask, to: &output)
    if opcode == .close { phase = .closing }
  }

  /// Sends a close frame, the last frame. Before the connection is open, only ends the handshake. The reason
  /// is cut to 123 bytes. The caller waits for ``Event/closed(code:reason:)`` for a few seconds.
  package mutating func close(code: Int, reason: String = "") {
    if phase == .handshake { (phase, output) = (.closed, []) }
    var reason = reason
    while reason.utf8.count > 123 { reason.removeLast() }
    send(.close, [UInt8(code >> 8), UInt8(code & 0xFF)] + reason.utf8)
  }

  /// Ends the connection, of which the server, or the network, has ended the bytes. Returns the event if
  /// there was no close frame.
  package mutating func end() -> Event? {
    defer { phase = .closed }
    return phase == .handshake || phase == .open ? .closed(code: 1006, reason: "") : nil
  }

  /// Receives bytes of the server, in parts of any size. Passes the events to `handle`. Bytes that complete
  /// nothing are one ``Event/alive``.
  package mutating func receive(_ bytes: UnsafeRawBufferPointer, _ handle: (Event) -> Void) {
    guard !isClosed, !bytes.isEmpty else { return }
    var (rest, isSilent) = (bytes, phase != .handshake)
    do throws(WebSocketFailure) {
      while !isClosed, let event = try nextEvent(in: &rest) {
        isSilent = false
        handle(event)
      }
      if isSilent { handle(.alive) }
    } catch {
      close(code: error.code)
      (phase, message) = (.closed, Data())
      handle(.failed(error.reason))
    }
  }

  private mutating func nextEvent(
    in bytes: inout UnsafeRawBufferPointer
  ) throws(WebSocketFailure) -> Event? {
    if phase == .handshake {
      let event = try handshake.read(&bytes)
      if let event { phase = event == .opened ? .open : .closed }
      return event
    }
    while true {
      while !head.isComplete {
        guard let byte = bytes.first else { return nil }
        bytes = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
        try head.read(byte)
        if head.isComplete { try beginPayload() }
      }
      let part = UnsafeRawBufferPointer(rebasing: bytes.prefix(missing))
      bytes = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(part.count))
      missing -= part.count
      try append(part)
      guard missing == 0 else { return nil }
      let (opcode, isFinal) = (head.opcode, head.isFinal)
      head = WebSocketFrame.Head()
      if opcode.isControl { return try controlEvent(opcode) }
      if isFinal { return try messageEvent() }
    }
  }

  private mutating func beginPayload() throws(WebSocketFailure) {
    if !head.opcode.isControl {
      if head.opcode == .continuation {
        guard messageOpcode != nil else { throw .violation("continuation without a message") }
      } else {
        guard messageOpcode == nil else { throw .violation("message within a message") }
        messageOpcode = head.opcode
      }
      guard head.length <= UInt64(messageLimit - message.count) else {
        let limit =
          messageLimit < 1 << 20 ? "\(messageLimit) bytes" : "\(messageLimit >> 20) MiB"
        throw WebSocketFailure(code: 1009, reason: "message over \(limit)")
      }
    }
    missing = Int(head.length)
  }

  private mutating func append(_ part: UnsafeRawBufferPointer) throws(WebSocketFailure) {
    guard let start = part.baseAddress, !part.isEmpty else { return }
    if head.opcode.isControl {
      control += part
      return
    }
    if messageOpcode == .text, !textCheck.accepts(part) { throw .invalidText }
    if message.isEmpty {
      message = Data(bytes: start, count: part.count)
    } else {
      message.append(start.assumingMemoryBound(to: UInt8.self), count: part.count)
    }
  }

  private mutating func messageEvent() throws(WebSocketFailure) -> Event {
    guard textCheck.isComplete else { throw .invalidText }
    let event = messageOpcode == .text ? Event.text(message) : .binary(message)
    (message, messageOpcode) = (Data(), nil)
    return event
  }

  private mutating func controlEvent(
    _ opcode: WebSocketFrame.Opcode
  ) throws(WebSocketFailure) -> Event {
    defer { control.removeAll(keepingCapacity: true) }
    guard opcode == .close else {
      if opcode == .ping { send(.pong, control) }
      return .alive
    }
    guard !control.isEmpty else {
      send(.close, [])
      phase = .closed
      return .closed(code: nil, reason: "")
    }
    guard control.count > 1 else { throw .violation("close frame of one byte") }
    let code = Int(control[0]) << 8 | Int(control[1])
    guard WebSocketFrame.isValid(closeCode: code) else { throw .violation("close code \(code)") }
    guard let reason = String(validating: control.dropFirst(2), as: UTF8.self) else {
      throw .invalidText
    }
    send(.close, control.prefix(2))
    phase = .closed
    return .closed(code: code, reason: reason)
  }
}
