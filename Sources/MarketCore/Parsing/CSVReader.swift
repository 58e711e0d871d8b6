/// Parses comma-separated values (RFC 4180), or values with another separator. Also accepts spaces and tabs
/// around a quoted field.
struct CSVReader {
  /// The fields of a line, or of several lines if a quoted field contains line ends.
  struct Record: Equatable {
    /// The number of the first line, counted from 1.
    let line: Int
    let fields: [String]
    /// The reason why the record is invalid, and has no fields; `nil` if it is valid.
    let error: String?
  }

  private var rest: ArraySlice<UInt8>
  private var line = 1
  private var separator = UInt8.comma

  /// Parses one line without its line end. The quotation marks around fields are removed.
  static func fields(of line: ArraySlice<UInt8>) throws(InvalidLine) -> [ArraySlice<UInt8>] {
    var reader = CSVReader(rest: line)
    let fields = try reader.fields()
    guard reader.rest.isEmpty else { throw InvalidLine("carriage return inside a line") }
    return fields
  }

  /// Parses the records of a file, whose lines end in LF, CRLF or CR. White space at both ends of a field
  /// is removed, also inside quotation marks. Skips lines that are blank or, after any blanks, begin with
  /// `#`.
  static func records(_ bytes: [UInt8], separator: Character = ",") -> [Record] {
    var reader = CSVReader(rest: bytes.withoutByteOrderMark)
    reader.separator = separator.asciiValue ?? .comma
    var records: [Record] = []
    while let record = reader.next() { records.append(record) }
    return records
  }

  private mutating func next() -> Record? {
    while true {
      skipBlanks()
      if rest.first == UInt8(ascii: "#") { skipLine() }
      guard let byte = rest.first else { return nil }
      guard byte.isLineEnd else { break }
      takeLineEnd()
    }
    defer { takeLineEnd() }
    let start = line
    do throws(InvalidLine) {
      let fields = try fields().map { field throws(InvalidLine) in try Self.text(of: field) }
      return Record(line: start, fields: fields, error: nil)
    } catch {
      skipLine()
      return Record(line: start, fields: [], error: error.reason)
    }
  }

  private static func text(of field: ArraySlice<UInt8>) throws(InvalidLine) -> String {
    guard let text = String(validating: field, as: UTF8.self) else {
      throw InvalidLine("invalid UTF-8")
    }
    return String(
      text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }

  private mutating func fields() throws(InvalidLine) -> [ArraySlice<UInt8>] {
    var fields = [try field()]
    while rest.first == separator {
      rest.removeFirst()
      fields.append(try field())
    }
    return fields
  }

  private mutating func field() throws(InvalidLine) -> ArraySlice<UInt8> {
    let field = rest.prefix { !$0.isLineEnd && $0 != separator && $0 != .quote }
    rest = rest[field.endIndex...]
    guard rest.first == .quote else { return field }
    guard field.allSatisfy(\.isBlank) else { throw InvalidLine("quote inside an unquoted field") }
    return try quotedField()
  }

  private mutating func quotedField() throws(InvalidLine) -> ArraySlice<UInt8> {
    var text: ArraySlice<UInt8> = []
    rest.removeFirst()
    while true {
      let part = rest.prefix { $0 != .quote }
      text += part
      rest = rest[part.endIndex...]
      guard rest.popFirst() != nil else { throw InvalidLine("unclosed quote") }
      guard rest.first == .quote else { break }
      text.append(rest.removeFirst())
    }
    // CRLF counts as one line end.
    line += zip(text, text.dropFirst() + [0]).count { byte, next in
      byte == .lineFeed || byte == .carriageReturn && next != .lineFeed
    }
    skipBlanks()
    guard rest.first.map({ $0.isLineEnd || $0 == separator }) ?? true else {
      throw InvalidLine("text after closing quote; write \"\" for a quote inside a field")
    }
    return text
  }

  private mutating func skipBlanks() {
    rest = rest.drop { $0.isBlank && $0 != separator }
  }

  private mutating func skipLine() { rest = rest.drop { !$0.isLineEnd } }

  private mutating func takeLineEnd() {
    guard let byte = rest.popFirst() else { return }
    line += 1
    if byte == .carriageReturn, rest.first == .lineFeed { rest.removeFirst() }
  }
}

extension [UInt8] {
  var withoutByteOrderMark: ArraySlice<UInt8> {
    dropFirst(starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
  }
}

extension UInt8 {
  fileprivate static let comma = UInt8(ascii: ",")
  fileprivate static let quote = UInt8(ascii: "\"")
  fileprivate static let lineFeed = UInt8(ascii: "\n")
  fileprivate static let carriageReturn = UInt8(ascii: "\r")

  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
  fileprivate var isLineEnd: Bool { self == .lineFeed || self == .carriageReturn }
}

struct InvalidLine: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
