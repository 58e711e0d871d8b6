import Foundation

extension Bybit {
  /// `{"retCode":10001,"retMsg":"Not supported symbols","result":{},…}`, usually with status 200; 0 means no
  /// error. The code 10001 is any invalid parameter. `Retry-After` is not documented: without it, 10006 has a
  /// delay of 5 s, the window of the limit.
  package func error(in response: Transport.Response) -> MarketError? {
    if response.status == 200, response.body.starts(with: #"{"retCode":0,"#.utf8) { return nil }
    if response.status == 403 { return Self.rejection(response) }
    let statusError = response.statusError
    guard let (code, message) = try? response.parsed(Self.error), code != 0 else {
      return statusError
    }
    switch (code, response.status) {
    case (10006, _), (_, 429): return .rateLimited(retryAfter: response.retryAfter ?? 5)
    // In other words than those above, unconfirmed.
    case (10001, _) where message.lowercased().contains("symbol"):
      return .unknownSymbol("", near: [])
    default:
      let isTransient = response.status >= 500 || Self.transientCodes.contains(code)
      return .exchangeError(quoting: message, isTransient: isTransient)
    }
  }

  private static func error(_ root: JSONObject) throws -> (code: Int, message: String) {
    guard let code: Int = try root.wholeNumber("retCode") else { throw root.missing("retCode") }
    let message = try root.text("retMsg") ?? ""
    return (code, message.isEmpty ? "code \(code)" : message)
  }

  /// The error of status 403. Its body has `access too frequent` after too many requests, which are allowed
  /// again after at least 10 minutes; or it is `{"error":"… configured to block access from your country"}`
  /// (seen in June 2026). Any other body means that the address is blocked.
  private static func rejection(_ response: Transport.Response) -> MarketError? {
    let body = String(decoding: response.body.prefix(1_000), as: UTF8.self)
    if body.lowercased().contains("access too frequent") {
      return .rateLimited(retryAfter: response.retryAfter ?? 600)
    }
    let message = try? response.parsed { (root: JSONObject) in try root.requiredText("error") }
    return message.map { .exchangeError(quoting: $0, isTransient: false) } ?? response.statusError
  }

  /// Timed out, internal error.
  private static let transientCodes: Set = [10000, 10016]
}
