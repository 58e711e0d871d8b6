import Foundation
@testable import MarketCore
import Testing

/// The header `Retry-After`.
struct RetryAfterTests {
  @Test(arguments: [
    ("0", 0.0), ("7", 7), (" 120 ", 120), ("007", 7), ("\t3", 3), ("86400", 86_400),
    ("Wed, 21 Oct 2015 07:28:30 GMT", 30), ("Wed, 21 Oct 2015 08:28:00 GMT", 3600),
    ("Wed, 21 Oct 2015 07:28:00 GMT", 0), ("Wed, 21 Oct 2015 07:27:59 GMT", 0),
    ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("99999999999", 99_999_999_999),
  ])
  func `it is seconds, or a date that is counted from now`(header: String, seconds: Double) {
    #expect(Self.retryAfter(header) == seconds)
  }

  @Test(arguments: [
    "", " ", "-1", "+1", "1.5", "1e3", "0x10", "7 s", "soon", "１", "1\u{301}", "NaN", "inf",
    "2015-10-21T07:28:30Z", "Wed, 21 Oct 2015 07:28:30 CET", "Wed, 21 Oct 2015", "07:28:30",
  ])
  func `what is neither says nothing`(header: String) {
    #expect(Self.retryAfter(header) == nil)
  }

  /// The delay of a header that arrives on Wed, 21 Oct 2015 07:28:00 GMT.
  private static func retryAfter(_ header: String) -> Double? {
    Transport.Response(
      headers: ["retry-after": header], body: Data(),
      receivedAt: Date(timeIntervalSince1970: 1_445_412_480)
    ).retryAfter
  }

  @Test(arguments: ["Wednesday, 21-Oct-15 07:28:30 GMT", "Wed Oct 21 07:28:30 2015"])
  func `the older forms of a date are read`(date: String) {
    #expect(Self.retryAfter(date) == 30)
  }
}
