import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The part of a URL behind the base URL: path and query.
struct RequestTarget: Sendable, CustomStringConvertible {
  /// The segments of the path, percent-encoded.
  let path: [String]
  /// The parameters, not percent-encoded, in the order of the request.
  let query: [URLQueryItem]

  /// As in `l2/BTC-USD` or `Ticker?pair=BTC%2FUSD`.
  var description: String {
    let parameters = query.map(\.percentEncoded).joined(separator: "&")
    return path.joined(separator: "/") + (parameters.isEmpty ? "" : "?\(parameters)")
  }

  /// The folder of a recording that holds the answers, below that of the exchange:
  /// `PATH[/KEY=VALUE,…]`, the parameters sorted, and the parts of a list in a value, too.
  ///
  /// Parameters that only bound the size of an answer are not part of it. A name of more than 200
  /// bytes is cut into folders, for file systems allow 255.
  var folder: String {
    let parameters = query.filter { !Self.bounds.contains($0.name) }.map { item in
      let parts = (item.value ?? "").split(separator: ",", omittingEmptySubsequences: false)
      let sorted = parts.sorted().joined(separator: ",")
      return URLQueryItem(name: item.name, value: sorted).percentEncoded
    }
    let name = parameters.sorted().joined(separator: ",")
    return (path + name.pieces(of: 200)).joined(separator: "/")
  }

  private static let bounds: Set = ["len", "count", "limit"]
}

extension URLRequest {
  /// The target of the request below a base URL.
  func target(below base: URL) -> RequestTarget {
    let components = url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: false) }
    let path = components?.percentEncodedPath.split(separator: "/") ?? []
    let count = base.path(percentEncoded: true).split(separator: "/").count
    return RequestTarget(
      path: path.dropFirst(count).map(String.init), query: components?.queryItems ?? [])
  }
}

extension URLQueryItem {
  /// `NAME=VALUE`, with all but `A-Z a-z 0-9 - . _ ~` percent-encoded (RFC 3986, section 2.3).
  var percentEncoded: String {
    "\(Self.encoded(name))=\(Self.encoded(value ?? ""))"
  }

  private static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? text
  }

  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

extension String {
  /// An ASCII text, cut after each so many bytes.
  fileprivate func pieces(of length: Int) -> [String] {
    stride(from: 0, to: utf8.count, by: length).map { start in
      String(dropFirst(start).prefix(length))
    }
  }
}
