import Foundation

extension KeyedDecodingContainer {
  /// A number as the exchange may send it: plain, quoted (`"4998.0"`), null or not at all.
  ///
  /// - Throws: `DecodingError` when something is there that is not a number, or one of which is known
  ///   that it cannot be kept digit for digit: the decoder may cut off digits beyond the 38th.
  func number(forKey key: Key) throws -> Decimal? {
    guard contains(key), try !decodeNil(forKey: key) else { return nil }
    // Plain ones first, as nearly all are: what is thrown takes long to make.
    if let value = try? decode(Decimal.self, forKey: key) {
      if value.isExact { return value }
    } else if let value = (try? decode(String.self, forKey: key)).flatMap(Decimal.init(exact:)) {
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
    isFinite
      && (shortSignificand != nil || significand.magnitude < .powerOfTen(Self.significantDigits))
  }
}
