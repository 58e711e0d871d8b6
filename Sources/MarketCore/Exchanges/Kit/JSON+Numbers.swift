package import Foundation

// Numbers as exchanges may send them: plain (`0.1`, `5.51E-6`), quoted (`"4998.0"`), or null.
//
// The functions throw a `DecodingError` for anything else, and for a number that cannot be kept
// digit for digit: the decoder may cut off digits beyond the 38th. `quoted` says which form is usual:
// it is tried first, for an error that is thrown takes long to make.

extension JSONObject {
  /// The number of a key; `nil` when it is null or missing.
  package func number(_ key: JSONKey, quoted: Bool = false) throws -> Decimal? {
    do throws(NumberFault) {
      return try exactNumber(quoted: quoted) { isQuoted in
        isQuoted
          ? try exact(members.decodeIfPresent(String.self, forKey: key))
          : try exact(members.decodeIfPresent(Decimal.self, forKey: key))
      }
    } catch {
      throw invalid(key, error.rawValue)
    }
  }

  /// The price of a key; `nil` also when it is 0, which most exchanges send where there is none.
  package func price(_ key: JSONKey, quoted: Bool = false) throws -> Decimal? {
    try number(key, quoted: quoted).nilIfZero
  }

  /// The number of a key, which must be there.
  package func requiredNumber(_ key: JSONKey, quoted: Bool = false) throws -> Decimal {
    if let number = try number(key, quoted: quoted) { return number }
    throw missing(key)
  }

  /// A 64-bit integer, plain or quoted; `nil` when it is null or missing.
  package func wholeNumber(_ key: JSONKey) throws -> Int64? {
    do {
      return try members.decodeIfPresent(Int64.self, forKey: key)
    } catch {
      guard let text = try? requiredText(key), let number = Int64(text) else {
        throw invalid(key, "not a whole number")
      }
      return number
    }
  }

  /// The step of numbers with so many decimals, as in 0.01 for 2; `nil` when it is null or missing.
  package func step(ofDecimals key: JSONKey) throws -> Decimal? {
    guard let decimals = try number(key) else { return nil }
    guard (0...38).contains(decimals), decimals.rounded(toPlaces: 0) == decimals else {
      throw invalid(key, "not a number of decimals")
    }
    return .powerOfTen(-NSDecimalNumber(decimal: decimals).intValue)
  }

  /// The time of a key with Unix seconds, usually quoted; within the years 1970 to 9999.
  package func time(_ key: JSONKey) throws -> Date {
    guard let date = Date(unixSeconds: try requiredNumber(key, quoted: true)) else {
      throw invalid(key, "not a time")
    }
    return date
  }
}

extension JSONArray {
  /// The next number; `nil` when it is null or the array is at its end.
  package mutating func number(quoted: Bool = false) throws -> Decimal? {
    if elements.isAtEnd { return nil }
    let index = elements.currentIndex
    do throws(NumberFault) {
      return try exactNumber(quoted: quoted) { isQuoted in
        isQuoted
          ? try exact(elements.decodeIfPresent(String.self))
          : try exact(elements.decodeIfPresent(Decimal.self))
      }
    } catch {
      throw invalid(at: index, error.rawValue)
    }
  }

  /// The next number as a price; `nil` also when it is 0.
  package mutating func price(quoted: Bool = false) throws -> Decimal? {
    try number(quoted: quoted).nilIfZero
  }

  /// The next number, which must be there.
  package mutating func requiredNumber(quoted: Bool = false) throws -> Decimal {
    if let number = try number(quoted: quoted) { return number }
    throw invalid("missing")
  }

  /// The next number as a time, within the years 1970 to 9999.
  ///
  /// - Parameter units: the number of units per second, as in 1000 for milliseconds.
  package mutating func time(units: Decimal = 1) throws -> Date {
    let index = elements.currentIndex
    guard let date = Date(unixSeconds: try requiredNumber() / units) else {
      throw invalid(at: index, "not a time")
    }
    return date
  }
}

private enum NumberFault: String, Error {
  case notANumber = "not a number"
  case tooManyDigits = "has too many digits"
}

/// The number in its usual form, or else in the other one, for which reading throws a `DecodingError`.
@inline(__always) private func exactNumber(
  quoted: Bool, read: (_ isQuoted: Bool) throws -> Decimal?
) throws(NumberFault) -> Decimal? {
  var isQuoted = quoted
  repeat {
    do {
      return try read(isQuoted)
    } catch let fault as NumberFault {
      throw fault
    } catch {
      isQuoted.toggle()
    }
  } while isQuoted != quoted
  throw .notANumber
}

private func exact(_ text: String?) throws(NumberFault) -> Decimal? {
  guard let text else { return nil }
  if let number = Decimal(exact: text) { return number }
  throw text.isNumber ? .tooManyDigits : .notANumber
}

private func exact(_ number: Decimal?) throws(NumberFault) -> Decimal? {
  // The decoder cuts off digits that do not fit: a full significand may have lost some.
  guard number.map({ $0.isFinite && !$0.hasSurplusDigits }) ?? true else { throw .tooManyDigits }
  return number
}

extension Decimal? {
  var nilIfZero: Decimal? { flatMap { $0.isZero ? nil : $0 } }
}

extension String {
  /// Whether it is a number at all, perhaps one of too many digits.
  fileprivate var isNumber: Bool {
    wholeMatch(of: /-?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?/) != nil
  }
}

extension Date {
  /// `nil` before the year 1970 and after the year 9999.
  fileprivate init?(unixSeconds seconds: Decimal) {
    guard (0..<253_402_300_800).contains(seconds) else { return nil }
    self.init(timeIntervalSince1970: NSDecimalNumber(decimal: seconds).doubleValue)
  }
}
