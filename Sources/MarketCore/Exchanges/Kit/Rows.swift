/// The rows of a list that could be parsed, and why the others were skipped: one bad row does not
/// hide the rest.
package struct Rows<Row> {
  package private(set) var elements: [Row] = []
  package var warnings: [Warning] = []

  /// Parsing fails when more rows than this are invalid: skipping millions takes long.
  private static var mostWarnings: Int { 1_000 }

  /// - Parameter next: parses the next element, or returns `nil` to skip it without a warning. When it
  ///   fails, it sets the name for the warning, if the row has one.
  fileprivate init(
    _ list: JSONArray,
    next: (_ elements: inout any UnkeyedDecodingContainer, _ name: inout String?) throws -> Row?
  ) throws {
    var container = list.elements
    let depth = container.codingPath.count
    elements.reserveCapacity(container.count ?? 0)
    while !container.isAtEnd {
      let index = container.currentIndex
      var name: String?
      do {
        if let row = try next(&container, &name) { elements.append(row) }
      } catch {
        try skip(error, Warning(error, row: name, place: "[\(index)]", depth: depth))
        // An element of another kind has not been consumed.
        if container.currentIndex == index { _ = try container.decode(Skipped.self) }
      }
    }
  }

  fileprivate init(
    _ object: JSONObject, parse: (_ key: String, JSONObject) throws -> Row?
  ) throws {
    let depth = object.members.codingPath.count
    for key in object.members.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
      do {
        if let row = try parse(key.stringValue, object.object(key)) { elements.append(row) }
      } catch {
        try skip(error, Warning(error, row: key.stringValue, place: "", depth: depth))
      }
    }
  }

  private mutating func skip(_ error: any Error, _ warning: @autoclosure () -> Warning) throws {
    guard warnings.count < Self.mostWarnings else { throw error }
    warnings.append(warning())
  }
}

extension JSONArray {
  /// The rows of an array of objects; warnings have the name in this member, or the index.
  package func objects<Row>(
    named key: JSONKey? = nil, _ parse: (JSONObject) throws -> Row?
  ) throws -> Rows<Row> {
    try Rows(self) { elements, name in
      let row = JSONObject(try elements.nestedContainer(keyedBy: JSONKey.self))
      do {
        return try parse(row)
      } catch {
        name = key.flatMap { try? row.name($0) }
        throw error
      }
    }
  }

  /// The rows of an array of arrays; warnings have their ``JSONArray/name``, or the index.
  package func arrays<Row>(_ parse: (inout JSONArray) throws -> Row?) throws -> Rows<Row> {
    try Rows(self) { elements, name in
      var row = JSONArray(try elements.nestedUnkeyedContainer())
      defer { name = row.name }
      return try parse(&row)
    }
  }

  /// The texts in an array.
  package func texts() throws -> Rows<String> {
    try Rows(self) { elements, _ in try elements.decode(String.self) }
  }
}

extension JSONObject {
  /// The rows of an object of objects, in the order of their keys.
  package func rows<Row>(
    _ parse: (_ key: String, JSONObject) throws -> Row?
  ) throws -> Rows<Row> {
    try Rows(self, parse: parse)
  }
}

extension Warning {
  /// A row that could not be parsed.
  ///
  /// - Parameters:
  ///   - row: the name of the row, if it has one; else its place identifies it.
  ///   - depth: how many keys lead to the rows.
  fileprivate init(_ error: any Error, row: String?, place: String, depth: Int) {
    let sentence: String
    if let error = error as? DecodingError {
      sentence = row.map { "\($0): \(error.sentence(below: depth + 1))" } ?? error.sentence
    } else {
      // An error of Foundation's own, without a place.
      sentence = "\(row ?? place): unreadable number or text"
    }
    self = .rowLeftOut(sentence)
  }
}

extension Answer where Value: RangeReplaceableCollection {
  /// The rows of a response, and its warnings.
  ///
  /// - Throws: ``MarketError/malformed(_:)`` when it has rows and none could be parsed.
  package init(
    _ rows: Rows<Value.Element>, in response: Transport.Response, _ warnings: [Warning] = []
  ) throws(MarketError) {
    try self.init(Value(rows.elements), in: response, rows.warnings + warnings)
  }
}
