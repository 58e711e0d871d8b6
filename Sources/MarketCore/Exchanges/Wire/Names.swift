/// Names as exchanges send them.
extension KeyedDecodingContainer {
  /// The name of something: a text that is not blank.
  ///
  /// - Throws: `DecodingError` when there is none.
  public func name(forKey key: Key) throws -> String {
    let name = try decode(String.self, forKey: key)
    guard name.contains(where: { !$0.isWhitespace }) else {
      throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "empty")
    }
    return name
  }
}
