import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLRequest {
  /// Path and query behind a base URL, as in `l2/BTC-USD` or `Ticker?pair=BTC%2FUSD`.
  func target(below base: URL) -> String {
    let (path, query) = parts(below: base)
    let parameters = query.map(\.percentEncoded).joined(separator: "&")
    return path.joined(separator: "/") + (parameters.isEmpty ? "" : "?\(parameters)")
  }

  /// The path of a recorded answer's folder, relative to the folder of the exchange:
  /// `PATH[/KEY=VALUE,…]`, the parameters sorted, and the parts of a list in a value, too, but without
  /// those that only bound the size of an answer. More than 200 bytes are cut into folders, for file
  /// systems allow 255.
  func recordingFolder(below base: URL, without sizeParameters: Set<String>) -> String {
    let (path, query) = parts(below: base)
    let parameters = query.filter { !sizeParameters.contains($0.name) }.map { item in
      let values = (item.value ?? "").split(separator: ",", omittingEmptySubsequences: false)
      let sorted = values.sorted().joined(separator: ",")
      return URLQueryItem(name: item.name, value: sorted).percentEncoded
    }
    let name = parameters.sorted().joined(separator: ",")
    let pieces = stride(from: 0, to: name.utf8.count, by: 200).map {
      name.dropFirst($0).prefix(200)
    }
    return (path + pieces).joined(separator: "/")
  }

  /// The percent-encoded segments of the path behind a base URL, and the parameters, not encoded.
  private func parts(below base: URL) -> (path: [Substring], query: [URLQueryItem]) {
    let components = url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: false) }
    let path = components?.percentEncodedPath.split(separator: "/") ?? []
    let count = base.path(percentEncoded: true).split(separator: "/").count
    return (Array(path.dropFirst(count)), components?.queryItems ?? [])
  }
}

extension URLQueryItem {
  /// `NAME=VALUE`, with all but `A-Z a-z 0-9 - . _ ~` percent-encoded (RFC 3986, section 2.3).
  var percentEncoded: String {
    [name, value ?? ""].map { text in
      text.addingPercentEncoding(withAllowedCharacters: Self.unreserved) ?? text
    }.joined(separator: "=")
  }

  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
