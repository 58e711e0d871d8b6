@testable import Terminal
import Testing

/// The number of columns that a text takes on a terminal.
struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("BTC-USD", 7), ("€0.07703", 8), ("–", 1), ("+1.24% ▲", 8), ("é", 1), ("₺", 1),
    ("比特币", 6), ("ビットコイン", 12), ("비트코인", 8), ("ＢＴＣ", 6), ("ｶﾅ", 2), ("。", 2),
    ("𠀀", 2), ("A比B", 4),
  ])
  func `letters take one column and wide ones two`(text: String, width: Int) {
    #expect(text.displayWidth == width)
  }

  @Test(arguments: [
    ("e\u{301}", 1), ("\u{301}", 0), ("a\u{20DD}", 1), ("n\u{303}\u{323}o", 2), ("\u{200B}", 0),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("比\u{301}", 2),
  ])
  func `marks that stand on others take no column`(text: String, width: Int) {
    #expect(text.displayWidth == width)
  }

  @Test(arguments: [
    ("🚀", 2), ("👍🏽", 2), ("❤", 1), ("❤\u{FE0F}", 2), ("✅", 2), ("1\u{FE0F}\u{20E3}", 2),
    ("👨\u{200D}👩\u{200D}👧\u{200D}👦", 2), ("🏳\u{FE0F}\u{200D}🌈", 2), ("🇨🇭", 2), ("🇨🇭🇩🇪", 4),
    ("🚀BTC", 5),
  ])
  func `a picture takes two columns, of however many parts it is made`(text: String, width: Int) {
    #expect(text.displayWidth == width)
  }

  @Test(arguments: [
    ("BTC-USD", 3, "BTC"), ("BTC-USD", 7, "BTC-USD"), ("BTC-USD", 99, "BTC-USD"), ("BTC", 0, ""),
    ("BTC", -1, ""), ("比特币", 4, "比特"), ("比特币", 5, "比特"), ("a比b", 2, "a"),
    ("e\u{301}e\u{301}", 1, "e\u{301}"), ("👨\u{200D}👩\u{200D}👧x", 1, ""),
    ("👨\u{200D}👩\u{200D}👧x", 2, "👨\u{200D}👩\u{200D}👧"),
  ])
  func `a text is cut to so many columns, never inside a character`(
    text: String, width: Int, clipped: String
  ) {
    #expect(text.clipped(to: width) == clipped)
  }

  @Test(
    arguments: [
      Array(0...0x1F), Array(0x7F...0x9F), [0x61C, 0x200E, 0x200F], Array(0x2028...0x202E),
      Array(0x2066...0x2069), [0xAD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF],
      Array(0xE0000...0xE007F),
    ].flatMap(\.self) as [UInt32])
  func `a control becomes a replacement character`(value: UInt32) throws {
    let control = try #require(Unicode.Scalar(value))
    #expect("BTC\(control)USD".controlsReplaced == "BTC\u{FFFD}USD")
  }

  @Test(arguments: [
    ("\u{1B}[31mred", "\u{FFFD}[31mred"), ("a\r\nb", "a\u{FFFD}\u{FFFD}b"),
    ("a\tb\n", "a\u{FFFD}b\u{FFFD}"), ("\u{202E}USD\u{202C}", "\u{FFFD}USD\u{FFFD}"),
    ("\u{9B}2J", "\u{FFFD}2J"), ("e\u{301}\u{7}", "e\u{301}\u{FFFD}"),
  ])
  func `each control is replaced by itself`(text: String, harmless: String) {
    #expect(Array(text.controlsReplaced.unicodeScalars) == Array(harmless.unicodeScalars))
  }

  @Test(arguments: [
    "", "BTC-USD ~", "€ – ▲", "\u{A0}", "比特币", "e\u{301}", "👍🏽", "\u{FFFD}",
    "\u{2027}\u{202F}", "\u{200A}\u{2010}", "\u{2061}\u{FEFE}\u{E0080}", "\u{2065}\u{206A}",
  ])
  func `any other text stays as it is`(text: String) {
    #expect(Array(text.controlsReplaced.unicodeScalars) == Array(text.unicodeScalars))
  }
}
