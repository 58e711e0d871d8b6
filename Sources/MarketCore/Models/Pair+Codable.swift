/// In JSON, a pair is its symbol.
extension Pair: Codable {
  /// Decodes the pair of a symbol. The symbol is not changed.
  ///
  /// - Throws: an error if the value is not a text, or is blank.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    let symbol = try value.decode(String.self)
    guard symbol.isName else {
      throw DecodingError.dataCorruptedError(in: value, debugDescription: "empty")
    }
    self.init(symbol: symbol)
  }

  /// Encodes the symbol.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(symbol)
  }
}

/// As the key of a dictionary in JSON, a pair is its symbol, too.
extension Pair: CodingKeyRepresentable {
  public var codingKey: any CodingKey { JSONKey(stringValue: symbol) }

  /// Creates the pair of a symbol, which is not changed; `nil` if it is blank.
  public init?(codingKey: some CodingKey) {
    guard codingKey.stringValue.isName else { return nil }
    self.init(symbol: codingKey.stringValue)
  }
}
