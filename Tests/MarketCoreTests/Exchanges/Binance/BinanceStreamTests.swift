import Foundation
@testable import MarketCore
import Testing

/// The messages of Binance's streams of tickers.
struct BinanceStreamTests {
  private var stream = BinanceStream(pairs: ["BTC-USDT", "币安人生-USDT"].map { Pair(symbol: $0) })
  private static let many = (1...101).map { Pair(base: "C\($0)", quote: "USDT") }

  @Test func `up to 100 pairs have a stream each`() {
    #expect(
      stream.subscriptions == [
        #"{"method":"SUBSCRIBE","params":["btcusdt@ticker","币安人生usdt@ticker"],"id":1}"#
      ])
    #expect(
      BinanceStream(pairs: Array(Self.many.prefix(100))).subscriptions[0].contains("c100usdt"))
    #expect(BinanceStream(pairs: []).subscriptions.isEmpty)
  }

  @Test func `more pairs use the stream of all pairs, which has no bid and no ask`() throws {
    #expect(
      BinanceStream(pairs: Self.many).subscriptions == [
        #"{"method":"SUBSCRIBE","params":["!miniTicker@arr"],"id":1}"#
      ])
    let info = try #require(Binance().stream)
    let all = [
      "ask", "bid", "change", "change_from", "high", "last", "low", "notional", "open", "percent",
      "spread_bp", "traded_at", "turnover", "volume",
    ]
    #expect(info.columns(100).map(\.name).sorted() == all)
    let quotes = ["ask", "bid", "spread_bp"]
    #expect(info.columns(101).map(\.name).sorted() == all.filter { !quotes.contains($0) })
    #expect(info.pairLimit == nil && !info.hasFirstMessages && info.life == .seconds(86_400))
    #expect(info.makeStream(Self.many).subscriptions.count == 1)
  }

  @Test(
    arguments: [
      (
        #"""
        "E":1795183200512,"p":"458.2","P":"1.700","w":"27300.1","x":"26954.00","c":"27412.30000000",\#
        "Q":"0.5","b":"27412.20000000","B":"10.0","a":"27412.40000000","A":"1.5",\#
        "o":"26954.10000000","h":"27500.00000000","l":"26900.00000000","v":"312.50000000",\#
        "q":"8566343.75","O":1795096800250,"C":1795183200250,"F":1,"L":9,"n":9
        """#,
        "last 27412.3 bid 27412.2 ask 27412.4 open 26954.1 high 27500 low 26900 volume 312.5 from 24h at 1795183200.25"
      ),
      // Prices of 0 are unknown, a volume of 0 is not.
      (
        #""c":"0.00000000","b":"0","a":"0","o":"0","h":"0","l":"0","v":"0.00000000","C":0"#,
        "last - bid - ask - open - high - low - volume 0 from 24h"
      ),
      // Plain numbers, exponents, null, missing and unknown members.
      (#""c":1.5,"b":null,"a":"1.7e-7","new":[]"#, "last 1.5 bid - ask 0.00000017"),
    ])
  func `a ticker has the values that it sends`(values: String, line: String) throws {
    var stream = stream
    let message = #"{"e":"24hrTicker","s":"币安人生USDT",\#(values)}"#
    #expect(try stream.lines(message) == ["币安人生-USDT \(line)"])
    let wrapped = #"{"stream":"币安人生usdt@ticker","data":\#(message)}"#
    #expect(try stream.lines(wrapped) == ["币安人生-USDT \(line)"])
  }

  @Test func `rows of all pairs have no quotes, and the time of the event`() throws {
    var stream = BinanceStream(pairs: Self.many)
    func row(_ symbol: String, _ last: String) -> String {
      """
      {"e":"24hrMiniTicker","E":1795183200512,"s":"\(symbol)","c":"\(last)","o":"2","h":"4","l":"1",\
      "v":"10.00","q":"25"}
      """
    }
    let rest = "open 2 high 4 low 1 volume 10 from 24h at 1795183200.512"
    let lines = try stream.lines(
      "[\(row("C1USDT", "2.50")),\(row("OTHERUSDT", "x")),\(row("C9USDT", "3"))]",
      "[\(row("C1USDT", "x")),\(row("C1USDT", "2.75"))]",
      #"{"stream":"!miniTicker@arr","data":[\#(row("C2USDT", "1e-7"))]}"#, "[]",
      "[\(row("OTHERUSDT", "1"))]")
    #expect(
      lines == [
        "C1-USDT last 2.5 \(rest)", "C9-USDT last 3 \(rest)", "C1-USDT last 2.75 \(rest)",
        "C2-USDT last 0.0000001 \(rest)",
      ])
  }

  @Test(arguments: [#"{"result":null,"id":1}"#, #"{"result":["btcusdt@ticker"],"id":2}"#])
  func `an answer is an accepted subscription`(message: String) throws {
    var stream = stream
    #expect(try stream.lines(message) == ["subscribed"])
  }

  @Test(arguments: [
    "{}", #"{"channel":"status","type":"update"}"#,
    #"{"e":"24hrTicker","s":"XRPUSDT","c":"1"}"#, #"{"e":"trade","s":"BTCUSDT","p":"1"}"#,
    #"{"stream":"btcusdt@bookTicker","data":{"u":5,"s":"BTCUSDT","b":"1","B":"1","a":"2","A":"1"}}"#,
  ])
  func `other messages have no events`(message: String) throws {
    var stream = stream
    #expect(try stream.lines(message).isEmpty)
  }

  @Test(arguments: [
    #"{"code":2,"msg":"Invalid request: unknown variant."}"#,
    #"{"error":{"code":2,"msg":"Invalid request: unknown variant"},"id":1}"#,
  ])
  func `an error is about all pairs`(message: String) throws {
    var stream = stream
    let error = MarketError.exchangeError(
      message: "exchange error: Invalid request: unknown variant", isTransient: false)
    #expect(try stream.events(in: Data(message.utf8)) == [.refused(nil, error)])
  }

  @Test(arguments: [
    #"{"e":"serverShutdown","E":1795183200512}"#,
    #"{"stream":"!serverShutdown","data":{"e":"serverShutdown","E":1795183200512}}"#,
  ])
  func `a shutdown is announced`(message: String) throws {
    var stream = stream
    #expect(try stream.lines(message) == ["ending: Binance shuts a server down"])
  }

  @Test func `a pair without a name is refused with the first message`() throws {
    let coin = Pair(symbol: "BTC")
    var stream = BinanceStream(pairs: [coin])
    #expect(stream.subscriptions.isEmpty)
    #expect(try stream.events(in: Data("{}".utf8)) == [.refused(coin, .notRequestable(coin))])
    #expect(try stream.events(in: Data("{}".utf8)) == [])
  }

  @Test(arguments: [
    "", "7", #"{"e":7}"#, #"{"e":"24hrTicker"}"#, #"{"e":"24hrTicker","s":"BTCUSDT","c":"x"}"#,
    #"{"e":"24hrTicker","s":"BTCUSDT","C":-1}"#, #"{"stream":"btcusdt@ticker"}"#, "[7]",
    #"[{"s":"BTCUSDT","c":"x"}]"#,
  ])
  func `a message that cannot be read throws`(message: String) {
    var stream = stream
    #expect(throws: (any Error).self) { try stream.events(in: Data(message.utf8)) }
  }
}
