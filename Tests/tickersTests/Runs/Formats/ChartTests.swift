import Terminal
import Testing

/// The depth chart of a book.
@Suite(.timeLimit(.minutes(20))) struct ChartTests {
  private static let bids: [Level] = [("100", "1"), ("98", "1"), ("96", "2")]
  private static let asks: [Level] = [("104", "2"), ("106", "4"), ("108", "2")]

  private static func chart(
    _ bids: [Level] = bids, _ asks: [Level] = asks, columns: Int = 32, rows: Int = 15,
    _ options: String...
  ) async throws -> String {
    let size = TerminalSize(columns: columns, rows: rows)
    let outcome = await TestWorld.book(
      bids: bids, asks: asks, terminal: size, ["--chart"] + options)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    return outcome.output
  }

  @Test func `a column is as high as what stands between the spread and its price`() async throws {
    let expected = """
      TOTAL  BIDS                 ASKS
            │                        █
            │                        █
            │                    ▆▆▆▆█
          5 ┤                    █████
            │▄                   █████
            │█                   █████
            │█▂▂▂▂           ▂▂▂▂█████
            │█████▁▁▁▁       █████████
            │█████████       █████████
          0 ┴─────────────────────────
             $96.00            $108.00
      spread $4.00 (392.16 bp)
      mid $102.00 · imbalance -0.33

      """
    #expect(try await Self.chart() == expected)
  }

  @Test func `a crossed book is drawn from its lowest price to its highest, and marked`()
    async throws
  {
    let expected = """
      TOTAL  BIDS                             ASKS
            │                           ██████████
            │                           ██████████
            │                           ██████████
          5 ┤                           ██████████
            │         ████████████████████████████
            │█████████████████████████████████████
            │█████████████████████████████████████
            │█████████████████████████████████████
          0 ┴─────────────────────────────────────
             $100.00  $104.00 | $100.00    $104.00
      spread -$4.00 (-392.16 bp) · mid $102.00
      imbalance -0.45
      crossed market: best bid > best ask

      """
    let picture = try await Self.chart(
      [("104", "2"), ("102", "1")], [("100", "1"), ("101", "3"), ("103", "4")], columns: 44)
    #expect(picture == expected)
  }

  @Test func `of a lone side the best price is an end`() async throws {
    let expected = """
      TOTAL  BIDS                 ASKS
          4 ┤█
            │█
          2 ┤█▄▄▄▄▄▄▄▄▄▄▄▄
            │█████████████▂▂▂▂▂▂▂▂▂▂▂▂
            │█████████████████████████
          0 ┴─────────────────────────
             $96.00            $100.00
      no asks

      """
    let bids = try await Self.chart(Self.bids, [], rows: 10)
    #expect(bids == expected)
    let asks = try await Self.chart([], Self.asks)
    #expect(asks.contains("\n       $104.00           $108.00\nno bids\n"))
  }

  @Test func `a single level fills the picture`() async throws {
    let expected = """
      TOTAL  BIDS                 ASKS
          1 ┤█████████████████████████
            │█████████████████████████
            │█████████████████████████
          0 ┴─────────────────────────
             $100.00
      no asks

      """
    #expect(try await Self.chart([("100", "1")], [], rows: 8) == expected)
  }

  @Test(arguments: [
    ("100 98 96", "104 106 108", 0), ("100 98 96", "104 106 108 5000", 1),
    ("100 98 96 1", "104 106 108", 1), ("100 98 96 88 1", "104 106 108 1e6", 2),
    ("100 98 96 1", "104 106 108 5000", 2), ("100", "104 106 108 110 140", 1),
    ("104", "104 106 108", 0), ("107 105", "104 105 106", 0), ("", "104 106 999", 1),
  ])
  func `outlying levels are not shown, but counted, unless a depth is asked for`(
    bids: String, asks: String, far: Int
  ) async throws {
    let sides = [bids, asks].map { $0.split(separator: " ").map { Level("\($0)", "1") } }
    let picture = try await Self.chart(sides[0], sides[1], columns: 100)
    let remark = "\(far) outlying level\(far == 1 ? "" : "s") not shown"
    #expect(picture.contains(remark) == (far > 0))
    #expect(picture.contains("not shown") == (far > 0))
    let whole = try await Self.chart(sides[0], sides[1], columns: 100, "--depth", "9")
    #expect(!whole.contains("not shown"))
  }

  @Test(arguments: ["0.0000012", "1", "1.9", "2.1", "4.2", "5", "7", "9.99", "42", "123456789"])
  func `a picture fits the terminal and has a scale`(quantity: String) async throws {
    for rows in [10, 11, 12, 13, 16, 20, 30] {
      for columns in [30, 77] {
        let lines = try await Self.chart(
          [("100", quantity)], [("104", "0.000001")], columns: columns, rows: rows
        ).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(lines.count == rows - 1)
        #expect(lines.allSatisfy { $0.count <= columns && $0.last != " " })
        let marks = lines.filter { $0.contains("┤") }.count
        #expect((1...rows / 2).contains(marks), "\(rows) rows")
      }
    }
  }
}
