import MarketCore
import Testing

/// The errors of Bybit.
struct BybitErrorsTests {
  private static func body(_ code: Int, _ message: String) -> String {
    #"{"retCode":\#(code),"retMsg":"\#(message)","result":{},"retExtInfo":{},"time":1}"#
  }

  private static func error(_ message: String, isTransient: Bool = false) -> MarketError {
    .exchangeError(message: "exchange error: \(message)", isTransient: isTransient)
  }

  @Test(
    arguments: [
      (200, body(0, "OK"), nil), (200, #"{"retMsg":"OK","retCode":0}"#, nil), (200, "{}", nil),
      (200, body(10001, "Not supported symbols"), .unknownSymbol("", near: [])),
      (200, body(10001, "params error: Symbol Invalid"), .unknownSymbol("", near: [])),
      (200, #"{"retMsg":"Not supported symbols","retCode":10001}"#, .unknownSymbol("", near: [])),
      (200, body(10001, "Invalid period!"), error("Invalid period!")),
      (200, body(10006, "Too many visits!"), .rateLimited(retryAfter: 5)),
      (429, body(10001, "x"), .rateLimited(retryAfter: 5)),
      (429, "<html>", .rateLimited(retryAfter: 5)),
      (200, body(10000, "Server Timeout"), error("Server Timeout", isTransient: true)),
      (200, body(10016, ""), error("code 10016", isTransient: true)),
      (500, body(9, "broken"), error("broken", isTransient: true)),
      (200, body(10009, "IP is banned"), error("IP is banned")),
      (404, body(10017, "Route not found."), error("Route not found")),
      (502, "<html>", .httpStatus(502, retryAfter: nil)),
      (404, "", .httpStatus(404, retryAfter: nil)),
      // Too many requests; a country; an address that is blocked.
      (403, "Access too frequent", .rateLimited(retryAfter: 600)),
      (403, body(10018, "403, access too frequent"), .rateLimited(retryAfter: 600)),
      (
        403, #"{"error":"The distribution is configured to block access from your country"}"#,
        error("The distribution is configured to block access from your country")
      ),
      (403, "<html>", .httpStatus(403, retryAfter: nil)),
      (403, body(10009, "Region."), error("Region")),
    ] as [(Int, String, MarketError?)])
  func `an error is read from status and body`(status: Int, body: String, error: MarketError?) {
    #expect(Bybit().error(in: .text(body, status: status)) == error)
  }

  @Test(arguments: [200, 403, 429, 503])
  func `a delay that is sent is kept`(status: Int) {
    let message = status == 403 ? "access too frequent" : "Too many visits!"
    let response = Transport.Response.text(
      Self.body(10006, message), status: status, headers: ["retry-after": "7"])
    #expect(Bybit().error(in: response) == .rateLimited(retryAfter: 7))
  }
}
