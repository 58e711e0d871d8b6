/// The roles of a text, such as heading; none if plain. A ``Palette`` defines the look of each role.
package struct TextStyle: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let plain: TextStyle = []
  package static let heading = TextStyle(rawValue: 1 << 0)
  package static let faint = TextStyle(rawValue: 1 << 1)
  package static let up = TextStyle(rawValue: 1 << 2)
  package static let down = TextStyle(rawValue: 1 << 3)
  /// Text that is out of date, or reports an error.
  package static let stale = TextStyle(rawValue: 1 << 4)
  package static let changed = TextStyle(rawValue: 1 << 5)
  package static let selected = TextStyle(rawValue: 1 << 6)
}

/// The look of each style on a terminal.
package struct Palette: Hashable, Sendable {
  /// The names of the styles, in the order of the bits of ``TextStyle``.
  package static let names = ["heading", "faint", "up", "down", "stale", "changed", "selected"]
  /// The SGR parameters (ECMA-48, 8.3.117) of each style, in the order of ``names``.
  ///
  /// The default green (0, 135, 0), red (255, 0, 0) and gold (175, 135, 0) are from the 256 colours of xterm.
  /// Their contrast with white and with black is at least 3:1 (WCAG 2.1, 1.4.11). Green and yellow of the
  /// first 16 colours lack this contrast with white, and themes change these colours.
  private var codes = ["1", "2", "38;5;28", "38;5;196", "38;5;136", "1", "7"]

  package static let standard = Palette("") { _ in }

  /// Parses changes of the default look, such as `up=34:down=33`. Calls `reject` for invalid parts.
  ///
  /// `terminal` is the value of `TERM`. The Linux console (`linux`) has 16 colours and a black background, so
  /// its default colours are the plain green, red and yellow.
  package init(_ text: String, terminal: String? = nil, reject: (String) -> Void) {
    if terminal == "linux" { codes = ["1", "2", "32", "31", "33", "1", "7"] }
    for part in text.split(separator: ":") {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if let index = Self.names.firstIndex(where: { $0 == sides[0] }), sides.count == 2,
        sides[1].allSatisfy({ $0.isASCII && $0.isNumber || $0 == ";" })
      {
        codes[index] = String(sides[1])
      } else {
        reject(String(part))
      }
    }
  }

  func rendered(_ text: String, _ style: TextStyle) -> String {
    if style == .plain || text.isEmpty { return text }
    let parameters = codes.indices
      .filter { style.rawValue & 1 << $0 != 0 && !codes[$0].isEmpty }.map { codes[$0] }
    if parameters.isEmpty { return text }
    return "\u{1B}[\(parameters.joined(separator: ";"))m\(text)\u{1B}[0m"
  }
}
