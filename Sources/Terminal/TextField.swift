/// One line of text, which keys edit at a cursor.
package struct TextField: Hashable, Sendable {
  package private(set) var beforeCursor: String
  package private(set) var afterCursor = ""
  package var text: String { beforeCursor + afterCursor }

  /// A field with the cursor behind its text.
  package init(_ text: String = "") { beforeCursor = text }

  /// Edits the text, or moves the cursor, as shells do; keys without such a meaning have no effect.
  package mutating func handle(_ key: Key) {
    switch key {
    case .character(let character): beforeCursor.append(character)
    case .paste(let text): beforeCursor += text
    case .backspace: _ = beforeCursor.popLast()
    case .delete: if !afterCursor.isEmpty { afterCursor.removeFirst() }
    case .left: if let last = beforeCursor.popLast() { afterCursor = "\(last)\(afterCursor)" }
    case .right: if !afterCursor.isEmpty { beforeCursor.append(afterCursor.removeFirst()) }
    case .home, .control("a"): (beforeCursor, afterCursor) = ("", text)
    case .end, .control("e"): (beforeCursor, afterCursor) = (text, "")
    case .control("u"): (beforeCursor, afterCursor) = ("", "")
    case .control("w"):
      // With the space, or the comma, before the word.
      let end = beforeCursor.lastIndex { ", ".contains($0) } ?? beforeCursor.startIndex
      beforeCursor = String(beforeCursor[..<end])
    default: break
    }
  }
}
