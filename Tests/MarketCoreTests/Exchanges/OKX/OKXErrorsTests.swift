import MarketCore
import Testing

/// The errors of OKX.
struct OKXErrorsTests {
  private static func body(_ code: String, _ message: String) -> String {
    #"{"code":"\#(code)","msg":"\#(message)","data":[]}"#
  }

  private static func error(_ message: String, isTransient: Bool) -> MarketError {
    .exchangeError(message: "exchange error: \(message)", isTransient: isTransient)
  }

  @Test(
    arguments: [
      (200, body("0", ""), nil), (200, #"{"msg":"","code":"0","data":[]}"#, nil), (200, "{}", nil),
      (200, body("51001", "Instrument ID doesn't exist."), .unknownSymbol("", near: [])),
      (400, body("51001", ""), .unknownSymbol("", near: [])),
      (200, body("50011", "Rate limit reached."), .rateLimited(retryAfter: 2)),
      (429, body("50011", "Too Many Requests"), .rateLimited(retryAfter: 2)),
      (429, body("50013", "Systems are busy."), .rateLimited(retryAfter: 2)),
      (429, "<html>", .rateLimited(retryAfter: 2)),
      (200, #"{"msg":"Too Many Requests","code":"50011"}"#, .rateLimited(retryAfter: 2)),
      (429, #"{"msg":"Too Many Requests","code":"50011"}"#, .rateLimited(retryAfter: 2)),
      (200, #"{"data":[],"msg":"x","code":"51001"}"#, .unknownSymbol("", near: [])),
      (503, body("50001", "Service unavailable."), error("Service unavailable", isTransient: true)),
      (400, body("50004", "Timeout."), error("Timeout", isTransient: true)),
      (200, body("50026", "System error."), error("System error", isTransient: true)),
      (500, body("9", ""), error("code 9", isTransient: true)),
      (400, body("51000", "Parameter sz error."), error("Parameter sz error", isTransient: false)),
      (502, "<html>", .httpStatus(502, retryAfter: nil)),
      (
        404, #"{"code":404,"data":{},"msg":"Not Found"}"#, error("Not Found", isTransient: false)
      ),
    ] as [(Int, String, MarketError?)])
  func `an error is read from status and body`(status: Int, body: String, error: MarketError?) {
    #expect(OKX().error(in: .text(body, status: status)) == error)
  }

  @Test func `a delay that is sent is kept`() {
    let response = Transport.Response.text(
      Self.body("50011", "Too Many Requests"), status: 429, headers: ["retry-after": "7"])
    #expect(OKX().error(in: response) == .rateLimited(retryAfter: 7))
  }
}
