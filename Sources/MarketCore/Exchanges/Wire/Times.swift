import Foundation

extension UnkeyedDecodingContainer {
  /// The next number as a time, which must be there and within the years 1970 to 9999.
  ///
  /// - Parameter units: how many units of the number are a second, as in 1000 for milliseconds.
  mutating func time(units: Decimal = 1) throws -> Date {
    let place = self
    let seconds = try requiredNumber() / units
    guard (0..<253_402_300_800).contains(seconds) else {
      throw DecodingError.dataCorruptedError(in: place, debugDescription: "not a time")
    }
    return Date(timeIntervalSince1970: NSDecimalNumber(decimal: seconds).doubleValue)
  }
}
