import RandomInputs
import Terminal
import Testing

/// The character set of a terminal, and text in ASCII.
struct CharsetTests {
  @Test(
    arguments: [
      ([:], .ascii), (["LANG": "en_US.UTF-8"], .utf8), (["LANG": "C.utf8"], .utf8),
      (["LANG": "C"], .ascii), (["LANG": "POSIX"], .ascii), (["LANG": "en_US"], .ascii),
      (["LANG": "de_DE.ISO-8859-15@euro"], .ascii), (["LANG": "de_DE.UTF-8@euro"], .utf8),
      (["LC_CTYPE": "UTF-8"], .utf8), (["LANG": "ja_JP.eucJP"], .ascii), (["LANG": ""], .ascii),
      (["LC_ALL": "C", "LC_CTYPE": "C.UTF-8", "LANG": "C.UTF-8"], .ascii),
      (["LC_ALL": "", "LC_CTYPE": "C.UTF-8", "LANG": "C"], .utf8),
      (["LC_ALL": "", "LC_CTYPE": "", "LANG": "C.UTF-8"], .utf8),
      (["LC_CTYPE": "C", "LANG": "C.UTF-8"], .ascii), (["LC_MESSAGES": "C.UTF-8"], .ascii),
      (["LC_ALL": "C.UTF-8", "LANG": "C"], .utf8), (["LANG": "utf-16"], .ascii),
    ] as [([String: String], Charset)])
  func `the locale says which one`(environment: [String: String], charset: Charset) {
    #expect(Charset(environment: environment) == charset)
  }

  @Test(arguments: [
    ("", ""), ("BTC-USD $26,211.35", "BTC-USD $26,211.35"), ("–", "-"), ("€25.10", "EUR 25.10"),
    ("-€4.00", "-EUR 4.00"), ("+₺0.50", "+TRY 0.50"), ("£1", "GBP 1"), ("(€)", "(EUR)"),
    ("€ 5", "EUR 5"), ("€€5", "EUREUR 5"), ("+1.24% ▲", "+1.24% ^"), ("-1% ▼", "-1% v"),
    ("$7.00 •", "$7.00 *"), ("loading from x … 3 s", "loading from x ... 3 s"), ("a · b", "a - b"),
    ("› BTC", "> BTC"), ("↑ ↓ move", "^ v move"), ("20×5", "20x5"),
    ("/btc▏", "/btc|"), ("│┤┴──", "|++--"), ("▁▂▃▄▅▆▇█", "....####"), ("▎▍▌▋▊▉█", "...####"),
    ("比特币", "???"), ("é", "?"), ("e\u{301}", "?"), ("🇨🇭", "?"), ("\u{FFFD}", "?"), ("٣", "?"),
    ("\u{1B}[32m€1\u{1B}[0m\r\n", "\u{1B}[32mEUR 1\u{1B}[0m\r\n"), ("1\u{A0}000", "1 000"),
  ])
  func `in ASCII a text says the same as far as it can`(text: String, ascii: String) {
    #expect(text.transliterated(to: .ascii) == ascii)
    #expect(text.transliterated(to: .utf8) == text)
    #expect(ascii.transliterated(to: .ascii) == ascii)
  }

  @Test func `any text becomes ASCII, which has a column for each character`() {
    var generator = Seeded(state: 8)
    for _ in 0..<2000 {
      let scalars = (0..<20).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 0x20...0x2FFFF, using: &generator))
      }
      let text = String(String.UnicodeScalarView(scalars)).controlsReplaced
      let ascii = text.transliterated(to: .ascii)
      #expect(ascii.utf8.allSatisfy { $0 < 0x80 })
      #expect(ascii.displayWidth == ascii.utf8.count)
    }
  }

  @Test func `a line keeps its styles`() {
    var line = Line("€5", .up)
    line.append(" –", .faint)
    var expected = Line("EUR 5", .up)
    expected.append(" -", .faint)
    #expect(line.transliterated(to: .ascii) == expected)
    #expect(line.transliterated(to: .utf8) == line)
  }

  @Test func `a table is lined up as it is shown`() {
    func text(_ charset: Charset) -> String {
      TextTable(
        columns: [.init("SYMBOL", .leading), .init("LAST", .point), .init("", .bar)],
        rows: [("BTC-EUR", "€25,223.40", 1.0), ("BTC-USD", "-$4", 0.3), ("X-名", "–", 0.01)].map {
          [.text(Line.Span($0)), .text(Line.Span($1)), .bar(share: $2, .plain)]
        }, charset: charset
      ).fitted(to: 34).lines.map { $0.rendered() }.joined(separator: "\n")
    }
    #expect(
      text(.ascii) == """
        SYMBOL            LAST
        BTC-EUR  EUR 25,223.40  ##########
        BTC-USD         -$4     ###
        X-?               -     .
        """)
    #expect(
      text(.utf8) == """
        SYMBOL         LAST
        BTC-EUR  €25,223.40  █████████████
        BTC-USD      -$4     ███▉
        X-名           –     ▏
        """)
  }

  @Test func `pictures are of # and .`() {
    #expect(BlockGraphics.bar(0.5, width: 5, in: .ascii) == "##.")
    #expect(BlockGraphics.bar(1e-9, width: 5, in: .ascii) == ".")
    #expect(BlockGraphics.bar(1, width: 3, in: .ascii) == "###")
    #expect(
      BlockGraphics.columns([0, 0.0625, 0.25, 0.5, 0.8, 1], height: 2, in: .ascii) == [
        "    ##", " ..###",
      ])
    #expect(BlockGraphics.sparkline([1, 2, nil, 3], in: .ascii) == ".#-#")
  }
}
