import Foundation

/// A key of a JSON object, or the index of an array element in the path of an error.
package struct JSONKey: CodingKey, ExpressibleByStringLiteral {
  package let stringValue: String
  package var intValue: Int?

  package init(stringValue: String) { self.stringValue = stringValue }
  package init(stringLiteral key: String) { stringValue = key }
  package init(intValue: Int) { (stringValue, self.intValue) = ("", intValue) }
}

/// A JSON object in a response, which can have any keys.
package typealias JSONObject = JSONMembers<JSONKey>

/// A JSON object, whose values are read by the keys of one type.
package struct JSONMembers<Key: CodingKey>: Decodable {
  let members: KeyedDecodingContainer<Key>

  init(_ members: KeyedDecodingContainer<Key>) { self.members = members }

  package init(from decoder: any Decoder) throws {
    members = try decoder.container(keyedBy: Key.self)
  }

  // The following functions return the value of a key. They throw if it has another type. A function
  // with an optional result returns `nil` if the value is null or missing, the other functions throw.

  package func value<Value: Decodable>(_ key: Key) throws -> Value {
    try members.decode(Value.self, forKey: key)
  }

  func optionalValue<Value: Decodable>(_ key: Key) throws -> Value? {
    try members.decodeIfPresent(Value.self, forKey: key)
  }

  // Nested containers are used, because Foundation needs much longer to decode a type of this package.

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

  /// Returns the text of a key. The text must not be blank.
  func name(_ key: Key) throws -> String {
    let name: String
    do {
      name = try requiredText(key)
    } catch  where !(error is DecodingError) {
      // Foundation's error would discard the whole response, instead of one row.
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

/// A JSON array in a response, read element by element. Elements at the end that are not read are ignored.
package struct JSONArray: Decodable {
  var elements: any UnkeyedDecodingContainer
  /// The name of the row that this array contains. The code that parses the row sets it for warnings.
  var name: String?

  init(_ elements: any UnkeyedDecodingContainer) { self.elements = elements }

  package init(from decoder: any Decoder) throws { elements = try decoder.unkeyedContainer() }

  // The following functions read the next element. They throw if it has another type.

  mutating func array() throws -> JSONArray { JSONArray(try elements.nestedUnkeyedContainer()) }

  mutating func object() throws -> JSONObject {
    JSONObject(try elements.nestedContainer(keyedBy: JSONKey.self))
  }

  package mutating func text() throws -> String { try elements.decode(String.self) }

  /// Reads a text that is not blank.
  mutating func nonBlankText() throws -> String {
    let index = elements.currentIndex
    let text = try text()
    if text.isName { return text }
    throw invalid(at: index, "empty")
  }

  /// Skips elements. Stops at the end of the array.
  mutating func skip(_ count: Int = 1) throws {
    for _ in 0..<count where !elements.isAtEnd { _ = try elements.decode(Skipped.self) }
  }

  /// Reads an integer, plain or quoted; `nil` if the element is anything else, or the array has ended.
  package mutating func wholeNumber<Number: FixedWidthInteger & Decodable>() throws -> Number? {
    if elements.isAtEnd { return nil }
    if let number = try? elements.decode(Number.self) { return number }
    if let text = try? elements.decode(String.self) { return Number(text) }
    try skip()
    return nil
  }

  /// Returns the error about the element at `index`; about the next element if `index` is `nil`.
  func invalid(at index: Int? = nil, _ reason: String) -> DecodingError {
    let path = elements.codingPath + [JSONKey(intValue: index ?? elements.currentIndex)]
    return .dataCorrupted(.init(codingPath: path, debugDescription: reason))
  }
}

extension String {
  /// Whether the text has more than white space. Nearly every name has a visible ASCII character. This
  /// is fast to test, and therefore tested first.
  var isName: Bool {
    utf8.contains { 0x21...0x7E ~= $0 } || contains { !$0.isWhitespace }
  }
}

/// A value of any type. Its content is not read.
struct Skipped: Decodable { init(from decoder: any Decoder) {} }
