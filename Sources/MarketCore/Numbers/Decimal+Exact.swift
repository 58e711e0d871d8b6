package import Foundation

/// Parsing, formatting and rounding of exact numbers.
extension Decimal {
  /// The maximum of significant digits of a number that is read or calculated. Every decimal can hold them.
  static let significantDigits = 38

  /// Parses the whole of `text`; `nil` if it is not a number that a decimal can hold digit for digit.
  ///
  /// Accepts an optional minus, digits with an optional `.`, and an optional exponent: `5.51E-6`, `0.0`,
  /// `38178`, `.5`. Rejects everything that `Decimal(string:)` would cut off or guess (`12abc`, `1,5`,
  /// `0x1`, `NaN`), numbers of more than 38 significant digits, and exponents outside a decimal's range.
  package init?(exact text: some StringProtocol) {
    guard let number = IntegerDecimal(text)?.decimal else { return nil }
    self = number
  }

  /// All digits of the number: no exponent, no grouping, no zeros at the end of the decimals, an ASCII minus.
  package var plain: String { digits(prefix: isSignMinus ? "-" : "") }

  /// Returns the number without its sign, as formatted by ``IntegerDecimal``; `NaN` if it is not a number.
  func digits(
    isGrouped: Bool = false, minimumDecimals: Int = 0, prefix: String = "", suffix: String = ""
  ) -> String {
    IntegerDecimal(self)?.digits(
      isGrouped: isGrouped, minimumDecimals: minimumDecimals, prefix: prefix, suffix: suffix)
      ?? "NaN"
  }

  /// The nearest binary number, for charts and for waiting times.
  package var approximate: Double { Double(plain) ?? .nan }

  /// Returns the number rounded to `places` decimals. If `places` is negative, it is rounded to a power
  /// of ten: −3 rounds to thousands. By default, halves are rounded away from zero.
  package func rounded(toPlaces places: Int, _ mode: RoundingMode = .plain) -> Decimal {
    if exponent >= -places { return self }
    return IntegerDecimal(self)?.rounded(toPlaces: places, mode).decimal ?? .nan
  }

  /// Returns the number rounded to `digits` significant digits. Halves are rounded away from zero.
  func rounded(toSignificantDigits digits: Int) -> Decimal {
    rounded(toPlaces: digits - 1 - scientificExponent)
  }

  /// The exponent in scientific notation: −5 for 0.0000123. It is negative for 0.
  var scientificExponent: Int { exponent + (IntegerDecimal(self)?.digitCount ?? 0) - 1 }

  /// Returns 10 to the power of `exponent`, which must be within −128 … 127.
  static func powerOfTen(_ exponent: Int) -> Decimal {
    Decimal(sign: .plus, exponent: exponent, significand: 1)
  }
}

/// Arithmetic by the rules of ``IntegerDecimal``.
extension Decimal {
  /// Returns the sum; NaN if the sum is outside a decimal's range.
  func adding(_ rhs: Decimal) -> Decimal {
    var isRounded = false
    return adding(rhs, isRounded: &isRounded) ?? .nan
  }

  /// Returns the sum; `nil` if the sum is outside a decimal's range.
  ///
  /// - Parameter isRounded: is set to `true` if the sum was rounded.
  func adding(_ rhs: Decimal, isRounded: inout Bool) -> Decimal? {
    guard let lhs = IntegerDecimal(self), let rhs = IntegerDecimal(rhs) else { return nil }
    return lhs.adding(rhs, isRounded: &isRounded).decimal
  }

  /// Returns the difference; NaN if the difference is outside a decimal's range.
  func subtracting(_ rhs: Decimal) -> Decimal { adding(-rhs) }

  /// Returns the product; `nil` if the product is outside a decimal's range.
  func multiplied(by rhs: Decimal) -> Decimal? {
    var isRounded = false
    return multiplied(by: rhs, isRounded: &isRounded)
  }

  /// Returns the product; `nil` if the product is outside a decimal's range.
  ///
  /// - Parameter isRounded: is set to `true` if the product was rounded.
  func multiplied(by rhs: Decimal, isRounded: inout Bool) -> Decimal? {
    guard let lhs = IntegerDecimal(self), let rhs = IntegerDecimal(rhs) else { return nil }
    return lhs.multiplied(by: rhs, isRounded: &isRounded).decimal
  }

  /// Returns the quotient. Digits after the 38th are cut off. `nil` if the divisor is 0, or the quotient
  /// is outside a decimal's range.
  func divided(by divisor: Decimal) -> Decimal? {
    guard let dividend = IntegerDecimal(self), let divisor = IntegerDecimal(divisor) else {
      return nil
    }
    return dividend.divided(by: divisor)?.decimal
  }

  /// Whether this number is lower than `rhs`. NaN is lower than every number.
  func isBelow(_ rhs: Decimal) -> Bool {
    guard let number = IntegerDecimal(self) else { return !rhs.isNaN }
    return IntegerDecimal(rhs).map { number.isBelow($0) } ?? false
  }

  /// Whether both are the same number, or both are NaN.
  func equals(_ rhs: Decimal) -> Bool {
    guard let number = IntegerDecimal(self) else { return rhs.isNaN }
    return IntegerDecimal(rhs).map { number.equals($0) } ?? false
  }

  /// Returns the difference from an earlier price. `nil` if one of the prices is unknown or 0: exchanges
  /// send 0 as the price if there was no trade.
  func change(since open: Decimal?) -> Decimal? {
    open.flatMap { isZero || $0.isZero ? nil : subtracting($0).finite }
  }

  /// Returns this part of a whole in percent: 5 is 5 %. `nil` if the whole is unknown or 0.
  func percentage(of whole: Decimal?) -> Decimal? {
    guard let part = IntegerDecimal(self), let whole = whole.flatMap(IntegerDecimal.init) else {
      return nil
    }
    let hundredfold = IntegerDecimal(
      isNegative: part.isNegative, mantissa: part.mantissa, exponent: part.exponent + 2)
    return hundredfold.divided(by: whole)?.decimal
  }

  var isAboveZero: Bool { !isSignMinus && !isZero }

  /// Whether the significand has more than ``significantDigits`` digits.
  var hasSurplusDigits: Bool { IntegerDecimal(self)?.hasSurplusDigits ?? false }

  /// The number; `nil` if it is NaN, because a calculation left a decimal's range.
  var finite: Decimal? { isFinite ? self : nil }
}

extension [Decimal] {
  /// The sum by the rules of ``IntegerDecimal``; NaN if the sum is outside a decimal's range.
  var sum: Decimal { reduce(Decimal(0)) { $0.adding($1) } }
}
