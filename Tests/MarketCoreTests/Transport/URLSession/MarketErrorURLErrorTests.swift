import Foundation
import Testing

@testable import MarketCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The errors of `URLSession`, as errors of the client.
struct MarketErrorURLErrorTests {
  @Test(arguments: [
    (URLError.Code.cannotConnectToHost, MarketError.unreachable("connection refused by h")),
    (.cannotFindHost, .unreachable("unknown host: h")),
    (.dnsLookupFailed, .unreachable("unknown host: h")),
    (.networkConnectionLost, .unreachable("connection to h lost")),
    (.notConnectedToInternet, .unreachable("no network")),
    (.timedOut, .timedOut(seconds: 3)),
    (.cannotDecodeRawData, .malformed("decompression failed")),
    (.cannotDecodeContentData, .malformed("decompression failed")),
    (.cannotParseResponse, .malformed("not HTTP")),
    (.unsupportedURL, .malformed("not HTTP")),
    (.redirectToNonExistentLocation, .untrusted("invalid redirect from h")),
    (
      .appTransportSecurityRequiresSecureConnection,
      .untrusted("plain HTTP to h refused by the system")
    ),
    (.secureConnectionFailed, .unreachable("TLS handshake with h failed")),
    (.serverCertificateHasBadDate, insecure("certificate expired")),
    (.serverCertificateNotYetValid, insecure("certificate not yet valid")),
    (.serverCertificateHasUnknownRoot, insecure("certificate not trusted (unknown CA)")),
    (.serverCertificateUntrusted, insecure("certificate not trusted")),
    (.clientCertificateRequired, insecure("client certificate required")),
    (.clientCertificateRejected, insecure("client certificate rejected")),
    (.badURL, .untrusted("invalid URL: h")),
    (.unknown, .unreachable("incomplete response from h")),
  ])
  func `an error of the network is told in words of our own`(
    code: URLError.Code, expected: MarketError
  ) {
    let error = MarketError(URLError(code), host: "h", deadline: 3)
    #expect(error == expected)
    // The text says nothing where the code says it all.
    if code != .unknown { #expect(MarketError("SSL routines", code) == expected) }
  }

  @Test func `an error of another kind, from no known host, is told as an answer that broke off`() {
    let error = MarketError(CocoaError(.fileNoSuchFile), host: nil, deadline: 3)
    #expect(error == .unreachable("incomplete response from the exchange"))
  }
}

private func insecure(_ reason: String) -> MarketError {
  .untrusted("no secure connection to h: \(reason)")
}

extension MarketError {
  /// That of an error of URLSession with this text.
  init(_ text: String, _ code: URLError.Code) {
    self.init(
      URLError(code, userInfo: [NSLocalizedDescriptionKey: text]), host: "h", deadline: 3)
  }
}
