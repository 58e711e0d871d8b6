package import Foundation
package import Terminal

/// The looks of output, and the size of its terminal.
package struct TextLooks: Sendable {
  /// `nil` for text without colours.
  package let palette: Palette?
  package let terminal: @Sendable () -> TerminalSize?
  /// Whether signs mark rises, falls and new values.
  let hasMarks: Bool
  package let charset: Charset
  /// Whether a JSON document has numbers as strings, so that all programs keep every digit.
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

  /// Returns the maximum width of lines; `nil` for lines of any width.
  func width(of terminal: TerminalSize?) -> Int? { hasMarks ? terminal?.columns : nil }

  /// Returns lines as text for a stream. An empty line separates the text from an earlier table.
  package func text(of lines: [Line], isFirst: Bool) -> String {
    lines.reduce(into: isFirst ? "" : "\n") { text, line in
      text += line.rendered(palette)
      text += "\n"
    }
  }
}
