import MarketCore
import Terminal
import Testing

@testable import Screens

/// A ladder with more levels than the screen has lines.
struct BookScrollTests {
  /// Seven lines below the heading.
  private static let book = BookScreen.sample()

  /// What is in the middle of a ladder of ten levels a side: its spread has 3 lines above and below.
  private static let usual = ["1003", "1002", "1001", "spread", "999", "998", "997"]

  @Test func `the spread stands in the middle`() {
    #expect(Self.book.places == Self.usual)
    #expect(Self.book.texts.first?.contains("PRICE") == true)
  }

  @Test(
    arguments: [
      ("j", 1), ("jj", 2), ("k", -1), ("jk", 0), ("kkkj", -2), ("jjjjjjj", 7), ("↓", 7), ("↑", -7),
      ("↓j", 7), ("↑k", -7), ("↓k", 6), ("↑j", -6), ("↓jjjjjjjjjjjjjjjjjjjjkk↓", 7), ("↑↓", 7),
    ])
  func `keys move it as far as there are levels`(keys: String, lines: Int) {
    var book = Self.book
    for key in keys { #expect(book.press(Self.key(key)) == .handled) }
    let whole = BookScreen.sample(room: TerminalSize(columns: 80, rows: 99)).places
    #expect(book.places == Array(whole[(7 + lines)..<(14 + lines)]))
    #expect(book.texts.count == 8)
  }

  /// Arrows stand for Home and End.
  private static func key(_ character: Character) -> Key {
    switch character {
    case "↑": .home
    case "↓": .end
    default: .character(character)
    }
  }

  @Test(
    arguments: [
      ([.up], "k"), ([.down], "j"), ([.pageUp], "kkkk"), ([.pageDown], "jjjj"), ([.home], "↑"),
      ([.end], "↓"), ([.pageDown, .pageDown, .pageUp], "↓kkkk"), ([.end, .pageDown], "↓"),
    ] as [([Key], String)])
  func `arrows and pages do it, too`(keys: [Key], letters: String) {
    var (book, other) = (Self.book, Self.book)
    for key in keys { #expect(book.press(key) == .handled) }
    for letter in letters { _ = other.press(Self.key(letter)) }
    #expect(book.places == other.places)
  }

  @Test(arguments: [(Key.up, Key.down), (.down, .up)])
  func `however far it was moved, one key moves it back`(there: Key, back: Key) {
    var book = Self.book
    book.press(Array(repeating: there, count: 100))
    let end = book.places
    book.press([back])
    #expect(book.places != end)
    book.press([there])
    #expect(book.places == end)
  }

  @Test func `it counts from where the spread would be, if there are few levels on a side`() {
    var book = BookScreen.sample(asks: 1, bids: 30, room: TerminalSize(columns: 80, rows: 6))
    #expect(book.places == ["1001", "spread", "999", "998", "997"])
    book.press([.up])
    #expect(book.places.first == "1001")
    book.press([.down])
    #expect(book.places == ["spread", "999", "998", "997", "996"])
    var other = BookScreen.sample(asks: 30, bids: 1, room: TerminalSize(columns: 80, rows: 6))
    #expect(other.places.last == "999")
    other.press([.down, .up])
    #expect(other.places.last == "spread")
  }

  @Test func `a ladder that fits does not move, also not later`() {
    var book = BookScreen.sample(depth: 1)
    let before = book.places
    #expect(before == ["1001", "spread", "999"])
    book.press([.down, .down, .up, .end])
    #expect(book.places == before)
    book.press("++")
    #expect(book.places == Self.usual)
  }

  @Test func `what is moved stays where it is looked at when the next poll comes`() {
    var book = Self.book
    book.press([.down, .down])
    let before = book.places
    book.poll(asks: 30, bids: 30)
    #expect(book.places == before)
    book.poll(asks: 2, bids: 2)
    #expect(book.places == ["1002", "1001", "spread", "999", "998"])
  }

  @Test func `a picture does not move`() {
    var book = BookScreen.sample(isChart: true)
    book.press(Array(repeating: .down, count: 9))
    book.press("g")
    #expect(book.places == Self.usual)
  }

  @Test(arguments: [1, 2, 3, 5, 8, 20, 21, 22, 23, 40]) func `there are no more lines than room`(
    rows: Int
  ) {
    var book = BookScreen.sample(room: TerminalSize(columns: 80, rows: rows))
    for _ in 0..<30 {
      #expect(book.texts.count == min(rows, 22))
      book.press([.down])
    }
    #expect(book.finalLines.count == min(rows, 22))
  }

  @Test func `without a heading the ladder has all the room`() {
    let book = BookScreen.sample(hasHeader: false, room: TerminalSize(columns: 80, rows: 5))
    #expect(book.texts.map { $0.contains("spread") } == [false, false, true, false, false])
  }
}
