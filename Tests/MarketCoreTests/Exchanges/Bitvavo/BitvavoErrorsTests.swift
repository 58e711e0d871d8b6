import MarketCore
import Testing

/// The errors of Bitvavo.
struct BitvavoErrorsTests {
  private static func body(_ code: Int, _ message: String) -> String {
    #"{"errorCode":\#(code),"error":"\#(message)"}"#
  }

  private static func error(_ message: String, isTransient: Bool) -> MarketError {
    .exchangeError(message: "exchange error: \(message)", isTransient: isTransient)
  }

  private static let unknown = MarketError.unknownSymbol("", near: [])

  @Test(
    arguments: [
      (200, "[]", nil), (200, body(205, "market"), nil),
      (400, body(205, "market parameter NOPE-EUR is invalid."), unknown),
      (400, body(205, "market parameter is invalid."), unknown),
      (400, body(205, "Invalid parameter: market"), unknown),
      (400, body(219, "Not listed."), unknown),
      (400, #"{"error":"market parameter is invalid.","errorCode":"205"}"#, unknown),
      (
        400, body(205, "start parameter is invalid."),
        error("start parameter is invalid", isTransient: false)
      ),
      (400, body(203, ""), error("code 203", isTransient: false)),
      (400, #"{"errorCode":206}"#, error("code 206", isTransient: false)),
      (409, body(431, "Halted."), error("Halted", isTransient: false)),
      (503, body(431, "Halted."), error("Halted", isTransient: false)),
      (503, body(430, "No data."), error("No data", isTransient: true)),
      (400, body(101, "Unknown error."), error("Unknown error", isTransient: true)),
      (400, body(107, "Overloaded."), error("Overloaded", isTransient: true)),
      (400, body(108, "Late."), error("Late", isTransient: true)),
      (400, body(109, "No response."), error("No response", isTransient: true)),
      (500, body(400, "Unknown server error."), error("Unknown server error", isTransient: true)),
      // The limit is 1,000: not a time.
      (429, body(105, "Banned. The limit is 1000."), .rateLimited(retryAfter: 900)),
      (429, body(110, "Rate limited."), .rateLimited(retryAfter: 900)),
      (400, body(103, "Rate limited."), .rateLimited(retryAfter: 900)),
      (403, body(105, "Banned."), .rateLimited(retryAfter: 900)),
      (429, "<html>", .rateLimited(retryAfter: 900)),
      (404, "<!DOCTYPE html>", .httpStatus(404, retryAfter: nil)),
      (502, "", .httpStatus(502, retryAfter: nil)),
      (404, #"{"code":404}"#, .httpStatus(404, retryAfter: nil)),
    ] as [(Int, String, MarketError?)])
  func `an error is read from status and body`(status: Int, body: String, error: MarketError?) {
    #expect(Bitvavo().error(in: .text(body, status: status)) == error)
  }

  /// The response arrives at second 1,000,000.
  @Test(arguments: [("1000000061500", 999_000_061.5), ("0000999000000", 0), ("1795183260", 900)])
  func `the end of a block can be in the message`(end: String, delay: Double) {
    let message = "Your IP or API key has been banned. The ban expires at \(end)."
    let response = Transport.Response.text(Self.body(105, message), status: 429)
    #expect(Bitvavo().error(in: response) == .rateLimited(retryAfter: delay))
  }

  @Test func `a delay that is sent is kept`() {
    let response = Transport.Response.text(
      Self.body(105, "Banned."), status: 429, headers: ["retry-after": "7"])
    #expect(Bitvavo().error(in: response) == .rateLimited(retryAfter: 7))
  }
}
