/// The name of an exchange on the command line, in files and in folders, as in `kraken`.
public struct ExchangeID: RawRepresentable, Hashable, Codable, CodingKeyRepresentable, Sendable {
  /// The name, in lower-case letters.
  public let rawValue: String

  /// Creates the id of a name. The exchange need not exist.
  public init(rawValue: String) { self.rawValue = rawValue }
}

extension ExchangeID: ExpressibleByStringLiteral, CustomStringConvertible {
  /// Creates the id of a name.
  public init(stringLiteral name: String) { self.init(rawValue: name) }

  public var description: String { rawValue }
}
