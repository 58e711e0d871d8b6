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

  private let bytes: [UInt8]
  private var place = 0
  private var line = 1

  static func records(_ bytes: [UInt8]) -> [Record] {
    var reader = CSVReader(bytes: bytes)
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if bytes.starts(with: byteOrderMark) { reader.place = byteOrderMark.count }
    var records: [Record] = []
    while let record = reader.next() { records.append(record) }
    return records
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var byte: UInt8? { place < bytes.count ? bytes[place] : nil }
  private var isAtLineEnd: Bool { byte.map { $0 == .lineFeed || $0 == .carriageReturn } ?? true }
  private var isAtFieldEnd: Bool { isAtLineEnd || byte == .comma }

  private mutating func next() -> Record? {
    while true {
      skipBlanks()
      guard let byte else { return nil }
      if byte == UInt8(ascii: "#") { skipLine() }
      guard isAtLineEnd else { break }
      takeLineEnd()
    }
    defer { takeLineEnd() }
    let start = line
    do throws(InvalidLine) {
      var fields = [try field()]
      while byte == .comma {
        place += 1
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
    let bytes = byte == .quote ? try quotedField() : try plainField()
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw InvalidLine("invalid UTF-8")
    }
    return String(
      text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }

  private mutating func plainField() throws(InvalidLine) -> [UInt8] {
    let start = place
    while !isAtFieldEnd { place += 1 }
    guard !bytes[start..<place].contains(.quote) else {
      throw InvalidLine("quote inside an unquoted field")
    }
    return Array(bytes[start..<place])
  }

  private mutating func quotedField() throws(InvalidLine) -> [UInt8] {
    var text: [UInt8] = []
    place += 1
    while true {
      guard let byte else { throw InvalidLine("unclosed quote") }
      if byte == .quote {
        place += 1
        guard self.byte == .quote else { break }
      }
      let first = place
      if isAtLineEnd { takeLineEnd() } else { place += 1 }
      text += bytes[first..<place]
    }
    skipBlanks()
    guard isAtFieldEnd else {
      throw InvalidLine(
        "text after closing quote; write \"\" for a quote inside a field")
    }
    return text
  }

  private mutating func skipBlanks() {
    while byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { place += 1 }
  }

  private mutating func skipLine() {
    while !isAtLineEnd { place += 1 }
  }

  private mutating func takeLineEnd() {
    guard let byte else { return }
    place += 1
    line += 1
    if byte == .carriageReturn, self.byte == .lineFeed { place += 1 }
  }
}

extension UInt8 {
  fileprivate static let comma = UInt8(ascii: ",")
  fileprivate static let quote = UInt8(ascii: "\"")
  fileprivate static let lineFeed = UInt8(ascii: "\n")
  fileprivate static let carriageReturn = UInt8(ascii: "\r")
}

/// The reason why a line of a file is invalid.
struct InvalidLine: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
