/// What someone typed.
package enum Key: Hashable, Sendable {
  case character(Character)
  case up, down, left, right, pageUp, pageDown, home, end
  case enter, escape, backspace
  /// Ctrl and a letter, which is lower case here.
  case control(Character)
}

/// Makes keys of the bytes that a terminal sends for them (ECMA-48, and what xterm adds).
package struct KeyParser: Sendable {
  private var pending: [UInt8] = []

  package init() {}

  /// Whether there are bytes that may become a key with the next ones: an escape is a key of its
  /// own only if nothing follows it for a moment.
  package var isWaiting: Bool { !pending.isEmpty }

  /// Takes in more bytes; returns the keys that are whole.
  package mutating func take(_ bytes: some Sequence<UInt8>) -> [Key] {
    pending += bytes
    var keys: [Key] = []
    while !pending.isEmpty, let (key, count) = first() {
      pending.removeFirst(count)
      if let key { keys.append(key) }
    }
    return keys
  }

  /// Nothing followed: returns what the bytes that waited were, if they were a key.
  package mutating func flush() -> [Key] {
    defer { pending = [] }
    return pending == [Self.escape] ? [.escape] : []
  }

  private static let escape: UInt8 = 0x1B

  /// The first key and of how many bytes it is, `nil` for one without a meaning; `nil` for nothing
  /// whole.
  private func first() -> (key: Key?, count: Int)? {
    switch pending[0] {
    case Self.escape: return sequence()
    case 0x0A, 0x0D: return (.enter, 1)
    case 0x08, 0x7F: return (.backspace, 1)
    case 0x00: return (nil, 1)
    case 0x01..<0x20:
      return (.control(Character(Unicode.Scalar(pending[0] + 0x60))), 1)
    default: return character()
    }
  }

  private func character() -> (key: Key?, count: Int)? {
    let count =
      switch pending[0] {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    let bytes = pending.prefix(count)
    guard bytes.count == count else {
      // What does not go on as UTF-8 is no character.
      return bytes.dropFirst().allSatisfy { $0 & 0xC0 == 0x80 } ? nil : (nil, 1)
    }
    guard let text = String(validating: bytes, as: UTF8.self), let character = text.first else {
      return (nil, 1)
    }
    return (.character(character), count)
  }

  /// CSI, or SS3 as function keys have it: parameters, then one byte that says which key.
  private func sequence() -> (key: Key?, count: Int)? {
    guard pending.count > 1 else { return nil }
    guard pending[1] == UInt8(ascii: "[") || pending[1] == UInt8(ascii: "O") else {
      return (.escape, 1)
    }
    let parameters = pending.dropFirst(2).prefix { (0x20...0x3F).contains($0) }
    guard let final = pending.dropFirst(2 + parameters.count).first else { return nil }
    let number = String(decoding: parameters.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
    let key: Key? =
      switch (Character(Unicode.Scalar(final)), number) {
      case ("A", _): .up
      case ("B", _): .down
      case ("C", _): .right
      case ("D", _): .left
      case ("H", _), ("~", "1"), ("~", "7"): .home
      case ("F", _), ("~", "4"), ("~", "8"): .end
      case ("~", "5"): .pageUp
      case ("~", "6"): .pageDown
      case ("M", _) where pending[1] == UInt8(ascii: "O"): .enter
      default: nil
      }
    return (key, 3 + parameters.count)
  }
}
