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
    var isTransient = false
    var isPermanent = false
    var retryAfter: Double?
  }

  private static let bitcoin = Pair(symbol: "BTC-USD")

  @Test(arguments: [
    Case(error: .unreachable("no net"), sentence: "no net", isTransient: true),
    Case(error: .untrusted("no trust"), sentence: "no trust"),
    Case(
      error: .timedOut(seconds: 2), sentence: "no answer within 2 s", isTransient: true),
    Case(
      error: .timedOut(seconds: 0.31), sentence: "no answer within 0.3 s",
      isTransient: true),
    Case(
      error: .rateLimited(retryAfter: nil), sentence: "the exchange asks to slow down",
      isTransient: true),
    Case(
      error: .rateLimited(retryAfter: 90),
      sentence: "the exchange asks to slow down, for 90 s", isTransient: true, retryAfter: 90),
    Case(
      error: .rateLimited(retryAfter: 0), sentence: "the exchange asks to slow down",
      isTransient: true, retryAfter: 0),
    Case(
      error: .rateLimited(retryAfter: 7200), sentence: "the exchange asks to slow down, for 2 h",
      isTransient: true, retryAfter: 7200),
    Case(
      error: .rejected(status: 503, retryAfter: 7),
      sentence: "the exchange answered 503 Service Unavailable, and asks to wait 7 s",
      isTransient: true, retryAfter: 7),
    Case(
      error: .rejected(status: 503, retryAfter: 0),
      sentence: "the exchange answered 503 Service Unavailable", isTransient: true, retryAfter: 0),
    Case(
      error: .dataUnavailable(bitcoin, status: 500),
      sentence: "the exchange lists BTC-USD but fails to give its data (500)",
      isTransient: true),
    Case(
      error: .unknownSymbol("BTC-USDD", near: ["BTC-USD", "BTC-USDT"]),
      sentence: "no pair BTC-USDD on the exchange; did you mean BTC-USD, BTC-USDT?",
      isPermanent: true),
    Case(
      error: .unknownSymbol("X", near: []), sentence: "no pair X on the exchange",
      isPermanent: true),
    Case(
      error: .recordingMissing("rec has no recording of l2"),
      sentence: "rec has no recording of l2", isPermanent: true),
    Case(
      error: .recordingEnded("l2/A-B", count: 1),
      sentence: "the recording of l2/A-B ends after 1 answer", isPermanent: true),
    Case(
      error: .recordingEnded("l2/A-B", count: 2),
      sentence: "the recording of l2/A-B ends after 2 answers", isPermanent: true),
    Case(
      error: .notRequestable(Pair(symbol: "日本-USD")),
      sentence: "the exchange lists 日本-USD, but its name cannot be part of a request",
      isPermanent: true),
    Case(
      error: .refused("Bazaar is closed", isTransient: true), sentence: "Bazaar is closed",
      isTransient: true),
    Case(error: .refused("no such door", isTransient: false), sentence: "no such door"),
    Case(
      error: .malformed("it is empty"),
      sentence: "the answer could not be understood: it is empty"),
    Case(
      error: .tooLarge(limit: 32 * 1_048_576), sentence: "the answer is larger than 32 MiB"),
    Case(
      error: .recordingFailed("no room"), sentence: "cannot write the recording: no room",
      isPermanent: true),
    Case(error: .cancelled, sentence: "given up", isPermanent: true),
  ])
  func `an error has a sentence, and says whether to try again`(expected: Case) {
    let error = expected.error
    #expect("\(error)" == expected.sentence)
    #expect(error.isTransient == expected.isTransient)
    #expect(error.isPermanent == expected.isPermanent)
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
    status: Int, name: String, isTransient: Bool
  ) {
    let error = MarketError.rejected(status: status, retryAfter: nil)
    #expect("\(error)" == "the exchange answered \(status)\(name)")
    #expect(error.isTransient == isTransient)
  }

  @Test(arguments: [1e19, 1e300, .infinity])
  func `any delay has a sentence`(delay: Double) {
    #expect("\(MarketError.rateLimited(retryAfter: delay))".hasPrefix("the exchange asks"))
  }

  @Test func `a limit below a MiB is said`() {
    #expect("\(MarketError.tooLarge(limit: 1000))" != "the answer is larger than 0 MiB")
  }
}
