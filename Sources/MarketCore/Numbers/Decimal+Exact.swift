package import Foundation

/// Exact numbers: from text, to text, rounded.
extension Decimal {
  /// The most significant digits of a number that is read or calculated: those that every decimal can
  /// hold.
  static let significantDigits = 38

  /// The number that the whole of `text` writes, or `nil` when it is not one that can be kept
  /// digit for digit.
  ///
  /// Takes an optional minus, digits with an optional `.`, and an optional exponent: `5.51E-6`,
  /// `0.0`, `38178`, `.5`. Refuses everything that `Decimal(string:)` would cut off or guess at
  /// (`12abc`, `1,5`, `0x1`, `NaN`), numbers of more than 38 significant digits, and exponents
  /// beyond a decimal's range.
  package init?(exact text: some StringProtocol) {
    guard let number = IntegerDecimal(text)?.decimal else { return nil }
    self = number
  }

  /// The number in plain digits: no exponent, no grouping, no zeros at the end, an ASCII minus.
  package var plain: String { digits(prefix: isSignMinus ? "-" : "") }

  /// The number without its sign, see ``IntegerDecimal``; what is not a number is `NaN`.
  func digits(
    isGrouped: Bool = false, minimumDecimals: Int = 0, prefix: String = "", suffix: String = ""
  ) -> String {
    IntegerDecimal(self)?.digits(
      isGrouped: isGrouped, minimumDecimals: minimumDecimals, prefix: prefix, suffix: suffix)
      ?? "NaN"
  }

  /// The nearest binary number, for pictures and waiting times.
  package var approximate: Double { Double(plain) ?? .nan }

  /// The number at so many decimals (before the point where `places` is below 0); halves are
  /// rounded away from zero, unless otherwise said.
  package func rounded(toPlaces places: Int, _ mode: RoundingMode = .plain) -> Decimal {
    if exponent >= -places { return self }
    return IntegerDecimal(self)?.rounded(toPlaces: places, mode).decimal ?? .nan
  }

  /// The number to so many significant digits, halves rounded away from zero.
  func rounded(toSignificantDigits digits: Int) -> Decimal {
    rounded(toPlaces: digits - 1 - scientificExponent)
  }

  /// The exponent in scientific notation: −5 for 0.0000123; below 0 for 0.
  var scientificExponent: Int { exponent + (IntegerDecimal(self)?.digitCount ?? 0) - 1 }

  /// 10 to the power of `exponent`, which lies within −128 … 127.
  static func powerOfTen(_ exponent: Int) -> Decimal {
    Decimal(sign: .plus, exponent: exponent, significand: 1)
  }
}

/// Arithmetic by the rules of ``IntegerDecimal``.
extension Decimal {
  /// The sum; not a number when it leaves a decimal's range.
  func adding(_ rhs: Decimal) -> Decimal {
    var isRounded = false
    return adding(rhs, isRounded: &isRounded) ?? .nan
  }

  /// The sum; `nil` when it leaves a decimal's range.
  ///
  /// - Parameter isRounded: becomes `true` if the sum was rounded.
  func adding(_ rhs: Decimal, isRounded: inout Bool) -> Decimal? {
    guard let lhs = IntegerDecimal(self), let rhs = IntegerDecimal(rhs) else { return nil }
    return lhs.adding(rhs, isRounded: &isRounded).decimal
  }

  /// The difference; not a number when it leaves a decimal's range.
  func subtracting(_ rhs: Decimal) -> Decimal { adding(-rhs) }

  /// The product; `nil` when it leaves a decimal's range.
  func multiplied(by rhs: Decimal) -> Decimal? {
    var isRounded = false
    return multiplied(by: rhs, isRounded: &isRounded)
  }

  /// The product; `nil` when it leaves a decimal's range.
  ///
  /// - Parameter isRounded: becomes `true` if the product was rounded.
  func multiplied(by rhs: Decimal, isRounded: inout Bool) -> Decimal? {
    guard let lhs = IntegerDecimal(self), let rhs = IntegerDecimal(rhs) else { return nil }
    return lhs.multiplied(by: rhs, isRounded: &isRounded).decimal
  }

  /// The quotient to 38 digits, those behind cut off; `nil` when it leaves a decimal's range or the
  /// divisor is 0.
  func divided(by divisor: Decimal) -> Decimal? {
    guard let dividend = IntegerDecimal(self), let divisor = IntegerDecimal(divisor) else {
      return nil
    }
    return dividend.divided(by: divisor)?.decimal
  }

  /// Whether it is the lower number; what is not a number is below all that are.
  func isBelow(_ rhs: Decimal) -> Bool {
    guard let number = IntegerDecimal(self) else { return !rhs.isNaN }
    return IntegerDecimal(rhs).map { number.isBelow($0) } ?? false
  }

  /// Whether both are the same number, or not a number.
  func equals(_ rhs: Decimal) -> Bool {
    guard let number = IntegerDecimal(self) else { return rhs.isNaN }
    return IntegerDecimal(rhs).map { number.equals($0) } ?? false
  }

  /// The difference from an earlier price; `nil` when either is unknown or 0, for a 0 stands for a
  /// trade that never was.
  func change(since open: Decimal?) -> Decimal? {
    open.flatMap { isZero || $0.isZero ? nil : subtracting($0).finite }
  }

  /// Its part of a whole in percent: 5 is 5 %; `nil` when the whole is unknown or 0.
  func percentage(of whole: Decimal?) -> Decimal? {
    guard let part = IntegerDecimal(self), let whole = whole.flatMap(IntegerDecimal.init) else {
      return nil
    }
    let hundredfold = IntegerDecimal(
      isNegative: part.isNegative, mantissa: part.mantissa, exponent: part.exponent + 2)
    return hundredfold.divided(by: whole)?.decimal
  }

  var isAboveZero: Bool { !isSignMinus && !isZero }

  /// Whether the significand has more digits than every decimal can hold.
  var hasSurplusDigits: Bool { IntegerDecimal(self)?.hasSurplusDigits ?? false }

  /// The result of a calculation, or `nil` when it left a decimal's range.
  var finite: Decimal? { isFinite ? self : nil }
}

extension [Decimal] {
  /// The sum by the rules of ``IntegerDecimal``; not a number when it leaves a decimal's range.
  var sum: Decimal { reduce(Decimal(0)) { $0.adding($1) } }
}
