/// The rows of a list that could be parsed, and why the others were skipped: one bad row does not
/// hide the rest.
package struct Rows<Row> {
  package private(set) var elements: [Row] = []
  package var warnings: [Warning] = []

  /// Parsing fails when more rows than this are invalid: skipping millions takes long.
  private static var mostWarnings: Int { 1_000 }

  /// - Parameter next: parses the next element; `nil` skips it without a warning. When it fails, it
  ///   sets the name for the warning, if the row has one.
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

  fileprivate init(_ object: JSONObject, parse: (String, JSONObject) throws -> Row?) throws {
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
  package func rows<Row>(_ parse: (String, JSONObject) throws -> Row?) throws -> Rows<Row> {
    try Rows(self, parse: parse)
  }
}

extension Warning {
  /// A row that could not be parsed: its name, else its place, below so many keys.
  fileprivate init(_ error: any Error, row: String?, place: String, depth: Int) {
    guard let error = error as? DecodingError else {
      // An error of Foundation's own, without a place.
      self = .rowLeftOut("\(row ?? place): unreadable number or text")
      return
    }
    self = .rowLeftOut(
      row.map { "\($0): \(error.sentence(below: depth + 1))" } ?? error.sentence(below: 0))
  }
}

extension Answer {
  /// The rows of a response, and its warnings.
  package init<Row>(
    _ rows: Rows<Row>, in response: Transport.Response, _ warnings: [Warning] = []
  ) throws(MarketError) where Value == [Row] {
    try self.init(rows.elements, in: response, rows.warnings + warnings)
  }
}

extension Transport.Response {
  /// The rows that a function makes of the JSON of the body.
  ///
  /// - Throws: ``MarketError/malformed(_:)``, also when there are rows and none is valid.
  package func rows<Root: Decodable, Row>(
    _ parse: @escaping (Root) throws -> Rows<Row>
  ) throws(MarketError) -> Answer<[Row]> {
    try Answer(parsed(parse), in: self)
  }
}
