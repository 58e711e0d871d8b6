import Foundation
@testable import MarketCore
import Testing

/// The messages of Bitfinex's stream of tickers.
struct BitfinexStreamTests {
  private var stream = BitfinexStream(pairs: ["BTC-USD", "LINK-UST"].map { Pair(symbol: $0) })

  private static let subscribed =
    #"{"event":"subscribed","channel":"ticker","chanId":17,"symbol":"tLINK:UST","pair":"LINK:UST"}"#

  @Test func `each pair is subscribed by its symbol`() {
    #expect(
      stream.subscriptions == [
        #"{"event":"subscribe","channel":"ticker","symbol":"tBTCUSD"}"#,
        #"{"event":"subscribe","channel":"ticker","symbol":"tLINK:UST"}"#,
      ])
  }

  @Test func `the stream is used only at an address of the user`() throws {
    let info = try #require(Bitfinex().stream)
    #expect(info.pairsPerConnection == 25)
    #expect(info.columns(1).isSuperset(of: [Ticker.Columns.percent, Ticker.Columns.high]))
    #expect(info.reasonAgainst != nil)
    #expect(info.noticeOfPolls == "Bitfinex tickers are polled every 10 s")
  }

  @Test(
    arguments: [
      (
        "27412,9.000000001,27413,4,458.5,0.0172,27418,12.5,27500,26900",
        "last 27418 bid 27412 ask 27413 open 26959.5 high 27500 low 26900 volume 12.5"
      ),
      (
        "1.69e-7,1,1.71e-7,1,-1e-8,-0.0556,1.7e-7,43173047234.85517,1.8e-7,1.6e-7,1358182043000,null",
        """
        last 0.00000017 bid 0.000000169 ask 0.000000171 open 0.00000018 high 0.00000018 \
        low 0.00000016 volume 43173047234.85517
        """
      ),
      ("0,0,2,1,0,0,0,0,0,0", "last - bid - ask 2 open - high - low - volume 0"),
      ("1,1,2", "last - bid 1 ask 2 open - high - low - volume -"),
    ])
  func `a ticker is read by the places of its elements`(row: String, line: String) throws {
    for end in ["", ",3", ",3,1795183500000"] {
      var stream = stream
      let lines = try stream.lines(Self.subscribed, "[17,[\(row)]\(end)]")
      #expect(lines == ["LINK-UST \(line) from 24h"])
    }
  }

  @Test func `a number of a channel is that of its subscription`() throws {
    var stream = stream
    let ticker = " [17,[1,1,2,1,0.5,0,1.5,3,2,1]]"
    #expect(try stream.lines(ticker, #"[17,"hb"]"#).isEmpty)
    let other = Self.subscribed.replacing("17", with: "18").replacing("LINK:UST", with: "BTCUSD")
    #expect(try stream.lines(other, Self.subscribed, ticker, #"[17,"hb",9]"#).count == 1)
    #expect(
      try stream.lines(#"{"event":"unsubscribed","status":"OK","chanId":17}"#, ticker).isEmpty)
    let unknown = Self.subscribed.replacing("LINK:UST", with: "XRPUSD")
    #expect(try stream.lines(unknown, ticker).isEmpty)
    let trades = Self.subscribed.replacing("ticker", with: "trades")
    #expect(try stream.lines(trades, "[17,[[1,2,3,4]]]").isEmpty)
  }

  @Test(
    arguments: [
      (#""version":2,"serverId":"a","platform":{"status":1}"#, []),
      (
        #""version":2,"platform":{"status":0}"#, ["failed: temporarily unavailable (maintenance)"]
      ),
      (#""code":20051,"msg":"Stopping""#, ["ending: restart of the server"]),
      (#""code":20060,"msg":"Entering""#, ["failed: temporarily unavailable (maintenance)"]),
      (#""code":20061,"msg":"Resumed""#, ["failed: maintenance has ended"]),
      (#""code":20099"#, []),
    ])
  func `information can end a connection`(members: String, lines: [String]) throws {
    var stream = stream
    #expect(try stream.lines(#"{"event":"info",\#(members)}"#) == lines)
  }

  @Test(
    arguments: [
      (
        #""symbol":"tBTCUSD","msg":"symbol: invalid","code":10300,"pair":"BTCUSD""#,
        .refused(
          Pair(symbol: "BTC-USD"),
          .exchangeError(message: "exchange error: symbol: invalid", isTransient: false))
      ),
      (
        #""msg":"symbol: invalid","code":10300,"pair":"LINK:UST""#,
        .refused(
          Pair(symbol: "LINK-UST"),
          .exchangeError(message: "exchange error: symbol: invalid", isTransient: false))
      ),
      (
        #""symbol":"tBTCUSD","msg":"channel: unknown","code":10300"#,
        .refused(
          Pair(symbol: "BTC-USD"),
          .exchangeError(message: "exchange error: channel: unknown", isTransient: false))
      ),
      (
        #""symbol":"tBTCUSD","msg":"subscribe: limit","code":10305"#,
        .refused(
          Pair(symbol: "BTC-USD"),
          .exchangeError(message: "exchange error: subscribe: limit", isTransient: true))
      ),
      (
        #""msg":"event: invalid","code":10000"#,
        .refused(
          nil, .exchangeError(message: "exchange error: event: invalid", isTransient: false))
      ),
      (#""symbol":"tBTCUSD","msg":"subscribe: dup","code":10301,"chanId":17"#, nil),
    ] as [(String, StreamEvent?)])
  func `an error refuses its pair, or all pairs`(members: String, event: StreamEvent?) throws {
    var stream = stream
    let events = try stream.events(in: Data(#"{"event":"error",\#(members)}"#.utf8))
    #expect(events == [event].compactMap(\.self))
  }

  @Test(
    arguments: [
      "", "{", "[", "7", "{}", "[]", "[{}]", #"["17",7]"#, #"[17,"cs",5]"#, "[17]",
      #"[17,["x"]]"#, "[17,{}]", #"{"event":"info","platform":5}"#,
      #"{"event":"error","code":"x"}"#,
    ])
  func `a message that cannot be read is an error`(message: String) throws {
    var stream = stream
    #expect(try stream.lines(Self.subscribed).isEmpty)
    #expect(throws: (any Error).self) { try stream.lines(message) }
  }

  @Test func `a pair that cannot be requested is refused once, and not subscribed`() throws {
    let pairs = [Pair(symbol: "BTC"), Pair(symbol: "Ä-USD")]
    var stream = BitfinexStream(pairs: pairs + [Pair(symbol: "ETH-USD")])
    #expect(stream.subscriptions.count == 1)
    let refusals = pairs.map { StreamEvent.refused($0, .notRequestable($0)) }
    #expect(try stream.events(in: Data(#"{"event":"info"}"#.utf8)) == refusals)
    #expect(try stream.events(in: Data(#"{"event":"info"}"#.utf8)) == [])
  }
}
