/// Notifies by the terminal: with the bell, OSC 9 (iTerm2) or OSC 777 (rxvt-unicode).
package enum TerminalNotification {
  package enum Channel: String, CaseIterable, Sendable { case bell, osc9, osc777 }

  /// The maximum length of a text, in Unicode scalars.
  static let longestText = 200

  /// Parses `none` or a comma-separated list of channels. Returns all channels if no word is valid.
  package static func channels(_ text: String, reject: (String) -> Void = { _ in }) -> Set<Channel>
  {
    let words = text.split(separator: ",").map { $0.filter { $0 != " " } }.filter { !$0.isEmpty }
    if words == ["none"] { return [] }
    let channels = words.compactMap { word in
      let channel = Channel(rawValue: word)
      if channel == nil { reject(word) }
      return channel
    }
    return Set(channels.isEmpty ? Channel.allCases : channels)
  }

  /// Returns the sequence that notifies of texts, of which more than three are merged. The Linux console
  /// gets no OSC sequences: it would print them.
  package static func sequence(
    for texts: [String], by channels: Set<Channel>, in environment: [String: String]
  ) -> String {
    guard !texts.isEmpty else { return "" }
    let charset = Charset(environment: environment)
    let channels = environment["TERM"] == "linux" ? channels.intersection([.bell]) : channels
    let isMerged = texts.count > 3
    let parts =
      isMerged ? ["\(texts.count) alerts: \(texts[0]), \(texts[1]), …"] : texts
    let sequences = parts.map { text in
      let text = printable(text, in: charset)
      return (channels.contains(.osc9) ? "\u{1B}]9;\(text)\u{7}" : "")
        + (channels.contains(.osc777) ? "\u{1B}]777;notify;tickers;\(text)\u{7}" : "")
    }.joined()
    let bell = channels.contains(.bell) ? "\u{7}" : ""
    return bell
      + (environment.isInTmux && !sequences.isEmpty ? sequences.passedThroughTmux : sequences)
  }

  /// Replaces control characters and semicolons, and cuts the text. A semicolon would end the text of OSC
  /// 777. After a number, a semicolon makes OSC 9 a different command (ConEmu).
  private static func printable(_ text: String, in charset: Charset) -> String {
    let text = text.controlsReplaced { $0 == ";" ? "," : nil }.transliterated(to: charset)
    guard text.unicodeScalars.count > longestText else { return text }
    var left = longestText - charset.ellipsis.unicodeScalars.count
    let start = text.prefix { character in
      left -= character.unicodeScalars.count
      return left >= 0
    }
    return start + charset.ellipsis
  }
}
