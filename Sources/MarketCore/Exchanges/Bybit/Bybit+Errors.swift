import Foundation

extension Bybit {
  /// `{"retCode":10001,"retMsg":"Not supported symbols","result":{},…}`, usually with status 200; 0 means no
  /// error. The code 10001 is any invalid parameter. `Retry-After` is not documented: without it, an error about
  /// too many requests has a delay of 5 s, the window of the limit.
  package func error(in response: Transport.Response) -> MarketError? {
    if response.status == 403, let error = Self.rejection(response) { return error }
    return response.error(code: "retCode", message: "retMsg", success: "0", delay: 5) {
      code, message in
      switch code {
      case "10006": .rateLimited(delay: nil)
      // In other words than those above, unconfirmed.
      case "10001" where message.lowercased().contains("symbol"): .unknownPair
      // Timed out, internal error.
      case "10000", "10016": .transient
      default: .other
      }
    }
  }

  /// The error of status 403, if it is known. The body has `access too frequent` after too many requests, which
  /// are allowed again after at least 10 minutes; or it is `{"error":"… configured to block access from your
  /// country"}` (seen in June 2026). Any other body means that the address is blocked.
  private static func rejection(_ response: Transport.Response) -> MarketError? {
    let body = String(decoding: response.body.prefix(1_000), as: UTF8.self)
    if body.lowercased().contains("access too frequent") {
      return .rateLimited(retryAfter: response.retryAfter ?? 600)
    }
    let message = try? response.parsed { (root: JSONObject) in try root.requiredText("error") }
    return message.map { .exchangeError(quoting: $0, isTransient: false) }
  }
}
