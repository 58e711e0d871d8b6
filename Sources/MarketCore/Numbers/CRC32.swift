/// The checksum of ISO 3309, with the polynomial 0xEDB88320, as in zlib and PNG.
struct CRC32: Sendable {
  private static let table = (0..<256).map { (byte: UInt32) -> UInt32 in
    var rest = byte
    for _ in 0..<8 {
      let isOdd = rest & 1 == 1
      rest >>= 1
      if isOdd { rest ^= 0xEDB8_8320 }
    }
    return rest
  }

  /// A global is slow to access for each byte.
  private let table = Self.table
  private var rest = UInt32.max

  /// The checksum of all bytes so far.
  var value: UInt32 { ~rest }

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { add(byte) }
  }

  mutating func add(_ byte: UInt8) {
    rest = table[Int(UInt8(truncatingIfNeeded: rest) ^ byte)] ^ rest >> 8
  }
}
