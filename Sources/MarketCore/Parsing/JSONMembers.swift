import Foundation

/// A key of a JSON object; in the place of an error also an index of an array.
package struct JSONKey: CodingKey, ExpressibleByStringLiteral {
  package let stringValue: String
  package var intValue: Int?

  package init(stringValue: String) { self.stringValue = stringValue }
  package init(stringLiteral key: String) { stringValue = key }
  package init(intValue: Int) { (stringValue, self.intValue) = ("", intValue) }
}

/// A JSON object in a response, read by any keys.
package typealias JSONObject = JSONMembers<JSONKey>

/// A JSON object, read by the keys of one kind.
package struct JSONMembers<Key: CodingKey>: Decodable {
  let members: KeyedDecodingContainer<Key>

  init(_ members: KeyedDecodingContainer<Key>) { self.members = members }

  package init(from decoder: any Decoder) throws {
    members = try decoder.container(keyedBy: Key.self)
  }

  // Each of the following is the value of a key, which must be there. An optional one is `nil` when it
  // is null or missing.

  package func value<Value: Decodable>(_ key: Key) throws -> Value {
    try members.decode(Value.self, forKey: key)
  }

  func optionalValue<Value: Decodable>(_ key: Key) throws -> Value? {
    try members.decodeIfPresent(Value.self, forKey: key)
  }

  // Containers are nested, for decoding a type of ours takes Foundation much longer.

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

  /// A name: a text that is not blank.
  func name(_ key: Key) throws -> String {
    let name: String
    do {
      name = try requiredText(key)
    } catch  where !(error is DecodingError) {
      // Foundation's own error would hide the whole answer.
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

/// A JSON array in a response, read element by element. Further elements are ignored.
package struct JSONArray: Decodable {
  var elements: any UnkeyedDecodingContainer
  /// The name of the row that the array is: set while it is parsed, and used in a warning.
  var name: String?

  init(_ elements: any UnkeyedDecodingContainer) { self.elements = elements }

  package init(from decoder: any Decoder) throws { elements = try decoder.unkeyedContainer() }

  // Each of the following reads the next element, which must be of that kind.

  mutating func array() throws -> JSONArray { JSONArray(try elements.nestedUnkeyedContainer()) }

  mutating func object() throws -> JSONObject {
    JSONObject(try elements.nestedContainer(keyedBy: JSONKey.self))
  }

  package mutating func text() throws -> String { try elements.decode(String.self) }

  /// A name: a text that is not blank.
  mutating func nonBlankText() throws -> String {
    let index = elements.currentIndex
    let text = try text()
    if text.isName { return text }
    throw invalid(at: index, "empty")
  }

  /// Skips elements, to the end of the array at most.
  mutating func skip(_ count: Int = 1) throws {
    for _ in 0..<count where !elements.isAtEnd { _ = try elements.decode(Skipped.self) }
  }

  /// An integer, plain or quoted; `nil` for anything else.
  package mutating func wholeNumber<Number: FixedWidthInteger & Decodable>() throws -> Number? {
    if elements.isAtEnd { return nil }
    if let number = try? elements.decode(Number.self) { return number }
    if let text = try? elements.decode(String.self) { return Number(text) }
    try skip()
    return nil
  }

  /// The error for the element at an index; for the next one, if there is no index.
  func invalid(at index: Int? = nil, _ reason: String) -> DecodingError {
    let path = elements.codingPath + [JSONKey(intValue: index ?? elements.currentIndex)]
    return .dataCorrupted(.init(codingPath: path, debugDescription: reason))
  }
}

extension String {
  /// Whether there is more than white space. Nearly every name has a letter of ASCII, which is quickly
  /// seen.
  var isName: Bool {
    utf8.contains { 0x21...0x7E ~= $0 } || contains { !$0.isWhitespace }
  }
}

/// A value of any kind that is not read.
struct Skipped: Decodable { init(from decoder: any Decoder) {} }
