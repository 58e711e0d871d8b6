/// As JSON, a pair is its symbol.
extension Pair: Codable {
  /// Decodes the pair of a symbol, as it is written.
  ///
  /// - Throws: a `DecodingError` if it is not a text, or blank.
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

/// The symbol is also the key in the JSON of a dictionary.
extension Pair: CodingKeyRepresentable {
  /// The symbol.
  public var codingKey: any CodingKey { JSONKey(stringValue: symbol) }

  /// The pair of a symbol, as it is written; `nil` if that is blank.
  public init?(codingKey: some CodingKey) {
    guard codingKey.stringValue.isName else { return nil }
    self.init(symbol: codingKey.stringValue)
  }
}
