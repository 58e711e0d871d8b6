import Foundation
@testable import MarketCore
import Testing

/// The messages of Blockchain.com's stream of tickers.
struct BlockchainStreamTests {
  private var stream = BlockchainStream(pairs: ["BTC-USD", "ETH-EUR"].map { Pair(symbol: $0) })

  @Test func `heartbeats and each pair are subscribed`() {
    #expect(
      stream.subscriptions == [
        #"{"action":"subscribe","channel":"heartbeat"}"#,
        #"{"action":"subscribe","channel":"ticker","symbol":"BTC-USD"}"#,
        #"{"action":"subscribe","channel":"ticker","symbol":"ETH-EUR"}"#,
      ])
  }

  @Test func `the stream is used only at an address of the user`() throws {
    let info = try #require(BlockchainCom().stream)
    #expect(info.headers == ["Origin": "https://exchange.blockchain.com"])
    #expect(info.reasonAgainst == "its streams stand still")
    #expect(info.noticeOfPolls == nil)
    #expect(
      info.columns(1).map(\.name).sorted() == [
        "change", "change_from", "last", "notional", "open", "percent", "turnover", "volume",
      ])
  }

  @Test(
    arguments: [
      (
        #""seqnum":1,"event":"snapshot","price_24h":26954.18,"volume_24h":31.5,"last_trade_price":27412.35,"mark_price":9"#,
        "ETH-EUR last 27412.35 open 26954.18 volume 31.5 from 24h"
      ),
      // An update has some of the values, and perhaps no number.
      (#""event":"updated","last_trade_price":1.6E-7"#, "ETH-EUR last 0.00000016"),
      (#""event":"updated","mark_price":5"#, "ETH-EUR"),
      (#""event":"updated","volume_24h":null,"price_24h":5"#, "ETH-EUR open 5 from 24h"),
      // 0 is a value.
      (
        #""event":"updated","price_24h":0,"volume_24h":0.0,"last_trade_price":0"#,
        "ETH-EUR last 0 open 0 volume 0 from 24h"
      ),
    ])
  func `a ticker has the values that it sends`(members: String, line: String) throws {
    var stream = stream
    #expect(
      try stream.lines(#"{"channel":"ticker","symbol":"ETH-EUR",\#(members)}"#) == [line])
  }

  @Test(
    arguments: [
      #"{"event":"subscribed","channel":"ticker","symbol":"BTC-USD"}"#,
      #"{"event":"updated","channel":"heartbeat","timestamp":"2026-11-20T14:05:00Z"}"#,
      #"{"event":"updated","channel":"l2","symbol":"BTC-USD","bids":[],"asks":[]}"#,
      #"{"event":"updated","channel":"ticker","symbol":"XRP-USD","last_trade_price":5}"#,
      #"{"event":"rejected","channel":"ticker","symbol":"BTC-USD","text":"Already subscribed"}"#,
      #"{"event":"rejected","channel":"heartbeat","text":"Invalid channel"}"#,
      #"{"event":"something new"}"#,
    ])
  func `other messages have no events`(message: String) throws {
    var stream = stream
    #expect(try stream.lines(message).isEmpty)
  }

  @Test func `a gap in the numbers fails`() throws {
    var stream = stream
    func message(_ number: String) -> String {
      #"{\#(number)"event":"updated","channel":"ticker","symbol":"BTC-USD","last_trade_price":5}"#
    }
    let line = "BTC-USD last 5"
    // The first number may be any. Messages without a number are not checked.
    #expect(
      try stream.lines(
        message(#""seqnum":7,"#), message(#""seqnum":8,"#), message(""), message(#""seqnum":9,"#))
        == [line, line, line, line])
    #expect(
      try stream.lines(message(#""seqnum":11,"#)) == ["gap: 11 after 9"])
    var other = stream
    #expect(try other.lines(message(#""seqnum":11,"#)).first?.hasPrefix("gap") == true)
    #expect(try stream.lines(message(#""seqnum":12,"#)) == [line])
  }

  @Test(
    arguments: [
      (
        #""symbol":"BTC-USD","text":"Invalid symbol""#,
        .refused(
          Pair(symbol: "BTC-USD"),
          .exchangeError(message: "exchange error: Invalid symbol", isTransient: false))
      ),
      (
        #""symbol":"BTC-USD","text":"invalid symbol identifier""#,
        .refused(
          Pair(symbol: "BTC-USD"),
          .exchangeError(message: "exchange error: invalid symbol identifier", isTransient: false))
      ),
      (
        #""symbol":"BTC-USD","text":"Invalid channel""#,
        .refused(
          Pair(symbol: "BTC-USD"),
          .exchangeError(message: "exchange error: Invalid channel", isTransient: false))
      ),
      (
        #""text":"Missing action""#,
        .refused(
          nil, .exchangeError(message: "exchange error: Missing action", isTransient: false))
      ),
      (
        #""symbol":"BTC-USD","text":"Connection throttling enabled, your messages will be ignored.""#,
        .failed(.rateLimited(retryAfter: 60))
      ),
    ] as [(String, StreamEvent)])
  func `a rejection refuses its pair, or all pairs`(members: String, event: StreamEvent) throws {
    var stream = stream
    let message = #"{"seqnum":3,"event":"rejected","channel":"ticker",\#(members)}"#
    #expect(try stream.events(in: Data(message.utf8)) == [event])
  }

  @Test(
    arguments: [
      "", "[]", "{", "{}", #"{"event":5}"#, #"{"event":"snapshot","channel":"ticker"}"#,
      #"{"event":"updated","channel":"ticker","symbol":"BTC-USD","last_trade_price":"x"}"#,
      #"{"seqnum":"x","event":"updated","channel":"heartbeat"}"#,
    ])
  func `a message that cannot be read is an error`(message: String) {
    var stream = stream
    #expect(throws: (any Error).self) { try stream.lines(message) }
  }

  @Test func `a pair that cannot be requested is refused once, and not subscribed`() throws {
    let pair = Pair(symbol: "Ä-USD")
    var stream = BlockchainStream(pairs: [pair])
    #expect(stream.subscriptions.count == 1)
    let message = Data(#"{"event":"subscribed","channel":"heartbeat"}"#.utf8)
    #expect(try stream.events(in: message) == [.refused(pair, .notRequestable(pair))])
    #expect(try stream.events(in: message) == [])
  }
}
