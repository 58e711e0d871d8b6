import Foundation

extension IntegerDecimal {
  /// Creates the same number as a `Decimal`; `nil` for NaN.
  init?(_ decimal: Decimal) {
    self = Self.isLayoutAsExpected ? IntegerDecimal(memoryOf: decimal) : IntegerDecimal(of: decimal)
    if mantissa == 0, decimal.isNaN { return nil }
  }

  /// The same number as a `Decimal`; `nil` if a `Decimal` cannot hold the exponent of ``compacted``.
  var decimal: Decimal? {
    let number = compacted
    guard (-128...127).contains(number.exponent) else { return nil }
    let significand = UInt64(exactly: number.mantissa).map { Decimal($0) }
    return (significand ?? Decimal(exactly: number.mantissa)).map {
      Decimal(sign: number.isNegative ? .minus : .plus, exponent: number.exponent, significand: $0)
    }
  }

  /// Reads a number through Foundation's public interface, which writes the mantissa as text.
  private init(of number: Decimal) {
    self.init(
      isNegative: number.isSignMinus, mantissa: UInt128(number.significand.description) ?? 0,
      exponent: number.isZero ? 0 : number.exponent)
  }

  /// Reads a number from its memory. This is about forty times as fast as ``init(of:)``.
  ///
  /// Foundation keeps the mantissa in 16 bytes after 4 other bytes. This layout is not documented.
  /// Therefore it is tested by ``isLayoutAsExpected`` before this initializer is used. The first test is
  /// that a `Decimal` has 20 bytes, so that the 16 bytes are within the memory of the number.
  @inline(__always)
  private init(memoryOf number: Decimal) {
    let mantissa = withUnsafeBytes(of: number) {
      $0.loadUnaligned(fromByteOffset: 4, as: UInt128.self)
    }
    self.init(
      isNegative: number.isSignMinus, mantissa: UInt128(littleEndian: mantissa),
      exponent: number.exponent)
  }

  /// Whether ``init(memoryOf:)`` reads correctly what was created through Foundation's public interface.
  /// Tests mantissas of 0 to 8 words of 16 bits. The words are all different.
  private static let isLayoutAsExpected =
    MemoryLayout<Decimal>.size == 20
    && (0...8).allSatisfy { words in
      let bits: UInt128 = 0x8123_9456_a789_bcde_cdef_d135_e246_f357
      let number = IntegerDecimal(
        isNegative: false, mantissa: bits >> UInt128(128 - 16 * words), exponent: 0)
      return number.decimal.map(IntegerDecimal.init(memoryOf:)) == number.compacted
    }
}
