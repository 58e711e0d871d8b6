import Foundation
@testable import MarketCore
import Testing

/// The messages of Kraken's stream of books.
struct KrakenBookStreamTests {
  private static let pair = Pair(symbol: "BTC-USD")
  private var stream = KrakenBookStream(pair, depth: 25)

  @Test func `the smallest depth with enough levels is subscribed`() throws {
    #expect(
      stream.subscriptions == [
        #"{"method":"subscribe","params":{"channel":"book","symbol":["BTC/USD"],"depth":25,"snapshot":true}}"#
      ])
    let depths = [1, 10, 11, 100, 101, 600, 5_000, nil].map {
      Kraken().bookStream(depth: $0)?.depth
    }
    #expect(depths == [10, 10, 25, 100, 500, 1_000, 1_000, 1_000])
    let info = try #require(Kraken().bookStream(depth: 10))
    #expect(info.proof == .checksum && info.stream.silence == .seconds(10) && info.book == nil)
    #expect(info.stream.hasFirstMessages && info.stream.pairsPerConnection == 1)
  }

  @Test func `a message has levels as they are written, and a checksum`() throws {
    var stream = stream
    let levels =
      #""bids":[{"price":27412.30,"qty":0.50000000}],"asks":[{"qty":0.00000000,"price":1e-7}]"#
    #expect(
      try stream.lines(
        #"{"channel":"book","type":"snapshot","data":[{"symbol":"BTC/USD",\#(levels),"checksum":4294967295}]}"#,
        #"{"data":[{"checksum":7,"bids":[],"asks":[],"symbol":"BTC/USD"}],"type":"update","channel":"book"}"#,
        #"{"channel":"book","type":"update","data":[{"symbol":"ETH/USD",\#(levels)}]}"#,
        #"{"channel":"heartbeat"}"#)
        == [
          "BTC-USD whole bids 27412.30×0.50000000 asks 1e-7×0 checksum 4294967295",
          "BTC-USD update checksum 7",
        ])
  }

  @Test(arguments: [
    #"{"price":0,"qty":1}"#, #"{"price":1}"#, #"{"price":1,"qty":-1}"#, #"{"price":"x","qty":1}"#,
    "5",
  ])
  func `a level without price and quantity is an error`(level: String) {
    var stream = stream
    #expect(throws: (any Error).self) {
      try stream.lines(
        #"{"channel":"book","type":"update","data":[{"symbol":"BTC/USD","bids":[\#(level)],"asks":[]}]}"#
      )
    }
  }

  @Test func `a refusal and maintenance are told as for tickers`() throws {
    var stream = stream
    #expect(
      try stream.lines(
        #"{"method":"subscribe","success":false,"error":"Currency pair not supported BTC/USD","symbol":"BTC/USD"}"#,
        #"{"channel":"status","data":[{"system":"maintenance"}]}"#)
        == [
          "refused BTC-USD: exchange error: Currency pair not supported BTC/USD",
          "failed: Kraken is in maintenance",
        ])
  }

  @Test(arguments: [
    // The checksums are those of zlib.
    (
      ["27412.40 0.25000000", "27412.50 1.00000000"],
      ["27412.30 0.50000000", "27412.20 3.00000000"],
      3_753_366_774 as UInt32
    ),
    (["0.00010 0.50000000"], ["0.00009 0.00100000"], 1_413_716_405 as UInt32),
  ])
  func `the checksum is of the digits, zeros at the end included`(
    asks: [String], bids: [String], checksum: UInt32
  ) throws {
    func levels(_ lines: [String]) -> String {
      lines.map { line in
        let words = line.split(separator: " ")
        return #"{"price":\#(words[0]),"qty":\#(words[1])}"#
      }.joined(separator: ",")
    }
    var stream = stream
    let message =
      #"{"channel":"book","type":"snapshot","data":[{"symbol":"BTC/USD","bids":[\#(levels(bids))],"asks":[\#(levels(asks))]}]}"#
    guard case .book(let update)? = try stream.events(in: Data(message.utf8)).first else {
      Issue.record("no book")
      return
    }
    var book = BookSides()
    book.apply(update, depth: 25)
    #expect(Kraken.checksum(of: book) == checksum)
  }
}
