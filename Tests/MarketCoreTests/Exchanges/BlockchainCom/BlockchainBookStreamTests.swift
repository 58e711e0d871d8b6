import Foundation
@testable import MarketCore
import Testing

/// The messages of Blockchain.com's stream of books.
struct BlockchainBookStreamTests {
  private var stream = BlockchainBookStream(Pair(symbol: "BTC-USD"))

  private static func message(
    _ number: Int, _ event: String = "updated", symbol: String = "BTC-USD"
  ) -> String {
    """
    {"seqnum":\(number),"event":"\(event)","channel":"l2","symbol":"\(symbol)",\
    "bids":[{"num":1,"px":1.6E-7,"qty":200.0},{"num":2,"px":27412.3,"qty":0.5}],\
    "asks":[{"num":0,"px":27412.4,"qty":0.0}],"timestamp":"2026-11-20T14:05:00Z"}
    """
  }
  private static let levels = "bids 1.6E-7×200.0(1) 27412.3×0.5(2) asks 27412.4×0(0)"

  @Test func `the book and heartbeats are subscribed, only at an address of the user`() throws {
    #expect(
      stream.subscriptions == [
        #"{"action":"subscribe","channel":"heartbeat"}"#,
        #"{"action":"subscribe","channel":"l2","symbol":"BTC-USD"}"#,
      ])
    let info = try #require(BlockchainCom().bookStream(depth: nil))
    #expect(info.proof == .sequence && info.stream.reasonAgainst == "its streams stand still")
  }

  @Test func `all messages of the connection are numbered`() throws {
    var stream = stream
    #expect(
      try stream.lines(
        #"{"seqnum":0,"event":"subscribed","channel":"l2","symbol":"BTC-USD"}"#,
        Self.message(1, "snapshot"), #"{"seqnum":2,"event":"updated","channel":"heartbeat"}"#,
        Self.message(3), Self.message(4, symbol: "ETH-USD"), Self.message(6))
        == [
          "BTC-USD whole \(Self.levels)", "BTC-USD update \(Self.levels)", "gap: 6 after 4",
        ])
  }

  @Test func `a refusal is told as for tickers`() throws {
    var stream = stream
    let rejected =
      #"{"seqnum":0,"event":"rejected","channel":"l2","symbol":"BTC-USD","text":"invalid symbol identifier"}"#
    #expect(
      try stream.lines(rejected)
        == ["refused BTC-USD: exchange error: invalid symbol identifier"])
  }
}
