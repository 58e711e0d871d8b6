import Foundation
import Testing

@testable import MarketCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct MarketErrorURLErrorTests {
  @Test(arguments: [
    (URLError.Code.cannotConnectToHost, MarketError.unreachable("connection refused by h")),
    (.cannotFindHost, .unreachable("no such host: h")),
    (.dnsLookupFailed, .unreachable("no such host: h")),
    (.networkConnectionLost, .unreachable("the connection to h was lost")),
    (.notConnectedToInternet, .unreachable("there is no network")),
    (.timedOut, .timedOut(seconds: 3)),
    (.badServerResponse, .unreachable("h closed the connection without an answer")),
    (.cannotParseResponse, .malformed("it is not HTTP")),
    (.unsupportedURL, .malformed("it is not HTTP")),
    (.httpTooManyRedirects, .refused("h redirects without end")),
    (.redirectToNonExistentLocation, .refused("h redirects to nowhere")),
    (.secureConnectionFailed, untrusted), (.serverCertificateHasBadDate, untrusted),
    (.serverCertificateUntrusted, untrusted), (.serverCertificateHasUnknownRoot, untrusted),
    (.serverCertificateNotYetValid, untrusted), (.clientCertificateRejected, untrusted),
    (.clientCertificateRequired, untrusted),
    (.badURL, .refused("the address of h can't be used")),
    (.unknown, .unreachable("the answer from h broke off")),
  ])
  func `an error of the network is told in words of our own`(
    code: URLError.Code, expected: MarketError
  ) {
    #expect(MarketError(URLError(code), host: "h", deadline: 3) == expected)
  }

  @Test func `an error of another kind, from no known host, is told as an answer that broke off`() {
    let error = MarketError(CocoaError(.fileNoSuchFile), host: nil, deadline: 3)
    #expect(error == .unreachable("the answer from the exchange broke off"))
  }
}

private let untrusted = MarketError.refused(
  "no secure connection to h: its certificate can't be trusted")
