import Foundation
@testable import MarketCore
import Testing

/// A live book: what belongs to it, and what proves it wrong.
struct LiveBookTests {
  private static let time = Date(timeIntervalSince1970: 1_795_183_200)

  /// A book of Kraken, and a stream that updates it.
  private static func book(keepsSteps: Bool = false) throws -> (LiveBook, () -> any ExchangeStream)
  {
    let info = try #require(Kraken().bookStream(depth: 10))
    let book = LiveBook(info, "Kraken BTC-USD", keepsSteps: keepsSteps, now: { time })
    return (book, { book.streamInfo.makeStream([Pair(symbol: "BTC-USD")]) })
  }

  private static func message(
    _ type: String, bid: String? = nil, ask: String? = nil, checksum: Int
  ) -> String {
    let sides = [bid, ask].map { level in
      level.map {
        #"{"price":\#($0.split(separator: " ")[0]),"qty":\#($0.split(separator: " ")[1])}"#
      }
        ?? ""
    }
    return """
      {"channel":"book","type":"\(type)","data":[{"symbol":"BTC/USD","bids":[\(sides[0])],\
      "asks":[\(sides[1])],"checksum":\(checksum)}]}
      """
  }

  // The checksums are those of zlib.
  private static let snapshot = message(
    "snapshot", bid: "100 1.0", ask: "101 2.0", checksum: 2_431_523_470)
  private static let update = message("update", bid: "100 3.0", checksum: 2_732_095_500)

  private static func text(_ book: LiveBook) -> String? {
    book.take().map { state in
      Side.allCases.flatMap { state.sides.levels($0) }
        .map { "\($0.price)×\($0.quantity)" }.joined(separator: " ") + " after \(state.updates)"
    }
  }

  @Test func `updates change the book, and are counted since the last whole book`() throws {
    let (book, makeStream) = try Self.book()
    var stream = makeStream()
    #expect(!book.hasChanged && book.take() == nil)
    #expect(try stream.lines(Self.snapshot).count == 1)
    #expect(book.hasChanged && Self.text(book) == "100×1 101×2 after 0")
    #expect(!book.hasChanged)
    #expect(try stream.lines(Self.update, Self.update).count == 2)
    #expect(Self.text(book) == "100×3 101×2 after 2")
    #expect(try stream.lines(Self.snapshot).count == 1)
    #expect(Self.text(book) == "100×1 101×2 after 0")
  }

  @Test func `a wrong checksum removes the book at once, and is a failure with the count`() throws {
    let (book, makeStream) = try Self.book()
    var stream = makeStream()
    _ = try stream.lines(Self.snapshot, Self.update)
    let wrong = Self.message("update", ask: "102 2.0", checksum: 743_931_887)
    #expect(
      try stream.lines(wrong) == [
        "failed: Kraken BTC-USD: checksum mismatch after 2 updates; new snapshot"
      ])
    #expect(book.take() == nil)
    // Further updates of this connection belong to no book.
    #expect(try stream.lines(Self.update).isEmpty)
    #expect(book.take() == nil)
  }

  @Test func `a wrong checksum of the first book is a failure`() throws {
    let (book, makeStream) = try Self.book()
    var stream = makeStream()
    let wrong = Self.message("snapshot", bid: "100 1.0", ask: "101 2.0", checksum: 1)
    #expect(
      try stream.lines(wrong) == [
        "failed: Kraken BTC-USD: checksum mismatch after 0 updates; new snapshot"
      ])
    #expect(book.take() == nil)
  }

  @Test func `a gap in the numbers removes the book`() throws {
    let info = try #require(OKX().bookStream(depth: nil))
    let book = LiveBook(info, "OKX BTC-USDT", keepsSteps: false, now: { Self.time })
    var stream = book.streamInfo.makeStream([Pair(symbol: "BTC-USDT")])
    func message(_ action: String, _ number: Int, after previous: Int) -> String {
      """
      {"arg":{"channel":"books","instId":"BTC-USDT"},"action":"\(action)","data":[{"asks":[],\
      "bids":[["1","2","0","1"]],"seqId":\(number),"prevSeqId":\(previous)}]}
      """
    }
    let messages = [message("snapshot", 5, after: -1), message("update", 7, after: 5)]
    for text in messages { #expect(try stream.lines(text).count == 1) }
    #expect(
      try stream.lines(message("update", 9, after: 8)) == [
        "failed: OKX BTC-USDT: messages lost or repeated (8 after 7) after 1 update; new snapshot"
      ])
    #expect(book.take() == nil)
  }

  @Test func `updates without a whole book do not count`() throws {
    let (book, makeStream) = try Self.book()
    var stream = makeStream()
    #expect(try stream.lines(Self.update).isEmpty)
    #expect(!book.hasChanged && book.take() == nil)
  }

  @Test func `a new connection takes the book over with its first whole book`() throws {
    let (book, makeStream) = try Self.book()
    var (old, new) = (makeStream(), makeStream())
    _ = try old.lines(Self.snapshot)
    // Until then, the old connection has it.
    #expect(try new.lines(Self.update).isEmpty)
    #expect(try old.lines(Self.update).count == 1)
    #expect(try new.lines(Self.snapshot).count == 1)
    #expect(try old.lines(Self.update).isEmpty)
    #expect(Self.text(book) == "100×1 101×2 after 0")
  }

  @Test func `a lost connection takes its book along, also if it was not taken`() throws {
    let (book, makeStream) = try Self.book()
    var stream = makeStream()
    _ = try stream.lines(Self.snapshot)
    stream.end()
    #expect(!book.hasChanged && book.take() == nil && book.number == 1)
    #expect(try stream.lines(Self.update).isEmpty)
  }

  @Test func `the end, or a failure, of a replaced connection does not end the book`() throws {
    let (book, makeStream) = try Self.book()
    var (old, new) = (makeStream(), makeStream())
    _ = try old.lines(Self.snapshot)
    _ = try new.lines(Self.snapshot)
    old.end()
    #expect(throws: (any Error).self) { try old.lines("{") }
    #expect(Self.text(book) == "100×1 101×2 after 0" && book.number == 0)
    _ = try new.lines(Self.update)
    #expect(Self.text(book) == "100×3 101×2 after 1")
  }

  @Test func `a message that cannot be read may be an update, and ends the book`() throws {
    let (book, makeStream) = try Self.book()
    var stream = makeStream()
    // Without a book, it is skipped.
    #expect(throws: (any Error).self) { try stream.lines("{") }
    _ = try stream.lines(Self.snapshot)
    #expect(
      try stream.lines(Self.message("update", bid: "100 -1", checksum: 1)) == [
        "failed: Kraken BTC-USD: a message that cannot be read after 0 updates; new snapshot"
      ])
    #expect(book.take() == nil && book.number == 1)
  }

  @Test func `updates before a loss can be tested after it, but are not current`() throws {
    let (book, makeStream) = try Self.book(keepsSteps: true)
    var (stream, next) = (makeStream(), makeStream())
    _ = try stream.lines(Self.snapshot, Self.update)
    #expect(book.take()?.number == book.number)
    stream.end()
    _ = try next.lines(Self.snapshot)
    let states = [book.take(), book.take()]
    #expect(states.map { $0?.number == book.number } == [false, true])
    #expect(states.map(\.?.updates) == [1, 0])
    #expect(book.take() == nil)
  }

  @Test func `each state is kept if it is tested`() throws {
    let (book, makeStream) = try Self.book(keepsSteps: true)
    var stream = makeStream()
    _ = try stream.lines(Self.snapshot, Self.update)
    #expect(Self.text(book) == "100×1 101×2 after 0")
    #expect(book.hasChanged && Self.text(book) == "100×3 101×2 after 1")
    #expect(!book.hasChanged)
  }

  @Test func `a book that was sent in part is replaced when most of its levels are gone`() throws {
    var info = try #require(Binance().bookStream(depth: 10))
    info.requestLimit = 4
    let book = LiveBook(info, "Binance BTC-USDT", keepsSteps: false, now: { Self.time })
    var stream = book.streamInfo.makeStream([Pair(symbol: "BTC-USDT")])
    func update(_ number: Int, gone price: Int) throws -> [String] {
      try stream.lines(
        #"{"e":"depthUpdate","s":"BTCUSDT","U":\#(number),"u":\#(number),"b":[["\#(price)","0"]],"a":[]}"#
      )
    }
    _ = try stream.lines(
      #"{"result":null,"id":1}"#,
      #"{"lastUpdateId":1,"bids":[["9","1"],["8","1"],["7","1"],["6","1"]],"asks":[["10","1"]]}"#)
    #expect(try update(2, gone: 9).count == 1)
    #expect(try update(3, gone: 8).count == 1)
    #expect(
      try update(4, gone: 7).last == "ending: most levels of the first book are gone")
    #expect(Self.text(book) == "6×1 10×1 after 3")
  }
}
