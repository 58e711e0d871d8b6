import Foundation

extension KeyedDecodingContainer {
  /// A number as the exchange may send it: plain, quoted (`"4998.0"`), null or not at all.
  ///
  /// - Throws: `DecodingError` when something is there that is not a number, or one that cannot
  ///   be kept digit for digit.
  func number(forKey key: Key) throws -> Decimal? {
    guard contains(key), try !decodeNil(forKey: key) else { return nil }
    if let text = try? decode(String.self, forKey: key) {
      if let value = Decimal(exact: text) { return value }
    } else if let value = try? decode(Decimal.self, forKey: key), value.isExact {
      return value
    }
    throw DecodingError.dataCorruptedError(
      forKey: key, in: self, debugDescription: "not a number that can be kept exactly")
  }
}

extension Decimal {
  /// Whether the decoder can have kept every digit: it cuts off those that do not fit, so a
  /// number that fills the whole significand may have lost some.
  fileprivate var isExact: Bool {
    isFinite && significand.magnitude < .powerOfTen(Self.significantDigits)
  }
}
