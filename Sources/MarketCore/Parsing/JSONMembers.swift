import Foundation

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

/// Reads a JSON array element by element. Elements at its end that are not read are ignored.
package struct JSONArray: Decodable {
  var elements: any UnkeyedDecodingContainer
  /// If this array is a row of a list: the name of the row for warnings, set by the parser of the row.
  var name: String?

  init(_ elements: any UnkeyedDecodingContainer) { self.elements = elements }

  package init(from decoder: any Decoder) throws { elements = try decoder.unkeyedContainer() }

  // `array`, `object` and `text` read the next element. They throw if it has another type, or is missing.

  mutating func array() throws -> JSONArray { JSONArray(try elements.nestedUnkeyedContainer()) }

  mutating func object() throws -> JSONObject {
    JSONObject(try elements.nestedContainer(keyedBy: JSONKey.self))
  }

  package mutating func text() throws -> String { try elements.decode(String.self) }

  /// Reads the next text. Throws if it is blank.
  mutating func nonBlankText() throws -> String {
    let index = elements.currentIndex
    let text = try text()
    if text.isName { return text }
    throw invalid(at: index, "empty")
  }

  /// Skips `count` elements, or all remaining elements if there are fewer.
  mutating func skip(_ count: Int = 1) throws {
    for _ in 0..<count where !elements.isAtEnd { _ = try elements.decode(Skipped.self) }
  }

  /// Reads the next integer, plain or quoted; `nil` for any other element, and at the end of the array.
  package mutating func wholeNumber<Number: FixedWidthInteger & Decodable>() throws -> Number? {
    if elements.isAtEnd { return nil }
    if let number = try? elements.decode(Number.self) { return number }
    if let text = try? elements.decode(String.self) { return Number(text) }
    try skip()
    return nil
  }

  /// Returns an error about the element at `index`, or about the next element if `index` is `nil`.
  func invalid(at index: Int? = nil, _ reason: String) -> DecodingError {
    let path = elements.codingPath + [JSONKey(intValue: index ?? elements.currentIndex)]
    return .dataCorrupted(.init(codingPath: path, debugDescription: reason))
  }
}

extension String {
  /// Whether the text is not blank. Visible ASCII characters are searched first, because this is faster.
  var isName: Bool {
    utf8.contains { 0x21...0x7E ~= $0 } || contains { !$0.isWhitespace }
  }
}

/// A JSON value of any type, which is not read.
struct Skipped: Decodable { init(from decoder: any Decoder) {} }
