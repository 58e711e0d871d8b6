/// The name of an exchange on the command line, in files and in folders, as in `kraken`.
public struct ExchangeID: RawRepresentable, Hashable, Codable, CodingKeyRepresentable, Sendable {
  /// The name, in lower-case letters.
  public let rawValue: String

  /// The id of this name, whether there is such an exchange or not.
  public init(rawValue: String) { self.rawValue = rawValue }
}

extension ExchangeID: ExpressibleByStringLiteral, CustomStringConvertible {
  /// The id of this name.
  public init(stringLiteral name: String) { self.init(rawValue: name) }

  /// The name.
  public var description: String { rawValue }
}
