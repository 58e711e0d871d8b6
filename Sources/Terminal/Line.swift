/// How a piece of text looks, in the terminal's own sixteen colours.
package struct Style: Hashable, Sendable {
  /// Parameters of SGR (ECMA-48, 8.3.117), as in `1;32`; empty for plain text.
  let sgr: String

  package static let plain = Style(sgr: "")
  package static let bold = Style(sgr: "1")
  package static let dim = Style(sgr: "2")
  package static let red = Style(sgr: "31")
  package static let green = Style(sgr: "32")
  package static let yellow = Style(sgr: "33")
}

/// A line of text whose pieces have styles.
package struct Line: Hashable, Sendable {
  /// Text of one style.
  package struct Span: Hashable, Sendable {
    package var text: String
    package var style: Style

    package init(_ text: String, _ style: Style = .plain) {
      self.text = text
      self.style = style
    }
  }

  package private(set) var spans: [Span]

  /// A line of one style.
  package init(_ text: String = "", _ style: Style = .plain) {
    spans = [Span(text, style)]
  }

  package mutating func append(_ text: String, _ style: Style = .plain) {
    if let last = spans.indices.last, spans[last].style == style {
      spans[last].text += text
    } else {
      spans.append(Span(text, style))
    }
  }

  /// Parts of a sentence in as few lines of a width as they fit into; a line is not broken where
  /// no part ends.
  package static func flowing(_ parts: [String], width: Int?, _ style: Style) -> [Line] {
    let separator = " · "
    var texts: [String] = []
    for part in parts {
      let joined = texts.last.map { $0 + separator + part }
      if let joined, joined.displayWidth <= width ?? .max {
        texts[texts.count - 1] = joined
      } else {
        texts.append(part)
      }
    }
    return texts.map { Line($0, style) }
  }

  /// The same line without spaces at its end.
  package func trimmed() -> Line {
    var line = self
    while let last = line.spans.last {
      let text = last.text.reversed().drop { $0 == " " }.reversed()
      line.spans.removeLast()
      if !text.isEmpty {
        line.append(String(text), last.style)
        break
      }
    }
    return line
  }

  /// The same line, cut to so many columns.
  func clipped(to width: Int) -> Line {
    var (line, left) = (Line(), width)
    for span in spans {
      let text = span.text.clipped(to: left)
      line.append(text, span.style)
      left -= text.displayWidth
      if text != span.text { break }
    }
    return line
  }

  /// The text, with escape sequences for the styles if there are to be colours.
  package func rendered(color: Bool) -> String {
    spans.reduce(into: "") { text, span in
      let isPlain = !color || span.style == .plain || span.text.isEmpty
      text += isPlain ? span.text : "\u{1B}[\(span.style.sgr)m\(span.text)\u{1B}[0m"
    }
  }
}
