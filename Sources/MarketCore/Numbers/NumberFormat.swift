public import Foundation

/// Numbers as people write them in US English: digits in groups of three, a point, an ASCII minus.
///
/// The text is the same on every machine, whatever its language and region; no formatter of Foundation and
/// none of its databases is loaded. <doc:ExactNumbers> shows how to format a number for a locale instead.
/// The text of `nil`, and of what is not a finite number, is `–`.
public enum NumberFormat {
  /// The text of an unknown number, and of any other unknown value in a table.
  package static let unknown = "–"

  /// Every digit of a number, as machine formats have it: no exponent, no grouping, no zeros at the
  /// end, an ASCII minus.
  public static func plain(_ number: Decimal?) -> String {
    number?.finite?.plain ?? unknown
  }

  /// The number that the whole of a text writes, in the form of ``plain(_:)`` or with an exponent;
  /// `nil` when it is not one that can be kept digit for digit.
  ///
  /// Rejects everything that `Decimal(string:)` would cut off or guess at (`12abc`, `1,5`, `0x1`,
  /// `NaN`), numbers of more than 38 significant digits, and exponents beyond a decimal's range.
  public static func number(_ text: some StringProtocol) -> Decimal? { Decimal(exact: text) }

  /// The nearest binary number, for a chart; `nil` for `nil`, and for what is not a number.
  public static func double(_ number: Decimal?) -> Double? { number?.finite?.approximate }

  /// Every digit of a number, with at least this many decimals, and a `+` before a positive one
  /// where wanted. The prefix (a currency sign) stands between sign and digits, the suffix (a
  /// unit) at the end.
  static func grouped(
    _ number: Decimal, minimumDecimals: Int = 0, signed: Bool = false, prefix: String = "",
    suffix: String = ""
  ) -> String {
    let sign = number.isSignMinus ? "-" : signed && !number.isZero ? "+" : ""
    return number.digits(
      isGrouped: true, minimumDecimals: minimumDecimals, prefix: sign + prefix, suffix: suffix)
  }

  /// An amount of money, with every digit: `$26,211.35`, `0.00000551 BTC`, `12.50 CHF`.
  ///
  /// Currencies of countries (ISO 4217) have at least two decimals, and a sign instead of the code
  /// where there is one that everybody knows.
  ///
  /// - Parameters:
  ///   - amount: the amount; `nil` for `–`.
  ///   - currency: the code; `nil` for the bare number.
  ///   - rounded: whether the amount is rounded, halves away from zero: to 2 decimals in currencies of countries
  ///     and to 8 in others.
  ///   - signed: whether a `+` stands before an amount above 0.
  ///   - hasCode: whether the code of a currency without a sign stands behind the amount.
  public static func money(
    _ amount: Decimal?, in currency: String?, rounded: Bool = false, signed: Bool = false,
    hasCode: Bool = true
  ) -> String {
    guard var amount = amount?.finite else { return unknown }
    if rounded { amount = amount.rounded(toPlaces: moneyPlaces(in: currency)) }
    guard let currency = currency.map(Currency.init) else { return grouped(amount, signed: signed) }
    // Those that have a sign are official.
    if let sign = currency.sign {
      return grouped(amount, minimumDecimals: 2, signed: signed, prefix: sign)
    }
    return grouped(
      amount, minimumDecimals: currency.isOfficial ? 2 : 0, signed: signed,
      suffix: hasCode ? " " + currency.code : "")
  }

  /// An amount of money to four significant digits at most, halves rounded away from zero, in
  /// thousands (k), millions (M), billions (B) or trillions (T): `$1.24B`, `920.4M CHF`, `0.5 BTC`.
  public static func shortMoney(_ amount: Decimal?, in currency: String?) -> String {
    guard let amount = amount?.finite else { return unknown }
    let rounded = amount.rounded(toSignificantDigits: 4)
    let exponent = rounded.scientificExponent
    let unit = units.first { exponent >= $0.exponent }
    let number = unit.flatMap { rounded.multiplied(by: .powerOfTen(-$0.exponent)) } ?? rounded
    let currency = currency.map(Currency.init)
    let code = currency.map { $0.sign == nil ? " \($0.code)" : "" } ?? ""
    return grouped(number, prefix: currency?.sign ?? "", suffix: (unit?.name ?? "") + code)
  }

  private static let units: [(exponent: Int, name: String)] = [
    (12, "T"), (9, "B"), (6, "M"), (3, "k"),
  ]

  static func moneyPlaces(in currency: String?) -> Int {
    currency.map { Currency($0).isOfficial ? 2 : 8 } ?? 8
  }

  /// Hundredths of a percent, to two decimals: `0.83 bp`.
  static func basisPoints(_ number: Decimal, signed: Bool = false) -> String {
    grouped(number.rounded(toPlaces: 2), signed: signed, suffix: " bp")
  }

  /// A change in percent, with a sign and two decimals, halves rounded away from zero: 5 is `+5.00%`;
  /// `0.00%` for zero and for what rounds to it.
  public static func percent(_ percent: Decimal?) -> String {
    guard let percent = percent?.finite else { return unknown }
    return grouped(percent.rounded(toPlaces: 2), minimumDecimals: 2, signed: true, suffix: "%")
  }

  /// A percentage as a fraction, exactly: 0.05 for 5. The format style `.percent` of Foundation takes a fraction.
  /// `nil` for `nil`.
  public static func fraction(percent: Decimal?) -> Decimal? {
    percent?.multiplied(by: .powerOfTen(-2))
  }

  /// A part of a whole in percent, to two decimals: `12.50%`.
  static func share(_ percent: Decimal) -> String {
    grouped(percent.rounded(toPlaces: 2), minimumDecimals: 2, suffix: "%")
  }

  static func isShownAsZero(percent: Decimal) -> Bool {
    percent.magnitude.isBelow(leastShownPercent)
  }

  private static let leastShownPercent = Decimal(sign: .plus, exponent: -3, significand: 5)

  /// A traded volume, to four decimals; below 0.0001, to four significant digits.
  public static func volume(_ volume: Decimal?) -> String {
    guard let volume = volume?.finite else { return unknown }
    let isSmall = volume.magnitude.isBelow(leastVolumeInPlaces)
    return grouped(isSmall ? volume.rounded(toSignificantDigits: 4) : volume.rounded(toPlaces: 4))
  }

  /// A traded volume for a limited width: as ``volume(_:)`` if that fits, else with at most three
  /// significant digits, in thousands and so on: `1.11k`. `nil` if it does not fit.
  package static func volume(_ volume: Decimal, width: Int) -> String? {
    let text = self.volume(volume)
    if text.count <= width { return text }
    return [3, 2, 1].lazy.map { shortMoney(volume.rounded(toSignificantDigits: $0), in: nil) }
      .first { $0.count <= width }
  }

  private static let leastVolumeInPlaces = Decimal.powerOfTen(-4)

  /// A span of time: to tenths of a second, or thousandths below a tenth; from two minutes on in
  /// minutes, from two hours in hours, from two days in days: `0.001 s`, `90 s`, `5 min`, `12 days`.
  package static func duration(seconds: Double) -> String {
    let seconds = min(max(seconds, -1e12), 1e12)
    for (unit, length) in [("days", 86_400.0), ("h", 3_600), ("min", 60)] {
      if seconds.magnitude >= 2 * length { return "\(Int((seconds / length).rounded())) \(unit)" }
    }
    let (places, scale) = seconds.magnitude < 0.1 ? (3, 1e3) : (1, 1e1)
    let digits = Decimal(Int64((seconds * scale).rounded()))
    return "\((digits * .powerOfTen(-places)).plain) s"
  }
}
