import Foundation
import MarketCore
import Testing

/// The errors of Bitstamp.
struct BitstampRefusalsTests {
  @Test(
    arguments: [
      (
        400, #"{"response_code":"400.002","response_explanation":"Request rate limit exceeded."}"#,
        .rateLimited(retryAfter: nil)
      ),
      (200, #"{"response_code":"400.002"}"#, .rateLimited(retryAfter: nil)),
      (429, "<html>", .rateLimited(retryAfter: nil)),
      (
        400,
        #"{"code":"validation-error","errors":[{"field":"step","message":"Missing or unsupported step.","code":"invalid"}]}"#,
        .exchangeError(message: "exchange error: Missing or unsupported step", isTransient: false)
      ),
      (
        200, #"{"status":"error","reason":"Invalid group"}"#,
        .exchangeError(message: "exchange error: Invalid group", isTransient: false)
      ),
      (
        200, #"{"status":"error","reason":"Invalid\r\n\u2028 group"}"#,
        .exchangeError(message: "exchange error: Invalid \u{2028} group", isTransient: false)
      ),
      (
        503, #"{"response_code":"503.001","response_explanation":"Maintenance."}"#,
        .exchangeError(message: "exchange error: Maintenance", isTransient: true)
      ),
      (
        500, #"{"error":"Internal Server Error","status":500}"#,
        .httpStatus(500, retryAfter: nil)
      ),
      (502, "<html>", .httpStatus(502, retryAfter: nil)),
      (404, "<!DOCTYPE html>", .httpStatus(404, retryAfter: nil)),
      (404, #"{"reason":"Not found"}"#, .httpStatus(404, retryAfter: nil)),
      (200, "[]", nil), (200, "{}", nil), (200, "", nil), (200, "{\(BitstampMarket.row)}", nil),
    ] as [(Int, String, MarketError?)])
  func `a refusal is told by status and body`(status: Int, body: String, error: MarketError?) {
    #expect(Bitstamp().error(in: .text(body, status: status)) == error)
  }

  static let questions = ["price", "book", "orders", "candles", "instrument"]

  @Test(arguments: questions, [("BTC-ETH", []), ("BTC-USDD", ["BTC-USD", "BTC-USDT"])])
  func `an unknown pair is said with near names, whatever is asked`(
    question: String, unknown: (symbol: String, near: [String])
  ) async {
    let (client, pair) = (BitstampMarket.market().client, Pair(symbol: unknown.symbol))
    await #expect(throws: MarketError.unknownSymbol(unknown.symbol, near: unknown.near)) {
      try await client.ask(question, pair)
    }
  }

  @Test(arguments: ["book", "orders", "candles"])
  func `a listed pair whose data is not there is told from an unknown one`(
    question: String
  ) async {
    let (client, pair) = (BitstampMarket.market().client, Pair(symbol: "1INCH-BTC"))
    await #expect(throws: MarketError.dataUnavailable(pair, status: 404)) {
      try await client.ask(question, pair)
    }
  }

  @Test func `an answer with all tickers means that the pair is unknown`() async {
    let market = BitstampMarket.market()
    await #expect(throws: MarketError.unknownSymbol("ETH-GBP", near: [])) {
      try await market.client.tickers(of: [Pair(symbol: "ETH-GBP")], details: .none).get()
    }
    #expect(market.askedSorted == ["markets/", "ticker/ethgbp/"])
  }
}
