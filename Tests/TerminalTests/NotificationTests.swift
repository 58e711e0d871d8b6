import Testing

@testable import Terminal

/// The escape sequences of notifications, and the choice of their channels.
struct NotificationTests {
  private typealias Channel = TerminalNotification.Channel

  private static let all = Set(TerminalNotification.Channel.allCases)

  private static func sequence(
    _ texts: [String], by channels: Set<Channel> = all, charset: Charset = .utf8,
    isInTmux: Bool = false
  ) -> String {
    TerminalNotification.sequence(
      for: texts, by: channels,
      in: ["LANG": charset == .utf8 ? "C.UTF-8" : "C", "TMUX": isInTmux ? "/tmp/tmux" : ""])
  }

  /// The text of OSC 9.
  private static func shown(_ text: String, in charset: Charset = .utf8) -> String {
    String(sequence([text], by: [.osc9], charset: charset).dropFirst(4).dropLast())
  }

  @Test func `one text is sent by each channel`() {
    let text = "dip: ETH-USD $1,838.20"
    #expect(
      Self.sequence([text])
        == "\u{7}\u{1B}]9;\(text)\u{7}\u{1B}]777;notify;tickers;\(text)\u{7}")
    #expect(Self.sequence([text], by: [.bell]) == "\u{7}")
    #expect(Self.sequence([text], by: [.osc9]) == "\u{1B}]9;\(text)\u{7}")
    #expect(Self.sequence([text], by: [.osc777]) == "\u{1B}]777;notify;tickers;\(text)\u{7}")
    #expect(Self.sequence([text], by: []) == "")
    #expect(Self.sequence([]) == "")
  }

  @Test func `three texts are three notifications and one bell, more are one`() {
    #expect(
      Self.sequence(["a", "b", "c"], by: [.bell, .osc9])
        == "\u{7}\u{1B}]9;a\u{7}\u{1B}]9;b\u{7}\u{1B}]9;c\u{7}")
    #expect(
      Self.sequence(["a", "b", "c", "d", "e"], by: [.bell, .osc9])
        == "\u{7}\u{1B}]9;5 alerts: a, b, …\u{7}")
  }

  @Test func `inside tmux the bell is plain, and the others are passed through`() {
    #expect(
      Self.sequence(["a"], isInTmux: true)
        == "\u{7}\u{1B}Ptmux;\u{1B}\u{1B}]9;a\u{7}\u{1B}\u{1B}]777;notify;tickers;a\u{7}\u{1B}\\")
    #expect(Self.sequence(["a"], by: [.bell], isInTmux: true) == "\u{7}")
  }

  @Test(arguments: [
    ("a\u{7}b\u{1B}\\c\0", "a\u{FFFD}b\u{FFFD}\\c\u{FFFD}"), ("a\u{9C}b\nc", "a\u{FFFD}b\u{FFFD}c"),
    ("a\u{202E}b\u{2066}", "a\u{FFFD}b\u{FFFD}"), ("4;3;50", "4,3,50"), ("€ 比", "€ 比"),
    (";\u{301}", ",\u{301}"),
  ])
  func `texts have printable characters without semicolons`(text: String, shown: String) {
    #expect(Self.shown(text) == shown)
  }

  @Test func `texts are in characters of the terminal`() {
    #expect(Self.shown("€12 – 比\u{1B}", in: .ascii) == "EUR 12 - ??")
    #expect(
      Self.sequence(["a", "b", "c", "d"], by: [.osc9], charset: .ascii)
        == "\u{1B}]9;4 alerts: a, b, ...\u{7}")
  }

  @Test func `texts are cut at 200 characters`() {
    let long = String(repeating: "x", count: 200)
    #expect(Self.shown(long) == long)
    #expect(Self.shown(long + "x") == long.dropLast() + "…")
    #expect(Self.shown(long + "x", in: .ascii) == long.dropLast(3) + "...")
    // One character of many scalars.
    #expect(Self.shown("a" + "b" + String(repeating: "\u{301}", count: 5000)) == "a…")
  }

  @Test(arguments: [
    ("", "bell osc9 osc777", ""), ("none", "", ""), ("bell", "bell", ""),
    ("osc777,bell", "bell osc777", ""), (" osc9 , bell,", "bell osc9", ""),
    ("bell,x,osc8", "bell", "x osc8"), ("x", "bell osc9 osc777", "x"),
    ("none,bell", "bell", "none"), ("BELL", "bell osc9 osc777", "BELL"),
  ])
  func `a list selects channels`(text: String, selected: String, rejected: String) {
    var words: [String] = []
    let channels = TerminalNotification.channels(text) { words.append($0) }
    let expected = selected.split(separator: " ").compactMap { Channel(rawValue: String($0)) }
    #expect(channels == Set(expected))
    #expect(words.joined(separator: " ") == rejected)
  }
}
