public import Foundation

/// Formats numbers, amounts of money and percentages in US English, as in `-$1,234.50`.
///
/// The text is the same on every machine, whatever its language and region, because Foundation's
/// formatters are not used. <doc:ExactNumbers> shows how to format a number for a locale instead. The
/// public functions that return a text return `–` for `nil` and for NaN.
public enum NumberFormat {
  /// The text of an unknown value.
  package static let unknown = "–"

  /// Returns all digits, as in csv: no exponent, no groups, and no zeros at the end of the decimals.
  public static func plain(_ number: Decimal?) -> String {
    number?.finite?.plain ?? unknown
  }

  /// Parses a number digit for digit, as in `-1234.5` or `5.51E-6`.
  ///
  /// `nil` for any other text, even if `Decimal(string:)` would cut it off or guess (`12abc`, `1,5`,
  /// `0x1`, `NaN`), for more than 38 significant digits, and for an exponent outside a decimal's range.
  public static func number(_ text: some StringProtocol) -> Decimal? { Decimal(exact: text) }

  /// Returns the nearest `Double`, for a chart; `nil` if the number is `nil` or NaN.
  public static func double(_ number: Decimal?) -> Double? { number?.finite?.approximate }

  /// Returns all digits of a number, before the point in groups of three. If `signed` is true, numbers
  /// above 0 have a `+`. The minus or plus is before the prefix, as in `-$1,234.5`.
  static func grouped(
    _ number: Decimal, minimumDecimals: Int = 0, signed: Bool = false, prefix: String = "",
    suffix: String = ""
  ) -> String {
    let sign = number.isSignMinus ? "-" : signed && !number.isZero ? "+" : ""
    return number.digits(
      isGrouped: true, minimumDecimals: minimumDecimals, prefix: sign + prefix, suffix: suffix)
  }

  /// Returns an amount of money: `$26,211.35`, `0.00000551 BTC`, `12.50 CHF`.
  ///
  /// An amount in the money of a country (ISO 4217) has at least two decimals, unless it is rounded, and
  /// the currency has no cents (JPY). If the currency has a ``Currency/sign``, the sign is written before
  /// the amount, and no code after it.
  ///
  /// - Parameters:
  ///   - amount: the amount; `nil` results in `–`.
  ///   - currency: the code; `nil` for a number without a currency.
  ///   - rounded: whether the amount is rounded, halves away from zero, instead of written with all
  ///     digits: to 2 decimals in the money of a country, or to none if it has no cents; otherwise to 8
  ///     decimals.
  ///   - signed: whether an amount above 0 has a `+`.
  ///   - hasCode: whether the code of a currency without a sign is written after the amount.
  public static func money(
    _ amount: Decimal?, in currency: String?, rounded: Bool = false, signed: Bool = false,
    hasCode: Bool = true
  ) -> String {
    guard let amount = amount?.finite else { return unknown }
    guard rounded else {
      return exactMoney(amount, in: currency, signed: signed, hasCode: hasCode)
    }
    let places = moneyPlaces(in: currency)
    return exactMoney(
      amount.rounded(toPlaces: places), in: currency, minimumDecimals: places == 0 ? 0 : nil,
      signed: signed, hasCode: hasCode)
  }

  /// Returns all digits of an amount of money, and at least `minimumDecimals` decimals. If this is `nil`,
  /// at least two decimals in the money of a country.
  static func exactMoney(
    _ amount: Decimal, in code: String?, minimumDecimals: Int? = nil, signed: Bool, hasCode: Bool
  ) -> String {
    guard let currency = code.map(Currency.init) else {
      return grouped(amount, minimumDecimals: minimumDecimals ?? 0, signed: signed)
    }
    // Every currency with a sign is official, and therefore has at least two decimals.
    if let sign = currency.sign {
      return grouped(amount, minimumDecimals: minimumDecimals ?? 2, signed: signed, prefix: sign)
    }
    return grouped(
      amount, minimumDecimals: minimumDecimals ?? (currency.isOfficial ? 2 : 0), signed: signed,
      suffix: hasCode ? " " + currency.code : "")
  }

  /// Returns a computed quantity of a currency, rounded to 8 decimals: `0.03647812 BTC`.
  static func quantity(_ quantity: Decimal, in currency: String?) -> String {
    money(quantity.rounded(toPlaces: 8), in: currency)
  }

  /// Returns an amount of money, rounded to four significant digits (halves away from zero). If it then
  /// has four or more digits before the point, it is in thousands (k), millions (M), billions (B) or
  /// trillions (T): `$1.24B`, `920.4M CHF`.
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

  /// Returns the number of decimals of a computed amount.
  static func moneyPlaces(in currency: String?) -> Int {
    guard let currency = currency.map(Currency.init), currency.isOfficial else { return 8 }
    return currency.hasCents ? 2 : 0
  }

  /// Returns a computed price as tables show it, rounded half away from zero: in the money of a country to
  /// two decimals from 1 on, and to six significant digits below; in other currencies to eight decimals,
  /// but at least four significant digits.
  package static func roundedPrice(_ price: Decimal, in currency: String?) -> Decimal {
    guard currency.map({ Currency($0).isOfficial }) ?? false else {
      return price.rounded(toPlaces: max(8, 3 - price.scientificExponent))
    }
    return price.magnitude.isBelow(1)
      ? price.rounded(toSignificantDigits: 6) : price.rounded(toPlaces: 2)
  }

  /// Returns basis points (hundredths of a percent) with at most two decimals: `0.83 bp`.
  static func basisPoints(_ number: Decimal, signed: Bool = false) -> String {
    grouped(number.rounded(toPlaces: 2), signed: signed, suffix: " bp")
  }

  /// Returns a number of seconds with at most one decimal: `12.3 s`.
  static func seconds(_ number: Decimal) -> String {
    grouped(number.rounded(toPlaces: 1), suffix: " s")
  }

  /// Returns a change in percent, rounded to two decimals (halves away from zero): 5 is `+5.00%`. Only
  /// `0.00%` has no sign.
  public static func percent(_ percent: Decimal?) -> String {
    guard let percent = percent?.finite else { return unknown }
    return grouped(percent.rounded(toPlaces: 2), minimumDecimals: 2, signed: true, suffix: "%")
  }

  /// Returns a percentage as the fraction that Foundation's format style `.percent` takes: 0.05 for 5.
  public static func fraction(percent: Decimal?) -> Decimal? {
    percent?.multiplied(by: .powerOfTen(-2))
  }

  /// Returns a part of a whole in percent with two decimals: `12.50%`.
  static func share(_ percent: Decimal) -> String {
    grouped(percent.rounded(toPlaces: 2), minimumDecimals: 2, suffix: "%")
  }

  static func isShownAsZero(percent: Decimal) -> Bool {
    percent.magnitude.isBelow(leastShownPercent)
  }

  private static let leastShownPercent = Decimal(sign: .plus, exponent: -3, significand: 5)

  /// Returns a traded volume, rounded to four decimals, or below 0.0001 to four significant digits.
  public static func volume(_ volume: Decimal?) -> String {
    guard let volume = volume?.finite else { return unknown }
    let isSmall = volume.magnitude.isBelow(leastVolumeInPlaces)
    return grouped(isSmall ? volume.rounded(toSignificantDigits: 4) : volume.rounded(toPlaces: 4))
  }

  /// Returns a traded volume in at most `width` characters: the text of ``volume(_:)`` if it fits,
  /// otherwise three significant digits or fewer, as in `1.11k`. `nil` if no text fits.
  package static func volume(_ volume: Decimal, width: Int) -> String? {
    let text = self.volume(volume)
    if text.count <= width { return text }
    return [3, 2, 1].lazy.map { shortMoney(volume.rounded(toSignificantDigits: $0), in: nil) }
      .first { $0.count <= width }
  }

  private static let leastVolumeInPlaces = Decimal.powerOfTen(-4)

  /// Returns a duration, rounded to days, hours or minutes: the largest of these units that it has at
  /// least two of, as in `5 min`. Shorter durations are in seconds with at most one decimal: `90 s`;
  /// below 0.1 s with at most three: `0.001 s`.
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
