import Foundation
@testable import MarketCore
import Testing

/// The messages of Bitfinex's stream of books.
struct BitfinexBookStreamTests {
  private static let subscribed =
    #"{"event":"subscribed","channel":"book","chanId":17,"symbol":"tBTCUSD","pair":"BTCUSD"}"#
  private var stream = BitfinexBookStream(Pair(symbol: "BTC-USD"), depth: 25)

  @Test func `numbers and checksums are asked for before the book`() throws {
    #expect(
      stream.subscriptions == [
        #"{"event":"conf","flags":196608}"#,
        #"{"event":"subscribe","channel":"book","symbol":"tBTCUSD","prec":"P0","freq":"F0","len":"25"}"#,
      ])
    let depths = [1, 25, 26, 250, 300, nil].map { Bitfinex().bookStream(depth: $0)?.depth }
    #expect(depths == [25, 25, 100, 250, 250, 250])
    let info = try #require(Bitfinex().bookStream(depth: 1))
    // Unlike tickers, books are streamed.
    #expect(info.proof == .checksum && info.stream.reasonAgainst == nil)
    #expect(Bitfinex().stream?.reasonAgainst != nil)
  }

  @Test func `the largest number is no crash, and has no next one`() throws {
    var stream = stream
    #expect(
      try stream.lines("[17,\"hb\",\(Int64.max)]", "[17,\"hb\",5]")
        == ["gap: 5 after \(Int64.max)"])
  }

  @Test func `the first list of the channel is the book, and each message has the next number`()
    throws
  {
    var stream = stream
    #expect(
      try stream.lines(
        "[17,\"hb\",1]", Self.subscribed, "[17,[[27412,2,0.5],[27413,1,-0.25],[27414,1,-1e-7]],2]",
        "[17,\"hb\",3]", "[17,[27412,0,1],4]", "[17,[27413,0,-1],5]", "[18,[1,1,1],6]",
        "[17,\"cs\",-2,7]", "[17,[27411,3,1.5],8]", "[17,\"hb\",10]")
        == [
          "BTC-USD whole bids 27412×0.5(2) asks 27413×-0.25(1) 27414×-1e-7(1)",
          "BTC-USD update bids 27412×0(0)", "BTC-USD update asks 27413×0(0)",
          "BTC-USD update checksum 4294967294", "BTC-USD update bids 27411×1.5(3)",
          "gap: 10 after 8",
        ])
  }

  @Test func `a level before the first list is no book`() throws {
    var stream = stream
    #expect(
      try stream.lines(Self.subscribed, "[17,[27412,2,0.5],1]", "[17,[[27413,1,-0.25]],2]")
        == ["BTC-USD update bids 27412×0.5(2)", "BTC-USD whole asks 27413×-0.25(1)"])
  }

  @Test func `an empty list is an empty book`() throws {
    var stream = stream
    #expect(
      try stream.lines(Self.subscribed, "[17,[],1]", "[17,[5,1,2],2]")
        == ["BTC-USD whole", "BTC-USD update bids 5×2(1)"])
  }

  @Test func `the checksum is of the texts, with the signs of asks`() throws {
    var (stream, book) = (stream, BookSides())
    for message in [Self.subscribed, "[17,[[27412,2,0.5],[27413,1,-0.25],[27414,1,-1]],1]"] {
      for case .book(let update) in try stream.events(in: Data(message.utf8)) {
        book.apply(update, depth: 25)
      }
    }
    // Of zlib, for `27412:0.5:27413:-0.25:27414:-1`.
    #expect(book.checksumOfBothSides(depth: 25) == 744_420_274)
  }

  @Test(arguments: ["[17,[1,1],2]", "[17,[0,1,1],2]", "[17,[1,1,0],2]", "[17]", "[17,{},2]", "[]"])
  func `other lists are errors`(message: String) throws {
    var stream = stream
    _ = try stream.lines(Self.subscribed, "[17,[],1]")
    #expect(throws: (any Error).self) { try stream.lines(message) }
  }

  @Test func `refusals and notices are told as for tickers`() throws {
    var stream = stream
    #expect(
      try stream.lines(
        #"{"event":"error","msg":"symbol: invalid","code":10300,"symbol":"tBTCUSD"}"#,
        #"{"event":"info","code":20051,"msg":"Stop"}"#)
        == ["refused BTC-USD: exchange error: symbol: invalid", "ending: restart of the server"])
  }
}
