import Foundation
import MarketCore
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The sentences of errors, and whether an error is worth a retry.
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
      error: .timedOut(seconds: 2), sentence: "timed out after 2 s", isTransient: true),
    Case(
      error: .timedOut(seconds: 0.31), sentence: "timed out after 0.3 s",
      isTransient: true),
    Case(
      error: .rateLimited(retryAfter: nil), sentence: "rate limited",
      isTransient: true),
    Case(
      error: .rateLimited(retryAfter: 90),
      sentence: "rate limited; retry in 90 s", isTransient: true, retryAfter: 90),
    Case(
      error: .rateLimited(retryAfter: 0), sentence: "rate limited",
      isTransient: true, retryAfter: 0),
    Case(
      error: .rateLimited(retryAfter: 7200), sentence: "rate limited; retry in 2 h",
      isTransient: true, retryAfter: 7200),
    Case(
      error: .rateLimited(retryAfter: 259_200), sentence: "rate limited; retry in 3 days",
      isTransient: true, retryAfter: 86_400),
    Case(
      error: .httpStatus(503, retryAfter: 7),
      sentence: "HTTP 503 Service Unavailable; retry in 7 s",
      isTransient: true, retryAfter: 7),
    Case(
      error: .httpStatus(503, retryAfter: 0),
      sentence: "HTTP 503 Service Unavailable", isTransient: true, retryAfter: 0),
    Case(
      error: .dataUnavailable(bitcoin, status: 500),
      sentence: "no data for BTC-USD (HTTP 500)",
      isTransient: true),
    Case(
      error: .unknownSymbol("BTC-USDD", near: ["BTC-USD", "BTC-USDT"]),
      sentence: "unknown pair BTC-USDD; did you mean BTC-USD, BTC-USDT?",
      isPermanent: true),
    Case(
      error: .unknownSymbol("X", near: []), sentence: "unknown pair X",
      isPermanent: true),
    Case(
      error: .unknownCoin("BTX", near: ["BTC", "BTT"]),
      sentence: "unknown coin BTX; did you mean BTC, BTT?", isPermanent: true),
    Case(error: .unknownCoin("X", near: []), sentence: "unknown coin X", isPermanent: true),
    Case(
      error: .missing("no recording of l2 in rec"),
      sentence: "no recording of l2 in rec", isPermanent: true),
    Case(
      error: .ended("recording of l2/A-B ends after 1 response"),
      sentence: "recording of l2/A-B ends after 1 response", isPermanent: true),
    Case(
      error: .ended("recording of l2/A-B ends after 2 responses"),
      sentence: "recording of l2/A-B ends after 2 responses", isPermanent: true),
    Case(
      error: .notRequestable(Pair(symbol: "日本-USD")),
      sentence: "日本-USD cannot be requested: unsupported characters",
      isPermanent: true),
    Case(
      error: .exchangeError(message: "Bazaar is closed", isTransient: true),
      sentence: "Bazaar is closed",
      isTransient: true),
    Case(
      error: .exchangeError(message: "no such door", isTransient: false), sentence: "no such door"),
    Case(
      error: .malformed("empty body"),
      sentence: "invalid response: empty body"),
    Case(
      error: .tooLarge(limit: 32 * 1_048_576), sentence: "response larger than 32 MiB"),
    Case(
      error: .notKept("cannot write the recording: no room"),
      sentence: "cannot write the recording: no room",
      isPermanent: true),
    Case(error: .cancelled, sentence: "cancelled", isPermanent: true),
  ])
  func `an error has a sentence, and says whether to try again`(expected: Case) {
    let error = expected.error
    #expect("\(error)" == expected.sentence)
    #expect((error as any Error).localizedDescription == expected.sentence)
    #expect(error.isTransient == expected.isTransient)
    #expect(error.isPermanent == expected.isPermanent)
    #expect(error.retryAfter == expected.retryAfter)
  }

  @Test func `a sentence names the exchanges that lack a coin or a pair`() {
    let titles = ["Kraken", "Coinbase"]
    #expect(
      MarketError.unknownCoin("BTX", near: ["BTC"]).sentence(on: titles)
        == "unknown coin BTX on Kraken, Coinbase; did you mean BTC?")
    #expect(
      MarketError.unknownSymbol("BTX-USD", near: []).sentence(on: ["Kraken"])
        == "unknown pair BTX-USD on Kraken")
    #expect(MarketError.cancelled.sentence(on: titles) == "cancelled")
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
    let error = MarketError.httpStatus(status, retryAfter: nil)
    #expect("\(error)" == "HTTP \(status)\(name)")
    #expect(error.isTransient == isTransient)
  }

  @Test(arguments: [1e19, 1e300, .infinity])
  func `a delay is at most a day, and the whole one is said`(delay: Double) {
    let error = MarketError.rateLimited(retryAfter: delay)
    #expect(error.retryAfter == 86_400)
    #expect("\(error)" == "rate limited; retry in 11574074 days")
    // The time of the next try would not tell it.
    #expect(error.withoutDelay == error)
    #expect(
      MarketError.rateLimited(retryAfter: 86_400).withoutDelay == .rateLimited(retryAfter: nil))
  }

  @Test func `a limit below a MiB is said`() {
    #expect("\(MarketError.tooLarge(limit: 1000))" != "response larger than 0 MiB")
  }
}
