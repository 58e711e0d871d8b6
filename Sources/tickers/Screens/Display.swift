import Terminal

/// The terminal as a screen loop uses it; a test makes one of its own.
struct Display: Sendable {
  /// The size now.
  let size: @Sendable () -> TerminalSize
  /// Sends keys and new sizes from now on; returns whether there are keys.
  let start: @Sendable (@escaping @Sendable (ScreenEvent) -> Void) -> Bool
  /// Shows these lines; the others are printed if the display is left now.
  let draw: @Sendable ([Line], @escaping @Sendable () -> [Line]) throws(WriteFailure) -> Void
  /// Gives the terminal back, and prints the final lines.
  let leave: @Sendable () throws(WriteFailure) -> Void

  /// The terminal of the process.
  @Sendable static func terminal(palette: Palette?, charset: Charset) -> Display {
    let screen = Screen(palette: palette, charset: charset)
    return Display(
      size: { screen.size },
      start: { handler in
        screen.onRedraw { handler(.resized) }
        return screen.readKeys { handler(.keys($0)) }
      },
      draw: { lines, finalLines throws(WriteFailure) in
        try screen.draw(lines, finalLines: finalLines)
      },
      leave: { () throws(WriteFailure) in try screen.leave() })
  }
}
