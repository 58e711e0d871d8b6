import Foundation

extension Bitfinex {
  /// An error is `["error",CODE,"MESSAGE"]` or `{"error":"ERR_RATE_LIMIT"}`, with any status, even 200.
  /// `Retry-After` is not sent. After too many requests an address is blocked for 60 s (docs.bitfinex.com
  /// docs/requirements-and-limitations).
  package func error(in response: Transport.Response) -> MarketError? {
    let statusError = response.statusError
    let rateLimited = MarketError.rateLimited(retryAfter: response.retryAfter ?? 60)
    guard let (code, message) = Self.error(response) else {
      return response.status == 429 ? rateLimited : statusError
    }
    switch code {
    case 11010: return rateLimited
    case 20060:
      return .exchangeError(message: "temporarily unavailable (maintenance)", isTransient: true)
    // Each invalid parameter has this code: `symbol: invalid`, `len: invalid` (September 2026).
    case 10020 where message.hasPrefix("symbol"): return .unknownSymbol("", near: [])
    // "unknown error" and "generic error" explain nothing (docs.bitfinex.com docs/abbreviations-glossary).
    case 10000, 10001: return statusError ?? .exchangeError(quoting: message, isTransient: true)
    default: return .exchangeError(quoting: message, isTransient: false)
    }
  }

  private static func error(_ response: Transport.Response) -> (code: Int64?, message: String)? {
    let start = response.body.prefix(64).filter { !" \t\r\n".utf8.contains($0) }
    if start.starts(with: "{".utf8) {
      let message = try? response.parsed { (root: JSONObject) in try root.requiredText("error") }
      return message == "ERR_RATE_LIMIT" ? (11010, "") : nil
    }
    guard start.starts(with: "[\"".utf8) else { return nil }
    return try? response.parsed { (values: inout JSONArray) in
      guard try values.text() == "error" else { throw values.invalid("no error") }
      return (try values.wholeNumber(), try values.text())
    }
  }
}
