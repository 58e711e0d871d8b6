public import Foundation

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
  public init?(exact text: some StringProtocol) {
    if let number = IntegerDecimal(text)?.decimal {
      self = number
      return
    }
    var rest = Substring(text).utf8
    func takeDigits() -> Substring.UTF8View {
      let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      rest.removeFirst(digits.count)
      return digits
    }
    func take(_ characters: String) -> Bool {
      guard let first = rest.first, characters.utf8.contains(first) else { return false }
      rest.removeFirst()
      return true
    }

    _ = take("-")
    let (whole, hasPoint) = (takeDigits(), take("."))
    let fraction = hasPoint ? takeDigits() : rest.prefix(0)
    guard hasPoint ? !fraction.isEmpty : !whole.isEmpty else { return nil }
    if take("eE") {
      _ = take("+-")
      guard !takeDigits().isEmpty else { return nil }
    }
    guard rest.isEmpty else { return nil }

    let zero = UInt8(ascii: "0")
    let digits = (Array(whole) + fraction).drop { $0 == zero }
    let trailing = digits.reversed().prefix { $0 == zero }.count
    guard digits.count - trailing <= Self.significantDigits else { return nil }
    guard !digits.isEmpty else {
      self = 0
      return
    }
    guard let value = Decimal(string: String(text)), value.isFinite else {
      return nil
    }
    self = value
  }

  /// The number in plain digits: no exponent, no grouping, no zeros at the end, an ASCII minus.
  public var plain: String { IntegerDecimal(self)?.text ?? description }

  /// The nearest binary number, for pictures and waiting times.
  package var approximate: Double { Double(plain) ?? .nan }

  /// The number at so many decimals (before the point where `places` is below 0); halves are
  /// rounded away from zero, unless otherwise said.
  public func rounded(toPlaces places: Int, _ mode: RoundingMode = .plain) -> Decimal {
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
  func plus(_ other: Decimal) -> Decimal {
    calculated(with: other) { $0.plus($1) } ?? self + other
  }

  /// The difference; not a number when it leaves a decimal's range.
  func minus(_ other: Decimal) -> Decimal {
    calculated(with: other) { $0.minus($1) } ?? self - other
  }

  /// The product, or `nil` when it leaves a decimal's range: Foundation's `*` traps when it is too
  /// small.
  func times(_ other: Decimal) -> Decimal? {
    guard exponent + other.exponent >= -128 else { return nil }
    return calculated(with: other) { $0.times($1) } ?? (self * other).finite
  }

  /// The quotient to about 38 digits, those beyond cut off; `nil` when it leaves a decimal's range
  /// or the divisor is 0.
  func over(_ other: Decimal) -> Decimal? {
    if other.isZero { return nil }
    return calculated(with: other) { $0.over($1) } ?? (self / other).finite
  }

  /// Whether it is below another number.
  func precedes(_ other: Decimal) -> Bool {
    guard let one = IntegerDecimal(self), let two = IntegerDecimal(other) else {
      return self < other
    }
    return one.precedes(two) ?? (self < other)
  }

  /// Whether both are the same number.
  func equals(_ other: Decimal) -> Bool {
    guard let one = IntegerDecimal(self), let two = IntegerDecimal(other) else {
      return self == other
    }
    return one.equals(two) ?? (self == other)
  }

  /// Whether the significand has more digits than every decimal can hold.
  var hasSurplusDigits: Bool {
    if let number = IntegerDecimal(self) { return number.hasSurplusDigits }
    return !significand.magnitude.precedes(.powerOfTen(Self.significantDigits))
  }

  /// Whether it is a number above 0.
  var isAboveZero: Bool { !isSignMinus && !isZero }

  private func calculated(
    with other: Decimal, _ operation: (IntegerDecimal, IntegerDecimal) -> IntegerDecimal?
  ) -> Decimal? {
    guard let one = IntegerDecimal(self), let two = IntegerDecimal(other) else { return nil }
    return operation(one, two)?.decimal
  }

  /// The result of a calculation, or `nil` when it left a decimal's range.
  var finite: Decimal? { isFinite ? self : nil }
}
