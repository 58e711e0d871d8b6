import MarketCore
import Testing

/// The errors of Upbit.
struct UpbitErrorsTests {
  // FILL IN: each documented code, a rate limit with and without Retry-After, HTML, an empty body.
  @Test(
    arguments: [
      (200, "{}", nil), (502, "<html>", .httpStatus(502, retryAfter: nil)),
      (
        503, #"{"message":"maintenance"}"#,
        .exchangeError(message: "exchange error: maintenance", isTransient: true)
      ),
    ] as [(Int, String, MarketError?)])
  func `an error is read from status and body`(status: Int, body: String, error: MarketError?) {
    #expect(Upbit().error(in: .text(body, status: status)) == error)
  }
}
