/// Text that a terminal pastes, between the two sequences that mark its start and its end.
struct Paste: Sendable {
  /// The mark that the terminal sends after the text.
  private static let end = Array("\u{1B}[201~".utf8)
  /// A filter is shorter. Bytes beyond are read, but not kept.
  private static let longest = 4096

  private var bytes: [UInt8] = []
  /// The number of bytes of the end mark that have arrived.
  private var matched = 0

  /// Takes in the next byte; returns whether it was the last one of the end mark.
  mutating func take(_ byte: UInt8) -> Bool {
    if byte == Self.end[matched] {
      matched += 1
      return matched == Self.end.count
    }
    append(Self.end[..<matched])
    // An escape is the first byte of the mark and no other.
    matched = byte == Self.end[0] ? 1 : 0
    if matched == 0 { append([byte]) }
    return false
  }

  private mutating func append(_ more: some Collection<UInt8>) {
    bytes += more.prefix(Self.longest - bytes.count)
  }

  /// The text as a key; none for no text.
  var keys: [Key] { text.isEmpty ? [] : [.paste(text)] }

  /// The text as one line: line ends and tabs become a space, other control characters and what is
  /// no UTF-8 are left out.
  private var text: String {
    var line = String.UnicodeScalarView()
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      let isSpace = Character(scalar).isWhitespace
      if isSpace ? !line.isEmpty && line.last != " " : !scalar.isControl && scalar != "\u{FFFD}" {
        line.append(isSpace ? " " : scalar)
      }
    }
    if line.last == " " { line.removeLast() }
    return String(line)
  }
}
