import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension MarketError {
  /// Translates an error of URLSession. `host` is `nil` if it is unknown. `deadline` is the time limit in
  /// seconds.
  init(_ error: any Error, host: String?, deadline: Double) {
    let host = host ?? "the exchange"
    #if canImport(FoundationNetworking)
      if let error = MarketError(libcurl: error, host: host) {
        self = error
        return
      }
    #endif
    self =
      switch (error as? URLError)?.code {
      case .cannotConnectToHost: .unreachable("connection refused by \(host)")
      case .cannotFindHost, .dnsLookupFailed: .unreachable("unknown host: \(host)")
      case .networkConnectionLost: .unreachable("connection to \(host) lost")
      case .notConnectedToInternet: .unreachable("no network")
      case .timedOut: .timedOut(seconds: deadline)
      case .badServerResponse, .cannotParseResponse, .unsupportedURL: .malformed("not HTTP")
      case .cannotDecodeRawData, .cannotDecodeContentData: .malformed("decompression failed")
      case .redirectToNonExistentLocation: .untrusted("invalid redirect from \(host)")
      case .badURL: .untrusted("invalid URL: \(host)")
      case .serverCertificateHasBadDate: .insecure(host, "certificate expired")
      case .serverCertificateNotYetValid: .insecure(host, "certificate not yet valid")
      case .serverCertificateHasUnknownRoot: .insecure(host, "certificate not trusted (unknown CA)")
      case .serverCertificateUntrusted: .insecure(host, "certificate not trusted")
      case .clientCertificateRequired: .insecure(host, "client certificate required")
      case .clientCertificateRejected: .insecure(host, "client certificate rejected")
      case .appTransportSecurityRequiresSecureConnection:
        .untrusted("plain HTTP to \(host) refused by the system")
      // Transient, because the errors of certificates have the codes above.
      case .secureConnectionFailed: .unreachable("TLS handshake with \(host) failed")
      default: .unreachable("incomplete response from \(host)")
      }
  }

  /// The error of a connection that is not secure. It is not transient, because a retry would fail, too.
  static func insecure(_ host: String, _ reason: String) -> MarketError {
    .untrusted("no secure connection to \(host): \(reason)")
  }
}
