/// The name of an exchange on the command line, in files and in names of folders, as in `kraken`.
public struct ExchangeID: RawRepresentable, Hashable, Codable, CodingKeyRepresentable, Sendable {
  public let rawValue: String

  /// Creates the id of a name in lower-case letters. The exchange need not exist.
  public init(rawValue: String) { self.rawValue = rawValue }
}

extension ExchangeID: ExpressibleByStringLiteral, CustomStringConvertible {
  public init(stringLiteral name: String) { self.init(rawValue: name) }

  public var description: String { rawValue }
}
