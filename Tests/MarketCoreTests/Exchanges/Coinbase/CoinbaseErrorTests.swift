import MarketCore
import Testing

/// The errors of Coinbase.
struct CoinbaseErrorTests {
  @Test(
    arguments: [
      (200, "{}", nil), (404, #"{"message":"NotFound"}"#, .unknownSymbol("", near: [])),
      (400, #"{"message":"Not allowed for delisted products"}"#, .unknownSymbol("", near: [])),
      (404, #"{"message":"Not allowed for delisted products"}"#, .unknownSymbol("", near: [])),
      (429, #"{"message":"Public rate limit exceeded"}"#, .rateLimited(retryAfter: nil)),
      (429, "{}", .rateLimited(retryAfter: nil)),
      (
        400, #"{"message":"User-Agent header is required."}"#,
        .exchangeError(message: "exchange error: User-Agent header is required", isTransient: false)
      ),
      (
        400, #"{"message":"Unsupported\n  granularity"}"#,
        .exchangeError(message: "exchange error: Unsupported granularity", isTransient: false)
      ),
      (
        503, #"{"message":"Service is undergoing maintenance"}"#,
        .exchangeError(
          message: "exchange error: Service is undergoing maintenance", isTransient: true)
      ),
      (
        500, #"{"message":"broken"}"#,
        .exchangeError(message: "exchange error: broken", isTransient: true)
      ),
      (500, #"{"status":500,"message":""}"#, .httpStatus(500, retryAfter: nil)),
      (500, "Internal server error", .httpStatus(500, retryAfter: nil)),
      (404, "<html>", .httpStatus(404, retryAfter: nil)),
      (401, #"{"message":"Unauthorized."}"#, .httpStatus(401, retryAfter: nil)),
    ] as [(Int, String, MarketError?)])
  func `a refusal is read from status and body`(status: Int, body: String, error: MarketError?) {
    #expect(Coinbase().error(in: .text(body, status: status)) == error)
  }

  @Test func `a wait that is asked for is kept`() {
    let limit = #"{"message":"Public rate limit exceeded"}"#
    let response = Transport.Response.text(limit, status: 429, headers: ["retry-after": "7"])
    #expect(Coinbase().error(in: response) == .rateLimited(retryAfter: 7))
    let busy = Transport.Response.text(limit, status: 503, headers: ["retry-after": "9"])
    #expect(Coinbase().error(in: busy) == .httpStatus(503, retryAfter: 9))
  }
}
