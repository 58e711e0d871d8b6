import Foundation
import Terminal

/// The looks of output, and the terminal that it is for.
struct TextLooks: Sendable {
  /// `nil` for plain text.
  let palette: Palette?
  let terminal: @Sendable () -> TerminalSize?
  /// Whether rise and fall, and new values, are marked by signs.
  let hasMarks: Bool
  let charset: Charset
  /// The time of a call, see ``Report/callTime``.
  let callTime: @Sendable () -> Date?

  init(in world: World, palette: Palette?) {
    (self.palette, terminal) = (palette, world.output.size)
    (hasMarks, charset) = (world.canRedraw, world.charset(of: world.output))
    callTime = { world.isTool ? world.date() : nil }
  }

  /// The width that lines fit; `nil` for any.
  func width(of terminal: TerminalSize?) -> Int? { hasMarks ? terminal?.columns : nil }

  /// Lines as text for a stream; an empty line stands between two tables.
  func text(of lines: [Line], isFirst: Bool) -> String {
    lines.reduce(into: isFirst ? "" : "\n") { text, line in
      text += line.rendered(palette)
      text += "\n"
    }
  }
}
