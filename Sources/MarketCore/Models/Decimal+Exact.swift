package import Foundation

/// Exact numbers: from text, to text, rounded.
extension Decimal {
  /// The most significant digits that every decimal can hold.
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
    let number = IntegerDecimal(self) ?? IntegerDecimal(description)
    return number?.digits(
      isGrouped: isGrouped, minimumDecimals: minimumDecimals, prefix: prefix, suffix: suffix)
      ?? description
  }

  /// The nearest binary number, for pictures and waiting times.
  package var approximate: Double { Double(plain) ?? .nan }

  /// The number at so many decimals (before the point where `places` is below 0); halves are
  /// rounded away from zero, unless otherwise said.
  package func rounded(toPlaces places: Int, _ mode: RoundingMode = .plain) -> Decimal {
    if exponent >= -places { return self }
    if let number = IntegerDecimal(self)?.rounded(toPlaces: places, mode)?.decimal { return number }
    var (value, result) = (self, Decimal())
    NSDecimalRound(&result, &value, places, mode)
    return result
  }

  /// The number to so many significant digits, halves rounded away from zero.
  func rounded(toSignificantDigits digits: Int) -> Decimal {
    // The exponent in scientific notation: −5 for 0.0000123.
    let magnitude = exponent + significand.plain.count - 1
    return rounded(toPlaces: digits - 1 - magnitude)
  }

  /// 10 to the power of `exponent`, which lies within −128 … 127.
  static func powerOfTen(_ exponent: Int) -> Decimal {
    Decimal(sign: .plus, exponent: exponent, significand: 1)
  }
}

/// Arithmetic as Foundation's, to the last digit, but in integers where the digits fit.
extension Decimal {
  /// The sum; not a number when it leaves a decimal's range.
  func adding(_ rhs: Decimal) -> Decimal {
    calculated(with: rhs) { $0.adding($1)?.decimal } ?? self + rhs
  }

  /// The difference; not a number when it leaves a decimal's range.
  func subtracting(_ rhs: Decimal) -> Decimal {
    calculated(with: rhs) { $0.adding($1.negated)?.decimal } ?? self - rhs
  }

  /// The product, or `nil` when it leaves a decimal's range: Foundation's `*` traps when it is too
  /// small.
  func multiplied(by rhs: Decimal) -> Decimal? {
    guard exponent + rhs.exponent >= -128 else { return nil }
    return calculated(with: rhs) { $0.multiplied(by: $1)?.decimal } ?? (self * rhs).finite
  }

  /// The quotient to about 38 digits, those beyond cut off; `nil` when it leaves a decimal's range or
  /// the divisor is 0.
  func divided(by divisor: Decimal) -> Decimal? {
    if divisor.isZero { return nil }
    return calculated(with: divisor) { $0.divided(by: $1)?.decimal } ?? (self / divisor).finite
  }

  func isBelow(_ rhs: Decimal) -> Bool { calculated(with: rhs) { $0.isBelow($1) } ?? (self < rhs) }

  func equals(_ rhs: Decimal) -> Bool { calculated(with: rhs) { $0.equals($1) } ?? (self == rhs) }

  private func calculated<Value>(
    with rhs: Decimal, _ operation: (IntegerDecimal, IntegerDecimal) -> Value?
  ) -> Value? {
    guard let lhs = IntegerDecimal(self), let rhs = IntegerDecimal(rhs) else { return nil }
    return operation(lhs, rhs)
  }

  /// The difference from an earlier price; `nil` when either is unknown or 0, for a 0 stands for a
  /// trade that never was.
  func change(since open: Decimal?) -> Decimal? {
    open.flatMap { isZero || $0.isZero ? nil : subtracting($0).finite }
  }

  /// Its part of a whole in percent: 5 is 5 %; `nil` when the whole is unknown or 0.
  func percentage(of whole: Decimal?) -> Decimal? {
    whole.flatMap { multiplied(by: 100)?.divided(by: $0) }
  }

  var isAboveZero: Bool { !isSignMinus && !isZero }

  /// Whether the significand has more digits than every decimal can hold.
  var hasSurplusDigits: Bool {
    IntegerDecimal(self)?.hasSurplusDigits
      ?? !significand.magnitude.isBelow(.powerOfTen(Self.significantDigits))
  }

  /// The result of a calculation, or `nil` when it left a decimal's range.
  var finite: Decimal? { isFinite ? self : nil }
}

/// Arithmetic that tells results that were rounded, which need more digits than a decimal has.
extension Decimal {
  /// The sum; `nil` when it leaves a decimal's range.
  ///
  /// - Parameter isRounded: becomes `true` if the sum was rounded.
  func adding(_ rhs: Decimal, isRounded: inout Bool) -> Decimal? {
    let sum = self + rhs
    if !sum.isSum(of: self, rhs) { isRounded = true }
    return sum.finite
  }

  /// The product; `nil` when it leaves a decimal's range.
  ///
  /// - Parameter isRounded: becomes `true` if the product was rounded.
  func multiplied(by rhs: Decimal, isRounded: inout Bool) -> Decimal? {
    let product = multiplied(by: rhs)
    let isExact = product.flatMap { IntegerDecimal($0) }.flatMap { product in
      calculated(with: rhs) { product.isProduct(of: $0, $1) }
    }
    if isExact == false { isRounded = true }
    return product
  }

  /// Whether it is the sum of two numbers, digit for digit.
  func isSum(of lhs: Decimal, _ rhs: Decimal) -> Bool {
    isFinite && self - lhs == rhs && self - rhs == lhs
  }
}
