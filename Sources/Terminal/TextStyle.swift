/// The role of a piece of text; a ``Palette`` gives it a look.
package struct TextStyle: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let plain: TextStyle = []
  package static let heading = TextStyle(rawValue: 1 << 0)
  /// De-emphasised.
  package static let faint = TextStyle(rawValue: 1 << 1)
  package static let up = TextStyle(rawValue: 1 << 2)
  package static let down = TextStyle(rawValue: 1 << 3)
  /// Out of date, or uncertain.
  package static let stale = TextStyle(rawValue: 1 << 4)
  package static let changed = TextStyle(rawValue: 1 << 5)
  package static let selected = TextStyle(rawValue: 1 << 6)
}

/// The look of each style, in the terminal's own sixteen colours.
package struct Palette: Hashable, Sendable {
  private struct Entry: Hashable, Sendable {
    let name: String
    let style: TextStyle
    /// Parameters of SGR (ECMA-48, 8.3.117), as in `1;32`.
    var codes: String
  }

  private var entries = [
    Entry(name: "heading", style: .heading, codes: "1"),
    Entry(name: "faint", style: .faint, codes: "2"),
    Entry(name: "up", style: .up, codes: "32"), Entry(name: "down", style: .down, codes: "31"),
    Entry(name: "stale", style: .stale, codes: "33"),
    Entry(name: "changed", style: .changed, codes: "1"),
    Entry(name: "selected", style: .selected, codes: "7"),
  ]

  /// Readable on light and on dark.
  package static let standard = Palette()

  /// The names that a text can give looks to.
  package static let names = standard.entries.map(\.name)

  private init() {}

  /// The standard looks but for those that a text names, as in `up=34:down=33:changed=1`. The parts
  /// that say nothing of the kind are handed to `reject`.
  package init(_ text: String, reject: (String) -> Void) {
    for part in text.split(separator: ":") {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if let index = entries.firstIndex(where: { $0.name == sides[0] }), sides.count == 2,
        sides[1].allSatisfy({ $0.isASCII && $0.isNumber || $0 == ";" })
      {
        entries[index].codes = String(sides[1])
      } else {
        reject(String(part))
      }
    }
  }

  /// A text with the escapes of its style before and after it.
  func rendered(_ text: String, _ style: TextStyle) -> String {
    if style == .plain { return text }
    let codes = entries.filter { style.contains($0.style) && !$0.codes.isEmpty }.map(\.codes)
    return codes.isEmpty || text.isEmpty
      ? text : "\u{1B}[\(codes.joined(separator: ";"))m\(text)\u{1B}[0m"
  }
}
