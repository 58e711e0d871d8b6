import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension MarketError {
  /// What an error of URLSession means for people. Its own texts are of no use on Linux.
  ///
  /// - Parameters:
  ///   - deadline: how many seconds the request had.
  init(_ error: any Error, host: String?, deadline: Double) {
    let host = host ?? "the exchange"
    self =
      switch (error as? URLError)?.code {
      case .cannotConnectToHost: .unreachable("connection refused by \(host)")
      case .cannotFindHost, .dnsLookupFailed: .unreachable("no such host: \(host)")
      case .networkConnectionLost: .unreachable("the connection to \(host) was lost")
      case .notConnectedToInternet: .unreachable("there is no network")
      case .timedOut: .timedOut(seconds: deadline)
      case .badServerResponse: .unreachable("\(host) closed the connection without an answer")
      case .cannotParseResponse, .unsupportedURL: .malformed("it is not HTTP")
      case .httpTooManyRedirects: .refused("\(host) redirects without end")
      case .redirectToNonExistentLocation: .refused("\(host) redirects to nowhere")
      case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
        .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
        .clientCertificateRejected, .clientCertificateRequired:
        .refused("no secure connection to \(host): its certificate can't be trusted")
      case .badURL: .refused("the address of \(host) can't be used")
      default: .unreachable("the answer from \(host) broke off")
      }
  }
}
