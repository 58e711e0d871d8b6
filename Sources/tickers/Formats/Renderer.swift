/// Makes text of frames, in one format.
protocol Renderer: Sendable {
  /// A frame as text, whole lines or nothing.
  ///
  /// - Parameter isFirst: whether it is the first of the output.
  func text(of frame: Frame, isFirst: Bool) -> String
}

/// The formats that `--format` knows.
enum Format: String, CaseIterable, Sendable {
  case table, tsv, csv, json, ndjson, markdown, openmetrics
}
