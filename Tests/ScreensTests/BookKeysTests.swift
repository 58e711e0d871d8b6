import Foundation
import MarketCore
import Terminal
import Testing

@testable import Screens

/// The keys on the screen of a book.
struct BookKeysTests {
  private static let large = TerminalSize(columns: 80, rows: 400)

  @Test func `plus and minus go through depths, to all levels and back to one`() {
    var book = BookScreen.sample(asks: 150, bids: 120, room: Self.large)
    #expect(book.levels == [10, 10])
    var depths: [String] = []
    for key in "++=+++----" + "------" {
      #expect(book.press(.character(key)) == .handled)
      depths.append(book.heading.dropFirst().first ?? "")
    }
    #expect(
      depths == [20, 50, 100, 199].map { "depth \($0)" } + Array(repeating: "depth all", count: 2)
        + [199, 100, 50, 20, 10, 5, 1, 1, 1, 1].map { "depth \($0)" })
    #expect(book.levels == [1, 1])
    book.press("++++++")
    #expect(book.levels == [150, 120])
  }

  @Test(arguments: [
    (7, "depth 10", "depth 5"), (1, "depth 3", "depth 1"), (500, "depth all", "depth 100"),
    (4, "depth 5", "depth 3"),
  ])
  func `from any other depth they go to the next`(depth: Int, deeper: String, flatter: String) {
    var book = BookScreen.sample(depth: depth)
    book.press("+")
    #expect(book.heading.dropFirst().first == deeper)
    book = .sample(depth: depth)
    book.press("-")
    #expect(book.heading.dropFirst().first == flatter)
  }

  @Test func `without a chosen depth as many levels are shown as fit, equal on both sides`() {
    var book = BookScreen.sample(hasDepth: false, room: TerminalSize(columns: 80, rows: 24))
    #expect(book.levels == [11, 11])
    #expect(book.heading == ["BTC-USD", "depth 11"])
    book.room = TerminalSize(columns: 80, rows: 13)
    #expect(book.levels == [5, 5])
    // On 40 columns the summary takes two lines.
    book.room = TerminalSize(columns: 40, rows: 13)
    #expect(book.viewModel.query.depth == 5 && book.texts.count == 13)
    book.room = TerminalSize(columns: 80, rows: 1)
    #expect(book.viewModel.query.depth == 1)
    book.room = TerminalSize(columns: 80, rows: 40)
    book.poll(asks: 30, bids: 7)
    #expect(book.levels == [19, 7])
  }

  @Test func `plus and minus leave the depth that fits, and lead back to it`() {
    var book = BookScreen.sample(hasDepth: false, room: TerminalSize(columns: 80, rows: 24))
    book.press("+")
    #expect(book.heading[1] == "depth 20")
    book.room.rows = 13
    #expect(book.heading[1] == "depth 20")
    book.press("---")
    #expect(book.heading[1] == "depth 1")
    book.press("+")
    #expect(book.heading[1] == "depth 5")
    book.room.rows = 24
    #expect(book.heading[1] == "depth 11")
  }

  @Test func `keys without effect are not offered, and words say where keys lead`() {
    func words(_ book: BookScreen) -> [String] { book.hints.map { "\($0.key) \($0.word)" } }
    var book = BookScreen.sample(room: Self.large)
    #expect(
      words(book) == [
        "+ - depth", "[ ] step", "h history", "g chart", "a all exchanges", "o orders",
        "c columns",
      ])
    book.room.rows = 8
    #expect(words(book).last == "↑ ↓ move")
    book.press("g")
    #expect(words(book).contains("g ladder") && !words(book).contains("↑ ↓ move"))
    book.press("go")
    #expect(words(book).contains("o levels") && !words(book).contains("[ ] step"))
    #expect(book.press(.character("]")) == .refused("single orders have no price step"))
    book.press("a")
    #expect(!words(book).contains { $0.hasPrefix("o ") })
    #expect(
      book.press(.character("o"))
        == .refused(
          "Kraken, Binance, OKX, Bybit, Gate, KuCoin, Bitget, Crypto.com, Upbit, Bitvavo do not offer "
            + "single orders; these do: blockchain, bitfinex, coinbase, bitstamp, bitso"))
  }

  @Test func `an empty book says which key helps`() {
    let book = BookScreen.sample(asks: 0, bids: 0)
    #expect(book.texts.last == "  a for the book of all exchanges")
    #expect(book.hints.map(\.key) == ["h", "a", "o", "c"])
  }

  @Test func `brackets go through price steps that suit the price, and back to none`() {
    var book = BookScreen.sample(depth: nil, room: Self.large)
    #expect(book.heading == ["BTC-USD", "depth all"])
    var steps: [String] = []
    for _ in 0..<15 {
      book.press("]")
      steps.append(book.heading[2])
    }
    #expect(
      steps
        == [
          "0.01", "0.02", "0.05", "0.1", "0.2", "0.5", "1", "2", "5", "10", "20", "50", "100",
          "100", "100",
        ].map { "group \($0)" })
    #expect(book.levels == [1, 1])
    book.press("[[[")
    #expect(book.heading[2] == "group 10")
    #expect(book.levels == [3, 3])
    book.press("[[[[[[[[[[")
    #expect(book.heading == ["BTC-USD", "depth all"])
    #expect(book.levels == [30, 30])
    book.press("[")
    #expect(book.heading == ["BTC-USD", "depth all"])
  }

  @Test(arguments: [
    ("7", "10", "5"), ("0.001", "0.01", ""), ("2", "5", "1"), ("1000", "1000", "100"),
  ])
  func `from any other step they go to the next`(step: String, coarser: String, finer: String) {
    let book = BookScreen.sample(step: Decimal(string: step))
    #expect(book.heading.last == "group \(step)")
    for (key, group) in [("]", coarser), ("[", finer)] {
      var book = book
      book.press(key)
      #expect(book.heading.last == (group.isEmpty ? "depth 10" : "group \(group)"))
    }
  }

  @Test
  func `where a side is empty the other tells the price, without both there are no steps`() {
    var oneSided = BookScreen.sample(asks: 0)
    oneSided.press("]")
    #expect(oneSided.heading.last == "group 0.01")
    oneSided = .sample(bids: 0)
    oneSided.press("]")
    #expect(oneSided.heading.last == "group 0.02")
    var empty = BookScreen.sample(asks: 0, bids: 0)
    empty.press("][+")
    #expect(empty.heading == ["BTC-USD", "depth 20"])
    var waiting = BookScreen.sample(step: 5)
    waiting.poll(asks: 0, bids: 0)
    waiting.press("]")
    #expect(waiting.heading.last == "group 5")
  }

  @Test func `g shows the picture and then the ladder, each with its own depth`() {
    var book = BookScreen.sample(room: TerminalSize(columns: 80, rows: 16))
    #expect(book.texts.first?.hasPrefix("    PRICE") == true)
    book.press("g")
    #expect(book.texts.first?.contains("BIDS") == true)
    #expect(book.texts.count == 16)
    #expect(book.heading == ["BTC-USD", "depth all"])
    book.press("-g")
    #expect(book.heading == ["BTC-USD", "depth 10"])
    book.press("+g")
    #expect(book.heading == ["BTC-USD", "depth 100"])
    book.press("g")
    #expect(book.heading == ["BTC-USD", "depth 20"])
  }

  @Test func `a book that begins as a picture becomes a ladder of as many levels as fit`() {
    var book = BookScreen.sample(depth: nil, isChart: true, room: Self.large)
    #expect(book.texts.first?.contains("BIDS") == true)
    book.press("g")
    #expect(book.heading == ["BTC-USD", "depth 199"])
    #expect(book.levels == [30, 30])
  }

  @Test func `o restarts the poller, and nothing of the other detail is shown`() {
    var book = BookScreen.sample(step: 5)
    #expect(book.press(.character("o")) == .restart)
    #expect(book.heading == ["BTC-USD", "depth 10", "orders"])
    #expect(book.viewModel.query.detail == .orders)
    #expect(book.viewModel.freshness.phase == .loading(nil))
    #expect(book.viewModel.book.isEmpty)
    #expect(book.texts.first?.split(separator: " ") == ["PRICE", "QUANTITY", "ORDER_ID"])
    #expect(book.press(.character("o")) == .restart)
    #expect(book.heading == ["BTC-USD", "depth 10", "group 5"])
    #expect(book.texts.first?.split(separator: " ") == ["PRICE", "QUANTITY", "ORDERS"])
  }

  @Test(
    arguments: [
      .character(" "), .character("r"), .character("?"), .character("q"), .character("x"),
      .character("s"), .character("/"), .escape, .enter, .left, .right, .backspace, .control("l"),
    ] as [Key])
  func `other keys are ignored`(key: Key) {
    var book = BookScreen.sample()
    let before = book.texts
    #expect(book.press(key) == .ignored)
    #expect(book.texts == before)
    #expect(book.prompt == nil)
  }
}
