import MarketCore
import Testing

/// The errors of Bitso.
struct BitsoErrorsTests {
  private static func body(_ code: String, _ message: String) -> String {
    #"{"success":false,"error":{"code":\#(code),"message":"\#(message)"}}"#
  }

  private static func error(_ message: String, isTransient: Bool) -> MarketError {
    .exchangeError(message: "exchange error: \(message)", isTransient: isTransient)
  }

  private static let unknown = MarketError.unknownSymbol("", near: [])

  @Test(
    arguments: [
      (200, #"{"success":true,"payload":{}}"#, nil), (200, #"{"payload":[],"success":true}"#, nil),
      (200, "{}", nil), (200, "", nil),
      (400, #"{"error":{"code":20,"message":"Unknown OrderBook nope_usd"}}"#, unknown),
      (400, body(#""0301""#, "Unknown order book nope_usd"), unknown),
      (
        400, #"{"error":{"code":"0301","details":[],"message":"Unknown book"},"success":false}"#,
        unknown
      ),
      (200, body(#""0301""#, "Unknown order book nope_usd"), unknown),
      (200, #"{"error":{"code":20,"message":"Unknown OrderBook nope_usd"}}"#, unknown),
      (400, body(#""0304""#, "The field book (x) is either invalid or missing"), unknown),
      (
        400, body(#""0304""#, "The field time_bucket () is either invalid or missing"),
        error("The field time_bucket () is either invalid or missing", isTransient: false)
      ),
      (420, body(#""0801""#, "Too many requests."), .rateLimited(retryAfter: 60)),
      (400, body(#""0802""#, "Too many attempts."), .rateLimited(retryAfter: 60)),
      (420, "", .rateLimited(retryAfter: 60)), (429, "<html>", .rateLimited(retryAfter: 60)),
      (500, body(#""0101""#, "Unknown error."), error("Unknown error", isTransient: true)),
      (400, body(#""x""#, "y"), error("y", isTransient: false)),
      (400, body("null", "y"), .httpStatus(400, retryAfter: nil)),
      (404, "", .httpStatus(404, retryAfter: nil)),
      (502, "<html>", .httpStatus(502, retryAfter: nil)),
      (400, #"{"error":"x"}"#, .httpStatus(400, retryAfter: nil)),
    ] as [(Int, String, MarketError?)])
  func `an error is read from status and body`(status: Int, body: String, error: MarketError?) {
    #expect(Bitso().error(in: .text(body, status: status)) == error)
  }

  @Test func `a delay that is sent is kept`() {
    let response = Transport.Response.text(
      Self.body(#""0801""#, ""), status: 420, headers: ["retry-after": "7"])
    #expect(Bitso().error(in: response) == .rateLimited(retryAfter: 7))
  }
}
