import MarketCore
import Reports
import Terminal
import TestTools
import Testing

@testable import Screens

/// The choice of the columns of a book.
struct BookColumnsTests {
  private static func heading(_ book: BookScreen) -> String {
    (book.texts.first ?? "").split(separator: " ").joined(separator: " ")
  }

  /// The names that the choice offers, and those that are shown.
  private static func fields(_ book: BookScreen) -> (offered: [String], shown: [String]) {
    let lines =
      (book.chooser?.lines(fitting: TerminalSize(columns: 120, rows: 30), in: .utf8) ?? [])
      .map { $0.trimmed().rendered() }.filter { $0.dropFirst(2).hasPrefix("[") }
    func names(_ lines: [String]) -> [String] {
      lines.map { String($0.dropFirst(6).prefix { $0 != " " }) }
    }
    return (names(lines), names(lines.filter { $0.contains("[x]") }))
  }

  @Test func `c offers all fields of levels, or of orders`() {
    var book = BookScreen.sample()
    book.press("c")
    #expect(Self.fields(book).shown == ["price", "quantity", "orders"])
    #expect(
      Set(Self.fields(book).offered) == Set(BookRow.columns.map(\.name)).subtracting(["order_id"]))
    #expect(Self.fields(book).offered.count == BookRow.columns.count - 1)
    book.press([.escape, .character("o"), .character("c")])
    #expect(Self.fields(book).shown == ["price", "quantity", "order_id"])
    #expect(
      Set(Self.fields(book).offered) == Set(BookRow.columns.map(\.name)).subtracting(["orders"]))
  }

  @Test func `Enter shows the chosen columns in their order, without another request`() {
    var book = BookScreen.sample()
    book.press("cj K")
    #expect(book.press(.enter) == .handled)
    #expect(Self.heading(book) == "PRICE ORDERS")
    book.press("cJ")
    #expect(book.press(.enter) == .handled)
    #expect(book.chooser == nil)
    #expect(Self.heading(book) == "ORDERS PRICE")
    book.press("cj K ")
    book.press([.enter])
    #expect(Self.heading(book) == "PRICE ORDERS")
  }

  @Test func `chosen columns stay from levels to orders, whose count becomes an id`() {
    var book = BookScreen.sample()
    // Orders first, and no quantities.
    book.press("cjjKKjj ")
    book.press([.enter])
    #expect(Self.heading(book) == "ORDERS PRICE")
    book.press("o")
    #expect(Self.heading(book) == "ORDER_ID PRICE")
    book.press("c")
    book.press([.enter])
    #expect(Self.heading(book) == "ORDER_ID PRICE")
    book.press("o")
    #expect(Self.heading(book) == "ORDERS PRICE")
  }

  @Test func `Esc, and unchanged columns, keep the ladder as it was`() {
    for keys in [[.escape], [.enter], [.character(" "), .character(" "), .enter]] as [[Key]] {
      var book = BookScreen.sample()
      for detail in [BookDetail.levels, .orders] {
        let texts = book.texts
        book.press("c")
        book.press(keys)
        #expect(book.chooser == nil && book.texts == texts)
        if detail == .levels { book.press("o") }
      }
    }
  }

  @Test func `no column is refused, and a chart has no columns`() {
    var book = BookScreen.sample()
    book.press("c j j ")
    #expect(book.press(.enter) == .refused("choose at least one column"))
    book.press([.escape])
    book.press("g")
    #expect(!book.hints.contains { $0.key == "c" })
    #expect(book.press(.character("c")) == .handled)
    #expect(book.chooser == nil)
  }

  @Test func `keys of rows have no effect on a book`() {
    var book = BookScreen.sample()
    for key in "wyY<>sS/$" { #expect(book.press(.character(key)) == .ignored) }
    for key in [Key.tab, .backTab] { #expect(book.press(key) == .ignored) }
  }
}
