#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import Testing

  @testable import MarketCore

  /// The error messages of libcurl, on Linux.
  struct LibcurlMessagesTests {
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
      let error = MarketError(text, .unknown)
      #expect(error == .untrusted("no secure connection to h: \(reason)"))
      #expect(!error.isTransient)
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
    func `a malformed response is not an incomplete one`(
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

    @Test func `a proxy that cannot be reached is named, not the exchange`() {
      let text = "Failed to connect to 10.0.0.1 port 3128 after 0 ms: Couldn't connect to server"
      #expect(
        MarketError(text, .cannotConnectToHost)
          == .unreachable("connection refused by proxy 10.0.0.1:3128"))
      #expect(
        MarketError("Could not resolve proxy: proxy.invalid", .unknown)
          == .unreachable("unknown host: proxy proxy.invalid"))
    }
  }

  private let untrustedSigner = "certificate not trusted (unknown CA)"

  private func routines(_ reason: String) -> String {
    "OpenSSL/3.0.19: error:0A000000:SSL routines::\(reason)"
  }
#endif
