/// Checks a text of which the bytes arrive in parts (RFC 3629, section 4). A part may end within a character.
struct UTF8Check: Sendable {
  /// The number of bytes that complete the last character.
  private var missing = 0
  /// The allowed values of the next of these bytes.
  private var lowest: UInt8 = 0x80
  private var highest: UInt8 = 0xBF

  /// Whether the text ends with a complete character.
  var isComplete: Bool { missing == 0 }

  /// Returns whether the text is valid so far. After an invalid part, the check is useless.
  mutating func accepts(_ part: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    while true {
      if missing == 0 { index = Self.endOfASCII(in: part, from: index) }
      guard index < part.count else { return true }
      let byte = part[index]
      index += 1
      if missing > 0 {
        guard byte >= lowest, byte <= highest else { return false }
        (missing, lowest, highest) = (missing - 1, 0x80, 0xBF)
      } else if !begins(byte) {
        return false
      }
    }
  }

  private mutating func begins(_ byte: UInt8) -> Bool {
    switch byte {
    case 0xC2...0xDF: missing = 1
    case 0xE0: (missing, lowest) = (2, 0xA0)  // lower values have a shorter form
    case 0xED: (missing, highest) = (2, 0x9F)  // higher values are surrogates
    case 0xE1...0xEF: missing = 2
    case 0xF0: (missing, lowest) = (3, 0x90)
    case 0xF1...0xF3: missing = 3
    case 0xF4: (missing, highest) = (3, 0x8F)  // higher values are beyond U+10FFFF
    default: return false
    }
    return true
  }

  private static func endOfASCII(in part: UnsafeRawBufferPointer, from start: Int) -> Int {
    var index = start
    while index + 8 <= part.count,
      part.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
    {
      index += 8
    }
    while index < part.count, part[index] < 0x80 { index += 1 }
    return index
  }
}
