/// A key of a JSON object, or the index of an array element in the path of an error.
package struct JSONKey: CodingKey, ExpressibleByStringLiteral {
  package let stringValue: String
  package var intValue: Int?

  package init(stringValue: String) { self.stringValue = stringValue }
  package init(stringLiteral key: String) { stringValue = key }
  package init(intValue: Int) { (stringValue, self.intValue) = ("", intValue) }
}

/// A JSON object whose keys can be any text.
package typealias JSONObject = JSONMembers<JSONKey>

/// Reads the values of a JSON object by keys of one type.
package struct JSONMembers<Key: CodingKey>: Decodable {
  let members: KeyedDecodingContainer<Key>

  init(_ members: KeyedDecodingContainer<Key>) { self.members = members }

  package init(from decoder: any Decoder) throws {
    members = try decoder.container(keyedBy: Key.self)
  }

  // The following functions, up to `name`, return the value of a key. They throw if it has another type.
  // If it is null or missing, functions with an optional result return `nil`, all other functions throw.

  package func value<Value: Decodable>(_ key: Key) throws -> Value {
    try members.decode(Value.self, forKey: key)
  }

  func optionalValue<Value: Decodable>(_ key: Key) throws -> Value? {
    try members.decodeIfPresent(Value.self, forKey: key)
  }

  // `decode(JSONObject.self, …)` would return the same as a nested container, but is much slower.

  func object(_ key: Key) throws -> JSONObject {
    JSONObject(try members.nestedContainer(keyedBy: JSONKey.self, forKey: key))
  }

  func array(_ key: Key) throws -> JSONArray {
    JSONArray(try members.nestedUnkeyedContainer(forKey: key))
  }

  func optionalArray(_ key: Key) throws -> JSONArray? {
    try members.contains(key) && !members.decodeNil(forKey: key) ? array(key) : nil
  }

  package func requiredText(_ key: Key) throws -> String {
    try members.decode(String.self, forKey: key)
  }

  func text(_ key: Key) throws -> String? {
    try members.decodeIfPresent(String.self, forKey: key)
  }

  /// Returns the text of a key. Throws if the text is blank.
  func name(_ key: Key) throws -> String {
    let name: String
    do {
      name = try requiredText(key)
    } catch  where !(error is DecodingError) {
      // Foundation's error about invalid text does not contain the path of the key.
      throw invalid(key, "not a text that can be read")
    }
    if name.isName { return name }
    throw invalid(key, "empty")
  }

  func missing(_ key: Key) -> DecodingError {
    .keyNotFound(key, .init(codingPath: members.codingPath, debugDescription: "no value"))
  }

  func invalid(_ key: Key, _ reason: String) -> DecodingError {
    .dataCorruptedError(forKey: key, in: members, debugDescription: reason)
  }

  func invalid(_ reason: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: members.codingPath, debugDescription: reason))
  }
}

extension String {
  /// Whether the text is not blank. Visible ASCII characters are searched first, because this is faster.
  var isName: Bool {
    utf8.contains { 0x21...0x7E ~= $0 } || contains { !$0.isWhitespace }
  }
}
