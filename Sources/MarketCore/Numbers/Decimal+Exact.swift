package import Foundation

extension Decimal {
  /// The maximum number of significant digits in a parsed text, a sum, a product or a quotient. A
  /// mantissa of this length always fits into a decimal.
  static let significantDigits = 38

  /// Parses an optional minus, digits with an optional `.`, and an optional exponent: `5.51E-6`, `.5`.
  /// `nil` if the text has another form (`12abc`, `1.`, `1,5`, `0x1`, `NaN`) even if `Decimal(string:)`
  /// accepts it, for more than 38 significant digits, and for an exponent outside a decimal's range.
  package init?(exact text: some StringProtocol) {
    guard let number = IntegerDecimal(text)?.decimal else { return nil }
    self = number
  }

  /// Parses a number as in ``init(exact:)``, also in thousands (`100k`), millions (`2.5M`) or billions (`1B`).
  package init?(abbreviated text: some StringProtocol) {
    guard let unit = text.last, let exponent = ["k": 3, "K": 3, "M": 6, "B": 9][unit] else {
      self.init(exact: text)
      return
    }
    guard let number = Decimal(exact: text.dropLast())?.multiplied(by: .powerOfTen(exponent)) else {
      return nil
    }
    self = number
  }

  /// All digits: no exponent, no groups, no zeros at the end of the decimals; `NaN` if it is NaN.
  package var plain: String { digits(prefix: isSignMinus ? "-" : "") }

  /// Returns all digits without the sign, between `prefix` and `suffix`; only `NaN` for NaN.
  func digits(
    isGrouped: Bool = false, minimumDecimals: Int = 0, prefix: String = "", suffix: String = ""
  ) -> String {
    IntegerDecimal(self)?.digits(
      isGrouped: isGrouped, minimumDecimals: minimumDecimals, prefix: prefix, suffix: suffix)
      ?? "NaN"
  }

  /// The nearest `Double`; NaN for NaN.
  package var approximate: Double { Double(plain) ?? .nan }

  /// Returns the number rounded to `places` decimals, or to whole thousands if `places` is −3. By
  /// default, halves are rounded away from zero.
  package func rounded(toPlaces places: Int, _ mode: RoundingMode = .plain) -> Decimal {
    if exponent >= -places { return self }
    return IntegerDecimal(self)?.rounded(toPlaces: places, mode).decimal ?? .nan
  }

  /// Returns the number rounded to this number of significant digits, halves away from zero.
  func rounded(toSignificantDigits digits: Int) -> Decimal {
    rounded(toPlaces: digits - 1 - scientificExponent)
  }

  /// The exponent in scientific notation: −5 for 0.0000123. For 0, it has no meaning.
  var scientificExponent: Int { exponent + (IntegerDecimal(self)?.digitCount ?? 0) - 1 }

  /// Returns 10 to the power of `exponent`, which must be within −128 … 127.
  static func powerOfTen(_ exponent: Int) -> Decimal {
    Decimal(sign: .plus, exponent: exponent, significand: 1)
  }
}

/// Arithmetic by the rules of ``IntegerDecimal``. If an operand is NaN, or a result is outside a
/// decimal's range, the result is `nil`, or NaN if its type is `Decimal`.
extension Decimal {
  func adding(_ rhs: Decimal) -> Decimal {
    var isRounded = false
    return adding(rhs, isRounded: &isRounded) ?? .nan
  }

  /// Returns the sum. Sets `isRounded` to `true` if the sum was rounded.
  func adding(_ rhs: Decimal, isRounded: inout Bool) -> Decimal? {
    guard let lhs = IntegerDecimal(self), let rhs = IntegerDecimal(rhs) else { return nil }
    return lhs.adding(rhs, isRounded: &isRounded).decimal
  }

  func subtracting(_ rhs: Decimal) -> Decimal { adding(-rhs) }

  func multiplied(by rhs: Decimal) -> Decimal? {
    var isRounded = false
    return multiplied(by: rhs, isRounded: &isRounded)
  }

  /// Returns the product. Sets `isRounded` to `true` if the product was rounded.
  func multiplied(by rhs: Decimal, isRounded: inout Bool) -> Decimal? {
    guard let lhs = IntegerDecimal(self), let rhs = IntegerDecimal(rhs) else { return nil }
    return lhs.multiplied(by: rhs, isRounded: &isRounded).decimal
  }

  /// Returns the quotient; `nil` also if the divisor is 0.
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

  /// Whether both decimals are the same number, or both are NaN.
  func equals(_ rhs: Decimal) -> Bool {
    guard let number = IntegerDecimal(self) else { return rhs.isNaN }
    return IntegerDecimal(rhs).map { number.equals($0) } ?? false
  }

  /// Returns the difference from an earlier price. `nil` if that price is unknown, or if one of the two
  /// prices is 0, which stands for an unknown price.
  func change(since open: Decimal?) -> Decimal? {
    open.flatMap { isZero || $0.isZero ? nil : subtracting($0).finite }
  }

  /// Returns this part of a whole in percent: 5 is 5 %. `nil` also if the whole is unknown or 0.
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

  var finite: Decimal? { isFinite ? self : nil }
}

extension [Decimal] {
  /// The sum; NaN if an element is NaN, or a sum is outside a decimal's range.
  var sum: Decimal { reduce(Decimal(0)) { $0.adding($1) } }
}
