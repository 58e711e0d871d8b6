public import Foundation

/// Numbers as exchanges may send them: plain (`0.1`, `5.51E-6`), quoted (`"4998.0"`), or null.
///
/// All of these throw `DecodingError` when something is there that is not a number, or one of which
/// is known that it cannot be kept digit for digit: the decoder may cut off digits beyond the 38th.
extension KeyedDecodingContainer {
  /// The number of a key; `nil` when it is null or missing.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - quoted: whether quotes are usual. What is usual is tried first, for an error that is thrown
  ///     takes long to make.
  public func number(forKey key: Key, quoted: Bool = false) throws -> Decimal? {
    guard contains(key), try !decodeNil(forKey: key) else { return nil }
    let number = Decimal.exact(
      quotedFirst: quoted, plain: { try? decode(Decimal.self, forKey: key) },
      text: { try? decode(String.self, forKey: key) })
    if let number { return number }
    throw DecodingError.dataCorruptedError(
      forKey: key, in: self, debugDescription: "not a number that can be kept exactly")
  }

  /// The number of a key, which must be there.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - quoted: whether quotes are usual.
  public func requiredNumber(forKey key: Key, quoted: Bool = false) throws -> Decimal {
    if let number = try number(forKey: key, quoted: quoted) { return number }
    throw DecodingError.keyNotFound(
      key, DecodingError.Context(codingPath: codingPath, debugDescription: "no value"))
  }
}

/// The same in arrays.
extension UnkeyedDecodingContainer {
  /// The next number; `nil` when it is null or the array is at its end.
  ///
  /// - Parameter quoted: whether quotes are usual.
  public mutating func number(quoted: Bool = false) throws -> Decimal? {
    guard !isAtEnd, try !decodeNil() else { return nil }
    // A copy, for closures cannot capture what is mutated here.
    var container = self
    let number = Decimal.exact(
      quotedFirst: quoted, plain: { try? container.decode(Decimal.self) },
      text: { try? container.decode(String.self) })
    guard let number else {
      throw DecodingError.dataCorruptedError(
        in: self, debugDescription: "not a number that can be kept exactly")
    }
    self = container
    return number
  }
}

extension Decimal {
  /// The number that one of two readings gives, the usual one first.
  fileprivate static func exact(
    quotedFirst: Bool, plain: () -> Decimal?, text: () -> String?
  ) -> Decimal? {
    func quoted() -> Decimal? { text().flatMap(Decimal.init(exact:)) }
    func unquoted() -> Decimal? { plain().flatMap { $0.isExact ? $0 : nil } }
    return quotedFirst ? quoted() ?? unquoted() : unquoted() ?? quoted()
  }

  /// Whether the decoder can have kept every digit: it cuts off those that do not fit, so a
  /// number that fills the whole significand may have lost some.
  private var isExact: Bool {
    isFinite
      && (shortSignificand != nil || significand.magnitude < .powerOfTen(Self.significantDigits))
  }
}
