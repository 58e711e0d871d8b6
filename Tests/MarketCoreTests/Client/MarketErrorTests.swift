import Foundation
import MarketCore
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct MarketErrorTests {
  struct Case: Sendable {
    let error: MarketError
    let sentence: String
    let exitStatus: Int32
    var mayPass = false
    var endsPolling = false
    var retryAfter: Double?
  }

  private static let bitcoin = Pair(symbol: "BTC-USD")

  @Test(arguments: [
    Case(error: .unreachable("no net"), sentence: "no net", exitStatus: 69, mayPass: true),
    Case(error: .refused("no trust"), sentence: "no trust", exitStatus: 69),
    Case(
      error: .timedOut(seconds: 2), sentence: "no answer within 2 s", exitStatus: 69, mayPass: true),
    Case(
      error: .timedOut(seconds: 0.31), sentence: "no answer within 0.3 s", exitStatus: 69,
      mayPass: true),
    Case(
      error: .rateLimited(retryAfter: nil), sentence: "the exchange asks to slow down (429)",
      exitStatus: 75, mayPass: true),
    Case(
      error: .rateLimited(retryAfter: 90),
      sentence: "the exchange asks to slow down (429), for 90 s",
      exitStatus: 75, mayPass: true, retryAfter: 90),
    Case(
      error: .rejected(status: 503, retryAfter: 7),
      sentence: "the exchange answered 503 Service Unavailable, and asks to wait 7 s",
      exitStatus: 69, mayPass: true, retryAfter: 7),
    Case(
      error: .withheld(bitcoin, status: 500),
      sentence: "the exchange lists BTC-USD but fails to give its data (500)", exitStatus: 69,
      mayPass: true),
    Case(
      error: .unknownSymbol("BTC-USDD", near: ["BTC-USD", "BTC-USDT"]),
      sentence: "no pair BTC-USDD on the exchange; did you mean BTC-USD, BTC-USDT?", exitStatus: 66,
      endsPolling: true),
    Case(
      error: .unknownSymbol("X", near: []), sentence: "no pair X on the exchange", exitStatus: 66,
      endsPolling: true),
    Case(
      error: .noRecording("rec/l2"), sentence: "there is no recording of rec/l2", exitStatus: 66,
      endsPolling: true),
    Case(
      error: .malformed("it is empty"),
      sentence: "the answer could not be understood: it is empty", exitStatus: 65),
    Case(
      error: .tooLarge(limit: 32 * 1_048_576), sentence: "the answer is larger than 32 MiB",
      exitStatus: 65),
    Case(
      error: .notRecorded("no room"), sentence: "cannot write the recording: no room",
      exitStatus: 74, endsPolling: true),
    Case(error: .cancelled, sentence: "given up", exitStatus: 69, endsPolling: true),
  ])
  func `an error has a sentence, an exit status, and says what comes next`(expected: Case) {
    let error = expected.error
    #expect("\(error)" == expected.sentence)
    #expect(error.exitStatus == expected.exitStatus)
    #expect(error.mayPass == expected.mayPass)
    #expect(error.endsPolling == expected.endsPolling)
    #expect(error.retryAfter == expected.retryAfter)
  }

  @Test(arguments: [
    (400, " Bad Request", false), (401, " Unauthorized", false), (403, " Forbidden", false),
    (404, " Not Found", false), (407, " Proxy Authentication Required", false),
    (451, " Unavailable For Legal Reasons", false), (418, "", false), (301, "", false),
    (499, "", false), (500, " Internal Server Error", true), (502, " Bad Gateway", true),
    (503, " Service Unavailable", true), (504, " Gateway Timeout", true), (599, "", true),
    (600, "", false),
  ])
  func `a status is named where it has a well known name, and passes from 500 to 599`(
    status: Int, name: String, mayPass: Bool
  ) {
    let error = MarketError.rejected(status: status, retryAfter: nil)
    #expect("\(error)" == "the exchange answered \(status)\(name)")
    #expect(error.mayPass == mayPass)
  }

  @Test(arguments: [1e19, 1e300, .infinity])
  func `any delay has a sentence`(delay: Double) {
    #expect("\(MarketError.rateLimited(retryAfter: delay))".hasPrefix("the exchange asks"))
  }

  @Test func `a limit below a MiB is said`() {
    #expect("\(MarketError.tooLarge(limit: 1000))" != "the answer is larger than 0 MiB")
  }
}
