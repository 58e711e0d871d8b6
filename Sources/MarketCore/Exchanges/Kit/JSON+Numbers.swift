package import Foundation

// Numbers as exchanges may send them: plain (`0.1`, `5.51E-6`), quoted (`"4998.0"`), or null.
//
// The functions throw a `DecodingError` for anything else, and for a number that cannot be kept
// digit for digit: the decoder may cut off digits beyond the 38th. `quoted` says which form is usual:
// it is tried first, for an error that is thrown takes long to make.

extension JSONObject {
  /// The number of a key; `nil` when it is null or missing.
  package func number(_ key: JSONKey, quoted: Bool = false) throws -> Decimal? {
    func quotedNumber() throws -> NumberReading {
      NumberReading(text: try members.decodeIfPresent(String.self, forKey: key))
    }
    func plainNumber() throws -> NumberReading {
      NumberReading(plain: try members.decodeIfPresent(Decimal.self, forKey: key))
    }
    let reading =
      quoted
      ? (try? quotedNumber()) ?? (try? plainNumber())
      : (try? plainNumber()) ?? (try? quotedNumber())
    switch reading {
    case .success(let number): return number
    case .failure(let fault): throw invalid(key, fault.rawValue)
    case nil: throw invalid(key, NumberFault.notANumber.rawValue)
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
    let reading =
      quoted
      ? (try? quotedNumber()) ?? (try? plainNumber())
      : (try? plainNumber()) ?? (try? quotedNumber())
    switch reading {
    case .success(let number): return number
    case .failure(let fault): throw invalid(at: index, fault.rawValue)
    case nil: throw invalid(at: index, NumberFault.notANumber.rawValue)
    }
  }

  private mutating func quotedNumber() throws -> NumberReading {
    NumberReading(text: try elements.decodeIfPresent(String.self))
  }

  private mutating func plainNumber() throws -> NumberReading {
    NumberReading(plain: try elements.decodeIfPresent(Decimal.self))
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

/// The number that a value is, `nil` for null.
private typealias NumberReading = Result<Decimal?, NumberFault>

private enum NumberFault: String, Error {
  case notANumber = "not a number"
  case tooManyDigits = "has too many digits"
}

extension NumberReading {
  init(text: String?) {
    let number = text.flatMap { Decimal(exact: $0) }
    if let text, number == nil {
      self = .failure(text.isNumber ? .tooManyDigits : .notANumber)
    } else {
      self = .success(number)
    }
  }

  init(plain number: Decimal?) {
    // The decoder cuts off digits that do not fit: a full significand may have lost some.
    let isExact = number.map { $0.isFinite && !$0.hasSurplusDigits } ?? true
    self = isExact ? .success(number) : .failure(.tooManyDigits)
  }
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
