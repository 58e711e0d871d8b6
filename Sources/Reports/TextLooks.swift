package import Foundation
package import Terminal

/// The looks of output, and the terminal that it is for.
package struct TextLooks: Sendable {
  /// `nil` for plain text.
  package let palette: Palette?
  package let terminal: @Sendable () -> TerminalSize?
  /// Whether rise and fall, and new values, are marked by signs.
  let hasMarks: Bool
  package let charset: Charset
  /// Whether the numbers of a document are texts, which keep their digits in every program.
  let numbersAreTexts: Bool
  /// The clock for the age of the data in a document; `nil` for a document without an age.
  let clock: (@Sendable () -> Date)?

  package init(
    palette: Palette? = nil, terminal: @escaping @Sendable () -> TerminalSize? = { nil },
    hasMarks: Bool = false, charset: Charset = .utf8, numbersAreTexts: Bool = false,
    clock: (@Sendable () -> Date)? = nil
  ) {
    (self.palette, self.terminal, self.hasMarks) = (palette, terminal, hasMarks)
    (self.charset, self.numbersAreTexts, self.clock) = (charset, numbersAreTexts, clock)
  }

  /// The width that lines fit; `nil` for any.
  func width(of terminal: TerminalSize?) -> Int? { hasMarks ? terminal?.columns : nil }

  /// Lines as text for a stream; an empty line stands between two tables.
  package func text(of lines: [Line], isFirst: Bool) -> String {
    lines.reduce(into: isFirst ? "" : "\n") { text, line in
      text += line.rendered(palette)
      text += "\n"
    }
  }
}
