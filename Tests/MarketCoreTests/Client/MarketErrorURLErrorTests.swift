import Foundation
import Testing

@testable import MarketCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct MarketErrorURLErrorTests {
  @Test(arguments: [
    (URLError.Code.cannotConnectToHost, MarketError.unreachable("connection refused by h")),
    (.cannotFindHost, .unreachable("unknown host: h")),
    (.dnsLookupFailed, .unreachable("unknown host: h")),
    (.networkConnectionLost, .unreachable("connection to h lost")),
    (.notConnectedToInternet, .unreachable("no network")),
    (.timedOut, .timedOut(seconds: 3)),
    (.badServerResponse, .unreachable("no response from h (connection closed)")),
    (.cannotParseResponse, .malformed("not HTTP")),
    (.unsupportedURL, .malformed("not HTTP")),
    (.httpTooManyRedirects, .untrusted("too many redirects from h")),
    (.redirectToNonExistentLocation, .untrusted("invalid redirect from h")),
    (.secureConnectionFailed, untrusted), (.serverCertificateHasBadDate, untrusted),
    (.serverCertificateUntrusted, untrusted), (.serverCertificateHasUnknownRoot, untrusted),
    (.serverCertificateNotYetValid, untrusted), (.clientCertificateRejected, untrusted),
    (.clientCertificateRequired, untrusted),
    (.badURL, .untrusted("invalid URL: h")),
    (.unknown, .unreachable("incomplete response from h")),
  ])
  func `an error of the network is told in words of our own`(
    code: URLError.Code, expected: MarketError
  ) {
    #expect(MarketError(URLError(code), host: "h", deadline: 3) == expected)
  }

  /// What libcurl says, as it was seen or as OpenSSL of another version has it.
  @Test(arguments: [
    ("SSL certificate problem: certificate has expired", "certificate expired"),
    ("SSL certificate problem: certificate is not yet valid", "certificate not yet valid"),
    (
      "SSL: no alternative certificate subject name matches target host name 'h'",
      "certificate issued for another host name"
    ),
    (
      "SSL: no alternative certificate subject name matches target hostname 'h'",
      "certificate issued for another host name"
    ),
    (
      "SSL: certificate subject name 'x' does not match target host name 'h'",
      "certificate issued for another host name"
    ),
    ("SSL certificate problem: self-signed certificate", "self-signed certificate"),
    ("SSL certificate problem: self signed certificate", "self-signed certificate"),
    ("SSL certificate problem: self-signed certificate in certificate chain", untrustedSigner),
    ("SSL certificate problem: self signed certificate in certificate chain", untrustedSigner),
    ("SSL certificate problem: unable to get local issuer certificate", untrustedSigner),
    ("SSL certificate problem: certificate revoked", "certificate not trusted"),
    (
      routines("legacy sigalg disallowed or unsupported"),
      "TLS version not supported"
    ),
    (routines("tlsv1 alert protocol version"), "TLS version not supported"),
    (routines("unsupported protocol"), "TLS version not supported"),
    (routines("wrong version number"), "not a TLS server"),
    (routines("sslv3 alert handshake failure"), "no supported cipher"),
    (
      "OpenSSL SSL_read: " + routines("tlsv13 alert certificate required, errno 0"),
      "client certificate required"
    ),
    (routines("internal error"), "certificate not trusted"),
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
        == .untrusted("no secure connection to h: no CA certificates on this machine"))
  }

  @Test(arguments: [
    (
      "OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to h:443 ",
      "connection to h lost"
    ),
    ("OpenSSL SSL_read: SSL_ERROR_SYSCALL, errno 0", "connection to h lost"),
    (
      "OpenSSL SSL_read: " + routines("unexpected eof while reading, errno 0"),
      "connection to h lost"
    ),
    (
      "OpenSSL SSL_connect: Connection reset by peer in connection to h:443 ",
      "incomplete response from h"
    ),
    ("OpenSSL SSL_write: Broken pipe, errno 32", "incomplete response from h"),
    ("Recv failure: Connection reset by peer", "incomplete response from h"),
  ])
  func `a connection that breaks while TLS is spoken may be whole the next time`(
    text: String, sentence: String
  ) {
    let error = MarketError(text, .unknown)
    #expect(error == .unreachable(sentence))
    #expect(error.isTransient)
  }

  @Test(arguments: [
    ("Failed writing header", "invalid header"),
    ("Header without colon", "invalid header"),
    ("Nul byte in header", "invalid header"),
    ("Invalid Content-Length: value", "invalid header"),
    ("Too large response headers: 307547 > 307200", "headers too large"),
    ("A value or data field grew larger than allowed", "headers too large"),
    ("Out of memory", "headers too large"),
    ("Illegal or missing hexadecimal sequence in chunked-encoding", "invalid chunked encoding"),
    (
      "Error while processing content unencoding: incorrect header check", "decompression failed"
    ),
    ("Unrecognized or bad HTTP Content or Transfer-Encoding", "decompression failed"),
  ])
  func `an answer that came and can't be read is no answer that broke off`(
    text: String, reason: String
  ) {
    #expect(MarketError(text, .unknown) == .malformed(reason))
  }

  @Test(arguments: [
    ("CONNECT tunnel failed, response 407", "407", false),
    ("CONNECT tunnel failed, response 403", "403", false),
    ("CONNECT tunnel failed, response 502", "502", true),
    ("Received HTTP code 407 from proxy after CONNECT", "407", false),
    ("Received HTTP code 503 from proxy after CONNECT", "503", true),
  ])
  func `a proxy that refuses to connect is not the exchange`(
    text: String, status: String, isTransient: Bool
  ) {
    let error = MarketError(text, .unknown)
    #expect("\(error)".hasPrefix("proxy"))
    #expect("\(error)".hasSuffix("refused the connection: HTTP \(status)"))
    #expect(error.isTransient == isTransient)
  }

  @Test func `an error of another kind, from no known host, is told as an answer that broke off`() {
    let error = MarketError(CocoaError(.fileNoSuchFile), host: nil, deadline: 3)
    #expect(error == .unreachable("incomplete response from the exchange"))
  }
}

private let untrusted = MarketError.untrusted(
  "no secure connection to h: certificate not trusted")
private let untrustedSigner = "certificate not trusted (unknown CA)"

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
