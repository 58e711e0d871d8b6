import Foundation
@testable import MarketCore
import Testing

/// The messages of Kraken's stream of tickers.
struct KrakenStreamTests {
  private var stream = KrakenStream(pairs: ["BTC-USD", "DOGE-EUR"].map { Pair(symbol: $0) })

  private static func message(_ rows: String...) -> String {
    #"{"channel":"ticker","type":"update","data":[\#(rows.joined(separator: ","))]}"#
  }

  @Test func `one message subscribes up to 100 pairs, by Kraken's names`() throws {
    #expect(
      stream.subscriptions == [
        #"{"method":"subscribe","params":{"channel":"ticker","symbol":["BTC/USD","DOGE/EUR"],"event_trigger":"trades","snapshot":true}}"#
      ])
    let many = (1...101).map { Pair(base: "C\($0)", quote: "USD") }
    let messages = KrakenStream(pairs: many).subscriptions
    #expect(messages.count == 2)
    #expect(messages[1].contains(#""symbol":["C101/USD"]"#))
    #expect(KrakenStream(pairs: []).subscriptions.isEmpty)
  }

  @Test func `the stream has all values of a ticker`() throws {
    let info = try #require(Kraken().stream)
    #expect(
      info.columns(2).map(\.name).sorted() == [
        "ask", "bid", "change", "change_from", "high", "last", "low", "notional", "open", "percent",
        "spread_bp", "turnover", "volume",
      ])
    #expect(info.url.absoluteString == "wss://ws.kraken.com/v2")
    #expect(info.hasFirstMessages && info.silence == .seconds(10) && info.ping == nil)
    #expect(info.makeStream([Pair(symbol: "A-B")]).subscriptions.count == 1)
  }

  @Test(
    arguments: [
      // The open is exactly last − change.
      (
        #"""
        "bid":27412.3,"bid_qty":5.5,"ask":27412.4,"ask_qty":0.25,"last":27412.4,"volume":312.5,\#
        "vwap":27300.1,"low":26900,"high":27500.5,"change":458.3,"change_pct":1.7,\#
        "timestamp":"2026-11-20T14:05:00.000001Z"
        """#,
        "last 27412.4 bid 27412.3 ask 27412.4 open 26954.1 high 27500.5 low 26900 volume 312.5 from 24h"
      ),
      (
        #""last":0.1,"change":-0.00000000000000000000000000001"#,
        "last 0.1 open 0.10000000000000000000000000001 from 24h"
      ),
      (#""last":2e-7,"change":5E-8"#, "last 0.0000002 open 0.00000015 from 24h"),
      (#""last":"2.5","change":"0""#, "last 2.5 open 2.5 from 24h"),
      // Prices of 0 are unknown, a volume of 0 is not. Then the open is unknown, too.
      (
        #""last":0,"change":0,"bid":0.0,"ask":3,"low":0,"high":0,"volume":0.0"#,
        "last - bid - ask 3 open - high - low - volume 0 from 24h"
      ),
      (#""last":5,"change":5"#, "last 5 open - from 24h"),
      (#""last":5,"change":null"#, "last 5 open - from 24h"),
      (#""last":null,"bid":null,"volume":null"#, "last - bid - volume -"),
      // Missing values keep the earlier ones.
      (#""last":5,"new":{"a":[]}"#, "last 5"), (#""change":5"#, ""),
    ])
  func `a ticker has the values that it sends`(values: String, line: String) throws {
    var stream = stream
    let message = Self.message(#"{"symbol":"DOGE/EUR",\#(values)}"#)
    #expect(try stream.lines(message) == [line.isEmpty ? "DOGE-EUR" : "DOGE-EUR \(line)"])
  }

  @Test func `the last message has the last price`() throws {
    var stream = stream
    let (first, second) = (#"{"symbol":"BTC/USD","last":1}"#, #"{"symbol":"DOGE/EUR","last":2}"#)
    let lines = try stream.lines(
      Self.message(first, second), Self.message(#"{"symbol":"BTC/USD","last":3.50}"#))
    #expect(lines == ["BTC-USD last 1", "DOGE-EUR last 2", "BTC-USD last 3.5"])
  }

  @Test(arguments: [
    #"{"channel":"heartbeat"}"#,
    #"{"channel":"status","type":"update","data":[{"version":"2.0.1","system":"online","api_version":"v2","connection_id":12345678901234567890}]}"#,
    #"{"channel":"status","data":[{"system":"cancel_only"}]}"#,
    #"{"channel":"status","data":[{"system":"post_only"},{}]}"#,
    #"{"method":"subscribe","result":{"channel":"ticker","snapshot":true,"symbol":"BTC/USD"},"success":true,"time_in":"x"}"#,
    #"{"method":"pong","req_id":5}"#,
    #"{"channel":"book","data":[{"symbol":"BTC/USD","bids":[]}]}"#,
    #"{"channel":"ticker","data":[{"symbol":"XRP/USD","last":1}]}"#,
    #"{"channel":"ticker","data":[]}"#, "{}",
    #"{"method":"subscribe","success":false,"error":"Currency pair not supported A/B","symbol":"A/B"}"#,
  ])
  func `other messages have no events`(message: String) throws {
    var stream = stream
    #expect(try stream.lines(message).isEmpty)
  }

  @Test(arguments: [
    (
      #""error":"Currency pair not supported DOGE/EUR","symbol":"DOGE/EUR""#,
      StreamEvent.refused(
        Pair(symbol: "DOGE-EUR"),
        .exchangeError(
          message: "exchange error: Currency pair not supported DOGE/EUR", isTransient: false))
    ),
    (
      #""error":"Already subscribed.","symbol":"BTC/USD""#,
      .refused(
        Pair(symbol: "BTC-USD"),
        .exchangeError(message: "exchange error: Already subscribed", isTransient: false))
    ),
    (
      #""error":"Event trigger not supported""#,
      .refused(
        nil,
        .exchangeError(message: "exchange error: Event trigger not supported", isTransient: false))
    ),
    (#""error":"Exceeded msg rate""#, .failed(.rateLimited(retryAfter: nil))),
    (
      #""symbol":null"#,
      .refused(nil, .exchangeError(message: "exchange error: no reason", isTransient: false))
    ),
  ])
  func `an error is about one pair, or about all`(values: String, event: StreamEvent) throws {
    var stream = stream
    let message = #"{"method":"subscribe","success":false,\#(values)}"#
    #expect(try stream.events(in: Data(message.utf8)) == [event])
  }

  @Test func `maintenance is a failure that will end`() throws {
    var stream = stream
    let message = Data(#"{"channel":"status","data":[{"system":"maintenance"}]}"#.utf8)
    #expect(
      try stream.events(in: message) == [
        .failed(.exchangeError(message: "Kraken is in maintenance", isTransient: true))
      ])
  }

  @Test func `a pair without a name is refused with the first message`() throws {
    let pairs = ["A:B-USD", "BTC-USD", "USD"].map { Pair(symbol: $0) }
    var stream = KrakenStream(pairs: pairs)
    #expect(stream.subscriptions[0].contains(#"["BTC/USD"]"#))
    let heartbeat = Data(#"{"channel":"heartbeat"}"#.utf8)
    #expect(
      try stream.events(in: heartbeat) == [
        .refused(pairs[0], .notRequestable(pairs[0])),
        .refused(pairs[2], .notRequestable(pairs[2])),
      ])
    #expect(try stream.events(in: heartbeat) == [])
  }

  @Test(
    arguments: [
      "", "{", "[]", "7", #"{"channel":7}"#, #"{"channel":"ticker"}"#,
      #"{"channel":"ticker","data":{}}"#, #"{"channel":"status"}"#, #"{"success":"no"}"#,
    ]
      + [
        #"{"last":1}"#, #"{"symbol":""}"#, "7", #"{"symbol":"BTC/USD","last":"x"}"#,
        #"{"symbol":"BTC/USD","last":1e400}"#,
      ].map { message($0) })
  func `a message that cannot be read throws`(message: String) {
    var stream = stream
    #expect(throws: (any Error).self) { try stream.events(in: Data(message.utf8)) }
  }

  @Test func `a row that cannot be read does not hide the other rows`() throws {
    var stream = stream
    let message = Self.message(
      #"{"symbol":"BTC/USD","last":"x"}"#, #"{"symbol":"DOGE/EUR","last":2}"#)
    #expect(try stream.lines(message) == ["DOGE-EUR last 2"])
  }
}
