import Terminal
import Testing

/// Tables with bars, which take the width that text leaves.
struct ColumnsBarTests {
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

  @Test func `bars of rank 0 stay, as narrow as bars can be`() {
    var table = Self.table()
    table.columns[1].rank = 0
    #expect(table.text(fitting: 3) == "   P\n10.5  ████████\n 2    ████\n 0")
  }

  @Test func `text goes before bars of a lower rank`() {
    var table = Self.table()
    table.columns[0].rank = 2
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
    let table = Columns(
      columns: [.init(heading, .bar), .init("P", .leading)],
      rows: [.cells([.bar(share: 0, .plain), .text(Line.Span("a"))])])
    let row = String(repeating: " ", count: 43) + "a"
    for width in [nil, 44, 99] { #expect(table.text(fitting: width) == "\(heading)  P\n\(row)") }
  }

  @Test func `several bars share the width that is left`() {
    let table = Columns(
      columns: [.init("", .bar, rank: 1), .init("P", .leading), .init("", .bar, rank: 2)],
      rows: [.cells([.bar(share: 1, .plain), .text(Line.Span("a")), .bar(share: 0.5, .plain)])])
    #expect(table.text(fitting: 29) == "              P\n████████████  a  ██████")
    #expect(table.text(fitting: 30) == table.text(fitting: 29))
    #expect(table.text(fitting: 20) == "                   P\n█████████████████  a")
  }

  @Test func `bars have their style, and nothing around them does`() {
    let table = Columns(
      columns: [.init("", .bar), .init("P", .leading)],
      rows: [.cells([.bar(share: 0.5, .up), .text(Line.Span("a"))])])
    #expect(
      table.lines(fitting: 11)[1].rendered(.standard) == "\u{1B}[32m████\u{1B}[0m      a")
  }

  @Test func `a line between the rows does not make bars narrower`() {
    var table = Self.table()
    table.rows.insert(.line(Line("spread $0.85 · mid $26,210.925")), at: 1)
    let lines = table.text(fitting: 14).split(separator: "\n")
    #expect(lines[1...2] == ["10.5  ████████", "spread $0.85 · mid $26,210.925"])
  }

  private static func table(_ heading: String = "") -> Columns {
    Columns(
      columns: [.init("P", .point), .init(heading, .bar, rank: 1)],
      rows: zip(["10.5", "2", "0"], [1, 0.5, 0]).map { text, share in
        .cells([.text(Line.Span(text)), .bar(share: share, .plain)])
      })
  }
}

extension Columns {
  /// The lines without styles, one below the other.
  fileprivate func text(fitting width: Int?) -> String {
    lines(fitting: width).map { $0.rendered() }.joined(separator: "\n")
  }
}
