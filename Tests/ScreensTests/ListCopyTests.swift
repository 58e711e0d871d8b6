import Foundation
import MarketCore
import Terminal
import TestTools
import Testing

@testable import Screens

/// The keys that copy a price or a row of a list.
struct ListCopyTests {
  private typealias List = ListScreen<ListFeed>

  /// A list of one poll of these tickers, in their order.
  private static func list(_ tickers: Ticker..., columns: [Column<Ticker>] = Ticker.columns) -> List
  {
    var list = List.sample([], sort: nil, columns: columns)
    list.apply(.answered(tickers))
    return list
  }

  private static func ticker(
    _ symbol: String = "BTC-USD", name: String? = nil, last: String? = "26211.35"
  ) -> Ticker {
    Ticker(
      pair: Pair(symbol: symbol), name: name, open: 3, volume: Decimal(string: "0.00000001"),
      last: last.flatMap { Decimal(string: $0) })
  }

  @Test(arguments: [
    ("26211.35", "26211.35"), ("38178.0", "38178"), ("0.00000551", "0.00000551"), ("0", "0"),
    ("123456789012345678901234567890.12345678", "123456789012345678901234567890.12345678"),
    ("1e-20", "0.00000000000000000001"), ("1E6", "1000000"),
  ])
  func `y copies the price with all digits, and no others`(sent: String, copied: String) {
    var list = Self.list(Self.ticker(last: sent), columns: ["symbol"])
    #expect(list.press(.character("y")) == .copy(copied))
  }

  @Test func `y copies that of the selected row`() {
    var list = List.sample([3, 1, 2])
    list.press("jj")
    #expect(list.press(.character("y")) == .copy("2"))
    list.poll([3, 1, 7])
    #expect(list.press(.character("y")) == .copy("7"))
    list.press("S")
    #expect(list.press(.character("y")) == .copy("7"))
  }

  @Test func `an unknown price is refused`() {
    var list = Self.list(Self.ticker(last: nil))
    #expect(list.press(.character("y")) == .refused("no price to copy"))
    let zero = Ticker(
      pair: Pair(symbol: "BTC-USD"), open: 3, volume: 1, last: nil, showsMissingLastAsZero: true)
    list = Self.list(zero)
    #expect(list.texts.contains { $0.contains("$0.00") })
    #expect(list.press(.character("y")) == .refused("no price to copy"))
  }

  @Test func `Y copies the columns of the row with tabs between, unknown ones empty`() {
    var list = Self.list(
      Self.ticker(), Self.ticker("ETH-EUR", name: "Ether", last: nil),
      columns: ["symbol", "name", "last", "high", "percent", "volume", "turnover"])
    #expect(
      list.press(.character("Y"))
        == .copy("BTC-USD\tBitcoin\t26211.35\t\t873611.666667\t0.00000001\t0.0002621135"))
    list.press("j")
    #expect(list.press(.character("Y")) == .copy("ETH-EUR\tEther\t\t\t\t0.00000001\t"))
  }

  @Test func `columns without room are copied, too`() {
    var list = List.sample([3], room: TerminalSize(columns: 30, rows: 5))
    #expect(list.texts.first?.contains("VOLUME") == false)
    #expect(list.press(.character("Y")) == .copy("A-USD\t3\t-40\t12.5\t37.5"))
  }

  @Test func `control characters of a row are replaced, tab, newline and backslash escaped`() {
    var list = Self.list(
      Self.ticker("A\u{1B}]52;c;eA==\u{7}-USD", name: "a\tb\nc\\d\u{202E}\u{9B}2J\r\n€"),
      columns: ["symbol", "name"])
    #expect(
      list.press(.character("Y"))
        == .copy(
          "A\u{FFFD}]52;c;eA==\u{FFFD}-USD\ta\\tb\\nc\\\\d\u{FFFD}\u{FFFD}2J\u{FFFD}\\n€"))
  }

  @Test func `without rows there is nothing to copy, and no key for it`() {
    var list = List.sample([])
    #expect(list.hints.allSatisfy { !["y", "Y"].contains($0.key) })
    for key in "yY" { #expect(list.press(.character(key)) == .handled) }
    #expect(List.sample([1]).hints.map(\.key).filter { "yY".contains($0) } == ["y", "Y"])
  }
}
