package import Foundation
package import Terminal

/// The looks of output: colours, marks, characters and size.
package struct TextLooks: Sendable {
  package let palette: Palette?
  package let terminal: @Sendable () -> TerminalSize?
  /// Whether rises, falls and changed values are marked, and lines are fitted to the terminal.
  let hasMarks: Bool
  package let charset: Charset
  /// Whether JSON documents have numbers as strings, so that all programs keep every digit.
  let numbersAreTexts: Bool
  /// The clock for the age of the data in a JSON document; `nil` for a document without an age.
  let clock: (@Sendable () -> Date)?

  package init(
    palette: Palette? = nil, terminal: @escaping @Sendable () -> TerminalSize? = { nil },
    hasMarks: Bool = false, charset: Charset = .utf8, numbersAreTexts: Bool = false,
    clock: (@Sendable () -> Date)? = nil
  ) {
    (self.palette, self.terminal, self.hasMarks) = (palette, terminal, hasMarks)
    (self.charset, self.numbersAreTexts, self.clock) = (charset, numbersAreTexts, clock)
  }

  /// Returns the maximum width of lines; `nil` for lines of any width.
  func width(of terminal: TerminalSize?) -> Int? { hasMarks ? terminal?.columns : nil }

  /// Returns lines as text for a stream. If the text is not the first, it begins with an empty line.
  package func text(of lines: [Line], isFirst: Bool) -> String {
    lines.reduce(into: isFirst ? "" : "\n") { text, line in
      text += line.rendered(palette)
      text += "\n"
    }
  }
}
