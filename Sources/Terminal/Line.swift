package struct Line: Hashable, Sendable {
  package struct Span: Hashable, Sendable {
    package var text: String
    package var style: TextStyle

    package init(_ text: String, _ style: TextStyle = .plain) {
      (self.text, self.style) = (text, style)
    }

    func transliterated(to charset: Charset) -> Span {
      Span(text.transliterated(to: charset), style)
    }
  }

  package private(set) var spans: [Span]

  package init() { spans = [] }
  package init(_ text: String, _ style: TextStyle = .plain) { spans = [Span(text, style)] }
  private init(spans: [Span]) { self.spans = spans }

  package mutating func append(_ text: String, _ style: TextStyle = .plain) {
    if let last = spans.indices.last, spans[last].style == style {
      spans[last].text += text
    } else {
      spans.append(Span(text, style))
    }
  }

  /// Joins texts with ` · ` into as few lines as possible, or into one line if `width` is `nil`. Breaks only
  /// texts that are wider than a line.
  package static func flowing(_ parts: [String], width: Int?, _ style: TextStyle) -> [Line] {
    let separator = " · "
    var texts: [String] = []
    for part in parts {
      let joined = texts.last.map { $0 + separator + part }
      if let joined, joined.displayWidth <= width ?? .max {
        texts[texts.count - 1] = joined
      } else if let width, width > 0 {
        texts += part.wrapped(to: width)
      } else {
        texts.append(part)
      }
    }
    return texts.map { Line($0, style) }
  }

  /// Returns the line with a text `column` cells from the left, or directly after a longer line.
  package func appending(_ text: String, _ style: TextStyle = .plain, at column: Int) -> Line {
    var line = self
    line.append(String(repeating: " ", count: max(0, column - displayWidth)))
    line.append(text, style)
    return line
  }

  package func appending(_ other: Line) -> Line {
    other.spans.reduce(into: self) { $0.append($1.text, $1.style) }
  }

  package var displayWidth: Int { spans.reduce(0) { $0 + $1.text.displayWidth } }

  package func trimmed() -> Line {
    var line = self
    while let last = line.spans.popLast() {
      guard let end = last.text.lastIndex(where: { $0 != " " }) else { continue }
      line.spans.append(Span(String(last.text[...end]), last.style))
      break
    }
    return line
  }

  package func clipped(to width: Int) -> Line {
    var (line, left) = (Line(), width)
    for span in spans {
      let text = span.text.clipped(to: left)
      line.append(text, span.style)
      left -= text.displayWidth
      if text != span.text { break }
    }
    return line
  }

  /// Returns the line in characters of a charset. If it is cut to the width, it ends with an ellipsis.
  package func shortened(to width: Int, in charset: Charset) -> Line {
    let line = transliterated(to: charset)
    guard line.displayWidth > width else { return line }
    let mark = charset.ellipsis.clipped(to: width)
    var short = line.clipped(to: width - mark.displayWidth)
    short.append(mark, short.spans[short.spans.count - 1].style)
    return short
  }

  package func transliterated(to charset: Charset) -> Line {
    charset == .utf8 ? self : Line(spans: spans.map { $0.transliterated(to: charset) })
  }

  package func indented(by text: String) -> Line { Line(spans: [Span(text)] + spans) }

  package func adding(_ style: TextStyle) -> Line {
    var line = self
    for index in line.spans.indices { line.spans[index].style.formUnion(style) }
    return line
  }

  /// Returns the text in one style, filled with spaces up to a width.
  package func padded(to width: Int, _ style: TextStyle) -> Line {
    let spaces = String(repeating: " ", count: max(0, width - displayWidth))
    return Line(rendered() + spaces, style)
  }

  /// Returns the text, with escape sequences for its styles if there is a palette.
  package func rendered(_ palette: Palette? = nil) -> String {
    if spans.count == 1, spans[0].style == .plain { return spans[0].text }
    return spans.reduce(into: "") { text, span in
      text += palette?.rendered(span.text, span.style) ?? span.text
    }
  }
}
