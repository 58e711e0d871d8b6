public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Transport {
  /// Requests over one `URLSession`, which keeps its connections.
  ///
  /// Follows redirects, but not from https to http nor to anything that is not HTTP. Asks for gzip
  /// and deflate, and refuses other compressed answers. Keeps nothing on disk: from the first call
  /// on, the shared cache and cookies of the process are in memory only, unless they were used
  /// before.
  ///
  /// A process needs only one. All sessions of a process take turns on one queue, so a second one
  /// would have its own connections and no more room.
  ///
  /// - Parameters:
  ///   - userAgent: the program and its version, as in `tickers/1.0`.
  ///   - bodyLimit: the most bytes that an answer's body may have, unpacked; a larger one is
  ///     ``MarketError/tooLarge(limit:)``.
  ///   - environment: the variables of the process, of which messages name the proxy.
  public static func urlSession(
    userAgent: String, bodyLimit: Int = 32 * 1_048_576,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> Transport {
    let requests = RequestsUnderWay(
      bodyLimit: bodyLimit, proxy: MarketError.secureProxy(in: environment))
    let configuration = URLSessionConfiguration.withoutStorage
    configuration.httpAdditionalHeaders = ["User-Agent": userAgent]
    let session = URLSession(
      configuration: configuration, delegate: requests, delegateQueue: requests.queue)
    requests.pacing.pace(session)
    return Transport { request in await requests.send(request, over: session) }
  }
}
