#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  /// Foundation on Linux supports only schemes in lower case. It also drops the scheme of a redirect to a
  /// URL without a host, such as `file:///x` (`redirectRequest` in `HTTPURLProtocol.swift`; no bug report
  /// is known).
  extension URLRequest {
    /// The same request with the scheme of `other`, in lower case; unchanged if `other` has no scheme.
    func withScheme(of other: URL?) -> URLRequest {
      guard let url, let scheme = other?.scheme?.lowercased(), scheme != url.scheme,
        var components = URLComponents(url: url, resolvingAgainstBaseURL: false)
      else { return self }
      components.scheme = scheme
      var request = self
      request.url = components.url
      return request
    }
  }
#endif
