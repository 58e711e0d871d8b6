extension MarketError {
  /// A refusal in an exchange's own words.
  ///
  /// - Parameters:
  ///   - title: the name of the exchange for people.
  ///   - words: its message; shown on one line, and cut where it is longer than a sentence.
  ///   - isTransient: whether another try may succeed.
  static func refused(by title: String, _ words: String, isTransient: Bool) -> MarketError {
    let line = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let sentence = line.hasSuffix(".") ? line.dropLast() : line[...]
    return .refused("\(title) refuses: \(sentence.prefix(200))", isTransient: isTransient)
  }
}
