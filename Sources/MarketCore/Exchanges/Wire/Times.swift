import Foundation

extension KeyedDecodingContainer {
  /// The seconds of a key, which usually are in quotes, as a time: it must be there and within the
  /// years 1970 to 9999.
  func time(forKey key: Key) throws -> Date {
    guard let date = Date(unixSeconds: try requiredNumber(forKey: key, quoted: true)) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: "not a time")
    }
    return date
  }
}

extension UnkeyedDecodingContainer {
  /// The next number as a time, which must be there and within the years 1970 to 9999.
  ///
  /// - Parameter units: how many units of the number are a second, as in 1000 for milliseconds.
  mutating func time(units: Decimal = 1) throws -> Date {
    let place = self
    guard let date = Date(unixSeconds: try requiredNumber() / units) else {
      throw DecodingError.dataCorruptedError(in: place, debugDescription: "not a time")
    }
    return date
  }
}

extension Date {
  /// `nil` before the year 1970 and beyond the year 9999.
  fileprivate init?(unixSeconds seconds: Decimal) {
    guard (0..<253_402_300_800).contains(seconds) else { return nil }
    self.init(timeIntervalSince1970: NSDecimalNumber(decimal: seconds).doubleValue)
  }
}
