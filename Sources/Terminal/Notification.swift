/// Notifications of the terminal: the bell, and the sequences of iTerm2 (OSC 9) and rxvt-unicode
/// (OSC 777).
package enum TerminalNotification {
  package enum Channel: String, CaseIterable, Sendable { case bell, osc9, osc777 }

  /// The longest text, in Unicode scalars.
  static let longestText = 200

  /// Reads `none`, or a comma-separated list of channels; rejects each invalid word. Without a valid
  /// word these are all channels.
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

  /// The bytes that notify with these texts by these channels, on the terminal of these environment
  /// variables. More than three texts are one. The Linux console, which prints OSC, has only the bell.
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

  /// A text without control characters and semicolons, cut to the longest one. A semicolon would end
  /// the text of OSC 777, and after a number makes OSC 9 another command (ConEmu).
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
