import Foundation

extension Binance {
  /// Errors are `{"code":-1121,"msg":"Invalid symbol."}`, with documented codes. Status 429 means too many
  /// requests; 418 means a ban of 2 minutes to 3 days, because requests continued. The delay is in
  /// `Retry-After`, or else the message may have the end of the ban. Without both, the delay is the window
  /// of the limit, 60 s, or after 418 the shortest ban.
  package func error(in response: Transport.Response) -> MarketError? {
    guard let statusError = response.statusError else { return nil }
    let error = try? response.parsed { (root: JSONObject) in
      (code: try root.value("code") as Int, text: try root.text("msg"))
    }
    switch (response.status, error?.code) {
    case (418, _), (429, _), (_, -1003):
      let shortest: Double = response.status == 418 ? 120 : 60
      let ban = error?.text.flatMap(Self.end)?.timeIntervalSince(response.sentAt) ?? 0
      return .rateLimited(retryAfter: response.retryAfter ?? (ban > 0 ? ban : shortest))
    // Invalid symbol; invalid characters in a parameter, which can only be the symbol.
    case (_, -1121), (_, -1100): return .unknownSymbol("", near: [])
    default: break
    }
    guard let (code, text) = error, let text, !text.isEmpty, statusError.retryAfter == nil else {
      return statusError
    }
    let isTransient = response.status >= 500 || Self.transientCodes.contains(code)
    return .exchangeError(quoting: text, isTransient: isTransient)
  }

  /// The end of a ban in a message: `Way too much request weight used; IP banned until 1573556812345.
  /// Please use the websocket…` (as other clients received it). The number is Unix time in milliseconds.
  private static func end(_ message: String) -> Date? {
    message.firstMatch(of: /until (\d{13})\b/).flatMap { Double($0.1) }
      .map { Date(timeIntervalSince1970: $0 / 1000) }
  }

  /// Unknown error, disconnected, unexpected response, timeout, busy, shutting down.
  private static let transientCodes: Set = [-1000, -1001, -1006, -1007, -1008, -1016]
}
