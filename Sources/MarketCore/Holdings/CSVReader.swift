/// Comma-separated values as in RFC 4180, with comments: blank lines and lines that begin with `#` are
/// ignored. Lines end in LF, CRLF or CR; white space around fields is removed.
struct CSVReader {
  /// The fields of a line, or of several when a quoted field has line ends.
  struct Record: Equatable {
    /// The number of its first line, from 1 on.
    let line: Int
    let fields: [String]
    /// The reason why it cannot be read; it has no fields then.
    let error: String?
  }

  private let bytes: [UInt8]
  private var place = 0
  private var line = 1

  /// The records of a file.
  static func records(_ bytes: [UInt8]) -> [Record] {
    var reader = CSVReader(bytes)
    var records: [Record] = []
    while let record = reader.next() { records.append(record) }
    return records
  }

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: Self.byteOrderMark) { place = Self.byteOrderMark.count }
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private var byte: UInt8? { place < bytes.count ? bytes[place] : nil }
  private var isAtLineEnd: Bool { byte.map { $0 == .lineFeed || $0 == .carriageReturn } ?? true }

  private mutating func next() -> Record? {
    while true {
      skipBlanks()
      guard let byte else { return nil }
      if byte == UInt8(ascii: "#") { skipLine() }
      guard isAtLineEnd else { break }
      takeLineEnd()
    }
    let start = line
    var fields: [String] = []
    do throws(Failure) {
      fields.append(try field())
      while byte == UInt8(ascii: ",") {
        place += 1
        fields.append(try field())
      }
    } catch {
      skipLine()
      takeLineEnd()
      return Record(line: start, fields: [], error: error.reason)
    }
    takeLineEnd()
    return Record(line: start, fields: fields, error: nil)
  }

  private struct Failure: Error {
    let reason: String
  }

  /// Reads a field up to the comma or the line end behind it.
  private mutating func field() throws(Failure) -> String {
    skipBlanks()
    if byte == .quote { return try quotedField() }
    let start = place
    while !isAtLineEnd, byte != UInt8(ascii: ",") { place += 1 }
    let text = bytes[start..<place]
    guard !text.contains(.quote) else {
      throw Failure(reason: "quote inside an unquoted field")
    }
    return try Self.text(text)
  }

  private mutating func quotedField() throws(Failure) -> String {
    var text: [UInt8] = []
    place += 1
    while true {
      guard let byte else {
        throw Failure(reason: "unclosed quote")
      }
      if byte == .quote {
        place += 1
        guard self.byte == .quote else { break }
      }
      let first = place
      if isAtLineEnd { takeLineEnd() } else { place += 1 }
      text += bytes[first..<place]
    }
    skipBlanks()
    guard isAtLineEnd || byte == UInt8(ascii: ",") else {
      throw Failure(reason: "text after closing quote; write \"\" for a quote inside a field")
    }
    return try Self.text(text[...])
  }

  private static func text(_ bytes: ArraySlice<UInt8>) throws(Failure) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(reason: "invalid UTF-8")
    }
    return String(
      text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
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
  fileprivate static let quote = UInt8(ascii: "\"")
  fileprivate static let lineFeed = UInt8(ascii: "\n")
  fileprivate static let carriageReturn = UInt8(ascii: "\r")
}
