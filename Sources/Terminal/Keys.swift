/// A typed key, or a pasted text.
package enum Key: Hashable, Sendable {
  case character(Character)
  case up, down, left, right, pageUp, pageDown, home, end
  case enter, escape, backspace
  /// Ctrl and a letter, which is lower case here.
  case control(Character)
  /// Text from a clipboard, as one line without control characters. It is never a command.
  case paste(String)
}

/// Makes keys of the bytes that a terminal sends for them (ECMA-48, and what xterm adds).
package struct KeyParser: Sendable {
  private var pending: [UInt8] = []
  /// The paste whose end has not come yet.
  private var paste: Paste?

  package init() {}

  /// The wait for more bytes before ``flush()`` is due; `nil` when nothing is unfinished.
  package var flushDelay: Duration? {
    if paste != nil { return .seconds(2) }
    return pending.isEmpty ? nil : .milliseconds(25)
  }

  /// Takes in more bytes; returns the keys that are whole.
  package mutating func take(_ bytes: some Sequence<UInt8>) -> [Key] {
    var keys: [Key] = []
    for byte in bytes {
      if var paste {
        let isWhole = paste.take(byte)
        self.paste = isWhole ? nil : paste
        if isWhole { keys += paste.keys }
      } else {
        pending.append(byte)
        takeKeys(into: &keys)
      }
    }
    return keys
  }

  /// Nothing followed: returns what the bytes that waited were, if they were keys.
  ///
  /// This also ends a paste whose end mark got lost, which would take all keys for ever.
  package mutating func flush() -> [Key] {
    defer { (pending, paste) = ([], nil) }
    if let paste { return paste.keys }
    return pending.allSatisfy { $0 == Self.escape } ? pending.map { _ in .escape } : []
  }

  private static let escape: UInt8 = 0x1B
  /// No key has a longer sequence; one that does not end is dropped here.
  private static let longestParameters = 32

  private enum Match {
    /// `nil` for a key without a meaning.
    case key(Key?)
    case pasteStart
  }

  private mutating func takeKeys(into keys: inout [Key]) {
    while !pending.isEmpty, let (match, count) = first() {
      pending.removeFirst(count)
      switch match {
      case .key(let key): if let key { keys.append(key) }
      case .pasteStart: paste = Paste()
      }
    }
  }

  /// The first key of the pending bytes, and its length; `nil` when more bytes are needed.
  private func first() -> (match: Match, count: Int)? {
    switch pending[0] {
    case Self.escape: return escaped()
    case 0x0A, 0x0D: return (.key(.enter), 1)
    case 0x08, 0x7F: return (.key(.backspace), 1)
    case 0x00: return (.key(nil), 1)
    case 0x01..<0x20:
      return (.key(.control(Character(Unicode.Scalar(pending[0] + 0x60)))), 1)
    default:
      return character(pending[...]).map { (.key($0.character.map(Key.character)), $0.count) }
    }
  }

  /// A character of UTF-8, `nil` for bytes that are none; `nil` while it is not whole.
  private func character(_ bytes: ArraySlice<UInt8>) -> (character: Character?, count: Int)? {
    guard let first = bytes.first else { return nil }
    let count =
      switch first {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    let bytes = bytes.prefix(count)
    guard bytes.count == count else {
      // Bytes that are not UTF-8 are no character.
      return bytes.dropFirst().allSatisfy { $0 & 0xC0 == 0x80 } ? nil : (nil, 1)
    }
    guard let text = String(validating: bytes, as: UTF8.self), let character = text.first else {
      return (nil, 1)
    }
    return (character, count)
  }

  /// Escape and what follows it: a sequence, or a key that was typed with Alt, which has no meaning.
  private func escaped() -> (match: Match, count: Int)? {
    guard pending.count > 1 else { return nil }
    switch pending[1] {
    case UInt8(ascii: "["), UInt8(ascii: "O"): return sequence(at: 1)
    case Self.escape:
      // rxvt sends a second escape before the sequence of a key that was typed with Alt.
      guard pending.count > 2 else { return nil }
      guard pending[2] == UInt8(ascii: "[") || pending[2] == UInt8(ascii: "O") else {
        return (.key(.escape), 1)
      }
      return sequence(at: 2).map { match, count in
        if case .key = match { (.key(nil), count) } else { (match, count) }
      }
    default: return character(pending[1...]).map { (.key(nil), 1 + $0.count) }
    }
  }

  /// CSI, or SS3 as function keys have it: parameters, then one byte that says which key.
  private func sequence(at start: Int) -> (match: Match, count: Int)? {
    let parameters = pending[(start + 1)...].prefix(Self.longestParameters)
      .prefix { (0x20...0x3F).contains($0) }
    guard let final = pending[parameters.endIndex...].first else { return nil }
    // Another byte does not belong to the sequence, which was cut short: it may begin a paste.
    guard (0x40...0x7E).contains(final) else { return (.key(nil), parameters.endIndex) }
    let number = String(decoding: parameters.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
    let match: Match =
      switch (Character(Unicode.Scalar(final)), number) {
      case ("A", _): .key(.up)
      case ("B", _): .key(.down)
      case ("C", _): .key(.right)
      case ("D", _): .key(.left)
      case ("H", _), ("~", "1"), ("~", "7"): .key(.home)
      case ("F", _), ("~", "4"), ("~", "8"): .key(.end)
      case ("~", "5"): .key(.pageUp)
      case ("~", "6"): .key(.pageDown)
      case ("~", "200"): .pasteStart
      case ("M", _) where pending[start] == UInt8(ascii: "O"): .key(.enter)
      default: .key(nil)
      }
    return (match, parameters.endIndex + 1)
  }
}
