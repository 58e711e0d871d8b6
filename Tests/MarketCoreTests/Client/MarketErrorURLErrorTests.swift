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
    (.httpTooManyRedirects, .untrusted("h redirects without end")),
    (.redirectToNonExistentLocation, .untrusted("h redirects to nowhere")),
    (.secureConnectionFailed, untrusted), (.serverCertificateHasBadDate, untrusted),
    (.serverCertificateUntrusted, untrusted), (.serverCertificateHasUnknownRoot, untrusted),
    (.serverCertificateNotYetValid, untrusted), (.clientCertificateRejected, untrusted),
    (.clientCertificateRequired, untrusted),
    (.badURL, .untrusted("the address of h can't be used")),
    (.unknown, .unreachable("the answer from h broke off")),
  ])
  func `an error of the network is told in words of our own`(
    code: URLError.Code, expected: MarketError
  ) {
    #expect(MarketError(URLError(code), host: "h", deadline: 3) == expected)
  }

  /// What libcurl says, as it was seen or as OpenSSL of another version has it.
  @Test(arguments: [
    ("SSL certificate problem: certificate has expired", "its certificate has expired"),
    ("SSL certificate problem: certificate is not yet valid", "its certificate is not valid yet"),
    (
      "SSL: no alternative certificate subject name matches target host name 'h'",
      "its certificate is for another name"
    ),
    (
      "SSL: no alternative certificate subject name matches target hostname 'h'",
      "its certificate is for another name"
    ),
    (
      "SSL: certificate subject name 'x' does not match target host name 'h'",
      "its certificate is for another name"
    ),
    ("SSL certificate problem: self-signed certificate", "its certificate is signed by itself"),
    ("SSL certificate problem: self signed certificate", "its certificate is signed by itself"),
    ("SSL certificate problem: self-signed certificate in certificate chain", untrustedSigner),
    ("SSL certificate problem: self signed certificate in certificate chain", untrustedSigner),
    ("SSL certificate problem: unable to get local issuer certificate", untrustedSigner),
    ("SSL certificate problem: certificate revoked", "its certificate can't be trusted"),
    (
      routines("legacy sigalg disallowed or unsupported"),
      "it speaks no version of TLS that is safe"
    ),
    (routines("tlsv1 alert protocol version"), "it speaks no version of TLS that is safe"),
    (routines("unsupported protocol"), "it speaks no version of TLS that is safe"),
    (routines("wrong version number"), "it does not speak TLS"),
    (routines("sslv3 alert handshake failure"), "it offers no encryption that is safe"),
    (
      "OpenSSL SSL_read: " + routines("tlsv13 alert certificate required, errno 0"),
      "it wants a certificate of its clients"
    ),
    (routines("internal error"), "its certificate can't be trusted"),
  ])
  func `what is wrong with TLS is told apart, and not tried again`(text: String, reason: String) {
    for code in [URLError.Code.unknown, .secureConnectionFailed, .serverCertificateUntrusted] {
      let error = MarketError(text, code)
      #expect(error == .untrusted("no secure connection to h: \(reason)"))
      #expect(!error.isTransient)
    }
  }

  @Test(arguments: [
    "error setting certificate file: /etc/ssl/certs/ca-certificates.crt",
    "Problem with the SSL CA cert (path? access rights?)",
  ])
  func `a machine without roots is not the exchange's fault`(text: String) {
    #expect(
      MarketError(text, .unknown)
        == .untrusted("no secure connection to h: this machine has no root certificates"))
  }

  @Test(arguments: [
    (
      "OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to h:443 ",
      "the connection to h was lost"
    ),
    ("OpenSSL SSL_read: SSL_ERROR_SYSCALL, errno 0", "the connection to h was lost"),
    (
      "OpenSSL SSL_read: " + routines("unexpected eof while reading, errno 0"),
      "the connection to h was lost"
    ),
    (
      "OpenSSL SSL_connect: Connection reset by peer in connection to h:443 ",
      "the answer from h broke off"
    ),
    ("OpenSSL SSL_write: Broken pipe, errno 32", "the answer from h broke off"),
    ("Recv failure: Connection reset by peer", "the answer from h broke off"),
  ])
  func `a connection that breaks while TLS is spoken may be whole the next time`(
    text: String, sentence: String
  ) {
    let error = MarketError(text, .unknown)
    #expect(error == .unreachable(sentence))
    #expect(error.isTransient)
  }

  @Test(arguments: [
    ("Failed writing header", "it has a header that can't be read"),
    ("Header without colon", "it has a header that can't be read"),
    ("Nul byte in header", "it has a header that can't be read"),
    ("Invalid Content-Length: value", "it has a header that can't be read"),
    ("Too large response headers: 307547 > 307200", "its headers are too large"),
    ("A value or data field grew larger than allowed", "its headers are too large"),
    ("Out of memory", "its headers are too large"),
    ("Illegal or missing hexadecimal sequence in chunked-encoding", "its chunks can't be read"),
    (
      "Error while processing content unencoding: incorrect header check", "it can't be unpacked"
    ),
    ("Unrecognized or bad HTTP Content or Transfer-Encoding", "it can't be unpacked"),
  ])
  func `an answer that came and can't be read is no answer that broke off`(
    text: String, reason: String
  ) {
    #expect(MarketError(text, .unknown) == .malformed(reason))
  }

  @Test func `an error of another kind, from no known host, is told as an answer that broke off`() {
    let error = MarketError(CocoaError(.fileNoSuchFile), host: nil, deadline: 3)
    #expect(error == .unreachable("the answer from the exchange broke off"))
  }
}

private let untrusted = MarketError.untrusted(
  "no secure connection to h: its certificate can't be trusted")
private let untrustedSigner = "its certificate is signed by nobody whom this machine trusts"

private func routines(_ reason: String) -> String {
  "OpenSSL/3.0.19: error:0A000000:SSL routines::\(reason)"
}

extension MarketError {
  /// That of an error of URLSession with this text.
  fileprivate init(_ text: String, _ code: URLError.Code) {
    self.init(
      URLError(code, userInfo: [NSLocalizedDescriptionKey: text]), host: "h", deadline: 3)
  }
}
