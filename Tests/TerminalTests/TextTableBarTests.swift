import Terminal
import Testing

/// The bars in a table, which take the width that the text leaves.
struct TextTableBarTests {
  @Test(
    arguments: [
      (nil, 40), (200, 40), (46, 40), (45, 39), (30, 24), (15, 9), (14, 8),
    ] as [(Int?, Int)])
  func `bars take the width that is left, from 8 to 40`(width: Int?, bar: Int) {
    let full = String(repeating: "█", count: bar)
    let half = String(repeating: "█", count: bar / 2) + (bar.isMultiple(of: 2) ? "" : "▌")
    #expect(Self.table().text(fitting: width) == "   P\n10.5  \(full)\n 2    \(half)\n 0")
  }

  @Test(arguments: [13, 6, 4, 0])
  func `where there is no room there are no bars`(width: Int) {
    #expect(Self.table().text(fitting: width) == "   P\n10.5\n 2\n 0")
  }

  @Test func `bars of rank 0 are not dropped, as narrow as bars can be`() {
    var table = Self.table()
    table.columns[1].dropRank = 0
    #expect(table.text(fitting: 3) == "   P\n10.5  ████████\n 2    ████\n 0")
  }

  @Test func `text is dropped before bars of a lower rank`() {
    var table = Self.table()
    table.columns[0].dropRank = 2
    #expect(table.text(fitting: 13) == "\n█████████████\n██████▌\n")
  }

  @Test func `a heading stands above the beginning of bars, and none takes no room`() {
    #expect(
      Self.table("DEPTH").text(fitting: 14) == "   P  DEPTH\n10.5  ████████\n 2    ████\n 0")
    #expect(
      Self.table("CUMULATIVE").text(fitting: 16)
        == "   P  CUMULATIVE\n10.5  ██████████\n 2    █████\n 0")
    #expect(Self.table("CUMULATIVE").text(fitting: 15) == "   P\n10.5\n 2\n 0")
    #expect(
      Self.table("CUMULATIVE").text(fitting: 18)
        == "   P  CUMULATIVE\n10.5  ████████████\n 2    ██████\n 0")
  }

  @Test func `a heading that is wider than bars can be moves what follows`() {
    let heading = String(repeating: "H", count: 41)
    let table = TextTable(
      columns: [.init(heading, .bar), .init("P", .leading)],
      rows: [[.bar(share: 0, .plain), .text(Line.Span("a"))]])
    let row = String(repeating: " ", count: 43) + "a"
    for width in [nil, 44, 99] { #expect(table.text(fitting: width) == "\(heading)  P\n\(row)") }
  }

  @Test func `several bars share the width that is left`() {
    let table = TextTable(
      columns: [.init("", .bar, dropRank: 1), .init("P", .leading), .init("", .bar, dropRank: 2)],
      rows: [[.bar(share: 1, .plain), .text(Line.Span("a")), .bar(share: 0.5, .plain)]])
    #expect(table.text(fitting: 29) == "              P\n████████████  a  ██████")
    #expect(table.text(fitting: 30) == table.text(fitting: 29))
    #expect(table.text(fitting: 20) == "                   P\n█████████████████  a")
  }

  @Test func `bars have their style, and nothing around them does`() {
    let table = TextTable(
      columns: [.init("", .bar), .init("P", .leading)],
      rows: [[.bar(share: 0.5, .up), .text(Line.Span("a"))]])
    #expect(
      table.fitted(to: 11).lines[1].rendered(.standard) == "\u{1B}[38;5;28m████\u{1B}[0m      a")
  }

  private static func table(_ heading: String = "") -> TextTable {
    TextTable(
      columns: [.init("P", .point), .init(heading, .bar, dropRank: 1)],
      rows: zip(["10.5", "2", "0"], [1, 0.5, 0]).map { text, share in
        [.text(Line.Span(text)), .bar(share: share, .plain)]
      })
  }
}

extension TextTable {
  /// The lines without styles, one below the other.
  fileprivate func text(fitting width: Int?) -> String {
    fitted(to: width).lines.map { $0.rendered() }.joined(separator: "\n")
  }
}
