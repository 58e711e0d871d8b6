import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLRequest {
  /// The path of the folder of the responses to this request, relative to that of the exchange.
  func recordingFolder(below base: URL) -> String {
    let (path, query) = parts(below: base)
    return Recording.folder(path, query)
  }
}

extension Recording {
  /// The folder of a path and a query, `PATH[/KEY=VALUE,…]`: the parameters are sorted, and the parts
  /// of a list in a value, too; those that only bound the size of an answer are omitted. More than
  /// 200 bytes are cut into folders, for file systems allow 255.
  static func folder(_ path: some Sequence<Substring>, _ query: [URLQueryItem]) -> String {
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

  private static let sizeParameters = Set(Exchanges.all.flatMap(\.info.sizeParameters))
}
