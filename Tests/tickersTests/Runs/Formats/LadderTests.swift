import Foundation
import Terminal
import Testing

/// The ladder of a book: crossed books, invalid levels and many levels.
@Suite(.timeLimit(.minutes(20))) struct LadderTests {
  @Test func `a crossed book is shown as it is, and marked`() async throws {
    let outcome = await TestWorld.book(
      bids: [("101.5", "2"), ("99", "1")], asks: [("100", "0.5"), ("102", "3")])
    #expect(
      outcome.output == """
        SIDE    PRICE  QUANTITY  ORDERS  TOTAL
        ask   $102.00       3         2    3.5
        ask   $100.00       0.5       1    0.5
        spread -$1.50 (-148.88 bp) · mid $100.75 · imbalance -0.08 · \
        crossed market: best bid > best ask
        bid   $101.50       2         1    2
        bid    $99.00       1         2    3

        """)
    #expect(outcome.status == 0)
  }

  @Test
  func `what is wrong with a crossed book stands in a line of its own where there is no room`()
    async throws
  {
    let outcome = await TestWorld.book(
      bids: [("101.5", "2")], asks: [("100", "0.5")],
      terminal: TerminalSize(columns: 60, rows: 24))
    #expect(
      outcome.output == """
        SIDE    PRICE  QUANTITY  ORDERS  TOTAL
        ask   $100.00       0.5       1    0.5  █████
        spread -$1.50 (-148.88 bp) · mid $100.75 · imbalance +0.60
        crossed market: best bid > best ask
        bid   $101.50       2         1    2    ████████████████████

        """)
  }

  @Test func `levels of one price are added up, in the formats for programs too`() async throws {
    let world = TestWorld.ofBook(
      bids: [("99", "1"), ("100", "0.25"), ("99.0", "2")], asks: [("101", "1"), ("101", "0.5")])
    let arguments = ["book", "BTC-USD", "--once", "-c", "price,quantity,orders"]
    for (format, rows) in try await world.rows(arguments) {
      let known = rows.map { row in ["price", "quantity", "orders"].map { row[$0] } }
      #expect(
        known == [["100", "0.25", "2"], ["99", "3", "4"], ["101", "1.5", "3"]], "\(format)")
    }
  }

  @Test func `levels that offer nothing are left out, with a notice`() async throws {
    let outcome = await TestWorld.book(
      bids: [("100", "1"), ("99", "0")], asks: [("101", "-1"), ("102", "0.5"), ("103", "0")])
    #expect(
      outcome.output == """
        SIDE    PRICE  QUANTITY  ORDERS  TOTAL
        ask   $102.00       0.5       2    0.5
        spread $2.00 (198.02 bp) · mid $101.00 · imbalance +0.33
        bid   $100.00       1         1    1

        """)
    #expect(
      outcome.errors == """
        tickers: skipped 3 invalid rows: bids[1].qty is not above 0; asks[0].qty is not above 0; \
        asks[2].qty is not above 0

        """)
  }

  @Test(arguments: [
    (["--group", "5"], "bid   $2,000.00       0.5       2    0.5\nbid   $1,995.00       2.5 "),
    (["--buy", "1000"], "buying 1,000 BTC costs $3,000,500.00 · average price $3,000.50 ·"),
    (["--sell", "1001"], "selling 1,000 BTC brings $1,000,500.00 · 1 BTC of 1,001 BTC unfilled ·"),
    (["--chart"], "\n1,000 ┤"), (["-d", "all"], "ask   $4,000.00       0.5       2  1,000\n"),
  ])
  func `a book of many levels is dealt with whole`(options: [String], part: String) async throws {
    let bids = (1...2_000).map { Level("\($0)", "0.5") }
    let asks = (2_001...4_000).map { Level("\($0)", "0.5") }
    let outcome = await TestWorld.book(bids: bids, asks: asks, options)
    #expect(outcome.status == 0)
    let isThere = outcome.output.contains(part)
    #expect(isThere)
  }
}
