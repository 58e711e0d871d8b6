import MarketCore
import Testing

/// The errors of KuCoin.
struct KuCoinErrorsTests {
  private static func body(_ code: String, _ message: String) -> String {
    #"{"msg":"\#(message)","code":"\#(code)"}"#
  }

  private static func error(_ message: String, isTransient: Bool = false) -> MarketError {
    .exchangeError(message: "exchange error: \(message)", isTransient: isTransient)
  }

  @Test(
    arguments: [
      (200, #"{"code":"200000","data":[]}"#, nil), (200, #"{"data":[],"code":"200000"}"#, nil),
      (200, "{}", nil), (200, "<html>", nil),
      (200, body("900001", "Trading pair X does not exist."), .unknownSymbol("", near: [])),
      (400, body("900001", ""), .unknownSymbol("", near: [])),
      (200, body("400100", "Unsupported trading pair."), .unknownSymbol("", near: [])),
      (400, body("400100", "Symbol not exists"), .unknownSymbol("", near: [])),
      (400, body("400100", "Invalid type."), error("Invalid type")),
      (429, body("429000", "Too many requests."), .rateLimited(retryAfter: nil)),
      (200, body("429000", "Too many requests."), .rateLimited(retryAfter: nil)),
      (429, "<html>", .rateLimited(retryAfter: nil)),
      (404, body("404", "Not Found"), error("Not Found")), (200, body("9", ""), error("code 9")),
      (200, body("500000", "Internal error."), error("Internal error", isTransient: true)),
      (200, body("503", "Busy."), error("Busy", isTransient: true)),
      (503, body("7", "Busy."), error("Busy", isTransient: true)),
      (500, #"{"code":"200000"}"#, .httpStatus(500, retryAfter: nil)),
      (502, "<html>", .httpStatus(502, retryAfter: nil)),
      (403, "", .httpStatus(403, retryAfter: nil)),
      (404, #"{"code":7}"#, error("code 7")), (404, "[]", .httpStatus(404, retryAfter: nil)),
    ] as [(Int, String, MarketError?)])
  func `an error is read from status and body`(status: Int, body: String, error: MarketError?) {
    #expect(KuCoin().error(in: .text(body, status: status)) == error)
  }

  @Test(
    arguments: [
      (["gw-ratelimit-reset": "2500"], 2.5), (["gw-ratelimit-reset": "-1"], 0),
      (["gw-ratelimit-reset": "x"], nil), (["gw-ratelimit-reset": "2500", "retry-after": "7"], 7),
    ] as [([String: String], Double?)])
  func `a header has the delay in milliseconds`(headers: [String: String], delay: Double?) {
    let response = Transport.Response.text(
      Self.body("429000", "Too many requests."), status: 429, headers: headers)
    #expect(KuCoin().error(in: response) == .rateLimited(retryAfter: delay))
  }
}
