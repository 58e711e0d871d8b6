import Foundation
@testable import MarketCore
import Testing

/// The messages of OKX's stream of tickers.
struct OKXStreamTests {
  private var stream = OKXStream(pairs: ["BTC-USDT", "A-B"].map { Pair(symbol: $0) })

  private static func message(_ rows: String...) -> String {
    let argument = #"{"channel":"tickers","instId":"BTC-USDT"}"#
    return #"{"arg":\#(argument),"data":[\#(rows.joined(separator: ","))]}"#
  }

  @Test func `one message subscribes at most 64 KB of pairs`() throws {
    #expect(
      stream.subscriptions == [
        #"{"op":"subscribe","args":[{"channel":"tickers","instId":"BTC-USDT"},{"channel":"tickers","instId":"A-B"}]}"#
      ])
    let long = String(repeating: "A", count: 55)
    let many = (100_001...100_501).map { Pair(base: "\(long)\($0)", quote: "B") }
    let messages = OKXStream(pairs: many).subscriptions
    #expect(messages.count == 2)
    #expect(messages.allSatisfy { $0.utf8.count < 64_000 })
    #expect(OKXStream(pairs: []).subscriptions.isEmpty)
  }

  @Test func `the stream has all values of a ticker`() throws {
    let info = try #require(OKX().stream)
    #expect(
      info.columns(2).map(\.name).sorted() == [
        "ask", "bid", "change", "change_from", "high", "last", "low", "notional", "open", "percent",
        "spread_bp", "traded_at", "turnover", "volume",
      ])
    #expect(info.ping?.text == "ping" && info.hasFirstMessages)
    #expect(info.makeStream([Pair(symbol: "A-B")]).subscriptions.count == 1)
  }

  @Test(
    arguments: [
      // The price 24 hours ago, not that of midnight; the volume in the base currency.
      (
        #"""
        "instType":"SPOT","last":"27412.3","lastSz":"0.1","askPx":"27412.4","askSz":"1",\#
        "bidPx":"27412.2","bidSz":"2","open24h":"26954.1","high24h":"27500","low24h":"26900.50",\#
        "sodUtc0":"27180","sodUtc8":"27190","volCcy24h":"8566343.75","vol24h":"312.5",\#
        "ts":"1795183200250"
        """#,
        "last 27412.3 bid 27412.2 ask 27412.4 open 26954.1 high 27500 low 26900.5 volume 312.5 from 24h at 1795183200.25"
      ),
      // Empty texts and prices of 0 are unknown.
      (
        #""last":"","bidPx":"","askPx":"3","open24h":"","high24h":"","low24h":"","vol24h":"","ts":"""#,
        "last - bid - ask 3 open - high - low - volume - from 24h"
      ),
      (#""last":"0","bidPx":"0.0","vol24h":"0""#, "last - bid - volume 0"),
      // Plain numbers, null, missing and unknown members.
      (
        #""last":1.5,"bidPx":null,"askPx":1.7e-7,"lastSz":"x","new":{}"#,
        "last 1.5 bid - ask 0.00000017"
      ),
      (#""last":"1.7e-7""#, "last 0.00000017"),
    ])
  func `a ticker has the values that it sends`(values: String, line: String) throws {
    var stream = stream
    #expect(try stream.lines(Self.message(#"{"instId":"A-B",\#(values)}"#)) == ["A-B \(line)"])
  }

  @Test func `the last message has the last price`() throws {
    var stream = stream
    let lines = try stream.lines(
      Self.message(#"{"instId":"A-B","last":"1"}"#, #"{"instId":"BTC-USDT","last":"2"}"#),
      Self.message(#"{"instId":"A-B","last":"3.50"}"#))
    #expect(lines == ["A-B last 1", "BTC-USDT last 2", "A-B last 3.5"])
  }

  @Test(arguments: [
    "pong",
    #"{"event":"subscribe","arg":{"channel":"tickers","instId":"BTC-USDT"},"connId":"a1b2"}"#,
    #"{"event":"notice","code":"64999","msg":"Something else."}"#,
    #"{"arg":{"channel":"books","instId":"BTC-USDT"},"action":"update","data":[{"asks":[],"bids":[]}]}"#,
    #"{"arg":{"channel":"tickers","instId":"C-D"},"data":[{"instId":"C-D","last":"1"}]}"#,
    #"{"event":"error","code":"60018","msg":"Wrong URL or channel:tickers,instId:C-D doesn't exist."}"#,
  ])
  func `other messages have no events`(message: String) throws {
    var stream = stream
    #expect(try stream.lines(message).isEmpty)
  }

  private static func error(_ message: String, isTransient: Bool = false) -> MarketError {
    .exchangeError(message: "exchange error: \(message)", isTransient: isTransient)
  }

  @Test(
    arguments: [
      (
        "60018",
        "Wrong URL or channel:tickers,instId:A-B doesn't exist. Please use the correct URL, channel and parameters referring to API document.",
        .refused(
          Pair(symbol: "A-B"),
          error(
            "Wrong URL or channel:tickers,instId:A-B doesn't exist. Please use the correct URL, channel and parameters referring to API document"
          ))
      ),
      (
        "60018", "Wrong URL or channel:ticker doesn't exist.",
        .refused(nil, error("Wrong URL or channel:ticker doesn't exist"))
      ),
      ("60012", "Invalid request", .refused(nil, error("Invalid request"))),
      ("60013", "", .refused(nil, error("code 60013"))),
      ("60014", "Requests too frequent", .failed(.rateLimited(retryAfter: nil))),
      ("64007", "Internal error.", .failed(error("Internal error", isTransient: true))),
    ] as [(String, String, StreamEvent)])
  func `an error is about one pair, or about all`(
    code: String, message: String, event: StreamEvent
  ) throws {
    var stream = stream
    let text = #"{"event":"error","code":"\#(code)","msg":"\#(message)","connId":"a1b2"}"#
    #expect(try stream.events(in: Data(text.utf8)) == [event])
  }

  @Test func `a notice announces the end of the connection`() throws {
    var stream = stream
    let notice = #"{"event":"notice","code":"64008","msg":"The connection will soon be closed."}"#
    #expect(try stream.lines(notice) == ["ending: OKX upgrades its service"])
  }

  @Test func `a pair without a name is refused with the first message`() throws {
    let swap = Pair(symbol: "BTC-USDT-SWAP")
    var stream = OKXStream(pairs: [swap, Pair(symbol: "A-B")])
    let message = Data(Self.message(#"{"instId":"A-B"}"#).utf8)
    let ticker = StreamEvent.ticker(TickerUpdate(Pair(symbol: "A-B")))
    #expect(try stream.events(in: message) == [.refused(swap, .notRequestable(swap)), ticker])
    #expect(try stream.events(in: message) == [ticker])
  }

  @Test(
    arguments: [
      "", "ping", "[]", "{}", #"{"arg":{"channel":"tickers"}}"#, #"{"event":7}"#,
      #"{"arg":"tickers","data":[]}"#, message("{}"), message("7"),
      message(#"{"instId":"A-B","last":"x"}"#), message(#"{"instId":"A-B","last":" "}"#),
      message(#"{"instId":"A-B","ts":"-5"}"#),
    ])
  func `a message that cannot be read throws`(message: String) {
    var stream = stream
    #expect(throws: (any Error).self) { try stream.events(in: Data(message.utf8)) }
  }
}
