#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  /// Foundation on Linux knows the schemes of URLs in small letters only, and a redirect to a URL
  /// without a host, as `file:///x`, loses its scheme (`redirectRequest` in its
  /// `HTTPURLProtocol.swift`; no issue of either is known).
  extension URLRequest {
    /// The same request with a URL like `http://…` for `HTTP://…`.
    var withLowercaseScheme: URLRequest {
      guard let url, let scheme = url.scheme, scheme != scheme.lowercased() else { return self }
      var request = self
      request.url = URL(string: scheme.lowercased() + url.absoluteString.dropFirst(scheme.count))
      return request
    }

    /// The request of a redirect, with the scheme of the location that the response names.
    func withScheme(ofLocationIn response: HTTPURLResponse) -> URLRequest {
      let location = response.value(forHTTPHeaderField: "Location").flatMap(URL.init(string:))
      var request = self
      if let location, location.scheme != nil { request.url = location }
      return request.withLowercaseScheme
    }
  }
#endif
