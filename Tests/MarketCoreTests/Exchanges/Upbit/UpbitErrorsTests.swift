import MarketCore
import Testing

/// The errors of Upbit.
struct UpbitErrorsTests {
  private static func body(_ name: String, _ message: String) -> String {
    #"{"error":{"name":\#(name),"message":"\#(message)"}}"#
  }

  private static func error(_ message: String, isTransient: Bool) -> MarketError {
    .exchangeError(message: "exchange error: \(message)", isTransient: isTransient)
  }

  @Test(
    arguments: [
      (200, "[]", nil), (404, body("404", "Code not found"), .unknownSymbol("", near: [])),
      // An unknown path.
      (404, body(#""not_found""#, "No route"), error("No route", isTransient: false)),
      (404, "<html>", .httpStatus(404, retryAfter: nil)),
      (400, body("400", "Type mismatch error."), error("Type mismatch error", isTransient: false)),
      (400, body("400", ""), error("code 400", isTransient: false)),
      (429, body(#""too_many_requests""#, "x"), .rateLimited(retryAfter: 1)),
      (429, "<html>", .rateLimited(retryAfter: 1)), (418, "", .rateLimited(retryAfter: 60)),
      (500, body(#""server_error""#, "busy"), error("busy", isTransient: true)),
      (502, "<html>", .httpStatus(502, retryAfter: nil)),
      (500, #"{"error":"x"}"#, .httpStatus(500, retryAfter: nil)),
    ] as [(Int, String, MarketError?)])
  func `an error is read from status and body`(status: Int, body: String, error: MarketError?) {
    #expect(Upbit().error(in: .text(body, status: status)) == error)
  }

  @Test(arguments: [418, 429])
  func `a delay that is sent is kept`(status: Int) {
    let response = Transport.Response.text("", status: status, headers: ["retry-after": "7"])
    #expect(Upbit().error(in: response) == .rateLimited(retryAfter: 7))
  }
}
