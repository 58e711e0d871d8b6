import MarketCore
import Testing

/// The errors of Bitget.
struct BitgetErrorsTests {
  private static func body(_ code: String, _ message: String) -> String {
    #"{"code":"\#(code)","msg":"\#(message)","requestTime":1,"data":null}"#
  }

  private static func error(_ message: String, isTransient: Bool = false) -> MarketError {
    .exchangeError(message: "exchange error: \(message)", isTransient: isTransient)
  }

  @Test(
    arguments: [
      (200, body("00000", "success"), nil), (200, "{}", nil),
      (200, #"{"msg":"success","code":"00000","data":[]}"#, nil),
      (400, body("40034", "Parameter XUSDT does not exist"), .unknownSymbol("", near: [])),
      (200, body("40034", "Parameter XUSDT does not exist"), .unknownSymbol("", near: [])),
      (200, #"{"data":[],"msg":"x","code":"40034"}"#, .unknownSymbol("", near: [])),
      (400, body("40309", "The symbol has been removed"), .unknownSymbol("", near: [])),
      (429, body("429", "Too Many Requests"), .rateLimited(retryAfter: 1)),
      (200, body("429", "Too Many Requests"), .rateLimited(retryAfter: 1)),
      (400, body("30026", "Request frequency too fast"), .rateLimited(retryAfter: 1)),
      (429, body("40015", "busy"), .rateLimited(retryAfter: 1)),
      (429, "<html>", .rateLimited(retryAfter: 1)),
      (400, body("40015", "System error."), error("System error", isTransient: true)),
      (400, body("40200", "Server upgrade"), error("Server upgrade", isTransient: true)),
      (400, body("40725", "Service busy"), error("Service busy", isTransient: true)),
      (200, body("45001", ""), error("code 45001", isTransient: true)),
      (500, body("9", "broken"), error("broken", isTransient: true)),
      (400, body("40019", "Parameter is empty"), error("Parameter is empty")),
      (
        400, body("400172", "Parameter verification failed"), error("Parameter verification failed")
      ),
      (400, body("00001", "startTime and endTime"), error("startTime and endTime")),
      (502, "<html>", .httpStatus(502, retryAfter: nil)),
      (404, #"{"code":404}"#, error("code 404")), (404, "[]", .httpStatus(404, retryAfter: nil)),
      (400, #"{"code":40034,"msg":"x"}"#, .unknownSymbol("", near: [])),
      (503, body("00000", "success"), .httpStatus(503, retryAfter: nil)),
    ] as [(Int, String, MarketError?)])
  func `an error is read from status and body`(status: Int, body: String, error: MarketError?) {
    #expect(Bitget().error(in: .text(body, status: status)) == error)
  }

  @Test func `a delay that is sent is kept`() {
    let response = Transport.Response.text(
      Self.body("429", "Too Many Requests"), status: 429, headers: ["retry-after": "7"])
    #expect(Bitget().error(in: response) == .rateLimited(retryAfter: 7))
  }
}
