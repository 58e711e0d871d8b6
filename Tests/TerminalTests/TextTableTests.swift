import Foundation
import Terminal
import Testing

/// The columns of a table of text.
struct TextTableTests {
  @Test func `words stand on the left, points one below the other, columns two spaces apart`() {
    let table = TextTable(
      columns: [
        .init("SYMBOL", .leading), .init("LAST", .point), .init("PERCENT", .point),
        .init("VOLUME", .point),
      ],
      rows: [
        .cells("BTC-USD", "$26,211.35", "+1.24% ▲", "12.5"),
        .cells("XLM-BTC", "0.00000551 BTC", "–", "0"),
        .cells("DGLD-BTC", "0 BTC", "-0.05% ▼", "1,200"),
        .cells("ETH-CHF", "12.50 CHF", "0.00%", "0.0001"), .cells("X", "–", "+123.40%", "–"),
      ])
    #expect(
      table.text() == """
        SYMBOL                    LAST     PERCENT      VOLUME
        BTC-USD   $26,211.35              +1.24% ▲     12.5
        XLM-BTC         0.00000551 BTC     –            0
        DGLD-BTC        0 BTC             -0.05% ▼  1,200
        ETH-CHF        12.50 CHF           0.00%        0.0001
        X               –               +123.40%        –
        """)
  }

  @Test(arguments: [
    (["1", "22", "333"], ["  1", " 22", "333"]), (["1", "2.5", ".25"], ["1", "2.5", " .25"]),
    (["1,234.5", "6"], ["1,234.5", "    6"]), (["$4.00", "-$4.00"], [" $4.00", "-$4.00"]),
    (["5 BTC", "10 BTC"], [" 5 BTC", "10 BTC"]), (["0.5 BTC", "10 BTC"], [" 0.5 BTC", "10 BTC"]),
    (["–", "0.25"], ["–", "0.25"]), (["10", "–", "1.5"], ["10", " –", " 1.5"]),
    (["+1.2% ▲", "-10%"], [" +1.2% ▲", "-10%"]), (["$5", "₺5.5"], ["$5", "₺5.5"]),
    (["1 A.B", "22.5"], [" 1 A.B", "22.5"]), (["N.A", "22.5"], ["N.A", " 22.5"]),
  ])
  func `the point of a text is that of its number, or follows it`(
    texts: [String], lines: [String]
  ) {
    let table = TextTable(columns: [.init("", .point)], rows: texts.map { .cells($0) })
    #expect(table.fitted(to: nil).lines.dropFirst().map { $0.rendered() } == lines)
  }

  @Test func `a heading stands above the end of numbers and the beginning of words`() {
    let table = TextTable(
      columns: [.init("QUANTITY", .point), .init("SIDE", .leading), .init("N", .point)],
      rows: [.cells("1.5", "bid", "1,000")])
    #expect(table.text() == "QUANTITY  SIDE      N\n     1.5  bid   1,000")
  }

  @Test func `wide characters are measured by their columns`() {
    let table = TextTable(
      columns: [.init("名", .leading), .init("P", .point)],
      rows: [.cells("比特币", "1"), .cells("e\u{301}", "22"), .cells("🇨🇭", "3")])
    #expect(table.text() == "名       P\n比特币   1\ne\u{301}       22\n🇨🇭       3")
    let heading = TextTable(
      columns: [.init("名前", .leading), .init("価", .point)], rows: [.cells("x", "1")])
    #expect(heading.text() == "名前  価\nx      1")
  }

  @Test func `headings are bold, cells keep their styles, and padding has none`() {
    let table = TextTable(
      columns: [.init("A", .leading), .init("CHANGE", .point)],
      rows: [[.text(Line.Span("x")), .text(Line.Span("+1", .up))]])
    #expect(
      table.fitted(to: nil).lines.map { $0.rendered(.standard) }
        == ["\u{1B}[1mA\u{1B}[0m  \u{1B}[1mCHANGE\u{1B}[0m", "x      \u{1B}[32m+1\u{1B}[0m"])
  }

  @Test func `texts can stand on the right`() {
    let table = TextTable(
      columns: [.init("A", .leading), .init("TURNOVER", .trailing), .init("B", .leading)],
      rows: [.cells("x", "$1.24B", "y"), .cells("x", "$920.45M", "y"), .cells("x", "–", "y")])
    #expect(
      table.text() == """
        A  TURNOVER  B
        x    $1.24B  y
        x  $920.45M  y
        x         –  y
        """)
  }

  private func prices(
    _ texts: [String], _ groups: [String?], minimum: [TextTable.Widths]? = nil
  ) -> TextTable {
    TextTable(
      columns: [.init("LAST", .point), .init("X", .leading)], rows: texts.map { .cells($0, "x") },
      minimumWidths: minimum, groups: [0: groups])
  }

  @Test func `points line up per group where the gaps would be larger than 12 cells`() {
    let near = prices(["$26,211.35", "0.00000055", "$9.5"], ["USD", "BTC", "USD"])
    #expect(
      near.lines == [
        "            LAST  X",
        "$26,211.35        x",
        "      0.00000055  x",
        "     $9.5         x",
      ])
    let far = prices(
      ["$26,211.35", "0.00000055123456", "$9.5", "–"], ["USD", "BTC", "USD", "BTC"])
    #expect(
      far.lines == [
        "            LAST  X",
        "      $26,211.35  x",
        "0.00000055123456  x",
        "           $9.5   x",
        "–                 x",
      ])
    // The points of a single group line up, however large the gaps are.
    let alone = prices(["$26,211.35", "$0.00000055123456"], ["USD", "USD"])
    #expect(
      alone.lines == [
        "                  LAST  X",
        "$26,211.35              x",
        "     $0.00000055123456  x",
      ])
  }

  @Test func `a column that once lined up per group does so from then on, and is never narrower`() {
    let first = prices(["26,211.35", "0.000001"], ["USD", "BTC"]).fitted(to: nil)
    let second = prices(
      ["26,211.35", "0.0000005512345678"], ["USD", "BTC"], minimum: first.widths
    ).fitted(to: nil)
    #expect(second.width >= first.width)
    let third = prices(["26,211.35", "0.01"], ["USD", "BTC"], minimum: second.widths)
    #expect(
      third.lines == [
        "              LAST  X",
        "         26,211.35  x",
        "0.01                x",
      ])
  }

  @Test func `a table of no rows has its headings`() {
    #expect(
      TextTable(columns: [.init("A", .leading), .init("B", .point)], rows: []).text() == "A  B")
    #expect(TextTable(columns: [], rows: []).text().isEmpty)
  }

  @Test func `no line ends in spaces, even where the last cells are empty`() {
    let table = TextTable(
      columns: [.init("A", .leading), .init("B", .leading), .init("C", .point)],
      rows: [.cells("long text", "", "1.25"), .cells("x", "y", "1"), .cells("z", "", "")])
    #expect(table.text() == "A          B     C\nlong text     1.25\nx          y  1\nz")
  }

  @Test(
    arguments: [
      (nil, "SYMBOL  LAST  CHANGE  VOLUME"), (28, "SYMBOL  LAST  CHANGE  VOLUME"),
      (27, "SYMBOL  LAST  VOLUME"), (20, "SYMBOL  LAST  VOLUME"), (19, "SYMBOL  LAST"),
      (12, "SYMBOL  LAST"), (11, "SYMBOL"), (6, "SYMBOL"), (1, "SYMBOL"), (0, "SYMBOL"),
    ] as [(Int?, String)])
  func `where there is no room the columns are dropped by rank, those of 0 stay`(
    width: Int?, heading: String
  ) {
    let table = TextTable(
      columns: [
        .init("SYMBOL", .leading), .init("LAST", .leading, dropRank: 1),
        .init("CHANGE", .leading, dropRank: 3), .init("VOLUME", .leading, dropRank: 2),
      ],
      rows: [.cells("A", "B", "C", "D")])
    #expect(table.fitted(to: width).lines.first?.rendered() == heading)
  }

  @Test func `the cells count for the room too, and go with their column`() {
    let table = TextTable(
      columns: [.init("A", .leading), .init("B", .point, dropRank: 1), .init("C", .leading)],
      rows: [.cells("a", "1,000.25 BTC", "c")])
    #expect(table.text(fitting: 18) == "A             B  C\na  1,000.25 BTC  c")
    #expect(table.text(fitting: 17) == "A  C\na  c")
  }
}

extension TextTable {
  fileprivate var lines: [String] { text().components(separatedBy: "\n") }

  /// The lines without styles, one below the other.
  fileprivate func text(fitting width: Int? = nil) -> String {
    fitted(to: width).lines.map { $0.rendered() }.joined(separator: "\n")
  }
}

extension [TextTable.Cell] {
  /// Cells without styles.
  fileprivate static func cells(_ texts: String...) -> Self {
    texts.map { .text(Line.Span($0)) }
  }
}
