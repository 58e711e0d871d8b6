extension MarketError {
  /// An error that an exchange returned.
  ///
  /// - Parameters:
  ///   - words: its message, which is put on one line and cut to 200 characters.
  ///   - isTransient: whether another try may succeed.
  static func refused(with words: String, isTransient: Bool) -> MarketError {
    let line = words.split { [" ", "\t", "\n", "\r", "\r\n"].contains($0) }.joined(separator: " ")
    let sentence = line.hasSuffix(".") ? line.dropLast() : line[...]
    return .refused("exchange error: \(sentence.prefix(200))", isTransient: isTransient)
  }
}
