extension MarketError {
  /// An error that an exchange returned.
  ///
  /// - Parameters:
  ///   - message: its message, which is put on one line and cut to 200 characters.
  ///   - isTransient: whether another try may succeed.
  static func exchangeError(quoting message: String, isTransient: Bool) -> MarketError {
    let line = message.split { [" ", "\t", "\n", "\r", "\r\n"].contains($0) }.joined(separator: " ")
    let sentence = line.hasSuffix(".") ? line.dropLast() : line[...]
    return .exchangeError(
      message: "exchange error: \(sentence.prefix(200))", isTransient: isTransient)
  }
}
