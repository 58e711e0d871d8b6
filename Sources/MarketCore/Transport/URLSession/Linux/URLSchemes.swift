#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  /// Foundation on Linux supports only schemes in lower case, and drops the scheme of a redirect to a
  /// URL without a host, such as `file:///x` (`redirectRequest` in `HTTPURLProtocol.swift`; no issue
  /// is known).
  extension URLRequest {
    /// The same request, with `http://…` for `HTTP://…`.
    var withLowercaseScheme: URLRequest {
      guard let url, let scheme = url.scheme, scheme != scheme.lowercased() else { return self }
      var request = self
      request.url = URL(string: scheme.lowercased() + url.absoluteString.dropFirst(scheme.count))
      return request
    }

    /// The request of a redirect, with the scheme that the response's `Location` names.
    func withScheme(ofLocationIn response: HTTPURLResponse) -> URLRequest {
      let location = response.value(forHTTPHeaderField: "Location").flatMap(URL.init(string:))
      guard let url, let scheme = location?.scheme,
        var components = URLComponents(url: url, resolvingAgainstBaseURL: false)
      else { return self }
      components.scheme = scheme.lowercased()
      var request = self
      request.url = components.url
      return request
    }
  }
#endif
