import Foundation
@testable import MarketCore
import Testing

/// The messages of Coinbase's stream of tickers.
struct CoinbaseStreamTests {
  private var stream = CoinbaseStream(
    pairs: ["BTC-USD", "ETH-EUR"].map { Pair(symbol: $0) })

  @Test func `one message subscribes all pairs`() {
    #expect(
      stream.subscriptions == [
        #"{"type":"subscribe","product_ids":["BTC-USD","ETH-EUR"],"channels":["ticker","heartbeat"]}"#
      ])
  }

  @Test func `the stream has all values of a ticker`() throws {
    let info = try #require(Coinbase().stream)
    let names = info.columns(3).map(\.name).sorted()
    #expect(
      names == [
        "ask", "bid", "change", "change_from", "high", "last", "low", "notional", "open", "percent",
        "spread_bp", "turnover", "volume",
      ])
    #expect(info.url.absoluteString == "wss://ws-feed.exchange.coinbase.com")
    #expect(info.path == "exchange")
    #expect(info.reasonAgainst == nil)
    #expect(info.makeStream([Pair(symbol: "A-B")]).subscriptions.count == 1)
  }

  @Test(
    arguments: [
      (
        #"""
        "price":"27412.35","open_24h":"26954.18","volume_24h":"9120.50000000","low_24h":"26900",\#
        "high_24h":"27500.1","volume_30d":"1","best_bid":"27412.31","best_bid_size":"0.5",\#
        "best_ask":"27412.36","side":"buy","time":"2026-11-20T14:05:00.000001Z","trade_id":7
        """#,
        " last 27412.35 bid 27412.31 ask 27412.36 open 26954.18 high 27500.1 low 26900 volume 9120.5 from 24h"
      ),
      // Prices of 0 are unknown, a volume of 0 is not.
      (
        #""price":"5","open_24h":"0","volume_24h":"0","best_bid":"0","best_ask":"0.00""#,
        " last 5 bid - ask - open - volume 0 from 24h"
      ),
      // Values that are missing keep the earlier ones. Numbers without quotes, and null.
      (#""price":1.5e-7,"best_bid":null"#, " last 0.00000015 bid -"),
      (#""sequence":5"#, ""),
      (#""price":"6.5E4","new":{"a":[]}"#, " last 65000"),
    ])
  func `a ticker has the values that it sends`(values: String, line: String) throws {
    var stream = stream
    let message = #"{"type":"ticker","product_id":"ETH-EUR",\#(values)}"#
    #expect(try stream.lines(message) == ["ETH-EUR\(line)"])
  }

  @Test(
    arguments: [
      #"{"type":"subscriptions","channels":[{"name":"ticker","product_ids":["BTC-USD"],"account_ids":null}]}"#,
      #"{"type":"heartbeat","last_trade_id":5,"product_id":"BTC-USD","sequence":9,"time":"2026-11-20T14:05:00Z"}"#,
      #"{"type":"l2update","product_id":"BTC-USD","changes":[["buy","1","2"]]}"#,
      #"{"type":"ticker","product_id":"XRP-USD","price":"1"}"#,
      #"{"type":"something new"}"#,
    ])
  func `other messages have no events`(message: String) throws {
    var stream = stream
    #expect(try stream.lines(message).isEmpty)
  }

  @Test(
    arguments: [
      (
        #""message":"Failed to subscribe","reason":"ETH-EUR is not a valid product""#,
        .refused(
          Pair(symbol: "ETH-EUR"),
          .exchangeError(
            message: "exchange error: ETH-EUR is not a valid product", isTransient: false))
      ),
      (
        #""message":"Failed to subscribe","reason":"BTC-USD is delisted.""#,
        .refused(
          Pair(symbol: "BTC-USD"),
          .exchangeError(message: "exchange error: BTC-USD is delisted", isTransient: false))
      ),
      (
        #""message":"Failed to subscribe","reason":"ticker is not a valid channel""#,
        .refused(
          nil,
          .exchangeError(
            message: "exchange error: Failed to subscribe: ticker is not a valid channel",
            isTransient: false))
      ),
      (
        #""message":"Malformed JSON""#,
        .refused(
          nil, .exchangeError(message: "exchange error: Malformed JSON", isTransient: false))
      ),
    ] as [(String, StreamEvent)])
  func `an error refuses its pair, or all pairs`(error: String, event: StreamEvent) throws {
    var stream = stream
    let events = try stream.events(in: Data(#"{"type":"error",\#(error)}"#.utf8))
    #expect(events == [event])
  }

  @Test(
    arguments: [
      "", "[]", "{", "{}", #"{"type":5}"#, #"{"type":"ticker"}"#,
      #"{"type":"ticker","product_id":"BTC-USD","price":"x"}"#,
      #"{"type":"ticker","product_id":"BTC-USD","price":[]}"#, #"{"type":"error"}"#,
    ])
  func `a message that cannot be read is an error`(message: String) {
    var stream = stream
    #expect(throws: (any Error).self) { try stream.lines(message) }
  }

  @Test func `a pair that cannot be requested is refused once, and not subscribed`() throws {
    let pair = Pair(symbol: "A\"-USD")
    var stream = CoinbaseStream(pairs: [pair, Pair(symbol: "BTC-USD")])
    #expect(stream.subscriptions[0].contains(#"["BTC-USD"]"#))
    let message = Data(#"{"type":"subscriptions"}"#.utf8)
    #expect(try stream.events(in: message) == [.refused(pair, .notRequestable(pair))])
    #expect(try stream.events(in: message) == [])
  }
}
