import Foundation
@testable import MarketCore
import Testing

/// The messages of OKX's stream of books.
struct OKXBookStreamTests {
  private var stream = OKXBookStream(Pair(symbol: "BTC-USDT"))

  private static func message(
    _ action: String, _ numbers: String, name: String = "BTC-USDT"
  ) -> String {
    """
    {"arg":{"channel":"books","instId":"\(name)"},"action":"\(action)","data":[{"asks":[["27412.40",\
    "0","0","0"]],"bids":[["27412.3","0.50","0","4"]],"ts":"1795183200500",\(numbers)}]}
    """
  }

  @Test func `the channel of 400 levels is subscribed`() throws {
    #expect(
      stream.subscriptions == [
        #"{"op":"subscribe","args":[{"channel":"books","instId":"BTC-USDT"}]}"#
      ])
    let info = try #require(OKX().bookStream(depth: 5))
    #expect(info.proof == .sequence && info.depth == 400 && info.requestLimit == nil)
  }

  @Test func `each message names the number before it; other pairs do not count`() throws {
    var stream = stream
    let levels = "bids 27412.3×0.50(4) asks 27412.40×0(0)"
    #expect(
      try stream.lines(
        Self.message("snapshot", #""checksum":0,"seqId":10,"prevSeqId":-1"#),
        Self.message("update", #""checksum":-5,"seqId":15,"prevSeqId":10"#),
        Self.message("update", #""checksum":0,"seqId":99,"prevSeqId":98"#, name: "ETH-USDT"),
        "pong",
        Self.message("update", #""seqId":15,"prevSeqId":15"#),
        Self.message("update", #""seqId":17,"prevSeqId":16"#))
        == [
          "BTC-USDT whole \(levels)", "BTC-USDT update \(levels) checksum 4294967291",
          "BTC-USDT update \(levels)", "gap: 16 after 15",
        ])
  }

  @Test func `without a first book, the book is requested once, and joined`() throws {
    var stream = stream
    #expect(
      try stream.lines(
        Self.message("update", #""seqId":15,"prevSeqId":10"#),
        Self.message("update", #""seqId":17,"prevSeqId":15"#)) == ["needs book of BTC-USDT"])
    #expect(
      try stream.lines(
        #"{"code":"0","msg":"","data":[{"asks":[],"bids":[["1","2","0","1"]],"ts":"1","seqId":15}]}"#
      )
        == [
          "BTC-USDT whole bids 1×2(1)", "BTC-USDT update bids 27412.3×0.50(4) asks 27412.40×0(0)",
        ])
    #expect(throws: (any Error).self) {
      try stream.lines(#"{"code":"0","msg":"","data":[{"asks":[],"bids":[]}]}"#)
    }
  }

  @Test func `the checksum is of 25 levels of both sides in turn`() {
    var book = BookSides()
    var update = BookUpdate(Pair(symbol: "BTC-USDT"), isWhole: true)
    // The example of the documentation.
    update.bids = [BookLevel("3366.1", "7")]
    update.asks = [BookLevel("3366.8", "9"), BookLevel("3368", "8"), BookLevel("3372", "8")]
    book.apply(update, depth: nil)
    #expect(book.checksumOfBothSides(depth: 25) == 831_078_360)
    #expect(book.checksumOfBothSides(depth: 2) != 831_078_360)
  }

  @Test func `a refusal is told as for tickers`() throws {
    var stream = stream
    let text = "Wrong URL or channel:books,instId:BTC-USDT doesn't exist."
    #expect(
      try stream.lines(#"{"event":"error","code":"60018","msg":"\#(text)"}"#)
        == ["refused BTC-USDT: exchange error: \(text.dropLast())"])
  }
}
