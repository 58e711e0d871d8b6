/// A line of text with a cursor, edited with keys.
package struct TextField: Hashable, Sendable {
  package private(set) var beforeCursor: String
  package private(set) var afterCursor = ""
  package var text: String { beforeCursor + afterCursor }

  package init(_ text: String = "") { beforeCursor = text }

  /// Edits the text or moves the cursor. Keys that do neither have no effect.
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
      // Also removes the space or comma before the word.
      let end = beforeCursor.lastIndex { ", ".contains($0) } ?? beforeCursor.startIndex
      beforeCursor = String(beforeCursor[..<end])
    default: break
    }
  }
}
