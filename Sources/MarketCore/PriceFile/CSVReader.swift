/// Comma-separated values as in RFC 4180, with comments: blank lines and lines that begin with `#` are
/// ignored. Lines end in LF, CRLF or CR; white space around fields is removed.
struct CSVReader {
  /// The fields of a line, or of several lines if a quoted field has line ends.
  struct Record: Equatable {
    /// The number of its first line, from 1 on.
    let line: Int
    let fields: [String]
    /// The reason why it is invalid; it has no fields then.
    let error: String?
  }

  private var rest: ArraySlice<UInt8>
  private var line = 1

  static func records(_ bytes: [UInt8]) -> [Record] {
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let start = bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
    var reader = CSVReader(rest: bytes[start...])
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
      var fields = [try field()]
      while rest.first == .comma {
        rest.removeFirst()
        fields.append(try field())
      }
      return Record(line: start, fields: fields, error: nil)
    } catch {
      skipLine()
      return Record(line: start, fields: [], error: error.reason)
    }
  }

  private mutating func field() throws(InvalidLine) -> String {
    skipBlanks()
    let bytes = rest.first == .quote ? try quotedField() : try plainField()
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw InvalidLine("invalid UTF-8")
    }
    return String(
      text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }

  private mutating func plainField() throws(InvalidLine) -> ArraySlice<UInt8> {
    let field = rest.prefix { !$0.isLineEnd && $0 != .comma }
    rest = rest[field.endIndex...]
    guard !field.contains(.quote) else { throw InvalidLine("quote inside an unquoted field") }
    return field
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
    // CRLF is one line end.
    line += zip(text, text.dropFirst() + [0]).count { byte, next in
      byte == .lineFeed || byte == .carriageReturn && next != .lineFeed
    }
    skipBlanks()
    guard rest.first.map({ $0.isLineEnd || $0 == .comma }) ?? true else {
      throw InvalidLine("text after closing quote; write \"\" for a quote inside a field")
    }
    return text
  }

  private mutating func skipBlanks() {
    rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }

  private mutating func skipLine() { rest = rest.drop { !$0.isLineEnd } }

  private mutating func takeLineEnd() {
    guard let byte = rest.popFirst() else { return }
    line += 1
    if byte == .carriageReturn, rest.first == .lineFeed { rest.removeFirst() }
  }
}

extension UInt8 {
  fileprivate static let comma = UInt8(ascii: ",")
  fileprivate static let quote = UInt8(ascii: "\"")
  fileprivate static let lineFeed = UInt8(ascii: "\n")
  fileprivate static let carriageReturn = UInt8(ascii: "\r")

  fileprivate var isLineEnd: Bool { self == .lineFeed || self == .carriageReturn }
}

/// The reason why a line of a file is invalid.
struct InvalidLine: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
