package import Foundation

// Exchanges send numbers plain (`0.1`, `5.51E-6`) or quoted (`"4998.0"`). The functions that read
// numbers accept both. If `quoted` is true, the quoted form is tried first, because an attempt that
// fails creates an error, which is slow. The functions throw a `DecodingError` for other texts and
// types, and if they find that a number has too many digits, or an exponent outside a decimal's range.

extension JSONMembers {
  /// Returns the number of a key; `nil` if the value is null or missing. If `canBeEmpty` is true, also
  /// `nil` for an empty text.
  package func number(
    _ key: Key, quoted: Bool = false, canBeEmpty: Bool = false
  ) throws -> Decimal? {
    try exactNumber(quoted: quoted, invalid: { invalid(key, $0) }) { isQuoted in
      isQuoted
        ? try exact(members.decodeIfPresent(String.self, forKey: key), canBeEmpty: canBeEmpty)
        : try exact(members.decodeIfPresent(Decimal.self, forKey: key))
    }
  }

  /// Returns the number of a key, but `nil` for 0, which stands for an unknown price.
  func price(
    _ key: Key, quoted: Bool = false, canBeEmpty: Bool = false
  ) throws -> Decimal? {
    try number(key, quoted: quoted, canBeEmpty: canBeEmpty).nilIfZero
  }

  package func requiredNumber(_ key: Key, quoted: Bool = false) throws -> Decimal {
    if let number = try number(key, quoted: quoted) { return number }
    throw missing(key)
  }

  /// Returns the integer of a key, plain or quoted; `nil` if the value is null or missing.
  func wholeNumber<Number: FixedWidthInteger & Decodable>(_ key: Key) throws -> Number? {
    do {
      return try members.decodeIfPresent(Number.self, forKey: key)
    } catch {
      if let text = try? requiredText(key), let number = Number(text) { return number }
      throw invalid(key, "not a whole number")
    }
  }

  /// Returns the step that a number of decimals means: 0.01 for 2; `nil` if the value is null or missing.
  func step(ofDecimals key: Key, quoted: Bool = false) throws -> Decimal? {
    guard let decimals = try number(key, quoted: quoted) else { return nil }
    guard (0...38).contains(decimals), decimals.rounded(toPlaces: 0) == decimals else {
      throw invalid(key, "not a number of decimals")
    }
    return .powerOfTen(-NSDecimalNumber(decimal: decimals).intValue)
  }

  /// Returns the time of a key, sent in Unix seconds. Throws outside the years 1970 to 9999.
  func time(_ key: Key) throws -> Date {
    if let date = Date(unixSeconds: try requiredNumber(key, quoted: true)) { return date }
    throw invalid(key, "not a time")
  }

  /// Returns the time of a key, sent in whole Unix milliseconds. `nil` if the value is null, missing or
  /// 0. If `quoted` is true, also `nil` for an empty text. Throws outside the years 1970 to 9999.
  func time(milliseconds key: Key, quoted: Bool = false) throws -> Date? {
    let text = quoted ? try? text(key) : nil
    if text == "" { return nil }
    guard let number = try text.flatMap({ Int64($0) }) ?? wholeNumber(key), number != 0 else {
      return nil
    }
    guard (0..<253_402_300_800_000).contains(number) else { throw invalid(key, "not a time") }
    return Date(timeIntervalSince1970: Double(number) / 1000)
  }
}

extension JSONArray {
  /// Reads the next number; `nil` if it is null, or the array has ended.
  package mutating func number(quoted: Bool = false) throws -> Decimal? {
    if elements.isAtEnd { return nil }
    let index = elements.currentIndex
    return try exactNumber(quoted: quoted, invalid: { invalid(at: index, $0) }) { isQuoted in
      isQuoted
        ? try exact(elements.decodeIfPresent(String.self))
        : try exact(elements.decodeIfPresent(Decimal.self))
    }
  }

  package mutating func requiredNumber(quoted: Bool = false) throws -> Decimal {
    if let number = try number(quoted: quoted) { return number }
    throw invalid("missing")
  }

  /// Reads the next number. Throws if it is not above 0.
  package mutating func positiveNumber(quoted: Bool = false) throws -> Decimal {
    let index = elements.currentIndex
    let number = try requiredNumber(quoted: quoted)
    if number.isAboveZero { return number }
    throw invalid(at: index, "not above 0")
  }

  /// Reads the next number as a Unix time, in seconds, or in milliseconds if `units` is 1000. Throws
  /// outside the years 1970 to 9999.
  mutating func time(units: Decimal = 1, quoted: Bool = false) throws -> Date {
    let index = elements.currentIndex
    let seconds = try requiredNumber(quoted: quoted).divided(by: units)
    if let date = seconds.flatMap(Date.init(unixSeconds:)) { return date }
    throw invalid(at: index, "not a time")
  }
}

private enum NumberFault: String, Error {
  case notANumber = "not a number"
  case tooManyDigits = "has too many digits"
}

/// Calls `read` for a quoted number if `quoted` is true, otherwise for a plain number. If `read` throws
/// any error except a `NumberFault`, calls it again for the other form.
@inline(__always) private func exactNumber(
  quoted: Bool, invalid: (String) -> DecodingError, read: (_ isQuoted: Bool) throws -> Decimal?
) throws -> Decimal? {
  var isQuoted = quoted
  repeat {
    do {
      return try read(isQuoted)
    } catch let fault as NumberFault {
      throw invalid(fault.rawValue)
    } catch {
      isQuoted.toggle()
    }
  } while isQuoted != quoted
  throw invalid(NumberFault.notANumber.rawValue)
}

private func exact(_ text: String?, canBeEmpty: Bool = false) throws(NumberFault) -> Decimal? {
  guard let text, !canBeEmpty || !text.isEmpty else { return nil }
  if let number = Decimal(exact: text) { return number }
  let number = /-?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?/
  throw text.wholeMatch(of: number) == nil ? .notANumber : .tooManyDigits
}

private func exact(_ number: Decimal?) throws(NumberFault) -> Decimal? {
  // The decoder cuts off digits that do not fit. A significand of 39 digits may have lost some. Losses
  // after which fewer digits are left cannot be noticed.
  guard number.map({ $0.isFinite && !$0.hasSurplusDigits }) ?? true else { throw .tooManyDigits }
  return number
}

extension KeyedEncodingContainer {
  /// Encodes a number with all digits; `nil` is encoded as null.
  ///
  /// - Throws: an `EncodingError` if the number is not finite, because an encoder would write invalid JSON.
  mutating func encode(exact number: Decimal?, forKey key: Key) throws {
    if let number, !number.isFinite {
      let path = codingPath + [key]
      throw EncodingError.invalidValue(
        number, .init(codingPath: path, debugDescription: "not a finite number"))
    }
    try encode(number, forKey: key)
  }

  /// Encodes nothing for `nil`, and any number as ``encode(exact:forKey:)`` does.
  mutating func encodeIfPresent(exact number: Decimal?, forKey key: Key) throws {
    if number != nil { try encode(exact: number, forKey: key) }
  }
}

extension Decimal? {
  var nilIfZero: Decimal? { flatMap { $0.isZero ? nil : $0 } }
}

extension Date {
  fileprivate init?(unixSeconds seconds: Decimal) {
    guard (0..<Decimal(253_402_300_800 as Int64)).contains(seconds) else { return nil }
    self.init(timeIntervalSince1970: NSDecimalNumber(decimal: seconds).doubleValue)
  }
}
