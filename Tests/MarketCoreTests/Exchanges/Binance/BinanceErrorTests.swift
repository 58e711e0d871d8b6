import Foundation
import TestTools
@testable import MarketCore
import Synchronization
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The errors of Binance, and the weights of its rate limits.
struct BinanceErrorTests {
  @Test(
    arguments: [
      (200, "{}", nil),
      (400, #"{"code":-1121,"msg":"Invalid symbol."}"#, .unknownSymbol("", near: [])),
      (
        400,
        #"{"code":-1100,"msg":"Illegal characters found in parameter 'symbol'; legal range is"}"#,
        .unknownSymbol("", near: [])
      ),
      (429, #"{"code":-1003,"msg":"Too much request weight used"}"#, .rateLimited(retryAfter: 60)),
      (429, "", .rateLimited(retryAfter: 60)),
      (418, #"{"code":-1003,"msg":"Way too much; IP banned"}"#, .rateLimited(retryAfter: 120)),
      (418, "teapot", .rateLimited(retryAfter: 120)),
      (400, #"{"code":-1003,"msg":"Too many requests queued."}"#, .rateLimited(retryAfter: 60)),
      (
        400, #"{"code":-1120,"msg":"Invalid interval."}"#,
        .exchangeError(message: "exchange error: Invalid interval", isTransient: false)
      ),
      (
        400, #"{"code":-1008,"msg":"Server is currently overloaded with other requests."}"#,
        .exchangeError(
          message: "exchange error: Server is currently overloaded with other requests",
          isTransient: true)
      ),
      (
        503, #"{"code":-9,"msg":"maintenance"}"#,
        .exchangeError(message: "exchange error: maintenance", isTransient: true)
      ),
      (
        500, #"{"code":-9,"msg":"broken"}"#,
        .exchangeError(message: "exchange error: broken", isTransient: true)
      ),
      (
        499, #"{"code":-9,"msg":"broken"}"#,
        .exchangeError(message: "exchange error: broken", isTransient: false)
      ),
      (502, "<html>", .httpStatus(502, retryAfter: nil)),
      (451, #"{"msg":"restricted location"}"#, .httpStatus(451, retryAfter: nil)),
      (403, "<html>", .httpStatus(403, retryAfter: nil)),
    ] as [(Int, String, MarketError?)])
  func `a refusal is read from status and body`(status: Int, body: String, error: MarketError?) {
    #expect(Binance().error(in: .text(body, status: status)) == error)
  }

  @Test(arguments: [418, 429, 503])
  func `a wait that is asked for is kept`(status: Int) {
    let response = Transport.Response.text(
      #"{"code":0,"msg":"wait"}"#, status: status, headers: ["retry-after": "7"])
    #expect(Binance().error(in: response)?.retryAfter == 7)
  }

  @Test(arguments: [
    ("IP banned until 1795260600000.", nil, 1_800), ("IP banned until 1795518000000", nil, 259_200),
    ("IP banned until 1795258800500. Please use the websocket", nil, 0.5),
    ("IP banned until 1795258000000.", nil, 120), ("IP banned until 1795260600000.", "7", 7),
    ("IP banned until 17952606000001.", nil, 120), ("IP banned until noon", nil, 120),
  ])
  func `the end of a ban is read from the message`(
    message: String, header: String?, delay: Double
  ) {
    let response = Transport.Response(
      status: 418, headers: header.map { ["retry-after": $0] } ?? [:],
      body: Data(#"{"code":-1003,"msg":"Way too many requests; \#(message)"}"#.utf8),
      receivedAt: Date(timeIntervalSince1970: 1_795_258_800))
    #expect(Binance().error(in: response) == .rateLimited(retryAfter: delay))
  }

  @Test func `the weights of a minute are kept`() async throws {
    let clock = FakeClock()
    let times = Mutex<[Duration]>([])
    let transport = Transport { request in
      times.withLock { $0.append(clock.now) }
      let isBook = request.url?.path().contains("depth") ?? false
      return .success(
        .text(isBook ? #"{"bids":[],"asks":[]}"# : BinanceMarket.information("BTCUSDT")))
    }
    let client = MarketClient(
      transport, exchange: Binance(), base: URL(filePath: "/"), timeout: .seconds(1000),
      clock: clock.pollClock())
    for _ in 1...48 { _ = try await client.book(of: Pair(symbol: "BTC-USDT")).get() }
    // 20 for the symbol and 23 books of 250 fill the 6,000 of the first minute.
    let minutes = Dictionary(grouping: times.withLock(\.self)) { $0 / .seconds(60) }
    #expect(minutes.mapValues(\.count) == [0: 24, 1: 24, 2: 1])
  }
}
