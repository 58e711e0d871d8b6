import Foundation
@testable import MarketCore
import Testing

/// The numbers of updates, and how they are joined with a book by request.
struct BookSequenceTests {
  private static let pair = Pair(symbol: "BTC-USD")
  private var sequence = BookSequence(of: pair)

  /// An update that is recognized by its checksum.
  private static func update(_ previous: Int64, _ number: Int64) -> BookSequence.Update {
    var book = BookUpdate(pair, isWhole: false)
    book.checksum = UInt32(number)
    return .init(previous: previous, number: number, book: book)
  }

  private static func book(_ number: Int64) -> BookUpdate {
    var book = BookUpdate(pair, isWhole: true)
    book.checksum = UInt32(number)
    return book
  }

  private static func lines(_ events: [StreamEvent]) -> [String] {
    events.map {
      switch $0 {
      case .book(let update): "\(update.isWhole ? "book" : "update") \(update.checksum ?? 0)"
      default: $0.line
      }
    }
  }

  private mutating func add(_ previous: Int64, _ number: Int64) -> [String] {
    Self.lines(sequence.add(Self.update(previous, number)))
  }

  @Test mutating func `each update follows the one before`() {
    #expect(Self.lines(sequence.begin(Self.book(5), number: 5)) == ["book 5"])
    #expect(add(5, 9) == ["update 9"])
    // A lower number is no gap, and neither is an update without a change.
    #expect(add(9, 3) == ["update 3"])
    #expect(add(3, 3) == ["update 3"])
    #expect(add(4, 6) == ["gap: 4 after 3"])
  }

  @Test(arguments: [(9, 9), (5, 7), (7, 10)])
  mutating func `a repeated, a late and an early update are gaps`(previous: Int64, number: Int64) {
    _ = sequence.begin(Self.book(5), number: 5)
    #expect(add(5, 8) == ["update 8"])
    #expect(add(previous, number) == ["gap: \(previous) after 8"])
  }

  @Test mutating func `updates wait for the book; older ones are dropped`() {
    #expect(add(1, 3).isEmpty && add(3, 5).isEmpty && add(5, 8).isEmpty)
    #expect(
      Self.lines(sequence.join(Self.book(4), number: 4)) == ["book 4", "update 5", "update 8"])
    #expect(add(8, 9) == ["update 9"])
    // The book of a second request is not needed.
    #expect(sequence.join(Self.book(9), number: 9).isEmpty)
  }

  @Test mutating func `the first update after the book may begin before it`() {
    #expect(Self.lines(sequence.join(Self.book(6), number: 6)) == ["book 6"])
    #expect(add(2, 4).isEmpty)
    #expect(add(4, 8) == ["update 8"])
    #expect(add(5, 9) == ["gap: 5 after 8"])
  }

  @Test mutating func `a book that is too old is requested again`() {
    #expect(add(5, 7).isEmpty)
    #expect(Self.lines(sequence.join(Self.book(4), number: 4)) == ["needs book of BTC-USD"])
    #expect(Self.lines(sequence.join(Self.book(5), number: 5)) == ["book 5", "update 7"])
  }

  @Test mutating func `an update after a quiet book that is too old needs another book`() {
    #expect(Self.lines(sequence.join(Self.book(4), number: 4)) == ["book 4"])
    #expect(add(6, 7) == ["needs book of BTC-USD"])
    #expect(add(7, 8).isEmpty)
    #expect(
      Self.lines(sequence.join(Self.book(6), number: 6)) == ["book 6", "update 7", "update 8"])
  }
}
