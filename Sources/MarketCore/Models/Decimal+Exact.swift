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
  public var plain: String {
    // Foundation's own description divides digit by digit.
    guard var digits = shortSignificand else { return description }
    var places = -exponent
    while places > 0, digits.isMultiple(of: 10) { (digits, places) = (digits / 10, places - 1) }
    let sign = self < 0 ? "-" : ""
    let text = String(digits)
    guard places > 0 else {
      return sign + text + String(repeating: "0", count: digits == 0 ? 0 : -places)
    }
    let missing = String(repeating: "0", count: max(0, places + 1 - text.utf8.count))
    let whole = (missing + text).dropLast(places)
    return sign + whole + "." + (missing + text).suffix(places)
  }

  /// The digits of the number as an integer, if they are few, as those of most prices are.
  var shortSignificand: UInt64? {
    // A Double holds every integer below 2⁵³.
    let integer = NSDecimalNumber(decimal: significand.magnitude).doubleValue
    return integer < 0x1p53 ? UInt64(integer) : nil
  }

  /// The nearest binary number, for pictures and waiting times.
  package var approximate: Double { Double(plain) ?? .nan }

  /// The number at so many decimals (before the point where `places` is below 0); halves are
  /// rounded away from zero, unless otherwise said.
  public func rounded(toPlaces places: Int, _ mode: RoundingMode = .plain) -> Decimal {
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

  /// The product, or `nil` when it leaves a decimal's range: Foundation's `*` traps when it is too
  /// small.
  func times(_ other: Decimal) -> Decimal? {
    exponent + other.exponent >= -128 ? (self * other).finite : nil
  }

  /// The result of a calculation, or `nil` when it left a decimal's range.
  var finite: Decimal? { isFinite ? self : nil }

  /// 10 to the power of `exponent`, which lies within −128 … 127.
  static func powerOfTen(_ exponent: Int) -> Decimal {
    Decimal(sign: .plus, exponent: exponent, significand: 1)
  }
}
