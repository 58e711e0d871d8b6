import MarketCore
import Testing

/// The errors of the Crypto.com Exchange.
struct CryptoComErrorsTests {
  private static func body(_ code: Int, _ message: String) -> String {
    #"{"code":\#(code),"message":"\#(message)"}"#
  }

  private static func error(_ message: String, isTransient: Bool) -> MarketError {
    .exchangeError(message: "exchange error: \(message)", isTransient: isTransient)
  }

  @Test(
    arguments: [
      (200, CryptoComMarket.body(), nil), (200, #"{"code" : 0, "result":{}}"#, nil),
      (200, "{}", nil), (200, #"{"code":null}"#, nil),
      (400, body(40004, "Invalid instrument_name"), .unknownSymbol("", near: [])),
      (400, body(209, "INVALID_INSTRUMENT"), .unknownSymbol("", near: [])),
      (400, body(40004, "Invalid depth"), error("Invalid depth", isTransient: false)),
      (200, body(40401, "Not found."), error("Not found", isTransient: false)),
      (400, #"{"id":1,"code":"40001"}"#, error("code 40001", isTransient: false)),
      (429, body(42901, "TOO_MANY_REQUESTS"), .rateLimited(retryAfter: 1)),
      (400, body(42901, ""), .rateLimited(retryAfter: 1)),
      (429, body(1, ""), .rateLimited(retryAfter: 1)),
      (429, "<html>", .rateLimited(retryAfter: 1)),
      (400, body(50001, "ERR_INTERNAL"), error("ERR_INTERNAL", isTransient: true)),
      (408, body(40801, "Timeout"), error("Timeout", isTransient: true)),
      (400, body(9_010_001, "Maintenance"), error("Maintenance", isTransient: true)),
      (500, body(9, ""), error("code 9", isTransient: true)),
      (502, "<html>", .httpStatus(502, retryAfter: nil)),
      (404, #"{"status":404,"error":"Not Found","path":"/x"}"#, .httpStatus(404, retryAfter: nil)),
    ] as [(Int, String, MarketError?)])
  func `an error is read from status and body`(status: Int, body: String, error: MarketError?) {
    #expect(CryptoCom().error(in: .text(body, status: status)) == error)
  }

  @Test func `a delay that is sent is kept`() {
    let response = Transport.Response.text(
      Self.body(42901, "x"), status: 429, headers: ["retry-after": "7"])
    #expect(CryptoCom().error(in: response) == .rateLimited(retryAfter: 7))
  }
}
