import Foundation
@testable import MarketCore
import RandomInputs
import Testing

/// A book that is built from updates.
struct BookSidesTests {
  private static let pair = Pair(symbol: "BTC-USD")

  private static func level(_ price: Int, _ quantity: Int) -> BookLevel {
    BookLevel("\(price)", "\(quantity)")
  }

  private static func update(
    isWhole: Bool = false, bids: [Int: Int] = [:], asks: [Int: Int] = [:]
  ) -> BookUpdate {
    var update = BookUpdate(pair, isWhole: isWhole)
    for (price, quantity) in bids { update.add(level(price, quantity), .bid) }
    for (price, quantity) in asks { update.add(level(price, quantity), .ask) }
    return update
  }

  /// A side as text, the best price first.
  private static func text(_ book: BookSides, _ side: Side) -> String {
    book.levels(side).map { "\($0.priceText)×\($0.quantityText)" }.joined(separator: " ")
  }

  @Test func `levels are set, replaced and removed; the best price is first`() {
    var book = BookSides()
    book.apply(Self.update(isWhole: true, bids: [8: 1, 9: 2], asks: [12: 3, 11: 4]), depth: nil)
    #expect(Self.text(book, .bid) == "9×2 8×1" && Self.text(book, .ask) == "11×4 12×3")
    book.apply(Self.update(bids: [10: 5, 8: 0, 9: 7], asks: [11: 0, 13: 1]), depth: nil)
    #expect(Self.text(book, .bid) == "10×5 9×7" && Self.text(book, .ask) == "12×3 13×1")
    // The removal of an unknown level changes nothing.
    book.apply(Self.update(bids: [1: 0, 11: 0], asks: [5: 0, 99: 0]), depth: nil)
    #expect(Self.text(book, .bid) == "10×5 9×7" && Self.text(book, .ask) == "12×3 13×1")
    book.apply(Self.update(isWhole: true, asks: [20: 1]), depth: nil)
    #expect(Self.text(book, .bid).isEmpty && Self.text(book, .ask) == "20×1")
  }

  @Test func `a number that is spelled differently is the same price`() {
    var book = BookSides()
    book.apply(Self.update(isWhole: true, bids: [10: 1]), depth: nil)
    var update = BookUpdate(Self.pair, isWhole: false)
    update.add(BookLevel("10.00", "2.0"), .bid)
    book.apply(update, depth: nil)
    #expect(Self.text(book, .bid) == "10.00×2.0")
  }

  @Test func `levels beyond the depth do not stay`() {
    var book = BookSides()
    book.apply(
      Self.update(isWhole: true, bids: [1: 1, 2: 1, 3: 1], asks: [7: 1, 8: 1, 9: 1]), depth: 2)
    #expect(Self.text(book, .bid) == "3×1 2×1" && Self.text(book, .ask) == "7×1 8×1")
    book.apply(Self.update(bids: [4: 1], asks: [6: 1]), depth: 2)
    #expect(Self.text(book, .bid) == "4×1 3×1" && Self.text(book, .ask) == "6×1 7×1")
    // Level 2 was pushed out, so that it is not known after the removal of another one.
    book.apply(Self.update(bids: [4: 0]), depth: 2)
    #expect(Self.text(book, .bid) == "3×1")
  }

  @Test func `levels beyond the worst price of a cut book are not known`() {
    var book = BookSides()
    book.apply(
      Self.update(isWhole: true, bids: [5: 1, 6: 1], asks: [8: 1]), depth: nil, limit: 2)
    book.apply(Self.update(bids: [4: 1, 5: 3], asks: [9: 1]), depth: nil, limit: 2)
    // The side with fewer levels than the limit was sent in full.
    #expect(Self.text(book, .bid) == "6×1 5×3" && Self.text(book, .ask) == "8×1 9×1")
  }

  @Test(arguments: 1...20)
  func `any sequence of updates leaves the levels of a dictionary`(seed: UInt64) {
    var random = Seeded(state: seed)
    var (book, bids, asks) = (BookSides(), [Int: Int](), [Int: Int]())
    for _ in 0..<200 {
      func changes() -> [Int: Int] {
        Dictionary(
          (0..<Int.random(in: 0...4, using: &random)).map { _ in
            (Int.random(in: 1...60, using: &random), Int.random(in: 0...3, using: &random))
          }
        ) { $1 }
      }
      let (newBids, newAsks) = (changes(), changes())
      book.apply(Self.update(bids: newBids, asks: newAsks), depth: nil)
      bids = bids.merging(newBids) { $1 }.filter { $0.value > 0 }
      asks = asks.merging(newAsks) { $1 }.filter { $0.value > 0 }
      let expected = bids.sorted { $0.key > $1.key }.map { "\($0.key)×\($0.value)" }
      #expect(Self.text(book, .bid) == expected.joined(separator: " "))
      let others = asks.sorted { $0.key < $1.key }.map { "\($0.key)×\($0.value)" }
      #expect(Self.text(book, .ask) == others.joined(separator: " "))
    }
  }
}

extension BookLevel {
  /// The level of two numbers that are spelled so.
  convenience init(_ price: String, _ quantity: String) {
    func number(_ text: String) -> JSONReader.Number {
      JSONReader.Number(value: Decimal(exact: text) ?? .nan, text: text)
    }
    self.init(number(price), number(quantity))
  }
}
