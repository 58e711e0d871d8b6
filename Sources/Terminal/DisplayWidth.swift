extension StringProtocol {
  package var displayWidth: Int {
    // Nearly all texts consist of characters that are one scalar and one cell wide.
    if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
    if unicodeScalars.allSatisfy(\.isPlain) { return unicodeScalars.count }
    return reduce(0) { $0 + $1.displayWidth }
  }
}

extension String {
  package func clipped(to width: Int) -> String {
    // No character has more cells than bytes.
    if utf8.count <= width { return self }
    var left = width
    return String(
      prefix { character in
        left -= character.displayWidth
        return left >= 0
      })
  }

  /// Splits the text into lines of at most this width (above 0). Breaks only wider words, but no characters.
  package func wrapped(to width: Int) -> [String] {
    var lines: [String] = []
    for word in split(separator: " ") {
      let joined = lines.last.map { "\($0) \(word)" }
      if let joined, joined.displayWidth <= width {
        lines[lines.count - 1] = joined
        continue
      }
      var rest = String(word)
      while rest.displayWidth > width {
        let piece = rest.clipped(to: width)
        // A character may be wider than a line.
        lines.append(piece.isEmpty ? String(rest.removeFirst()) : piece)
        rest.removeFirst(piece.count)
      }
      if !rest.isEmpty { lines.append(rest) }
    }
    return lines.isEmpty ? [""] : lines
  }

  package var controlsReplaced: String {
    utf8.allSatisfy { 0x20...0x7E ~= $0 } ? self : controlsReplaced { _ in nil }
  }

  /// Replaces scalars by the results of `escape`, and other control characters by U+FFFD. Works on
  /// scalars, because a combining mark and the sign before it are one Character.
  package func controlsReplaced(escaping escape: (Unicode.Scalar) -> String?) -> String {
    guard unicodeScalars.contains(where: { $0.isControl || escape($0) != nil }) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      text += escape(scalar) ?? (scalar.isControl ? "\u{FFFD}" : String(scalar))
    }
  }

  /// The text for a cell of a table: with U+FFFD for control characters, and single spaces between words.
  package var tidied: String {
    // Nearly all texts are tidy printable ASCII.
    if utf8.withContiguousStorageIfAvailable(\.isTidy) ?? false { return self }
    let text = controlsReplaced
    guard text.utf8.contains(UInt8(ascii: " ")) else { return text }
    return text.split(separator: " ").joined(separator: " ")
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate var isTidy: Bool {
    let space = UInt8(ascii: " ")
    var last = space
    for byte in self {
      guard 0x20...0x7E ~= byte, byte != space || last != space else { return false }
      last = byte
    }
    return last != space
  }
}

extension Unicode.Scalar {
  /// Whether this is a control character, a line or paragraph separator, a bidirectional control, or a common
  /// invisible character such as U+200B, with which two different texts could look the same.
  package var isControl: Bool {
    switch value {
    case 0...0x1F, 0x7F...0x9F: true
    case 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    case 0xAD, 0x200B...0x200D, 0x2060, 0xFEFF, 0xE0000...0xE007F: true
    default: false
    }
  }
}

extension Character {
  /// 0 for zero-width marks and format characters, 2 for wide characters and the emoji style, otherwise 1.
  var displayWidth: Int {
    let scalars = unicodeScalars
    if scalars.contains(where: { $0.isWide || $0 == "\u{FE0F}" }) { return 2 }
    return scalars.allSatisfy(\.isZeroWidth) ? 0 : 1
  }
}

extension Unicode.Scalar {
  /// Whether this is a common scalar that is one cell wide and never combines with another such scalar.
  fileprivate var isPlain: Bool {
    switch value {
    case 0xAD: false
    case 0x20...0x7E, 0xA0...0x2FF, 0x2010...0x2027, 0x20A0...0x20BF, 0x2500...0x259F, 0x25B2,
      0x25BC:
      true
    default: false
    }
  }

  fileprivate var isZeroWidth: Bool {
    [.nonspacingMark, .enclosingMark, .format].contains(properties.generalCategory)
  }

  /// Whether this is two cells wide: emoji by default, and mostly W or F in the East Asian Width of Unicode.
  fileprivate var isWide: Bool {
    if properties.isEmojiPresentation { return true }
    return switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
      0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1B000...0x1B2FF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
