import Terminal

/// The looks of text for people, and the terminal that it is for.
struct TextLooks: Sendable {
  /// `nil` for plain text.
  let palette: Palette?
  /// The size of the terminal, if there is one.
  let terminal: @Sendable () -> TerminalSize?
  /// Whether rise and fall, and new values, are marked by signs.
  let hasMarks: Bool

  init(of session: Session) {
    self.init(
      palette: session.palette, terminal: session.world.output.size,
      hasMarks: session.world.canRedraw)
  }

  init(palette: Palette?, terminal: @escaping @Sendable () -> TerminalSize?, hasMarks: Bool) {
    self.palette = palette
    self.terminal = terminal
    self.hasMarks = hasMarks
  }

  /// Lines as text for a stream; an empty line stands between two tables.
  func text(of lines: [Line], isFirst: Bool) -> String {
    let text = lines.map { $0.rendered(palette) + "\n" }.joined()
    return isFirst ? text : "\n" + text
  }
}
