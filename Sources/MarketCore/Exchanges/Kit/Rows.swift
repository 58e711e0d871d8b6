/// The rows of a list that could be parsed, and why the others were skipped: one bad row does not
/// hide the rest.
package struct Rows<Row> {
  package private(set) var elements: [Row] = []
  package var warnings: [Warning] = []

  /// Parsing fails when more rows than this are invalid: skipping millions takes long.
  private static var mostWarnings: Int { 1_000 }

  /// - Parameter parse: makes a row of an element; `nil` skips it without a warning.
  fileprivate init<Element: Decodable>(
    _ list: JSONArray, name: (Element) -> String?, parse: (inout Element) throws -> Row?
  ) throws {
    var container = list.elements
    let depth = container.codingPath.count
    elements.reserveCapacity(container.count ?? 0)
    func skip(_ error: any Error, name: String?, index: Int) throws {
      guard warnings.count < Self.mostWarnings else { throw error }
      warnings.append(Warning(error, row: name, place: "[\(index)]", depth: depth))
    }
    while !container.isAtEnd {
      let index = container.currentIndex
      var element: Element
      do {
        element = try container.decode(Element.self)
      } catch {
        try skip(error, name: nil, index: index)
        _ = try container.decode(Skipped.self)
        continue
      }
      do {
        if let row = try parse(&element) { elements.append(row) }
      } catch {
        try skip(error, name: name(element), index: index)
      }
    }
  }

  fileprivate init<Element: Decodable>(
    _ object: JSONObject, parse: (String, Element) throws -> Row?
  ) throws {
    let depth = object.members.codingPath.count
    for key in object.members.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
      do {
        let element = try object.members.decode(Element.self, forKey: key)
        if let row = try parse(key.stringValue, element) { elements.append(row) }
      } catch {
        guard warnings.count < Self.mostWarnings else { throw error }
        warnings.append(Warning(error, row: key.stringValue, place: "", depth: depth))
      }
    }
  }
}

extension JSONArray {
  /// The rows of an array of objects; warnings have the name in this member, or the index.
  package func objects<Row>(
    named key: JSONKey? = nil, _ parse: (JSONObject) throws -> Row?
  ) throws -> Rows<Row> {
    try Rows(self, name: { row in key.flatMap { try? row.name($0) } }, parse: { try parse($0) })
  }

  /// The rows of an array of arrays; warnings have their ``JSONArray/name``, or the index.
  package func arrays<Row>(_ parse: (inout JSONArray) throws -> Row?) throws -> Rows<Row> {
    try Rows(self, name: \.name, parse: parse)
  }

  /// The texts in an array.
  package func texts() throws -> Rows<String> {
    try Rows(self, name: { (_: String) in nil }, parse: { $0 })
  }
}

extension JSONObject {
  /// The rows of an object, in the order of their keys.
  package func rows<Element: Decodable, Row>(
    _ parse: (_ key: String, Element) throws -> Row?
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
