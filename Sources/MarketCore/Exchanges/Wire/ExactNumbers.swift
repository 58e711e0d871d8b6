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
  ///   - quoted: whether quotes are usual. The usual reading is tried first, for an error that is thrown
  ///     takes long to make.
  public func number(forKey key: Key, quoted: Bool = false) throws -> Decimal? {
    switch Decimal.exact(
      quotedFirst: quoted, plain: { try decodeIfPresent(Decimal.self, forKey: key) },
      text: { try decodeIfPresent(String.self, forKey: key) })
    {
    case .success(let number): return number
    case .failure(let fault):
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: fault.rawValue)
    }
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

/// Steps, told by how many decimals they have.
extension KeyedDecodingContainer {
  /// The smallest step of a number of so many decimals, as in 0.01 for 2; `nil` when it is null or
  /// missing.
  func step(ofDecimals key: Key) throws -> Decimal? {
    guard let decimals = try number(forKey: key) else { return nil }
    guard (0...38).contains(decimals), decimals.rounded(toPlaces: 0) == decimals else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: "not a number of decimals")
    }
    return .powerOfTen(-NSDecimalNumber(decimal: decimals).intValue)
  }
}

/// Numbers in arrays.
extension UnkeyedDecodingContainer {
  /// The next number; `nil` when it is null or the array is at its end.
  ///
  /// - Parameter quoted: whether quotes are usual.
  public mutating func number(quoted: Bool = false) throws -> Decimal? {
    guard !isAtEnd else { return nil }
    // A copy, for closures cannot capture what is mutated here.
    var container = self
    switch Decimal.exact(
      quotedFirst: quoted, plain: { try container.decodeIfPresent(Decimal.self) },
      text: { try container.decodeIfPresent(String.self) })
    {
    case .success(let number):
      self = container
      return number
    case .failure(let fault):
      throw DecodingError.dataCorruptedError(in: self, debugDescription: fault.rawValue)
    }
  }
}

/// Numbers that must be there.
extension UnkeyedDecodingContainer {
  /// The next number, which must be there.
  ///
  /// - Parameter quoted: whether quotes are usual.
  public mutating func requiredNumber(quoted: Bool = false) throws -> Decimal {
    if let number = try number(quoted: quoted) { return number }
    throw DecodingError.dataCorruptedError(in: self, debugDescription: "missing")
  }

  /// The price and the quantity that an entry of an order book begins with. One whose quantity is not
  /// above 0 offers nothing, and is refused.
  ///
  /// - Parameter quoted: whether quotes are usual.
  mutating func priceAndQuantity(quoted: Bool = false) throws -> (price: Decimal, quantity: Decimal)
  {
    let price = try requiredNumber(quoted: quoted)
    let place = self
    let quantity = try requiredNumber(quoted: quoted)
    guard quantity.isAboveZero else {
      throw DecodingError.dataCorruptedError(in: place, debugDescription: "not above 0")
    }
    return (price, quantity)
  }
}

extension Decimal? {
  /// The number, or `nil` for 0: on most exchanges a price of 0 says that there is none.
  var nilIfZero: Decimal? { flatMap { $0.isZero ? nil : $0 } }
}

/// The reason that a value is not an exact number.
private enum NumberFault: String, Error {
  case notANumber = "not a number"
  case tooManyDigits = "has too many digits"
}

extension Decimal {
  /// The number that one of two readings gives, the usual one first; `nil` when there is none. A
  /// reading throws when the value is of the other kind.
  fileprivate static func exact(
    quotedFirst: Bool, plain: () throws -> Decimal?, text: () throws -> String?
  ) -> Result<Decimal?, NumberFault> {
    func quoted() throws -> Result<Decimal?, NumberFault> {
      guard let text = try text() else { return .success(nil) }
      if let number = Decimal(exact: text) { return .success(number) }
      return .failure(text.isNumber ? .tooManyDigits : .notANumber)
    }
    func unquoted() throws -> Result<Decimal?, NumberFault> {
      guard let number = try plain() else { return .success(nil) }
      return number.isExact ? .success(number) : .failure(.tooManyDigits)
    }
    let reading =
      quotedFirst ? (try? quoted()) ?? (try? unquoted()) : (try? unquoted()) ?? (try? quoted())
    return reading ?? .failure(.notANumber)
  }

  /// Whether the decoder can have kept every digit: it cuts off those that do not fit, so a
  /// number that fills the whole significand may have lost some.
  private var isExact: Bool {
    isFinite && !hasSurplusDigits
  }
}

extension String {
  /// Whether it is a number at all, perhaps one of too many digits.
  fileprivate var isNumber: Bool {
    wholeMatch(of: /-?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?/) != nil
  }
}
