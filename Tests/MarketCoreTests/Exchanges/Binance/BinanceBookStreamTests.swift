import Foundation
@testable import MarketCore
import Testing

/// The messages of Binance's stream of books.
struct BinanceBookStreamTests {
  private var stream = BinanceBookStream(Pair(symbol: "BTC-USDT"))

  private static func update(_ first: Int, _ last: Int, name: String = "BTCUSDT") -> String {
    """
    {"e":"depthUpdate","E":1795183200512,"s":"\(name)","U":\(first),"u":\(last),\
    "b":[["27412.30000000","0.50000000"]],"a":[["27412.40000000","0.00000000"]]}
    """
  }
  private static let book =
    #"{"lastUpdateId":160,"bids":[["27412.1","1.0"]],"asks":[["27413","2"]]}"#
  private static let line =
    "BTC-USDT update bids 27412.30000000×0.50000000 asks 27412.40000000×0"
  private static let whole = "BTC-USDT whole bids 27412.1×1.0 asks 27413×2"

  @Test func `a thousand levels are requested, or more if they are needed`() throws {
    #expect(
      stream.subscriptions == [
        #"{"method":"SUBSCRIBE","params":["btcusdt@depth@100ms"],"id":1}"#
      ])
    let limits = [10, 1_000, 1_001, nil].map { Binance().bookStream(depth: $0)?.requestLimit }
    #expect(limits == [1_000, 1_000, 5_000, 5_000])
    let info = try #require(Binance().bookStream(depth: 10))
    #expect(info.proof == .sequence && info.depth == nil && info.book != nil)
  }

  @Test func `the lowest number is no crash`() throws {
    var stream = stream
    #expect(try stream.lines(Self.update(.min, 5)) == ["needs book of BTC-USDT"])
    #expect(try stream.lines(Self.book) == [Self.whole])
  }

  @Test func `updates are joined with a book, which is requested at the subscription`() throws {
    var stream = stream
    #expect(
      try stream.lines(#"{"result":null,"id":1}"#, Self.update(157, 160), Self.update(161, 163))
        == ["needs book of BTC-USDT", "subscribed"])
    #expect(
      try stream.lines(
        Self.book, Self.update(164, 170), Self.update(5, 9, name: "ETHUSDT"), Self.update(171, 171))
        == [Self.whole, Self.line, Self.line, Self.line])
    #expect(try stream.lines(Self.update(173, 175)) == ["gap: 172 after 171"])
  }

  @Test func `an update before the answer requests the book, too`() throws {
    var stream = stream
    let wrapped = #"{"stream":"btcusdt@depth@100ms","data":\#(Self.update(161, 163))}"#
    #expect(try stream.lines(wrapped) == ["needs book of BTC-USDT"])
    #expect(try stream.lines(#"{"result":null,"id":1}"#) == ["subscribed"])
    #expect(try stream.lines(Self.book) == [Self.whole, Self.line])
  }

  @Test func `errors and shutdowns are told as for tickers`() throws {
    var stream = stream
    #expect(
      try stream.lines(#"{"e":"serverShutdown","E":1}"#, #"{"code":2,"msg":"Invalid request"}"#)
        == [
          "ending: Binance shuts a server down", "refused all: exchange error: Invalid request",
        ])
    #expect(throws: (any Error).self) {
      try stream.lines(#"{"e":"depthUpdate","s":"BTCUSDT","b":[],"a":[]}"#)
    }
  }
}
