import Foundation

/// A decimal as integers, ±`mantissa` × 10^`exponent`, for calculations that fit.
///
/// On Linux, `Decimal` calculates and prints digit by digit, on arrays on the heap. Each operation
/// here gives the decimal that Foundation's would, to the last digit, or `nil` where Foundation
/// would have to round, or has a rule of its own: `Decimal+Exact` then asks Foundation.
struct IntegerDecimal {
  var isNegative: Bool
  var mantissa: UInt128
  var exponent: Int

  /// `nil` for what is not a number, and everywhere if the memory of a decimal is not as expected.
  init?(_ decimal: Decimal) {
    guard DecimalLayout.isAsExpected, let parts = DecimalLayout.parts(of: decimal) else {
      return nil
    }
    self = parts
  }

  /// Parses the whole of a text: an optional minus and digits with an optional
  /// `.`, at most 38 of them behind zeros at the beginning; `nil` for any other text.
  init?(_ text: some StringProtocol) {
    var number = IntegerDecimal(isNegative: false, mantissa: 0, exponent: 0)
    var (digits, hasPoint, endsInDigit) = (0, false, false)
    for (index, byte) in text.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "-") where index == 0: number.isNegative = true
      case UInt8(ascii: ".") where !hasPoint: (hasPoint, endsInDigit) = (true, false)
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if digits > 0 || byte != UInt8(ascii: "0") { digits += 1 }
        guard digits <= Decimal.significantDigits else { return nil }
        number.mantissa = number.mantissa * 10 + UInt128(byte - UInt8(ascii: "0"))
        if hasPoint { number.exponent -= 1 }
        endsInDigit = true
      default: return nil
      }
    }
    guard endsInDigit else { return nil }
    self = number
  }

  init(isNegative: Bool, mantissa: UInt128, exponent: Int) {
    (self.isNegative, self.mantissa, self.exponent) = (isNegative, mantissa, exponent)
  }

  /// The same as a decimal; `nil` beyond a decimal's exponents.
  var decimal: Decimal? {
    guard DecimalLayout.isAsExpected else { return nil }
    let number = compacted
    guard (-128...127).contains(number.exponent) else { return nil }
    return DecimalLayout.decimal(of: number)
  }

  /// The same number without zeros at the end of the mantissa, as Foundation keeps its results.
  private var compacted: IntegerDecimal {
    guard mantissa != 0 else {
      return IntegerDecimal(isNegative: false, mantissa: 0, exponent: 0)
    }
    var number = self
    // 64 bits are divided faster than 128; and an odd number has no zero at its end.
    while number.mantissa > UInt64.max, number.mantissa & 1 == 0 {
      let (quotient, remainder) = number.mantissa.quotientAndRemainder(dividingBy: 10)
      guard remainder == 0 else { return number }
      (number.mantissa, number.exponent) = (quotient, number.exponent + 1)
    }
    guard var short = UInt64(exactly: number.mantissa) else { return number }
    while short & 1 == 0, short.isMultiple(of: 10) {
      (short, number.exponent) = (short / 10, number.exponent + 1)
    }
    number.mantissa = UInt128(short)
    return number
  }

  /// 10 to the powers from 0 to 38, all that 128 bits hold.
  private static let powersOfTen: [UInt128] = (0..<38).reduce(into: [1]) { powers, index in
    powers.append(powers[index] * 10)
  }
}

extension IntegerDecimal {
  /// The mantissas of two numbers at the lower exponent of both, if they fit.
  private static func aligned(
    _ one: IntegerDecimal, _ other: IntegerDecimal
  ) -> (one: UInt128, other: UInt128, exponent: Int)? {
    let distance = one.exponent - other.exponent
    guard distance != 0 else { return (one.mantissa, other.mantissa, one.exponent) }
    guard abs(distance) < powersOfTen.count else { return nil }
    let (higher, power) = (distance > 0 ? one : other, powersOfTen[abs(distance)])
    let (scaled, hasOverflown) = higher.mantissa.multipliedReportingOverflow(by: power)
    guard !hasOverflown else { return nil }
    return distance > 0
      ? (scaled, other.mantissa, other.exponent) : (one.mantissa, scaled, one.exponent)
  }

  func plus(_ other: IntegerDecimal) -> IntegerDecimal? {
    guard let (one, two, exponent) = Self.aligned(self, other) else { return nil }
    if isNegative == other.isNegative {
      let (sum, hasOverflown) = one.addingReportingOverflow(two)
      return hasOverflown
        ? nil : IntegerDecimal(isNegative: isNegative, mantissa: sum, exponent: exponent)
    }
    return one < two
      ? IntegerDecimal(isNegative: other.isNegative, mantissa: two - one, exponent: exponent)
      : IntegerDecimal(isNegative: isNegative, mantissa: one - two, exponent: exponent)
  }

  func minus(_ other: IntegerDecimal) -> IntegerDecimal? {
    plus(
      IntegerDecimal(
        isNegative: !other.isNegative, mantissa: other.mantissa, exponent: other.exponent))
  }

  func times(_ other: IntegerDecimal) -> IntegerDecimal? {
    let (product, hasOverflown) = mantissa.multipliedReportingOverflow(by: other.mantissa)
    guard !hasOverflown else { return nil }
    return IntegerDecimal(
      isNegative: isNegative != other.isNegative, mantissa: product,
      exponent: exponent + other.exponent)
  }

  /// The quotient as Foundation has it: 38 decimals more than the mantissas have, of which those at
  /// the end are cut off that 128 bits cannot hold.
  func over(_ other: IntegerDecimal) -> IntegerDecimal? {
    guard let dividend = UInt64(exactly: mantissa), let divisor = UInt64(exactly: other.mantissa),
      divisor != 0, exponent - other.exponent < 19
    else { return nil }
    for places in stride(from: 38, through: 0, by: -1) {
      let power = Self.powersOfTen[places]
      // The dividend × 10^places, in three words.
      let (lower, upper) = (
        UInt128(dividend) * UInt128(UInt64(truncatingIfNeeded: power)),
        UInt128(dividend) * (power >> 64)
      )
      let (sum, carries) = upper.addingReportingOverflow(lower >> 64)
      guard !carries else { return nil }
      let (high, middle) = (UInt64(sum >> 64), UInt64(truncatingIfNeeded: sum))
      // The quotient then needs more than two words.
      guard high < divisor else { continue }
      let exponent = exponent - other.exponent - places
      guard (-128...127).contains(exponent) else { return nil }
      let first = divisor.dividingFullWidth((high, middle))
      let second = divisor.dividingFullWidth(
        (first.remainder, UInt64(truncatingIfNeeded: lower)))
      return IntegerDecimal(
        isNegative: isNegative != other.isNegative,
        mantissa: UInt128(first.quotient) << 64 | UInt128(second.quotient), exponent: exponent)
    }
    return nil
  }

  /// The number at so many decimals.
  func rounded(toPlaces places: Int, _ mode: Decimal.RoundingMode) -> IntegerDecimal? {
    let surplus = -exponent - places
    guard surplus > 0, surplus < Self.powersOfTen.count else { return nil }
    let power = Self.powersOfTen[surplus]
    let (quotient, remainder) = mantissa.quotientAndRemainder(dividingBy: power)
    let goesAwayFromZero: Bool
    switch mode {
    case .plain: goesAwayFromZero = remainder >= power / 2
    case .down: goesAwayFromZero = isNegative && remainder > 0
    case .up: goesAwayFromZero = !isNegative && remainder > 0
    default: return nil
    }
    return IntegerDecimal(
      isNegative: isNegative, mantissa: goesAwayFromZero ? quotient + 1 : quotient,
      exponent: -places)
  }

  /// Whether the mantissa has more digits than every decimal can hold.
  var hasSurplusDigits: Bool { mantissa >= Self.powersOfTen[Decimal.significantDigits] }

  func precedes(_ other: IntegerDecimal) -> Bool? {
    guard let (one, two, _) = Self.aligned(self, other) else { return nil }
    switch (isNegative, other.isNegative) {
    case (false, false): return one < two
    case (true, true): return two < one
    case (let isLess, _): return isLess
    }
  }

  func equals(_ other: IntegerDecimal) -> Bool? {
    guard let (one, two, _) = Self.aligned(self, other) else { return nil }
    return one == two && isNegative == other.isNegative
  }

  /// The number in plain digits: no exponent, no zeros at the end.
  var text: String {
    let number = compacted
    // 64 bits are divided faster than 128.
    return UInt64(exactly: number.mantissa).map { number.text(of: $0) }
      ?? number.text(of: number.mantissa)
  }

  private func text(of mantissa: some FixedWidthInteger & UnsignedInteger) -> String {
    let count = Self.powersOfTen.firstIndex { mantissa < $0 } ?? Self.powersOfTen.count
    let (sign, places) = (isNegative ? 1 : 0, max(0, -exponent))
    // The digits before the point, one at least, and zeros that stand for an exponent.
    let point = sign + max(1, count + exponent)
    let length = places > 0 ? point + 1 + places : point
    // The proof of the unsafe buffer: each of the `length` bytes is initialized once, with ASCII.
    return String(unsafeUninitializedCapacity: length) { text in
      var (rest, zeros) = (mantissa, max(0, exponent))
      for place in (0..<length).reversed() {
        if place < sign {
          text.initializeElement(at: place, to: UInt8(ascii: "-"))
        } else if place == point {
          text.initializeElement(at: place, to: UInt8(ascii: "."))
        } else if zeros > 0 {
          text.initializeElement(at: place, to: UInt8(ascii: "0"))
          zeros -= 1
        } else {
          let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
          text.initializeElement(at: place, to: UInt8(ascii: "0") + UInt8(digit))
          rest = quotient
        }
      }
      return length
    }
  }
}

/// The memory of a decimal.
///
/// Foundation on Linux keeps 20 bytes: the exponent; the number of 16-bit words in use, the sign and
/// whether there are no zeros at the end; two padding bytes; the mantissa. The layout is
/// undocumented, so it is verified against Foundation for a few decimals before it is used.
private enum DecimalLayout {
  private static let (negative, compact): (UInt8, UInt8) = (1 << 3, 1 << 2)

  static let isAsExpected: Bool = {
    let samples: [(text: String, isNegative: Bool, mantissa: UInt128, exponent: Int)] = [
      ("0", false, 0, 0), ("1e127", false, 1, 127), ("-3e-128", true, 3, -128),
      ("-26211.35", true, 2_621_135, -2),
      ("18446744073709551617", false, 18_446_744_073_709_551_617, 0),
      (
        "0.12345678901234567890123456789012345678", false,
        12_345_678_901_234_567_890_123_456_789_012_345_678, -38
      ),
    ]
    return MemoryLayout<Decimal>.size == 20 && parts(of: .nan) == nil
      && samples.allSatisfy { text, isNegative, mantissa, exponent in
        guard let decimal = Decimal(string: text), let parts = parts(of: decimal) else {
          return false
        }
        return parts.isNegative == isNegative && parts.mantissa == mantissa
          && parts.exponent == exponent
          && bytes(of: DecimalLayout.decimal(of: parts)) == bytes(of: decimal)
      }
  }()

  private static func bytes(of decimal: Decimal) -> [UInt8] {
    withUnsafeBytes(of: decimal) { Array($0) }
  }

  /// `nil` for what is not a number.
  @inline(__always)
  static func parts(of decimal: Decimal) -> IntegerDecimal? {
    // The offsets lie within the 20 bytes that `isAsExpected` asks for before anything else.
    withUnsafeBytes(of: decimal) { bytes in
      let (words, isNegative) = (bytes[1] >> 4, bytes[1] & negative != 0)
      guard words > 0 else {
        return isNegative ? nil : IntegerDecimal(isNegative: false, mantissa: 0, exponent: 0)
      }
      let mantissa = UInt128(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt128.self))
      // Unused words are unspecified.
      let used = UInt128.max &>> UInt128(16 * (8 - min(words, 8)))
      return IntegerDecimal(
        isNegative: isNegative, mantissa: mantissa & used,
        exponent: Int(Int8(bitPattern: bytes[0])))
    }
  }

  /// The decimal of a number without zeros at its end, and with an exponent in a decimal's range.
  @inline(__always)
  static func decimal(of number: IntegerDecimal) -> Decimal {
    var decimal = Decimal()
    guard number.mantissa != 0 else { return decimal }
    withUnsafeMutableBytes(of: &decimal) { bytes in
      let words = UInt8((128 - number.mantissa.leadingZeroBitCount + 15) / 16)
      bytes[0] = UInt8(bitPattern: Int8(number.exponent))
      bytes[1] = words << 4 | (number.isNegative ? negative : 0) | compact
      bytes.storeBytes(of: number.mantissa.littleEndian, toByteOffset: 4, as: UInt128.self)
    }
    return decimal
  }
}
