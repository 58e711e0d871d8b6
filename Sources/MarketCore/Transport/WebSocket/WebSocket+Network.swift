import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension WebSocket {
  /// Creates a WebSocket client that connects over a network.
  ///
  /// TLS, certificates and proxies are the same as for the requests of
  /// ``Transport/urlSession(userAgent:bodyLimit:)``. On Linux, where Foundation has no WebSockets, libcurl
  /// makes the connections, and all open connections share one thread. Redirects are not followed, and
  /// compression is not offered.
  ///
  /// - Parameter userAgent: the program and its version, as in `tickers/1.0`.
  public static func network(userAgent: String) -> WebSocket {
    #if canImport(FoundationNetworking)
      WebSocket { await LibcurlConnection.open($0, userAgent: userAgent) }
    #else
      .urlSession(userAgent: userAgent)
    #endif
  }
}
