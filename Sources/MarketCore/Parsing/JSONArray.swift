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

/// A JSON value of any type, which is not read.
struct Skipped: Decodable { init(from decoder: any Decoder) {} }
