/// Names and other texts as exchanges send them.
extension KeyedDecodingContainer {
  /// The name of something: a text that is not blank.
  ///
  /// - Throws: `DecodingError` when there is none.
  public func name(forKey key: Key) throws -> String {
    let name: String
    do {
      name = try decode(String.self, forKey: key)
    } catch let error as DecodingError {
      throw error
    } catch {
      // Foundation's own error would hide the whole answer.
      throw corrupted(key, "not a text that can be read")
    }
    // Nearly every name has a letter of ASCII, which is quickly seen.
    guard
      name.utf8.contains(where: { 0x21...0x7E ~= $0 }) || name.contains(where: { !$0.isWhitespace })
    else { throw corrupted(key, "empty") }
    return name
  }

  /// A whole number of 64 bits, plain or quoted; `nil` when it is null or missing.
  ///
  /// - Throws: `DecodingError` when it is something else.
  public func wholeNumber(forKey key: Key) throws -> Int64? {
    do {
      return try decodeIfPresent(Int64.self, forKey: key)
    } catch {
      guard let text = try? decode(String.self, forKey: key), let number = Int64(text) else {
        throw corrupted(key, "not a whole number")
      }
      return number
    }
  }

  private func corrupted(_ key: Key, _ fault: String) -> DecodingError {
    .dataCorruptedError(forKey: key, in: self, debugDescription: fault)
  }
}
