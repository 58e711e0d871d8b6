import Foundation
import MarketCore
import Testing

/// The errors of Bitfinex.
struct BitfinexRefusalsTests {
  @Test(
    arguments: [
      (500, #"["error",10020,"symbol: invalid"]"#, .unknownSymbol("", near: [])),
      (
        500, #"["error",10020,"len: invalid"]"#,
        .exchangeError(message: "exchange error: len: invalid", isTransient: false)
      ),
      (429, #"["error",11010,"ratelimit: error"]"#, .rateLimited(retryAfter: 60)),
      (500, #"["error",11010,"ratelimit: error"]"#, .rateLimited(retryAfter: 60)),
      (200, #" ["error",11010,"ratelimit: error"]"#, .rateLimited(retryAfter: 60)),
      (200, #"{"error": "ERR_RATE_LIMIT"}"#, .rateLimited(retryAfter: 60)),
      (429, #"{"error": "ERR_RATE_LIMIT"}"#, .rateLimited(retryAfter: 60)),
      (429, "<html>", .rateLimited(retryAfter: 60)),
      (
        503, #"["error",20060,"maintenance"]"#,
        .exchangeError(message: "temporarily unavailable (maintenance)", isTransient: true)
      ),
      (
        200, #"["error",20060,"maintenance"]"#,
        .exchangeError(message: "temporarily unavailable (maintenance)", isTransient: true)
      ),
      (500, #"["error",10001,"generic error"]"#, .httpStatus(500, retryAfter: nil)),
      (
        400, #"["error",null,"what\nis  it."]"#,
        .exchangeError(message: "exchange error: what is it", isTransient: false)
      ),
      (
        500, #"{"error":"Internal Server Error","status":500}"#,
        .httpStatus(500, retryAfter: nil)
      ),
      (500, #"["error"]"#, .httpStatus(500, retryAfter: nil)),
      (502, "<html>Bad gateway</html>", .httpStatus(502, retryAfter: nil)),
      (404, "<html>Cannot GET</html>", .httpStatus(404, retryAfter: nil)),
      (200, #"[["error",1]]"#, nil), (200, "[]", nil), (200, "{}", nil), (200, "", nil),
      (200, #"["tBTCUSD"]"#, nil),
    ] as [(Int, String, MarketError?)])
  func `a refusal is told by status and body`(status: Int, body: String, error: MarketError?) {
    #expect(Bitfinex().error(in: .text(body, status: status)) == error)
  }

  @Test func `a limit that says for how long is believed`() {
    let response = Transport.Response.text("{}", status: 429, headers: ["retry-after": "7"])
    #expect(Bitfinex().error(in: response) == .rateLimited(retryAfter: 7))
  }

  @Test(
    arguments: ["price", "book", "orders", "candles", "instrument"],
    [("BTC-ETH", []), ("BTC-USDD", ["BTC-USD", "BTC-USDT"])])
  func `an unknown pair is said with near names, whatever is asked`(
    question: String, unknown: (symbol: String, near: [String])
  ) async {
    let (client, pair) = (BitfinexMarket.market().client, Pair(symbol: unknown.symbol))
    await #expect(throws: MarketError.unknownSymbol(unknown.symbol, near: unknown.near)) {
      try await client.ask(question, pair)
    }
  }

  @Test(arguments: ["price", "book", "orders", "candles"], ["ETH-USD", "LINK-USDT"])
  func `a listed pair that is refused is told from an unknown one`(
    question: String, symbol: String
  ) async {
    let (client, pair) = (BitfinexMarket.market().client, Pair(symbol: symbol))
    let refusal = MarketError.exchangeError(
      message: "no data for \(symbol)", isTransient: true)
    await #expect(throws: refusal) { try await client.ask(question, pair) }
  }

  @Test func `of several pairs the unknown one is named`() async throws {
    // As unconfirmed: all are refused.
    let market = BitfinexMarket.market([
      "tickers?symbols=tETHUSD": #"[["tETHUSD",1,1,2,1,0,0,1.5,3,2,1]]"#
    ])
    let answer = try await market.client.tickers(
      of: [Pair(symbol: "ETH-USD"), Pair(symbol: "BTC-ETH")], details: .none
    ).get()
    #expect(answer.value.map(\.pair.symbol) == ["ETH-USD"])
    #expect(answer.failures == [.unknownSymbol("BTC-ETH", near: [])])
  }

  @Test(
    arguments: ["", "x", "[[[", "{}", "[{}]", "<html>", "[\"tBTCUSD\"", "7", "null", "\u{FFFD}"],
    ["price", "tickers", "book", "orders", "candles", "instrument"])
  func `a body that is something else is malformed`(body: String, question: String) async {
    let market = CannedExchange(of: Bitfinex(), otherwise: .text(body))
    let error = await #expect(throws: MarketError.self) {
      try await market.client.ask(question, Pair(symbol: "BTC-USD"))
    }
    guard case .malformed = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
