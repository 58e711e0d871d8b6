@testable import MarketCore
import Testing

struct CRC32Tests {
  @Test(arguments: [
    ("", 0), ("123456789", 0xCBF4_3926), ("a", 0xE8B7_BE43),
    ("The quick brown fox jumps over the lazy dog", 0x414F_A339),
  ])
  func `the checksum is that of zlib`(text: String, value: UInt32) {
    var checksum = CRC32()
    checksum.add(text.utf8)
    #expect(checksum.value == value)
    var parts = CRC32()
    for byte in text.utf8 { parts.add(byte) }
    #expect(parts.value == value)
  }
}
