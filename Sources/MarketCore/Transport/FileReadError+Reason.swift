extension FileReadError {
  /// The reason in plain words, as in `larger than 1 MiB`.
  package var reason: String {
    switch self {
    case .failed(let words): words
    case .tooLarge(let limit):
      limit < 1 << 20 ? "larger than \(limit) bytes" : "larger than \(limit >> 20) MiB"
    case .timedOut(let duration):
      "timed out after \(NumberFormat.duration(seconds: duration / .seconds(1)))"
    }
  }
}
