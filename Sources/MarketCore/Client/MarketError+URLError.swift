import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension MarketError {
  /// The error for people of an error of URLSession.
  ///
  /// On Linux most have the code `unknown`; their text is the message of libcurl.
  ///
  /// - Parameters:
  ///   - deadline: how many seconds the request had.
  ///   - proxy: the proxy of https URLs for people.
  init(_ error: any Error, host: String?, deadline: Double, proxy: String = "proxy") {
    let (host, text) = (host ?? "the exchange", error.localizedDescription)
    if let refusal = Self.refusal(of: proxy, in: text) {
      self = refusal
      return
    }
    self =
      switch (error as? URLError)?.code {
      case .cannotConnectToHost:
        .unreachable("connection refused by \(Self.proxy(in: text, unlike: host) ?? host)")
      case .cannotFindHost, .dnsLookupFailed: .unreachable("unknown host: \(host)")
      case .networkConnectionLost: .unreachable("connection to \(host) lost")
      case .notConnectedToInternet: .unreachable("no network")
      case .timedOut: .timedOut(seconds: deadline)
      case .badServerResponse: .unreachable("no response from \(host) (connection closed)")
      case .cannotParseResponse, .unsupportedURL: .malformed("not HTTP")
      case .httpTooManyRedirects: .untrusted("too many redirects from \(host)")
      case .redirectToNonExistentLocation: .untrusted("invalid redirect from \(host)")
      case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
        .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
        .clientCertificateRejected, .clientCertificateRequired:
        .insecure(host, text)
      case .badURL: .untrusted("invalid URL: \(host)")
      case _ where text.contains("SSL_ERROR_SYSCALL"), _ where text.contains("unexpected eof"):
        .unreachable("connection to \(host) lost")
      case _ where text.hasPrefix("SSL"), _ where text.contains("SSL routines"):
        .insecure(host, text)
      case _ where text.contains("certificate file"), _ where text.contains("CA cert"):
        .untrusted("no secure connection to \(host): no CA certificates on this machine")
      case _ where text.contains("resolve proxy"):
        .unreachable("unknown host: proxy \(text.split(separator: " ").last ?? "")")
      default: .unreadable(text) ?? .unreachable("incomplete response from \(host)")
      }
  }

  /// The error of an unreadable response, if the message of libcurl means one.
  ///
  /// Foundation takes no header line that ends in LF alone, has no space after its colon or is not
  /// UTF-8, and ends the transfer at the first: there is no way to get at the body behind it.
  private static func unreadable(_ text: String) -> MarketError? {
    let reasons = [
      ("Failed writing header", "invalid header"),
      ("Header without colon", "invalid header"),
      ("Nul byte in header", "invalid header"),
      ("Content-Length: value", "invalid header"),
      ("Too large response headers", "headers too large"),
      ("grew larger than allowed", "headers too large"),
      // The memory that it grants a line.
      ("Out of memory", "headers too large"),
      ("chunked-encoding", "invalid chunked encoding"),
      ("content unencoding", "decompression failed"),
      ("content encoding", "decompression failed"),
      ("Content or Transfer-Encoding", "decompression failed"),
    ]
    return reasons.first { text.contains($0.0) }.map { .malformed($0.1) }
  }

  private static func insecure(_ host: String, _ text: String) -> MarketError {
    let reasons = [
      ("expired", "certificate expired"),
      ("not yet valid", "certificate not yet valid"),
      ("does not match", "certificate issued for another host name"),
      ("subject name matches", "certificate issued for another host name"),
      ("self-signed certificate in", "certificate not trusted (unknown CA)"),
      ("self-signed", "self-signed certificate"),
      ("local issuer", "certificate not trusted (unknown CA)"),
      ("wrong version number", "not a TLS server"),
      ("protocol", "TLS version not supported"),
      ("legacy", "TLS version not supported"),
      ("handshake failure", "no supported cipher"),
      ("certificate required", "client certificate required"),
    ]
    // OpenSSL before version 3 writes it without the hyphen.
    let text = text.replacing("self signed", with: "self-signed")
    let reason = reasons.first { text.contains($0.0) }?.1 ?? "certificate not trusted"
    return .untrusted("no secure connection to \(host): \(reason)")
  }

  /// The host that libcurl failed to connect to, if it is not the one that was asked for.
  private static func proxy(in text: String, unlike host: String) -> String? {
    let words = text.split(separator: " ")
    guard words.starts(with: ["Failed", "to", "connect", "to"]), words.count > 6, words[4] != host
    else { return nil }
    return "proxy \(words[4].contains(":") ? "[\(words[4])]" : words[4]):\(words[6])"
  }

  /// The error of a proxy that refused to connect to an https server, if the message of libcurl means
  /// that: transient when the proxy's status is a 5xx.
  private static func refusal(of proxy: String, in text: String) -> MarketError? {
    guard text.contains("CONNECT"), let match = text.firstMatch(of: /\b[1-5][0-9][0-9]\b/),
      let status = Int(match.0)
    else { return nil }
    let sentence = "\(proxy) refused the connection: HTTP \(status)"
    return (500...599).contains(status) ? .unreachable(sentence) : .untrusted(sentence)
  }

  /// The proxy of https URLs for people, without its password: that of an environment.
  static func secureProxy(in environment: [String: String]) -> String {
    let url = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
      .compactMap { environment[$0] }.first { !$0.isEmpty }
    let address = url?.replacing(/^[^:\/]*:\/\//, with: "").replacing(/^.*@/, with: "")
      .prefix { $0 != "/" }
    return address.map { "proxy \($0)" } ?? "proxy"
  }
}
