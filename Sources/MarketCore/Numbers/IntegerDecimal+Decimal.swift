import Foundation

extension IntegerDecimal {
  /// `nil` for what is not a number.
  init?(_ decimal: Decimal) {
    self = Self.isLayoutAsExpected ? IntegerDecimal(memoryOf: decimal) : IntegerDecimal(of: decimal)
    if mantissa == 0, decimal.isNaN { return nil }
  }

  /// The same as a decimal; `nil` beyond a decimal's exponents.
  var decimal: Decimal? {
    let number = compacted
    guard (-128...127).contains(number.exponent) else { return nil }
    let significand = UInt64(exactly: number.mantissa).map { Decimal($0) }
    return (significand ?? Decimal(exactly: number.mantissa)).map {
      Decimal(sign: number.isNegative ? .minus : .plus, exponent: number.exponent, significand: $0)
    }
  }

  /// The parts of a number by Foundation's public interface, which writes the mantissa as text.
  private init(of number: Decimal) {
    self.init(
      isNegative: number.isSignMinus, mantissa: UInt128(number.significand.description) ?? 0,
      exponent: number.isZero ? 0 : number.exponent)
  }

  /// The parts of a number by its memory, forty times as fast.
  ///
  /// Foundation keeps the mantissa in 16 bytes behind four others, which is not documented: it is
  /// read there only when ``isLayoutAsExpected``, which also proves that it lies within the memory.
  @inline(__always)
  private init(memoryOf number: Decimal) {
    let mantissa = withUnsafeBytes(of: number) {
      $0.loadUnaligned(fromByteOffset: 4, as: UInt128.self)
    }
    self.init(
      isNegative: number.isSignMinus, mantissa: UInt128(littleEndian: mantissa),
      exponent: number.exponent)
  }

  /// Whether mantissas that were written by Foundation's public interface are found in the memory:
  /// of none to eight 16-bit words, each with bits of its own.
  private static let isLayoutAsExpected =
    MemoryLayout<Decimal>.size == 20
    && (0...8).allSatisfy { words in
      let bits: UInt128 = 0x8123_9456_a789_bcde_cdef_d135_e246_f357
      let number = IntegerDecimal(
        isNegative: false, mantissa: bits >> UInt128(128 - 16 * words), exponent: 0)
      return number.decimal.map(IntegerDecimal.init(memoryOf:)) == number.compacted
    }
}
