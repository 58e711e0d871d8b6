import Foundation
@testable import MarketCore
import Testing

/// The messages of Coinbase's stream of books.
struct CoinbaseBookStreamTests {
  private var stream = CoinbaseBookStream(Pair(symbol: "BTC-USD"))

  private static func message(
    _ number: Int, _ type: String = "update", product: String = "BTC-USD"
  ) -> String {
    """
    {"channel":"l2_data","timestamp":"…","sequence_num":\(number),"events":[{"type":"\(type)",\
    "product_id":"\(product)","updates":[{"side":"bid","event_time":"…","price_level":"27412.30",\
    "new_quantity":"0.5"},{"side":"offer","price_level":"27412.40","new_quantity":"0"}]}]}
    """
  }
  private static let levels = "bids 27412.30×0.5 asks 27412.40×0"

  @Test func `the book and heartbeats are subscribed`() throws {
    #expect(
      stream.subscriptions == [
        #"{"type":"subscribe","product_ids":["BTC-USD"],"channel":"level2"}"#,
        #"{"type":"subscribe","channel":"heartbeats"}"#,
      ])
    let info = try #require(Coinbase().bookStream(depth: nil))
    #expect(info.stream.url.absoluteString == "wss://advanced-trade-ws.coinbase.com")
    #expect(info.stream.path == "advanced" && info.proof == .sequence && info.depth == nil)
  }

  @Test func `the largest number is no crash, and has no next one`() throws {
    var stream = stream
    #expect(
      try stream.lines(Self.message(.max, "snapshot"), Self.message(.max))
        == ["BTC-USD whole \(Self.levels)", "gap: \(Int.max) after \(Int.max)"])
  }

  @Test func `all messages of the connection are numbered`() throws {
    var stream = stream
    #expect(
      try stream.lines(
        Self.message(0, "snapshot"), #"{"channel":"subscriptions","sequence_num":1,"events":[]}"#,
        Self.message(2), #"{"channel":"heartbeats","sequence_num":3,"events":[{}]}"#,
        Self.message(4, product: "ETH-USD"), Self.message(6))
        == [
          "BTC-USD whole \(Self.levels)", "BTC-USD update \(Self.levels)", "gap: 6 after 4",
        ])
  }

  @Test func `the book of a pair in USDC is that of the pair in USD`() throws {
    var stream = CoinbaseBookStream(Pair(symbol: "BTC-USDC"))
    #expect(try stream.lines(Self.message(0, "snapshot")) == ["BTC-USDC whole \(Self.levels)"])
  }

  @Test func `an error refuses the pair, and an unknown side is an error`() throws {
    var stream = stream
    #expect(
      try stream.lines(#"{"type":"error","message":"too many L2 streams"}"#)
        == ["refused BTC-USD: exchange error: too many L2 streams"])
    #expect(throws: (any Error).self) {
      try stream.lines(Self.message(0).replacing("offer", with: "ask"))
    }
  }
}
