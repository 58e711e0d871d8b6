/// The frames of a WebSocket connection (RFC 6455, section 5).
enum WebSocketFrame {
  enum Opcode: UInt8, Sendable {
    case continuation, text, binary
    case close = 8
    case ping, pong

    var isControl: Bool { rawValue >= 8 }
  }

  /// The head of a frame from a server, which is read byte by byte.
  struct Head: Sendable {
    private(set) var isFinal = false
    private(set) var opcode = Opcode.continuation
    /// The number of bytes of the payload.
    private(set) var length: UInt64 = 0
    private var size = 2
    private var count = 0

    var isComplete: Bool { count == size }

    mutating func read(_ byte: UInt8) throws(WebSocketFailure) {
      switch count {
      case 0:
        guard byte & 0x70 == 0 else { throw .violation("reserved bits in a frame") }
        guard let opcode = Opcode(rawValue: byte & 0x0F) else {
          throw .violation("reserved opcode \(byte & 0x0F)")
        }
        (isFinal, self.opcode) = (byte & 0x80 != 0, opcode)
        if opcode.isControl, !isFinal { throw .violation("fragmented control frame") }
      case 1:
        guard byte & 0x80 == 0 else { throw .violation("masked frame from a server") }
        if opcode.isControl, byte > 125 { throw .violation("control frame over 125 bytes") }
        size = byte == 127 ? 10 : byte == 126 ? 4 : 2
        length = size == 2 ? UInt64(byte) : 0
      default:
        if size == 10, count == 2, byte & 0x80 != 0 { throw .violation("invalid frame length") }
        length = length << 8 | UInt64(byte)
      }
      count += 1
    }
  }

  /// Appends a frame of a client, with the shortest form of its length.
  static func append(
    _ opcode: Opcode, _ payload: some Collection<UInt8>, mask: UInt32, to output: inout [UInt8]
  ) {
    output.append(0x80 | opcode.rawValue)
    let count = payload.count
    switch count {
    case ...125: output.append(0x80 | UInt8(count))
    case ...0xFFFF:
      output.append(0x80 | 126)
      withUnsafeBytes(of: UInt16(count).bigEndian) { output.append(contentsOf: $0) }
    default:
      output.append(0x80 | 127)
      withUnsafeBytes(of: UInt64(count).bigEndian) { output.append(contentsOf: $0) }
    }
    let mask = withUnsafeBytes(of: mask) { Array($0) }
    output += mask
    let start = output.count
    output += payload
    output.withUnsafeMutableBufferPointer { bytes in
      for index in start..<bytes.count { bytes[index] ^= mask[(index - start) & 3] }
    }
  }

  /// The code that a close frame may have (RFC 6455, section 7.4, and the registry of IANA).
  static func isValid(closeCode code: Int) -> Bool {
    switch code {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }
}

/// The reason why a client ends a connection.
struct WebSocketFailure: Error {
  /// The code of the close frame. In a handshake, there is no close frame.
  var code = 1002
  let reason: String

  static let invalidText = WebSocketFailure(code: 1007, reason: "invalid UTF-8")

  static func violation(_ reason: String) -> WebSocketFailure { WebSocketFailure(reason: reason) }
}
