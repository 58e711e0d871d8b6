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
  var color: Bool { get }

  /// The lines of a frame.
  func lines(of frame: Frame) -> [Line]

  /// The line that is to be seen on a small terminal; `nil` for the first.
  func focus(of frame: Frame) -> Int?
}

extension LineRenderer {
  func text(of frame: Frame, isFirst: Bool) -> String {
    if frame.isEmpty, frame.isUpdate, !isFirst { return "" }
    let lines = lines(of: frame).map { $0.rendered(color: color) + "\n" }.joined()
    return isFirst ? lines : "\n" + lines
  }
}

/// The formats that `--format` knows.
enum Format: String, CaseIterable, Sendable {
  case table, tsv, csv, json, ndjson, markdown, openmetrics
}
