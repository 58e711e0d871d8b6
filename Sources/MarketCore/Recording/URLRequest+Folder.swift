import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLRequest {
  /// The folder of the recorded responses to this request, as in `kraken/Ticker/pair=BTC%2FUSD`.
  func recordingFolder(of exchange: ExchangeInfo, below base: URL) -> String {
    let (path, query) = parts(below: base)
    return Recording.folder(of: exchange, path, query)
  }
}

extension Recording {
  /// The folder of a path and a query, `EXCHANGE/PATH[/KEY=VALUE,…]`. The parameters are sorted, and so
  /// are comma-separated values. Parameters that only limit the size of a response are omitted. A query of
  /// more than 200 bytes is split into nested folders, because file systems limit the length of a name.
  static func folder(
    of exchange: ExchangeInfo, _ path: [Substring], _ query: [URLQueryItem]
  ) -> String {
    let parameters = query.filter { !exchange.sizeParameters.contains($0.name) }.map { item in
      let values = (item.value ?? "").split(separator: ",", omittingEmptySubsequences: false)
      let sorted = values.sorted().joined(separator: ",")
      return URLQueryItem(name: item.name, value: sorted).percentEncoded
    }
    let name = parameters.sorted().joined(separator: ",")
    let pieces = stride(from: 0, to: name.utf8.count, by: 200).map {
      name.dropFirst($0).prefix(200)
    }
    return ([exchange.id.rawValue[...]] + path + pieces).joined(separator: "/")
  }
}
