import Foundation
@testable import MarketCore
import Testing

/// The messages of Bitstamp's stream of books.
struct BitstampBookStreamTests {
  private var stream = BitstampBookStream(Pair(symbol: "BTC-USD"))

  private static let sides = #""bids":[["27412.30","0.5"]],"asks":[["27412.40","1.25"]]"#
  private static func message(
    _ name: String = "btcusd", time: Int64 = 1, _ sides: String = sides
  ) -> String {
    #"{"event":"data","channel":"order_book_\#(name)","data":{"microtimestamp":"\#(time)",\#(sides)}}"#
  }
  private static let book = "BTC-USD whole bids 27412.30×0.5 asks 27412.40×1.25"
  private static let succeeded =
    #"{"event":"bts:subscription_succeeded","channel":"order_book_btcusd","data":{}}"#

  @Test func `the best 100 levels are subscribed, and nothing proves them`() throws {
    #expect(
      stream.subscriptions == [
        #"{"event":"bts:subscribe","data":{"channel":"order_book_btcusd"}}"#
      ])
    let info = try #require(Bitstamp().bookStream(depth: nil))
    #expect(info.proof == .none && info.depth == 100 && info.book != nil && info.checksum == nil)
  }

  @Test func `the first book is requested, unless a message was earlier`() throws {
    var (stream, other) = (stream, stream)
    let response = #"{"timestamp":"1","microtimestamp":"1",\#(Self.sides)}"#
    #expect(
      try stream.lines(Self.succeeded, response, Self.message(), Self.message("ethusd"))
        == ["needs book of BTC-USD", Self.book, Self.book])
    #expect(try other.lines(Self.message(), Self.succeeded, response) == [Self.book])
  }

  @Test func `a book that is older than another one is skipped, also than the requested one`()
    throws
  {
    var stream = stream
    let time: Int64 = 1_795_183_200_942_113
    let sides = #""bids":[["27412.30","2"]],"asks":[["27412.40","1.25"]]"#
    let newer = Self.book.replacing("0.5", with: "2")
    #expect(
      try stream.lines(
        Self.succeeded, #"{"timestamp":"1795183200","microtimestamp":"\#(time)",\#(Self.sides)}"#,
        Self.message(time: time - 1, sides)) == ["needs book of BTC-USD", Self.book])
    #expect(
      try stream.lines(
        Self.message(time: time + 2, sides), Self.message(time: time + 1),
        Self.message(time: time + 2, sides), Self.message(time: time + 3)
      ) == [newer, newer, Self.book])
  }

  @Test func `errors and requests to reconnect are told as for prices`() throws {
    var stream = stream
    #expect(
      try stream.lines(
        #"{"event":"bts:error","channel":"","data":{"message":"Bad subscription string."}}"#,
        #"{"event":"bts:request_reconnect","channel":"","data":null}"#)
        == [
          "refused all: exchange error: Bad subscription string",
          "ending: Bitstamp requests to reconnect",
        ])
  }
}
