import Foundation

/// A decimal as integers: ±`mantissa` × 10^`exponent`.
///
/// Its calculations do not depend on the rules of Foundation:
/// - A sum, product or quotient has at most 38 significant digits.
/// - Longer sums and products are rounded, halves away from zero.
/// - Longer quotients are cut off. Therefore a quotient that is rounded for display is rounded only once.
/// - The exponent can have any size, but ``inRange`` and ``decimal`` are limited to a decimal's range.
struct IntegerDecimal: Equatable {
  // In this order, a number takes 32 bytes instead of 48.
  var mantissa: UInt128
  var exponent: Int
  var isNegative: Bool

  init(isNegative: Bool, mantissa: UInt128, exponent: Int) {
    (self.isNegative, self.mantissa, self.exponent) = (isNegative, mantissa, exponent)
  }

  static let zero = IntegerDecimal(isNegative: false, mantissa: 0, exponent: 0)

  /// The same number without zeros at the end of the mantissa.
  var compacted: IntegerDecimal {
    guard mantissa != 0 else { return .zero }
    var number = self
    // An odd mantissa has no zero at its end.
    while number.mantissa & 1 == 0 {
      let (quotient, digit) = number.mantissa.dividedByTen
      guard digit == 0 else { break }
      (number.mantissa, number.exponent) = (quotient, number.exponent + 1)
    }
    return number
  }

  /// All powers of ten that fit into 128 bits.
  private static let powersOfTen: [UInt128] = (0..<38).reduce(into: [1]) { powers, index in
    powers.append(powers[index] * 10)
  }
}

extension IntegerDecimal {
  /// Parses a number such as `-5.51E-6`, see ``Foundation/Decimal/init(exact:)``. The exponent can be
  /// outside a decimal's range.
  init?(_ text: some StringProtocol) { self.init(text.utf8) }

  /// Parses the bytes of a number, as ``init(_:)`` does.
  init?(_ bytes: some Collection<UInt8>) {
    if let short = Self.short(bytes) {
      self = short
      return
    }
    self.init(isNegative: false, mantissa: 0, exponent: 0)
    var (digits, hasPoint, endsInDigit) = (0, false, false)
    scan: for index in bytes.indices {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "-") where index == bytes.startIndex: isNegative = true
      case UInt8(ascii: ".") where !hasPoint: (hasPoint, endsInDigit) = (true, false)
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if digits > 0 || byte != UInt8(ascii: "0") { digits += 1 }
        if digits <= Decimal.significantDigits {
          mantissa = mantissa * 10 + UInt128(byte - UInt8(ascii: "0"))
          exponent -= hasPoint ? 1 : 0
        } else if byte != UInt8(ascii: "0") {
          // After 38 significant digits, no digit except 0 is accepted.
          return nil
        } else if !hasPoint {
          exponent += 1
        }
        endsInDigit = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        guard endsInDigit, let power = Self.power(bytes[index...].dropFirst()) else {
          return nil
        }
        exponent += power
        break scan
      default: return nil
      }
    }
    guard endsInDigit else { return nil }
  }

  /// Parses up to 19 characters, digits and a point, as most numbers have: 64 bits are several times as fast as 128.
  /// `nil` for other texts.
  @inline(__always)
  private static func short(_ bytes: some Collection<UInt8>) -> IntegerDecimal? {
    guard bytes.count <= 19 else { return nil }
    var (mantissa, decimals, hasPoint, endsInDigit) = (UInt64(0), 0, false, false)
    for byte in bytes {
      let digit = byte &- UInt8(ascii: "0")
      if digit < 10 {
        // 19 digits fit into 64 bits.
        mantissa = mantissa &* 10 &+ UInt64(digit)
        decimals &+= hasPoint ? 1 : 0
        endsInDigit = true
      } else if byte == UInt8(ascii: "."), !hasPoint {
        (hasPoint, endsInDigit) = (true, false)
      } else {
        return nil
      }
    }
    return endsInDigit
      ? IntegerDecimal(isNegative: false, mantissa: UInt128(mantissa), exponent: -decimals) : nil
  }

  /// Parses the exponent after an `e`, limited to ±1,000,000, which is outside a decimal's range as well.
  private static func power(_ text: some Collection<UInt8>) -> Int? {
    let isNegative = text.first == UInt8(ascii: "-")
    let digits = text.dropFirst(isNegative || text.first == UInt8(ascii: "+") ? 1 : 0)
    guard !digits.isEmpty, digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
    else { return nil }
    let power = digits.reduce(0) { min($0 * 10 + Int($1 - UInt8(ascii: "0")), 1_000_000) }
    return isNegative ? -power : power
  }
}

/// An unsigned integer of 256 bits.
private typealias TwoWords = (high: UInt128, low: UInt128)

extension IntegerDecimal {
  /// Returns the product of two mantissas. Most products fit into 128 bits and are calculated faster.
  private static func product(_ lhs: UInt128, _ rhs: UInt128) -> TwoWords {
    let (low, hasOverflown) = lhs.multipliedReportingOverflow(by: rhs)
    guard hasOverflown else { return (0, low) }
    let product = lhs.multipliedFullWidth(by: rhs)
    return (product.high, product.low)
  }

  /// Returns the mantissa × 10^`places` (0 or more places). Above 38 places, where 256 bits may not be
  /// enough, returns the mantissa × 2^128, for comparisons: it is above every mantissa, or 0 for 0.
  private func mantissa(times10ToThe places: Int) -> TwoWords {
    guard places > 0 else { return (0, mantissa) }
    guard places < Self.powersOfTen.count else { return (mantissa, 0) }
    return Self.product(mantissa, Self.powersOfTen[places])
  }

  /// Returns the same number with zeros appended to the mantissa: as many as fit into 128 bits, but at
  /// most `most`.
  private func lengthened(by most: Int = .max) -> IntegerDecimal {
    // One bit holds log10(2) digits, slightly more than 0.301. Therefore one more zero may fit.
    var places = mantissa.leadingZeroBitCount * 301 / 1000
    if places < 38,
      !mantissa.multipliedReportingOverflow(by: Self.powersOfTen[places + 1]).overflow
    {
      places += 1
    }
    places = min(places, most)
    return IntegerDecimal(
      isNegative: isNegative, mantissa: mantissa * Self.powersOfTen[places],
      exponent: exponent - places)
  }

  /// Rounds a number to at most 38 significant digits. `hasRest` is whether the exact number has digits
  /// other than 0 after the mantissa. Sets `isRounded` to `true` if a digit other than 0 is lost.
  private init(
    isNegative: Bool, rounding mantissa: TwoWords, exponent: Int, hasRest: Bool = false,
    isRounded: inout Bool
  ) {
    var ((high, low), exponent, digit) = (mantissa, exponent, UInt128(0))
    while high > 0 || low >= Self.powersOfTen[Decimal.significantDigits] {
      let upper = high.quotientAndRemainder(dividingBy: 10)
      (low, digit) = UInt128(10).dividingFullWidth((upper.remainder, low))
      high = upper.quotient
      exponent += 1
      if digit != 0 { isRounded = true }
    }
    if hasRest { isRounded = true }
    self.init(
      isNegative: isNegative, mantissa: digit < 5 ? low : low + 1, exponent: exponent)
  }

  func adding(_ rhs: IntegerDecimal, isRounded: inout Bool) -> IntegerDecimal {
    var (upper, lower) = exponent < rhs.exponent ? (rhs, self) : (self, rhs)
    if upper.mantissa == 0 {
      return IntegerDecimal(
        isNegative: lower.isNegative, rounding: (0, lower.mantissa), exponent: lower.exponent,
        isRounded: &isRounded)
    }
    var hasRest = false
    if upper.exponent - lower.exponent > 38 {
      upper = upper.lengthened(by: upper.exponent - lower.exponent)
      // The digits that are cut off here are too low to be among the 38 digits of the sum.
      (lower, hasRest) = lower.cut(to: upper.exponent - 38)
    }
    var (high, low) = upper.mantissa(times10ToThe: upper.exponent - lower.exponent)
    var isNegative = upper.isNegative
    if isNegative == lower.isNegative {
      let (sum, carries) = low.addingReportingOverflow(lower.mantissa)
      (high, low) = (carries ? high + 1 : high, sum)
    } else if high == 0, low < lower.mantissa {
      (low, isNegative) = (lower.mantissa - low, lower.isNegative)
    } else {
      // If digits were cut off from `lower`, the exact difference is between `difference - 1` and
      // `difference`. Its fraction is cut off, too.
      let (difference, borrows) = low.subtractingReportingOverflow(lower.mantissa)
      let (floor, borrowsAgain) = difference.subtractingReportingOverflow(hasRest ? 1 : 0)
      (high, low) = (borrows || borrowsAgain ? high - 1 : high, floor)
    }
    return IntegerDecimal(
      isNegative: isNegative, rounding: (high, low), exponent: lower.exponent, hasRest: hasRest,
      isRounded: &isRounded)
  }

  /// Returns the number without the digits below 10^`lowest`, and whether a removed digit is not 0.
  private func cut(to lowest: Int) -> (number: IntegerDecimal, hasRest: Bool) {
    let places = lowest - exponent
    guard places > 0 else { return (self, false) }
    let (quotient, rest) =
      places < Self.powersOfTen.count
      ? mantissa.quotientAndRemainder(dividingBy: Self.powersOfTen[places]) : (0, mantissa)
    return (
      IntegerDecimal(isNegative: isNegative, mantissa: quotient, exponent: lowest), rest != 0
    )
  }

  func multiplied(by rhs: IntegerDecimal, isRounded: inout Bool) -> IntegerDecimal {
    IntegerDecimal(
      isNegative: isNegative != rhs.isNegative,
      rounding: Self.product(mantissa, rhs.mantissa),
      exponent: exponent + rhs.exponent, isRounded: &isRounded)
  }

  var negated: IntegerDecimal {
    IntegerDecimal(isNegative: !isNegative && mantissa != 0, mantissa: mantissa, exponent: exponent)
  }

  /// The same number, compacted if a decimal cannot hold its exponent; `nil` if this is not enough.
  var inRange: IntegerDecimal? {
    if mantissa == 0 { return .zero }
    if (-128...127).contains(exponent) { return self }
    let number = compacted
    return (-128...127).contains(number.exponent) ? number : nil
  }

  func adding(_ rhs: IntegerDecimal) -> IntegerDecimal {
    var isRounded = false
    return adding(rhs, isRounded: &isRounded)
  }

  func multiplied(by rhs: IntegerDecimal) -> IntegerDecimal {
    var isRounded = false
    return multiplied(by: rhs, isRounded: &isRounded)
  }

  func divided(by rhs: IntegerDecimal) -> IntegerDecimal? {
    guard rhs.mantissa != 0 else { return nil }
    guard mantissa != 0 else { return self }
    // Both mantissas are made as long as possible. Then neither is ten times as large as the other, and
    // the quotient has exactly 38 digits.
    let (dividend, divisor) = (lengthened(), rhs.lengthened())
    let places = dividend.mantissa < divisor.mantissa ? 38 : 37
    let (quotient, _) = divisor.mantissa.dividingFullWidth(
      dividend.mantissa.multipliedFullWidth(by: Self.powersOfTen[places]))
    return IntegerDecimal(
      isNegative: isNegative != rhs.isNegative, mantissa: quotient,
      exponent: dividend.exponent - divisor.exponent - places)
  }

  func rounded(toPlaces places: Int, _ mode: Decimal.RoundingMode) -> IntegerDecimal {
    let surplus = -exponent - places
    guard surplus > 0 else { return self }
    let isShort = surplus < Self.powersOfTen.count
    let power = isShort ? Self.powersOfTen[surplus] : .max
    let (quotient, remainder) =
      isShort ? mantissa.quotientAndRemainder(dividingBy: power) : (0, mantissa)
    let goesAwayFromZero: Bool
    switch mode {
    case .plain: goesAwayFromZero = isShort && remainder >= power / 2
    case .down: goesAwayFromZero = isNegative && remainder > 0
    case .up: goesAwayFromZero = !isNegative && remainder > 0
    // Bankers' rounding: a half is rounded away from zero if the digit before it is odd.
    default: goesAwayFromZero = isShort && remainder + (quotient & 1) > power / 2
    }
    return IntegerDecimal(
      isNegative: isNegative, mantissa: goesAwayFromZero ? quotient + 1 : quotient,
      exponent: -places)
  }

  var digitCount: Int {
    Self.powersOfTen.firstIndex { mantissa < $0 } ?? Self.powersOfTen.count
  }

  var hasSurplusDigits: Bool { mantissa >= Self.powersOfTen[Decimal.significantDigits] }

  /// Returns the mantissas of two numbers for the lower of their exponents, for comparisons.
  private static func aligned(
    _ lhs: IntegerDecimal, _ rhs: IntegerDecimal
  ) -> (lhs: TwoWords, rhs: TwoWords) {
    let distance = lhs.exponent - rhs.exponent
    return distance < 0
      ? ((0, lhs.mantissa), rhs.mantissa(times10ToThe: -distance))
      : (lhs.mantissa(times10ToThe: distance), (0, rhs.mantissa))
  }

  func isBelow(_ rhs: IntegerDecimal) -> Bool {
    if exponent == rhs.exponent, !isNegative, !rhs.isNegative { return mantissa < rhs.mantissa }
    guard isNegative == rhs.isNegative else { return isNegative }
    let mantissas = Self.aligned(self, rhs)
    return isNegative ? mantissas.rhs < mantissas.lhs : mantissas.lhs < mantissas.rhs
  }

  func equals(_ rhs: IntegerDecimal) -> Bool {
    let mantissas = Self.aligned(self, rhs)
    return isNegative == rhs.isNegative && mantissas.lhs == mantissas.rhs
  }

  /// Returns the digits of the number without its sign and without an exponent, between `prefix` and
  /// `suffix`. There are no zeros at the end of the decimals, unless `minimumDecimals` requires them.
  func digits(
    isGrouped: Bool, minimumDecimals: Int, prefix: String, suffix: String
  ) -> String {
    let number = compacted
    let decimals = max(minimumDecimals, -number.exponent)
    let whole = max(1, number.digitCount + number.exponent)
    let length =
      prefix.utf8.count + whole + (isGrouped ? (whole - 1) / 3 : 0)
      + (decimals > 0 ? 1 + decimals : 0) + suffix.utf8.count
    // Writing to the unsafe buffer is safe: `put` is called `length` times, and initializes each byte
    // once, from the last to the first. The text is valid UTF-8: the prefix, ASCII, and the suffix.
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
  /// The number without its last digit, and this digit. A number of 64 bits is divided faster.
  fileprivate var dividedByTen: (quotient: UInt128, digit: UInt8) {
    if let short = UInt64(exactly: self) { return (UInt128(short / 10), UInt8(short % 10)) }
    let (quotient, digit) = quotientAndRemainder(dividingBy: 10)
    return (quotient, UInt8(digit))
  }
}
