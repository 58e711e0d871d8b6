import Foundation
@testable import MarketCore
import Testing

/// The messages of Bitstamp's streams of trades and order books.
struct BitstampStreamTests {
  private var stream = BitstampStream(pairs: ["BTC-USD", "1INCH-EUR"].map { Pair(symbol: $0) })

  private static func trade(_ price: String, of name: String = "btcusd") -> String {
    """
    {"data":{"id":216000599,"timestamp":"1795183200","amount":1.5,"amount_str":"1.50000000",\
    "price":1,"price_str":\(price),"type":0,"microtimestamp":"1795183200250000"},\
    "channel":"live_trades_\(name)","event":"trade"}
    """
  }

  private static func book(bids: String, asks: String, of name: String = "btcusd") -> String {
    """
    {"data":{"timestamp":"1795183200","microtimestamp":"1795183200250000","bids":[\(bids)],\
    "asks":[\(asks)]},"channel":"order_book_\(name)","event":"data"}
    """
  }

  @Test func `each channel of each pair has a message`() {
    #expect(
      stream.subscriptions == [
        #"{"event":"bts:subscribe","data":{"channel":"live_trades_btcusd"}}"#,
        #"{"event":"bts:subscribe","data":{"channel":"order_book_btcusd"}}"#,
        #"{"event":"bts:subscribe","data":{"channel":"live_trades_1incheur"}}"#,
        #"{"event":"bts:subscribe","data":{"channel":"order_book_1incheur"}}"#,
      ])
  }

  @Test func `the stream has only the last price and the quotes`() throws {
    let info = try #require(Bitstamp().stream)
    #expect(info.columns(2).map(\.name).sorted() == ["ask", "bid", "last", "spread_bp"])
    #expect(info.ping?.text == #"{"event":"bts:heartbeat"}"# && info.ping?.after == .seconds(20))
    #expect(!info.hasFirstMessages && info.silence == .seconds(60))
    #expect(info.makeStream([Pair(symbol: "A-B")]).subscriptions.count == 2)
  }

  @Test(arguments: [
    (#""27412.350""#, "27412.35"), (#""1.7e-7""#, "0.00000017"), ("1.5", "1.5"), (#""0""#, "-"),
  ])
  func `a trade has the last price`(price: String, last: String) throws {
    var stream = stream
    let lines = try stream.lines(Self.trade(price), Self.trade(#""2""#, of: "1incheur"))
    #expect(lines == ["BTC-USD last \(last)", "1INCH-EUR last 2"])
  }

  @Test(arguments: [
    (
      #"["27412.30","0.5"],["27412.20","x"]"#, #"["27412.40","1.25"],["27413","1"]"#,
      "bid 27412.3 ask 27412.4"
    ),
    (#"[1.5e-7,1]"#, "", "bid 0.00000015 ask -"), ("", #"["2","1"]"#, "bid - ask 2"),
  ])
  func `a book has the best bid and the best ask`(
    bids: String, asks: String, line: String
  ) throws {
    var stream = stream
    #expect(try stream.lines(Self.book(bids: bids, asks: asks)) == ["BTC-USD \(line)"])
  }

  @Test func `an accepted subscription is told`() throws {
    var stream = stream
    #expect(
      try stream.lines(
        #"{"event":"bts:subscription_succeeded","channel":"order_book_btcusd","data":{}}"#)
        == ["subscribed"])
  }

  @Test(arguments: [
    #"{"event":"bts:heartbeat","channel":"","data":{"status":"success"}}"#,
    #"{"event":"bts:heartbeat"}"#, trade(#""1""#, of: "btceur"),
    book(bids: "7", asks: "", of: "btceur"),
    #"{"data":{"bids":[],"asks":[]},"channel":"diff_order_book_btcusd","event":"data"}"#,
    #"{"data":{"price_str":"1"},"channel":"live_trades_btcusd","event":"something new"}"#,
  ])
  func `other messages have no events`(message: String) throws {
    var stream = stream
    #expect(try stream.lines(message).isEmpty)
  }

  @Test(arguments: [
    ("", "Bad subscription string.", "refused all: exchange error: Bad subscription string"),
    (
      "order_book_btcusd", "Invalid channel provided.",
      "refused BTC-USD: exchange error: Invalid channel provided"
    ),
  ])
  func `an error is about all pairs, or about the pair of its channel`(
    channel: String, message: String, line: String
  ) throws {
    var stream = stream
    let data = #"{"code":null,"message":"\#(message)"}"#
    let text = #"{"event":"bts:error","channel":"\#(channel)","data":\#(data)}"#
    #expect(try stream.lines(text) == [line])
  }

  @Test func `a request to reconnect announces the end of the connection`() throws {
    var stream = stream
    let message = #"{"event":"bts:request_reconnect","channel":"","data":null}"#
    #expect(try stream.lines(message) == ["ending: Bitstamp requests to reconnect"])
  }

  @Test func `a pair without a name is refused with the first message`() throws {
    let pairs = ["ÄB-USD", "BTC", "BTC-USD"].map { Pair(symbol: $0) }
    var stream = BitstampStream(pairs: pairs)
    #expect(stream.subscriptions.count == 2)
    let heartbeat = Data(#"{"event":"bts:heartbeat"}"#.utf8)
    let refusals = pairs.prefix(2).map { StreamEvent.refused($0, .notRequestable($0)) }
    #expect(try stream.events(in: heartbeat) == refusals)
    #expect(try stream.events(in: heartbeat) == [])
  }

  @Test(arguments: [
    "", "[]", "{}", trade("null"), trade(#""x""#), book(bids: "[]", asks: ""),
    book(bids: "", asks: #"["-1","1"]"#), book(bids: "7", asks: ""),
    #"{"data":{},"channel":"live_trades_btcusd","event":"trade"}"#,
    #"{"data":{"bids":[]},"channel":"order_book_btcusd","event":"data"}"#,
  ])
  func `a message that cannot be read throws`(message: String) {
    var stream = stream
    #expect(throws: (any Error).self) { try stream.events(in: Data(message.utf8)) }
  }
}
