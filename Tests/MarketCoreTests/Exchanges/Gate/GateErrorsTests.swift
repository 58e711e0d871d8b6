import MarketCore
import Testing

/// The errors of Gate.
struct GateErrorsTests {
  private static func body(_ label: String, _ message: String? = nil) -> String {
    let message = message.map { #","message":"\#($0)""# } ?? ""
    return #"{"label":"\#(label)"\#(message)}"#
  }

  private static func error(_ message: String, isTransient: Bool = false) -> MarketError {
    .exchangeError(message: "exchange error: \(message)", isTransient: isTransient)
  }

  @Test(
    arguments: [
      (200, "[]", nil), (200, body("INVALID_CURRENCY"), nil),
      (400, body("INVALID_CURRENCY", "Invalid currency X"), .unknownSymbol("", near: [])),
      (400, body("INVALID_CURRENCY_PAIR"), .unknownSymbol("", near: [])),
      (429, body("TOO_MANY_REQUESTS", "Too many"), .rateLimited(retryAfter: 10)),
      (400, body("TOO_FAST"), .rateLimited(retryAfter: 10)),
      (429, "<html>", .rateLimited(retryAfter: 10)), (429, "", .rateLimited(retryAfter: 10)),
      (
        400, body("INVALID_PARAM_VALUE", "Candlestick range too broad. Maximum 1000 data points"),
        error("Candlestick range too broad. Maximum 1000 data points")
      ),
      (400, body("INVALID_PARAM_VALUE", "Candlestick too long ago. Maximum 10000 points ago"), nil),
      (400, body("INVALID_PARAM_VALUE"), error("code INVALID_PARAM_VALUE")),
      (400, body("SERVER_ERROR", "x"), error("x", isTransient: true)),
      (400, body("INTERNAL"), error("code INTERNAL", isTransient: true)),
      (400, body("TOO_BUSY"), error("code TOO_BUSY", isTransient: true)),
      (500, body("NEW", "Sorry."), error("Sorry", isTransient: true)),
      (502, "<html>", .httpStatus(502, retryAfter: nil)),
      (504, "", .httpStatus(504, retryAfter: nil)),
      (404, #"{"message":"x"}"#, .httpStatus(404, retryAfter: nil)),
      (403, "[]", .httpStatus(403, retryAfter: nil)),
    ] as [(Int, String, MarketError?)])
  func `an error is read from status and body`(status: Int, body: String, error: MarketError?) {
    #expect(Gate().error(in: .text(body, status: status)) == error)
  }

  /// The answer arrives at second 1,000,000.
  @Test(
    arguments: [
      (["x-gate-ratelimit-reset-timestamp": "1000003"], 3.0),
      (["x-gate-ratelimit-reset-timestamp": "999999"], 0),
      (["x-gate-ratelimit-reset-timestamp": "x"], 10),
      (["x-gate-ratelimit-reset-timestamp": "1000003", "retry-after": "7"], 7),
    ] as [([String: String], Double)])
  func `a header has the end of a limit`(headers: [String: String], delay: Double) {
    let response = Transport.Response.text(
      Self.body("TOO_MANY_REQUESTS"), status: 429, headers: headers)
    #expect(Gate().error(in: response) == .rateLimited(retryAfter: delay))
  }
}
