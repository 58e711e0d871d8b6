import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension MarketError {
  /// The error for people of an error of URLSession.
  ///
  /// On Linux most have the code `unknown`; what libcurl had to say stands in their text.
  ///
  /// - Parameters:
  ///   - deadline: how many seconds the request had.
  init(_ error: any Error, host: String?, deadline: Double) {
    let (host, text) = (host ?? "the exchange", error.localizedDescription)
    self =
      switch (error as? URLError)?.code {
      case .cannotConnectToHost:
        .unreachable("connection refused by \(Self.proxy(in: text, unlike: host) ?? host)")
      case .cannotFindHost, .dnsLookupFailed: .unreachable("no such host: \(host)")
      case .networkConnectionLost: .unreachable("the connection to \(host) was lost")
      case .notConnectedToInternet: .unreachable("there is no network")
      case .timedOut: .timedOut(seconds: deadline)
      case .badServerResponse: .unreachable("\(host) closed the connection without an answer")
      case .cannotParseResponse, .unsupportedURL: .malformed("it is not HTTP")
      case .httpTooManyRedirects: .untrusted("\(host) redirects without end")
      case .redirectToNonExistentLocation: .untrusted("\(host) redirects to nowhere")
      case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
        .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
        .clientCertificateRejected, .clientCertificateRequired:
        .insecure(host, text)
      case .badURL: .untrusted("the address of \(host) can't be used")
      case _ where text.contains("SSL_ERROR_SYSCALL"), _ where text.contains("unexpected eof"):
        .unreachable("the connection to \(host) was lost")
      case _ where text.hasPrefix("SSL"), _ where text.contains("SSL routines"):
        .insecure(host, text)
      case _ where text.contains("certificate file"), _ where text.contains("CA cert"):
        .untrusted("no secure connection to \(host): this machine has no root certificates")
      case _ where text.contains("resolve proxy"):
        .unreachable("no such host: \(text.split(separator: " ").last ?? ""), the proxy")
      default: .unreadable(text) ?? .unreachable("the answer from \(host) broke off")
      }
  }

  /// An answer that came and can't be read, if that is what libcurl says.
  ///
  /// Foundation takes no header line that ends in LF alone, has no space after its colon or is not
  /// UTF-8, and ends the transfer at the first: there is no way to get at the body behind it.
  private static func unreadable(_ text: String) -> MarketError? {
    let reasons = [
      ("Failed writing header", "it has a header that can't be read"),
      ("Header without colon", "it has a header that can't be read"),
      ("Nul byte in header", "it has a header that can't be read"),
      ("Content-Length: value", "it has a header that can't be read"),
      ("Too large response headers", "its headers are too large"),
      ("grew larger than allowed", "its headers are too large"),
      // The memory that it grants a line.
      ("Out of memory", "its headers are too large"),
      ("chunked-encoding", "its chunks can't be read"),
      ("content unencoding", "it can't be unpacked"),
      ("content encoding", "it can't be unpacked"),
      ("Content or Transfer-Encoding", "it can't be unpacked"),
    ]
    return reasons.first { text.contains($0.0) }.map { .malformed($0.1) }
  }

  private static func insecure(_ host: String, _ text: String) -> MarketError {
    let reasons = [
      ("expired", "its certificate has expired"),
      ("not yet valid", "its certificate is not valid yet"),
      ("does not match", "its certificate is for another name"),
      ("subject name matches", "its certificate is for another name"),
      (
        "self-signed certificate in", "its certificate is signed by nobody whom this machine trusts"
      ),
      ("self-signed", "its certificate is signed by itself"),
      ("local issuer", "its certificate is signed by nobody whom this machine trusts"),
      ("wrong version number", "it does not speak TLS"),
      ("protocol", "it speaks no version of TLS that is safe"),
      ("legacy", "it speaks no version of TLS that is safe"),
      ("handshake failure", "it offers no encryption that is safe"),
      ("certificate required", "it wants a certificate of its clients"),
    ]
    // OpenSSL before version 3 writes it without the hyphen.
    let text = text.replacing("self signed", with: "self-signed")
    let reason = reasons.first { text.contains($0.0) }?.1 ?? "its certificate can't be trusted"
    return .untrusted("no secure connection to \(host): \(reason)")
  }

  /// The host that libcurl failed to connect to, if it is not the one that was asked for.
  private static func proxy(in text: String, unlike host: String) -> String? {
    let words = text.split(separator: " ")
    guard words.starts(with: ["Failed", "to", "connect", "to"]), words.count > 6, words[4] != host
    else { return nil }
    return "\(words[4]):\(words[6]), the proxy"
  }
}
