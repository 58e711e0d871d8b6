package enum Key: Hashable, Sendable {
  case character(Character)
  case up, down, left, right, pageUp, pageDown, home, end
  case shiftUp, shiftDown
  case enter, escape, backspace, delete
  case tab, backTab
  /// Typed with Ctrl; a letter is in lower case. Some are other keys instead: Ctrl-I is tab, Ctrl-M is enter.
  case control(Character)
  /// A pasted text, as one line without control characters. It never triggers a command.
  case paste(String)
}

/// Converts bytes that a terminal sends to keys (ECMA-48, with the extensions of xterm and rxvt).
package struct KeyParser: Sendable {
  private var pending: [UInt8] = []
  private var isPasting = false

  package init() {}

  /// The time to wait for more bytes before ``flush()`` is called; `nil` if no key or paste is incomplete.
  package var flushDelay: Duration? {
    isPasting ? .seconds(2) : pending.isEmpty ? nil : .milliseconds(25)
  }

  /// Adds bytes, and returns the keys that they complete.
  package mutating func take(_ bytes: some Sequence<UInt8>) -> [Key] {
    var keys: [Key] = []
    for byte in bytes {
      pending.append(byte)
      keys += isPasting ? takePaste() : takeKeys()
    }
    return keys
  }

  /// Ends the pending key or paste, so that it does not include further bytes. Returns its keys, if any.
  package mutating func flush() -> [Key] {
    defer { (pending, isPasting) = ([], false) }
    if isPasting { return pastedKeys }
    return pending.allSatisfy { $0 == Self.escape } ? pending.map { _ in .escape } : []
  }

  private static let escape: UInt8 = 0x1B
  /// The maximum number of parameter bytes in a sequence. Known keys have fewer.
  private static let longestParameters = 32
  /// The maximum number of bytes of a string's text.
  private static let longestString = 1024
  private static let pasteEnd = Array("\u{1B}[201~".utf8)
  /// The maximum number of bytes that are kept of a paste.
  private static let longestPaste = 4096

  private mutating func takePaste() -> [Key] {
    if pending.suffix(Self.pasteEnd.count) == Self.pasteEnd[...] { return flush() }
    // Keeps the last bytes, which may be the beginning of the end mark.
    if pending.count > Self.longestPaste + Self.pasteEnd.count {
      pending.remove(at: Self.longestPaste)
    }
    return []
  }

  /// The pasted text as a key; empty if there is no text. Line ends, tabs and consecutive spaces become one
  /// space. Control characters and invalid UTF-8 are dropped.
  private var pastedKeys: [Key] {
    var bytes = pending[...]
    // Removes the end mark, or the part of the mark that has arrived.
    if let mark = bytes.lastIndex(of: Self.escape), Self.pasteEnd.starts(with: bytes[mark...]) {
      bytes = bytes[..<mark]
    }
    let text = String(decoding: bytes.prefix(Self.longestPaste), as: UTF8.self)
    let words = text.unicodeScalars
      .filter { $0.properties.isWhitespace || !$0.isControl && $0 != "\u{FFFD}" }
      .split(whereSeparator: \.properties.isWhitespace).map { String($0) }
    return words.isEmpty ? [] : [.paste(words.joined(separator: " "))]
  }

  private mutating func takeKeys() -> [Key] {
    var keys: [Key] = []
    while !pending.isEmpty, let (key, count) = firstKey() {
      pending.removeFirst(count)
      if let key { keys.append(key) }
    }
    return keys
  }

  /// Returns the first key (`nil` if it has no meaning) and its length; `nil` if bytes are missing.
  private mutating func firstKey() -> (key: Key?, count: Int)? {
    switch pending[0] {
    case Self.escape: return escapedKey()
    case 0x0A, 0x0D: return (.enter, 1)
    case 0x08, 0x7F: return (.backspace, 1)
    case 0x09: return (.tab, 1)
    case 0x00: return (nil, 1)
    case 0x01..<0x20: return (.control(Character(Unicode.Scalar(pending[0] + 0x60))), 1)
    default: return Self.character(pending[...]).map { ($0.map(Key.character), $1) }
    }
  }

  /// Returns the first character (`nil` if it is invalid) and its length; `nil` if bytes are missing.
  private static func character(_ bytes: ArraySlice<UInt8>) -> (Character?, count: Int)? {
    guard let first = bytes.first else { return nil }
    let count =
      switch first {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    let bytes = bytes.prefix(count)
    if bytes.count < count, bytes.dropFirst().allSatisfy({ $0 & 0xC0 == 0x80 }) { return nil }
    let character = String(validating: bytes, as: UTF8.self)?.first
    return (character, character == nil ? 1 : count)
  }

  /// Returns the key of a sequence. A key typed with Alt also begins with an escape, and has no meaning.
  private mutating func escapedKey() -> (key: Key?, count: Int)? {
    guard pending.count > 1 else { return nil }
    switch pending[1] {
    case UInt8(ascii: "["), UInt8(ascii: "O"): return sequenceKey(at: 1)
    case Self.escape:
      // If a key is typed with Alt, rxvt sends a second escape before its sequence.
      guard pending.count > 2 else { return nil }
      guard "[O".utf8.contains(pending[2]) else { return (.escape, 1) }
      return sequenceKey(at: 2).map { (nil, $0.count) }
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      return stringLength.map { (nil, $0) }
    default: return Self.character(pending[1...]).map { (nil, 1 + $0.count) }
    }
  }

  /// The length of a string (OSC, DCS, SOS, PM or APC) that ends in BEL or ST, such as a late reply of the
  /// terminal to a query of another program. Its text has no keys. `nil` if bytes are missing.
  private var stringLength: Int? {
    let text = pending[2...].prefix { $0 != Self.escape && $0 != 0x07 }
    guard let end = pending[text.endIndex...].first else {
      return text.count < Self.longestString ? nil : text.endIndex
    }
    if end == 0x07 { return text.endIndex + 1 }
    guard let final = pending[text.endIndex...].dropFirst().first else { return nil }
    // Another sequence ends an incomplete string.
    return final == UInt8(ascii: "\\") ? text.endIndex + 2 : text.endIndex
  }

  /// Parses a sequence: CSI or SS3, parameters, and a final byte. `nil` if bytes are missing.
  private mutating func sequenceKey(at start: Int) -> (key: Key?, count: Int)? {
    let parameters = pending[(start + 1)...].prefix(Self.longestParameters)
      .prefix { (0x20...0x3F).contains($0) }
    guard let final = pending[parameters.endIndex...].first else { return nil }
    // Any other byte is not part of this sequence, which is incomplete. The byte may begin a paste.
    guard (0x40...0x7E).contains(final) else { return (nil, parameters.endIndex) }
    let numbers = String(decoding: parameters, as: UTF8.self)
      .split(separator: ";", omittingEmptySubsequences: false)
    let (number, isShift) = (numbers[0], numbers.dropFirst().first == "2")
    let isFunction = pending[start] == UInt8(ascii: "O")
    let name = Character(Unicode.Scalar(final))
    isPasting = (name, number) == ("~", "200")
    let key: Key? =
      switch (name, number) {
      case ("A", _): isShift ? .shiftUp : .up
      case ("B", _): isShift ? .shiftDown : .down
      case ("C", _): .right
      case ("D", _): .left
      case ("H", _), ("~", "1"), ("~", "7"): .home
      case ("F", _), ("~", "4"), ("~", "8"): .end
      case ("~", "3"): .delete
      case ("~", "5"): .pageUp
      case ("~", "6"): .pageDown
      case ("M", _) where isFunction: .enter
      // rxvt sends lower-case letters for Shift after CSI, and for Ctrl after SS3.
      case ("a", _) where !isFunction: .shiftUp
      case ("b", _) where !isFunction: .shiftDown
      case ("Z", _) where !isFunction: .backTab
      default: nil
      }
    return (key, parameters.endIndex + 1)
  }
}
