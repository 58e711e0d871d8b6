import Terminal

/// Makes text of frames, in one format.
protocol Renderer: Sendable {
  /// A frame as text, whole lines or nothing.
  ///
  /// - Parameter isFirst: whether it is the first of the output.
  func text(of frame: Frame, isFirst: Bool) -> String
}

/// Makes lines for people, which a screen can show, too.
protocol LineRenderer: Renderer {
  /// How they look; `nil` for plain text.
  var palette: Palette? { get }
  /// The terminal that text is for, if it is for one.
  var terminal: @Sendable () -> TerminalSize? { get }

  /// The lines of a frame, for a terminal of that size.
  func lines(of frame: Frame, for terminal: TerminalSize?) -> [Line]
}

extension LineRenderer {
  func text(of frame: Frame, isFirst: Bool) -> String {
    if frame.isEmpty, frame.isUpdate, !isFirst { return "" }
    let lines = lines(of: frame, for: terminal()).map { $0.rendered(palette) + "\n" }.joined()
    return isFirst ? lines : "\n" + lines
  }
}

/// The formats that `--format` knows.
enum Format: String, CaseIterable, Sendable {
  case table, tsv, csv, json, ndjson, markdown, openmetrics

  /// Those that any rows can be in; the other has metrics of its own, of tickers.
  static let ofRows = allCases.filter { $0 != .openmetrics }
}
