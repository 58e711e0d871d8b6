import Foundation
import MarketCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension CommandContext {
  /// One request in a line, as in `http://…/tickers: 200, 15360 bytes, 48 ms`.
  static func trace(
    _ request: URLRequest, _ result: Result<Transport.Response, MarketError>, seconds: Double
  ) -> String {
    let outcome =
      switch result {
      case .success(let response): "\(response.status), \(response.body.count) bytes"
      case .failure(let error): "\(error)"
      }
    let path = request.url?.absoluteString ?? ""
    return "\(path): \(outcome), \(Int((seconds * 1000).rounded())) ms"
  }
}
