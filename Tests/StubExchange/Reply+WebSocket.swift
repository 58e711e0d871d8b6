package import Foundation

/// Replies to the handshake of a WebSocket.
extension Reply {
  /// Accepts the handshake, and takes these steps.
  ///
  /// - Parameter accept: the value of the header `Sec-WebSocket-Accept`.
  package static func webSocket(accept: String, _ steps: Step...) -> Reply {
    let headers = [
      ("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Accept", accept),
    ]
    return Reply([.send(head(status: 101, headers: headers))] + steps)
  }

  /// A frame of a server; by default a whole text message.
  package static func frame(opcode: UInt8 = 1, _ payload: some Sequence<UInt8>) -> Data {
    let payload = Data(payload)
    let length: [UInt8] =
      switch payload.count {
      case ...125: [UInt8(payload.count)]
      case ...0xFFFF: [126] + withUnsafeBytes(of: UInt16(payload.count).bigEndian, Array.init)
      default: [127] + withUnsafeBytes(of: UInt64(payload.count).bigEndian, Array.init)
      }
    return Data([0x80 | opcode] + length) + payload
  }
}

/// A frame of a client.
struct ClientFrame {
  let opcode: UInt8
  let payload: [UInt8]

  /// Takes the first frame from `bytes`; nil as long as it is not whole.
  init?(from bytes: inout [UInt8]) {
    guard bytes.count >= 2 else { return nil }
    let size = [126: 2, 127: 8][Int(bytes[1] & 0x7F)] ?? 0
    let start = 2 + size + 4
    guard bytes.count >= start else { return nil }
    let length =
      size == 0 ? Int(bytes[1] & 0x7F) : bytes[2..<2 + size].reduce(0) { $0 << 8 | Int($1) }
    guard bytes.count >= start + length else { return nil }
    let mask = Array(bytes[(start - 4)..<start])
    opcode = bytes[0] & 0x0F
    payload = (0..<length).map { bytes[start + $0] ^ mask[$0 & 3] }
    bytes.removeFirst(start + length)
  }
}
