/// The parsed rows of a list, and warnings about the rows that could not be parsed.
package struct Rows<Row> {
  package fileprivate(set) var elements: [Row] = []
  package private(set) var warnings: [Warning] = []

  /// Adds the row that `parse` returns, unless it is `nil`. If `parse` throws, adds a warning with the
  /// name of the row, or else with its place. `depth` is the depth of the list in the JSON.
  fileprivate mutating func add(
    _ place: @autoclosure () -> String, depth: Int, name: String? = nil,
    _ parse: (inout String?) throws -> Row?
  ) throws {
    var name = name
    do {
      if let row = try parse(&name) { elements.append(row) }
    } catch {
      // If more than 1,000 rows are invalid, the whole list fails: skipping millions would take long.
      guard warnings.count < 1_000 else { throw error }
      let decodingError = error as? DecodingError
      // The sentence of a `DecodingError` contains the place; errors of other types have no place.
      let subject = name ?? (decodingError == nil ? place() : nil)
      let fault =
        decodingError?.sentence(below: name == nil ? 0 : depth + 1) ?? "unreadable number or text"
      warnings.append(.rowSkipped((subject.map { "\($0): " } ?? "") + fault))
    }
  }
}

extension JSONArray {
  /// The rows of an array of objects. Warnings name a row by its member `key`; without it, by the index.
  package func objects<Key: CodingKey, Row>(
    named key: Key? = nil, _ parse: (JSONMembers<Key>) throws -> Row?
  ) throws -> Rows<Row> {
    try rows { elements, name in
      let row = JSONMembers(try elements.nestedContainer(keyedBy: Key.self))
      do {
        return try parse(row)
      } catch {
        name = key.flatMap { try? row.name($0) }
        throw error
      }
    }
  }

  /// The rows of an array of arrays. Warnings name a row by ``JSONArray/name``; without it, by the index.
  package func arrays<Row>(_ parse: (inout JSONArray) throws -> Row?) throws -> Rows<Row> {
    try rows { elements, name in
      var row = JSONArray(try elements.nestedUnkeyedContainer())
      defer { name = row.name }
      return try parse(&row)
    }
  }

  func texts() throws -> Rows<String> {
    try rows { elements, _ in try elements.decode(String.self) }
  }

  private func rows<Row>(
    _ next: (_ elements: inout any UnkeyedDecodingContainer, _ name: inout String?) throws -> Row?
  ) throws -> Rows<Row> {
    var (rows, elements) = (Rows<Row>(), elements)
    let depth = elements.codingPath.count
    rows.elements.reserveCapacity(elements.count ?? 0)
    while !elements.isAtEnd {
      let index = elements.currentIndex
      try rows.add("[\(index)]", depth: depth) { try next(&elements, &$0) }
      // Skips an element of an unexpected type, which was not consumed. Otherwise the loop would not end.
      if elements.currentIndex == index { _ = try elements.decode(Skipped.self) }
    }
    return rows
  }
}

extension JSONObject {
  /// The rows of an object of objects, sorted by their keys. Warnings name a row by its key.
  package func rows<Member: CodingKey, Row>(
    _ parse: (String, JSONMembers<Member>) throws -> Row?
  ) throws -> Rows<Row> {
    var rows = Rows<Row>()
    let depth = members.codingPath.count
    for key in members.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
      try rows.add("", depth: depth, name: key.stringValue) { _ in
        let row = try members.nestedContainer(keyedBy: Member.self, forKey: key)
        return try parse(key.stringValue, JSONMembers<Member>(row))
      }
    }
    return rows
  }
}

extension Answer {
  package init<Row>(
    _ rows: Rows<Row>, in response: Transport.Response, _ warnings: [Warning] = []
  ) throws(MarketError) where Value == [Row] {
    try self.init(rows.elements, in: response, rows.warnings + warnings)
  }
}

extension Transport.Response {
  /// Parses the rows in the JSON of the body. Fails also if a row is invalid, and the result has no row.
  package func rows<Root: Decodable, Row>(
    _ parse: @escaping (Root) throws -> Rows<Row>
  ) throws(MarketError) -> Answer<[Row]> {
    try Answer(parsed(parse), in: self)
  }
}
