import Terminal
import Testing

/// Tables that are wider than the terminal.
struct TextTableCutTests {
  private static let long = String(repeating: "X", count: 10_000)

  private static func lines(
    _ rows: [[String]], width: Int?, charset: Charset = .utf8
  ) -> [String] {
    TextTable(
      columns: [
        .init("SYMBOL", .leading), .init("LAST", .point), .init("CHANGE", .point, dropRank: 2),
        .init("VOLUME", .point, dropRank: 3),
      ],
      rows: rows.map { row in row.map { .text(Line.Span($0)) } }, charset: charset
    ).fitted(to: width).lines.map { $0.rendered() }
  }

  @Test func `a long text is cut with a mark, and no other column is pushed away`() {
    let rows = [["BTC-USD", "$1.50", "+$0.25", "12"], [Self.long, "2", "–", "1,000.5"]]
    #expect(
      Self.lines(rows, width: 50) == [
        "SYMBOL                       LAST  CHANGE   VOLUME",
        "BTC-USD                     $1.50  +$0.25     12",
        String(repeating: "X", count: 25) + "…   2       –     1,000.5",
      ])
    #expect(
      Self.lines(rows, width: 50, charset: .ascii)[2]
        == String(repeating: "X", count: 23) + "...   2       -     1,000.5")
  }

  @Test func `nothing is cut where nobody said how wide, or there is room`() {
    let rows = [["BTC-USD", "$1.50", "+$0.25", "12"], [Self.long, "2", "–", "1,000.5"]]
    #expect(Self.lines(rows, width: nil)[2].hasPrefix(Self.long + "  "))
    let short = [[String(repeating: "X", count: 40), "2", "–", "1"]]
    #expect(Self.lines(short, width: 62)[1].hasPrefix(short[0][0] + "  "))
    #expect(Self.lines(short, width: 61)[1].contains("X…  "))
  }

  @Test(arguments: [20, 30, 40, 50, 80, 120, 300])
  func `units of any length leave room for the others, and prices their digits`(width: Int) {
    let rows = [
      ["BTC-USD", "$26,211.35", "+$0.25", "12"],
      ["BTC-\(Self.long)", "26,211.35 \(Self.long)", "0.5 \(Self.long)", "1"],
    ]
    let lines = Self.lines(rows, width: width)
    #expect(lines.count == 3)
    #expect(lines[1].hasPrefix("BTC-USD "))
    if width >= 40 {
      #expect(lines.allSatisfy { $0.displayWidth <= width })
      #expect(lines[1].contains("$26,211.35") && lines[2].contains("26,211.35 X"))
    }
    #expect(lines[0].contains("VOLUME") == (width >= 80))
    #expect(lines[2].contains("…"))
  }

  @Test func `ordinary numbers are not cut: columns go, as they did`() {
    let rows = [["BTC-USD", "26,211.35 USDT", "+0.00000038 BTC", "28,110.4472"]]
    for width in 0...60 {
      #expect(!Self.lines(rows, width: width).joined().contains("…"))
    }
  }

  @Test func `wide characters are not cut in two`() {
    let name = String(repeating: "比", count: 100)
    let lines = Self.lines([[name, "1", "2", "3"]], width: 44)
    #expect(lines[1].displayWidth <= 44 && lines[1].hasSuffix("3"))
    #expect(lines[1].hasPrefix("比比") && lines[1].contains("比…"))
  }
}
