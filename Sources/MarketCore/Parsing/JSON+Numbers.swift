package import Foundation

// Exchanges send a number plain (`0.1`, `5.51E-6`), quoted (`"4998.0"`), or as null. The functions read
// both forms. `quoted` tells which form is tried first, because a failed attempt creates an error, which
// is slow. The functions throw a `DecodingError` for other values, and for numbers that a decimal cannot
// hold digit for digit.

extension JSONMembers {
  /// Returns the number of a key. `nil` if the value is null or missing, or if it `canBeEmpty` and is an
  /// empty text.
  package func number(
    _ key: Key, quoted: Bool = false, canBeEmpty: Bool = false
  ) throws -> Decimal? {
    try exactNumber(quoted: quoted, invalid: { invalid(key, $0) }) { isQuoted in
      isQuoted
        ? try exact(members.decodeIfPresent(String.self, forKey: key), canBeEmpty: canBeEmpty)
        : try exact(members.decodeIfPresent(Decimal.self, forKey: key))
    }
  }

  /// Returns the price of a key; `nil` also if it is 0. Most exchanges send 0 if there is no price.
  func price(
    _ key: Key, quoted: Bool = false, canBeEmpty: Bool = false
  ) throws -> Decimal? {
    try number(key, quoted: quoted, canBeEmpty: canBeEmpty).nilIfZero
  }

  package func requiredNumber(_ key: Key, quoted: Bool = false) throws -> Decimal {
    if let number = try number(key, quoted: quoted) { return number }
    throw missing(key)
  }

  /// Returns the number of a key, such as a price or quantity in an order book. The number must be above 0.
  package func positiveNumber(_ key: Key) throws -> Decimal {
    let number = try requiredNumber(key)
    if number.isAboveZero { return number }
    throw invalid(key, "not above 0")
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

  /// Returns a step from the number of decimals at a key: 0.01 for 2; `nil` if the value is null or missing.
  func step(ofDecimals key: Key) throws -> Decimal? {
    guard let decimals = try number(key) else { return nil }
    guard (0...38).contains(decimals), decimals.rounded(toPlaces: 0) == decimals else {
      throw invalid(key, "not a number of decimals")
    }
    return .powerOfTen(-NSDecimalNumber(decimal: decimals).intValue)
  }

  /// Returns the time of a key in Unix seconds, within the years 1970 to 9999. Most exchanges send the
  /// seconds quoted.
  func time(_ key: Key) throws -> Date {
    if let date = Date(unixSeconds: try requiredNumber(key, quoted: true)) { return date }
    throw invalid(key, "not a time")
  }

  /// Returns the time of a key in whole Unix milliseconds, from 1970 to 9999. `nil` if the value is null,
  /// missing or 0, or if it is `quoted` and an empty text. An integer is decoded faster than a decimal.
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

  /// Reads the next number, which must be above 0, such as a price or a quantity in an order book.
  package mutating func positiveNumber(quoted: Bool = false) throws -> Decimal {
    let index = elements.currentIndex
    let number = try requiredNumber(quoted: quoted)
    if number.isAboveZero { return number }
    throw invalid(at: index, "not above 0")
  }

  /// Reads the next number as a Unix time, within the years 1970 to 9999. `units` is the number of units
  /// per second: 1000 for milliseconds.
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

/// Reads a number in the form that `quoted` tells. If `read` throws another error than a `NumberFault`,
/// the other form is tried.
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
  // The decoder cuts off digits that do not fit. A significand of more than 38 digits may have lost some.
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

  /// Encodes a number with all digits. Encodes nothing for `nil`.
  ///
  /// - Throws: an `EncodingError` if the number is not finite.
  mutating func encodeIfPresent(exact number: Decimal?, forKey key: Key) throws {
    if number != nil { try encode(exact: number, forKey: key) }
  }
}

extension Decimal? {
  var nilIfZero: Decimal? { flatMap { $0.isZero ? nil : $0 } }
}

extension Date {
  /// Creates the date of Unix seconds; `nil` before the year 1970 and after the year 9999.
  fileprivate init?(unixSeconds seconds: Decimal) {
    guard (0..<Decimal(253_402_300_800 as Int64)).contains(seconds) else { return nil }
    self.init(timeIntervalSince1970: NSDecimalNumber(decimal: seconds).doubleValue)
  }
}
