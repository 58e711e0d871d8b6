package import Foundation

/// Reads a JSON text once, from its start to its end, with numbers as they are written.
///
/// `JSONDecoder` loses the zeros at the end of a number, which the checksums of order books are over, and is
/// slow for books of megabytes.
package struct JSONReader: Sendable {
  /// A number, and its text.
  package struct Number: Sendable {
    package var value: Decimal
    package let text: String
  }

  /// The name of a member. Names are compared for each level of a book, so they neither become texts nor keep the
  /// message: only the first 16 bytes and the length are compared.
  package struct Name: Equatable, CustomStringConvertible {
    private let start: UInt128
    private let count: Int

    @inline(__always) fileprivate init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
      count = range.count
      if count < 16, range.lowerBound + 16 <= bytes.count {
        let word = bytes.loadUnaligned(fromByteOffset: range.lowerBound, as: UInt128.self)
        start = UInt128(littleEndian: word) & (1 << UInt128(8 * count) - 1)
      } else {
        start = bytes[range].prefix(16).reversed().reduce(0) { $0 << 8 | UInt128($1) }
      }
    }

    @inline(__always) private init(_ name: StaticString) {
      let text = UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
      count = text.count
      var word = UInt128(0)
      withUnsafeMutableBytes(of: &word) { $0.copyBytes(from: text.prefix(16)) }
      start = UInt128(littleEndian: word)
    }

    package var description: String {
      withUnsafeBytes(of: start.littleEndian) { String(decoding: $0.prefix(count), as: UTF8.self) }
    }

    @inline(__always) package static func ~= (name: StaticString, other: Name) -> Bool {
      Name(name) == other
    }
  }

  package struct Invalid: Error, CustomStringConvertible {
    let position: Int
    let reason: String
    package var description: String { "\(reason) at byte \(position)" }
  }

  private static let depthLimit = 64

  private let bytes: [UInt8]
  private var index = 0
  private var depth = 0

  private init(_ text: Data) { bytes = [UInt8](text) }

  /// Returns what `read` returns for the only value of a text.
  package static func read<Value>(
    _ text: Data, _ read: (inout JSONReader) throws -> Value
  ) throws -> Value {
    var reader = JSONReader(text)
    let value = try read(&reader)
    if reader.next != nil { throw reader.invalid("text after the end") }
    return value
  }

  package enum Kind { case object, array, text, number, flag, null }

  /// The kind of the next value. Throws at the end of the text.
  package mutating func kind() throws -> Kind {
    switch next {
    case UInt8(ascii: "{"): .object
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "\""): .text
    case let byte? where byte.isDigit || byte == UInt8(ascii: "-"): .number
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .flag
    case UInt8(ascii: "n"): .null
    default: throw invalid("no value")
    }
  }

  // Functions that are called for each level of a book are inlined.

  /// Reads an object. `read` is called at the value of each member; a value that it does not read is skipped.
  @inline(__always)
  package mutating func object(
    _ read: (_ name: Name, _ reader: inout JSONReader) throws -> Void
  ) throws {
    try elements("{", "}") { reader in
      let name = try reader.name()
      try reader.expect(UInt8(ascii: ":"))
      try reader.value { try read(name, &$0) }
    }
  }

  /// Reads an array. `read` is called at each element; an element that it does not read is skipped.
  @inline(__always)
  package mutating func array(_ read: (_ reader: inout JSONReader) throws -> Void) throws {
    try elements("[", "]") { try $0.value(read) }
  }

  @inline(__always)
  private mutating func value(_ read: (_ reader: inout JSONReader) throws -> Void) throws {
    skipSpace()
    let start = index
    try read(&self)
    if index == start { try skip() }
  }

  @inline(__always)
  private mutating func elements(
    _ start: Unicode.Scalar, _ end: Unicode.Scalar,
    _ read: (_ reader: inout JSONReader) throws -> Void
  ) throws {
    try expect(UInt8(ascii: start))
    guard depth < Self.depthLimit else { throw invalid("nested too deeply") }
    depth += 1
    defer { depth -= 1 }
    if next == UInt8(ascii: end) {
      index += 1
      return
    }
    while true {
      try read(&self)
      let byte = next
      index += 1
      if byte == UInt8(ascii: end) { return }
      guard byte == UInt8(ascii: ",") else { throw invalid("no comma") }
    }
  }

  /// Reads a text, such as the name of a member, that is only compared.
  mutating func name() throws -> Name {
    let (range, hasEscapes) = try quoted()
    if hasEscapes {
      let text = [UInt8](try unescaped(range).utf8)
      return text.withUnsafeBytes { Name($0, 0..<text.count) }
    }
    return bytes.withUnsafeBytes { Name($0, range) }
  }

  /// Reads a text.
  package mutating func text() throws -> String {
    let (range, hasEscapes) = try quoted()
    if hasEscapes { return try unescaped(range) }
    guard let text = String(validating: bytes[range], as: UTF8.self) else {
      throw invalid("not a text")
    }
    return text
  }

  /// Texts with escapes are rare.
  private func unescaped(_ range: Range<Int>) throws -> String {
    let literal = Data(bytes[(range.lowerBound - 1)...range.upperBound])
    return try JSONDecoder().decode(String.self, from: literal)
  }

  /// Reads a number, plain (`0.10`) or quoted (`"0.10"`).
  package mutating func number() throws -> Number {
    let start = index
    let range = try numberText()
    let number = bytes.withUnsafeBufferPointer {
      IntegerDecimal(UnsafeBufferPointer(rebasing: $0[range]))
    }
    guard let value = number?.decimal else {
      throw Invalid(position: start, reason: "not a number")
    }
    return Number(value: value, text: text(range))
  }

  /// Reads a number; `nil` for null.
  mutating func optionalNumber() throws -> Decimal? {
    if try kind() != .null { return try number().value }
    try skip()
    return nil
  }

  private func text(_ range: Range<Int>) -> String {
    bytes.withUnsafeBufferPointer {
      String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self)
    }
  }

  /// Reads an integer, plain or quoted.
  package mutating func wholeNumber() throws -> Int64 {
    let start = index
    guard let number = Int64(text(try numberText())) else {
      throw Invalid(position: start, reason: "not a whole number")
    }
    return number
  }

  private mutating func numberText() throws -> Range<Int> {
    if next == UInt8(ascii: "\"") { return try quoted().range }
    let start = index
    while index < bytes.count, Self.isPartOfNumber(bytes[index]) { index += 1 }
    // JSON requires a digit before a point, and has no zero before other digits.
    let digits = bytes[start..<index].drop { $0 == UInt8(ascii: "-") }.prefix(while: \.isDigit)
    guard digits.first != UInt8(ascii: "0") || digits.count == 1, !digits.isEmpty else {
      throw invalid("not a number")
    }
    return start..<index
  }

  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
      UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  /// Skips a value.
  package mutating func skip() throws {
    switch try kind() {
    case .object: try object { _, _ in }
    case .array: try array { _ in }
    case .text: _ = try quoted()
    case .number: _ = try numberText()
    case .flag, .null:
      let words = ["true", "false", "null"]
      guard let word = words.first(where: { bytes[index...].starts(with: $0.utf8) }) else {
        throw invalid("no value")
      }
      index += word.utf8.count
    }
  }

  /// Skips a text. Returns its bytes without the quotes, and whether some are escaped.
  @inline(__always)
  private mutating func quoted() throws -> (range: Range<Int>, hasEscapes: Bool) {
    try expect(UInt8(ascii: "\""))
    let start = index
    var hasEscapes = false
    index = bytes.withUnsafeBytes { Self.endOfText($0, from: start, &hasEscapes) }
    guard index < bytes.count else { throw invalid("no end of a text") }
    guard bytes[index] >= 0x20 else { throw invalid("control character") }
    defer { index += 1 }
    return (start..<index, hasEscapes)
  }

  /// The index of the quote or control character at which a text ends; at least the number of bytes without one.
  ///
  /// Most bytes of a message are in texts, so they are examined without checks of bounds, and eight at a time.
  /// Each index is below `bytes.count`: of eight bytes at least, at most seven are skipped before it.
  @inline(__always) private static func endOfText(
    _ bytes: UnsafeRawBufferPointer, from start: Int, _ hasEscapes: inout Bool
  ) -> Int {
    var index = start
    while index < bytes.count {
      if bytes.count &- index >= 8 {
        let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        let plain = plainBytes(word)
        index &+= plain
        if plain == 8 { continue }
      }
      switch bytes[index] {
      case UInt8(ascii: "\""), ..<0x20: return index
      case UInt8(ascii: "\\"):
        hasEscapes = true
        index &+= 2
      default: index &+= 1
      }
    }
    return index
  }

  /// The number of bytes before the first quote, backslash or control character of eight bytes of a text.
  @inline(__always) private static func plainBytes(_ word: UInt64) -> Int {
    let (ones, highBits): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    let bytes = UInt64(littleEndian: word)
    // The high bit of the first byte below a limit is set in the difference. Later bytes may be wrong.
    let quote = (bytes ^ ones &* UInt64(UInt8(ascii: "\""))) &- ones
    let backslash = (bytes ^ ones &* UInt64(UInt8(ascii: "\\"))) &- ones
    let control = bytes &- ones &* 0x20
    let found = (quote | backslash | control) & ~bytes & highBits
    return found.trailingZeroBitCount / 8
  }

  @inline(__always) private mutating func skipSpace() {
    // Most messages have no space.
    if index < bytes.count, bytes[index] > 0x20 { return }
    while index < bytes.count, " \t\r\n".utf8.contains(bytes[index]) { index += 1 }
  }

  /// The first byte of what follows the white space, which is skipped; `nil` at the end.
  private var next: UInt8? {
    @inline(__always) mutating get {
      skipSpace()
      return index < bytes.count ? bytes[index] : nil
    }
  }

  @inline(__always) private mutating func expect(_ byte: UInt8) throws {
    guard next == byte else { throw invalid("no \(Character(Unicode.Scalar(byte)))") }
    index += 1
  }

  private func invalid(_ reason: String) -> Invalid { Invalid(position: index, reason: reason) }
}
