import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLRequest {
  /// The path below a base URL, and the query, as in `l2/BTC-USD` or `Ticker?pair=BTC%2FUSD`.
  func target(below base: URL) -> String {
    let (path, query) = parts(below: base)
    let parameters = query.map(\.percentEncoded).joined(separator: "&")
    return path.joined(separator: "/") + (parameters.isEmpty ? "" : "?\(parameters)")
  }

  /// The segments of the path below a base URL, percent-encoded, and the query parameters, decoded.
  func parts(below base: URL) -> (path: [Substring], query: [URLQueryItem]) {
    let components = url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: false) }
    let path = components?.percentEncodedPath.split(separator: "/") ?? []
    let count = base.path(percentEncoded: true).split(separator: "/").count
    return (Array(path.dropFirst(count)), components?.queryItems ?? [])
  }
}

extension URLQueryItem {
  /// `NAME=VALUE`, percent-encoded except for `A-Z a-z 0-9 - . _ ~` (RFC 3986, section 2.3).
  var percentEncoded: String {
    [name, value ?? ""].map { text in
      text.addingPercentEncoding(withAllowedCharacters: Self.unreserved) ?? text
    }.joined(separator: "=")
  }

  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
