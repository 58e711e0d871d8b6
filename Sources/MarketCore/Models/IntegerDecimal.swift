import Foundation

/// A decimal as integers, ±`mantissa` × 10^`exponent`, for calculations that fit.
///
/// On Linux, `Decimal` calculates and prints digit by digit, on arrays on the heap. Each operation
/// here gives the decimal that Foundation's would, to the last digit, or `nil` where Foundation
/// would have to round, or has a rule of its own: `Decimal+Exact` then uses Foundation.
struct IntegerDecimal: Equatable {
  var isNegative: Bool
  var mantissa: UInt128
  var exponent: Int

  /// The same number without zeros at the end of the mantissa, as Foundation keeps its results.
  private var compacted: IntegerDecimal {
    guard mantissa != 0 else { return IntegerDecimal(isNegative: false, mantissa: 0, exponent: 0) }
    var number = self
    // An odd number has no zero at its end.
    while number.mantissa & 1 == 0 {
      let (quotient, digit) = number.mantissa.dividedByTen
      guard digit == 0 else { break }
      (number.mantissa, number.exponent) = (quotient, number.exponent + 1)
    }
    return number
  }

  /// 10 to the powers from 0 to 38, all that 128 bits hold.
  private static let powersOfTen: [UInt128] = (0..<38).reduce(into: [1]) { powers, index in
    powers.append(powers[index] * 10)
  }
}

extension IntegerDecimal {
  /// Parses the whole of a text, see ``Decimal/init(exact:)``; exponents may be of any size.
  init?(_ text: some StringProtocol) {
    self.init(isNegative: false, mantissa: 0, exponent: 0)
    var (digits, hasPoint, endsInDigit) = (0, false, false)
    scan: for index in text.utf8.indices {
      let byte = text.utf8[index]
      switch byte {
      case UInt8(ascii: "-") where index == text.startIndex: isNegative = true
      case UInt8(ascii: ".") where !hasPoint: (hasPoint, endsInDigit) = (true, false)
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if digits > 0 || byte != UInt8(ascii: "0") { digits += 1 }
        if digits <= Decimal.significantDigits {
          mantissa = mantissa * 10 + UInt128(byte - UInt8(ascii: "0"))
          if hasPoint { exponent -= 1 }
        } else {
          // Only zeros can follow.
          guard byte == UInt8(ascii: "0") else { return nil }
          if !hasPoint { exponent += 1 }
        }
        endsInDigit = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        guard endsInDigit, let power = Self.power(text.utf8[index...].dropFirst()) else {
          return nil
        }
        exponent += power
        break scan
      default: return nil
      }
    }
    guard endsInDigit else { return nil }
  }

  /// The number behind an `e`; beyond a million, one that no decimal can have.
  private static func power(_ text: some Collection<UInt8>) -> Int? {
    let isNegative = text.first == UInt8(ascii: "-")
    let digits = text.dropFirst(isNegative || text.first == UInt8(ascii: "+") ? 1 : 0)
    guard !digits.isEmpty, digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
    else { return nil }
    let power = digits.reduce(0) { min($0 * 10 + Int($1 - UInt8(ascii: "0")), 1_000_000) }
    return isNegative ? -power : power
  }
}

extension IntegerDecimal {
  /// The mantissas of two numbers at the lower exponent of both, if they fit.
  private static func aligned(
    _ lhs: IntegerDecimal, _ rhs: IntegerDecimal
  ) -> (lhs: UInt128, rhs: UInt128, exponent: Int)? {
    let distance = lhs.exponent - rhs.exponent
    guard distance != 0 else { return (lhs.mantissa, rhs.mantissa, lhs.exponent) }
    guard abs(distance) < powersOfTen.count else { return nil }
    let (higher, power) = (distance > 0 ? lhs : rhs, powersOfTen[abs(distance)])
    let (scaled, hasOverflown) = higher.mantissa.multipliedReportingOverflow(by: power)
    guard !hasOverflown else { return nil }
    return distance > 0
      ? (scaled, rhs.mantissa, rhs.exponent) : (lhs.mantissa, scaled, lhs.exponent)
  }

  func adding(_ rhs: IntegerDecimal) -> IntegerDecimal? {
    guard let (augend, addend, exponent) = Self.aligned(self, rhs) else { return nil }
    if isNegative == rhs.isNegative {
      let (sum, hasOverflown) = augend.addingReportingOverflow(addend)
      return hasOverflown
        ? nil : IntegerDecimal(isNegative: isNegative, mantissa: sum, exponent: exponent)
    }
    return augend < addend
      ? IntegerDecimal(isNegative: rhs.isNegative, mantissa: addend - augend, exponent: exponent)
      : IntegerDecimal(isNegative: isNegative, mantissa: augend - addend, exponent: exponent)
  }

  var negated: IntegerDecimal {
    IntegerDecimal(isNegative: !isNegative, mantissa: mantissa, exponent: exponent)
  }

  func multiplied(by rhs: IntegerDecimal) -> IntegerDecimal? {
    let (product, hasOverflown) = mantissa.multipliedReportingOverflow(by: rhs.mantissa)
    guard !hasOverflown else { return nil }
    return IntegerDecimal(
      isNegative: isNegative != rhs.isNegative, mantissa: product,
      exponent: exponent + rhs.exponent)
  }

  /// Whether it is the product of two numbers, digit for digit, whatever its sign.
  func isProduct(of lhs: IntegerDecimal, _ rhs: IntegerDecimal) -> Bool {
    // The zeros at the end that the product does not keep.
    let zeros = max(0, exponent - lhs.exponent - rhs.exponent)
    guard mantissa != 0 else { return true }
    guard zeros < Self.powersOfTen.count else { return false }
    return lhs.mantissa.multipliedFullWidth(by: rhs.mantissa)
      == mantissa.multipliedFullWidth(by: Self.powersOfTen[zeros])
  }

  /// The quotient as Foundation has it: 38 decimals more than the mantissas have, of which those at
  /// the end are cut off that 128 bits cannot hold.
  func divided(by rhs: IntegerDecimal) -> IntegerDecimal? {
    guard let dividend = UInt64(exactly: mantissa), let divisor = UInt64(exactly: rhs.mantissa),
      divisor != 0, exponent - rhs.exponent < 19
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
      let exponent = exponent - rhs.exponent - places
      guard (-128...127).contains(exponent) else { return nil }
      let first = divisor.dividingFullWidth((high, middle))
      let second = divisor.dividingFullWidth((first.remainder, UInt64(truncatingIfNeeded: lower)))
      return IntegerDecimal(
        isNegative: isNegative != rhs.isNegative,
        mantissa: UInt128(first.quotient) << 64 | UInt128(second.quotient), exponent: exponent)
    }
    return nil
  }

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

  func isBelow(_ rhs: IntegerDecimal) -> Bool? {
    guard let mantissas = Self.aligned(self, rhs) else { return nil }
    switch (isNegative, rhs.isNegative) {
    case (false, false): return mantissas.lhs < mantissas.rhs
    case (true, true): return mantissas.rhs < mantissas.lhs
    case (let isBelow, _): return isBelow
    }
  }

  func equals(_ rhs: IntegerDecimal) -> Bool? {
    Self.aligned(self, rhs).map { $0.lhs == $0.rhs && isNegative == rhs.isNegative }
  }

  /// The number without its sign in digits: no exponent, no zeros at the end but for a minimum of
  /// decimals. The prefix stands before them, the suffix behind.
  func digits(
    isGrouped: Bool, minimumDecimals: Int, prefix: String, suffix: String
  ) -> String {
    let number = compacted
    let decimals = max(minimumDecimals, -number.exponent)
    let count = Self.powersOfTen.firstIndex { number.mantissa < $0 } ?? Self.powersOfTen.count
    let whole = max(1, count + number.exponent)
    let length =
      prefix.utf8.count + whole + (isGrouped ? (whole - 1) / 3 : 0)
      + (decimals > 0 ? 1 + decimals : 0) + suffix.utf8.count
    // The proof of the unsafe buffer: each of the `length` bytes is initialized once, from the last to
    // the first: with ASCII, or with the bytes of the texts.
    return String(unsafeUninitializedCapacity: length) { text in
      var (rest, index) = (number.mantissa, length)
      func put(_ byte: UInt8) {
        index -= 1
        text.initializeElement(at: index, to: byte)
      }
      for byte in suffix.utf8.reversed() { put(byte) }
      for place in -decimals..<whole {
        if place == 0, decimals > 0 { put(UInt8(ascii: ".")) }
        if isGrouped, place > 0, place.isMultiple(of: 3) { put(UInt8(ascii: ",")) }
        let (quotient, digit) = place < number.exponent ? (rest, 0) : rest.dividedByTen
        put(UInt8(ascii: "0") + digit)
        rest = quotient
      }
      for byte in prefix.utf8.reversed() { put(byte) }
      return length
    }
  }
}

extension UInt128 {
  /// 64 bits are divided faster.
  fileprivate var dividedByTen: (quotient: UInt128, digit: UInt8) {
    if let short = UInt64(exactly: self) { return (UInt128(short / 10), UInt8(short % 10)) }
    let (quotient, digit) = quotientAndRemainder(dividingBy: 10)
    return (quotient, UInt8(digit))
  }
}

// MARK: - Decimal

/// The memory of a decimal.
///
/// Foundation on Linux keeps 20 bytes: the exponent; the number of 16-bit words in use, the sign and
/// whether there are no zeros at the end; two padding bytes; the mantissa. The layout is
/// undocumented, so it is verified against Foundation for a few decimals before it is used.
extension IntegerDecimal {
  private static let (negativeFlag, compactFlag): (UInt8, UInt8) = (1 << 3, 1 << 2)

  private static let isLayoutAsExpected: Bool = {
    let samples = [
      ("0", IntegerDecimal(isNegative: false, mantissa: 0, exponent: 0)),
      ("-26211.35", IntegerDecimal(isNegative: true, mantissa: 2_621_135, exponent: -2)),
      ("1e127", IntegerDecimal(isNegative: false, mantissa: 1, exponent: 127)),
      ("-3e-128", IntegerDecimal(isNegative: true, mantissa: 3, exponent: -128)),
      (
        "18446744073709551617e1",
        IntegerDecimal(isNegative: false, mantissa: (1 << 64) + 1, exponent: 1)
      ),
    ]
    return MemoryLayout<Decimal>.size == 20 && parts(of: .nan) == nil
      && samples.allSatisfy { text, number in
        guard let decimal = Decimal(string: text) else { return false }
        return parts(of: decimal) == number
          && withUnsafeBytes(of: decimal, Array.init)
            == withUnsafeBytes(of: number.compactedDecimal, Array.init)
      }
  }()

  /// `nil` for what is not a number, and everywhere if the memory of a decimal is not as expected.
  init?(_ decimal: Decimal) {
    guard Self.isLayoutAsExpected, let parts = Self.parts(of: decimal) else { return nil }
    self = parts
  }

  /// The same as a decimal; `nil` beyond a decimal's exponents.
  var decimal: Decimal? {
    let number = compacted
    guard (-128...127).contains(number.exponent) else { return nil }
    guard Self.isLayoutAsExpected else {
      return Decimal(string: "\(isNegative ? "-" : "")\(number.mantissa)e\(number.exponent)")
    }
    return number.compactedDecimal
  }

  /// The parts of a decimal; `nil` for what is not a number.
  @inline(__always)
  private static func parts(of decimal: Decimal) -> IntegerDecimal? {
    // The offsets lie within the 20 bytes that `isLayoutAsExpected` checks before anything else.
    withUnsafeBytes(of: decimal) { bytes in
      let (words, isNegative) = (bytes[1] >> 4, bytes[1] & negativeFlag != 0)
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
  private var compactedDecimal: Decimal {
    var decimal = Decimal()
    guard mantissa != 0 else { return decimal }
    withUnsafeMutableBytes(of: &decimal) { bytes in
      let words = UInt8((128 - mantissa.leadingZeroBitCount + 15) / 16)
      bytes[0] = UInt8(bitPattern: Int8(exponent))
      bytes[1] = words << 4 | (isNegative ? Self.negativeFlag : 0) | Self.compactFlag
      bytes.storeBytes(of: mantissa.littleEndian, toByteOffset: 4, as: UInt128.self)
    }
    return decimal
  }
}
