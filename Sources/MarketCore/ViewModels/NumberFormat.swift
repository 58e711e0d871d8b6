public import Foundation

/// Numbers as people write them: digits in groups of three, a point, an ASCII minus.
///
/// Written by hand, for the same text on every machine; Foundation's formatters would load a
/// database of languages first.
enum NumberFormat {
  /// Every digit of a number, with at least this many decimals, and a `+` before a positive one
  /// where wanted. The prefix (a currency sign) stands between sign and digits, the suffix (a
  /// unit) at the end.
  static func grouped(
    _ number: Decimal, minimumDecimals: Int = 0, signed: Bool = false, prefix: String = "",
    suffix: String = ""
  ) -> String {
    var plain = number.magnitude.plain
    return plain.withUTF8 { digits in
      grouped(
        digits, sign: number.isSignMinus ? "-" : signed && !number.isZero ? "+" : "",
        prefix: prefix,
        minimumDecimals: minimumDecimals, suffix: suffix)
    }
  }

  private static func grouped(
    _ digits: UnsafeBufferPointer<UInt8>, sign: String, prefix: String, minimumDecimals: Int,
    suffix: String
  ) -> String {
    let whole = digits.firstIndex(of: UInt8(ascii: ".")) ?? digits.count
    let decimals = max(0, digits.count - whole - 1)
    let missing = max(0, minimumDecimals - decimals)
    let count =
      sign.utf8.count + prefix.utf8.count + digits.count + (whole - 1) / 3
      + (decimals == 0 && missing > 0 ? 1 : 0) + missing + suffix.utf8.count
    return String(unsafeUninitializedCapacity: count) { text in
      var end = text.initialize(fromContentsOf: sign.utf8)
      end = text[end...].initialize(fromContentsOf: prefix.utf8)
      for (index, digit) in digits.enumerated() {
        if index > 0, index < whole, (whole - index).isMultiple(of: 3) {
          text.initializeElement(at: end, to: UInt8(ascii: ","))
          end += 1
        }
        text.initializeElement(at: end, to: digit)
        end += 1
      }
      if decimals == 0, missing > 0 {
        text.initializeElement(at: end, to: UInt8(ascii: "."))
        end += 1
      }
      text[end..<(end + missing)].initialize(repeating: UInt8(ascii: "0"))
      return text[(end + missing)...].initialize(fromContentsOf: suffix.utf8)
    }
  }
}

/// Prices and other amounts of money: `$26,211.35`, `0.00000551 BTC`, `12.50 CHF`.
///
/// Every digit is shown. Currencies of countries (ISO 4217) have at least two decimals, and a sign
/// instead of the code where there is one that everybody knows.
public enum MoneyFormat {
  /// An amount in a currency; the bare number without one. `signed` puts a `+` before one above 0.
  public static func text(_ amount: Decimal, in currency: String?, signed: Bool = false) -> String {
    guard let currency = currency.map(Currency.init) else {
      return NumberFormat.grouped(amount, signed: signed)
    }
    // Those that have a sign are official.
    if let sign = currency.sign {
      return NumberFormat.grouped(amount, minimumDecimals: 2, signed: signed, prefix: sign)
    }
    return NumberFormat.grouped(
      amount, minimumDecimals: currency.isOfficial ? 2 : 0, signed: signed,
      suffix: " " + currency.code)
  }

  /// A computed amount, to 2 decimals in currencies of countries and to 8 in others, halves rounded
  /// away from zero.
  public static func rounded(
    _ amount: Decimal, in currency: String?, signed: Bool = false
  ) -> String {
    text(amount.rounded(toPlaces: places(in: currency)), in: currency, signed: signed)
  }

  /// The decimals of a computed amount.
  static func places(in currency: String?) -> Int {
    currency.map { Currency($0).isOfficial ? 2 : 8 } ?? 8
  }
}

/// Hundredths of a percent, to two decimals: `0.83 bp`.
enum BasisPointFormat {
  static func text(_ number: Decimal, signed: Bool = false) -> String {
    NumberFormat.grouped(number.rounded(toPlaces: 2), signed: signed, suffix: " bp")
  }
}

/// Percentages with a sign and two decimals, halves rounded away from zero: `+1.24%`.
public enum PercentFormat {
  /// A percentage (5 is `+5.00%`); `0.00%` for zero and for what rounds to it.
  public static func text(_ percent: Decimal) -> String {
    NumberFormat.grouped(
      percent.rounded(toPlaces: 2), minimumDecimals: 2, signed: true, suffix: "%")
  }

  /// A part of a whole, to two decimals and without a sign of direction: `12.50%`.
  static func share(_ percent: Decimal) -> String {
    NumberFormat.grouped(percent.rounded(toPlaces: 2), minimumDecimals: 2, suffix: "%")
  }

  /// Whether a percentage is shown as `0.00%`.
  static func isShownAsZero(_ percent: Decimal) -> Bool { percent.magnitude.isBelow(leastShown) }

  private static let leastShown = Decimal(sign: .plus, exponent: -3, significand: 5)
}

/// Traded volumes, to four decimals; below 0.0001, to four significant digits.
public enum VolumeFormat {
  /// A volume.
  public static func text(_ volume: Decimal) -> String {
    let isSmall = volume.magnitude.isBelow(leastInPlaces)
    return NumberFormat.grouped(
      isSmall ? volume.rounded(toSignificantDigits: 4) : volume.rounded(toPlaces: 4))
  }

  /// The least volume of four decimals.
  private static let leastInPlaces = Decimal.powerOfTen(-4)
}
