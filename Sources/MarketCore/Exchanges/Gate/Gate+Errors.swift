import Foundation

extension Gate {
  /// `{"label":"INVALID_CURRENCY","message":"Invalid currency NOTACOIN"}` with status 400 (2026-09-25). The
  /// labels are documented; the message can be missing. After too many requests, a header has the time at
  /// which the limit ends, in seconds; without it, the delay is the window of the limit, 10 s.
  ///
  /// No error is returned for a page of candles that are too old.
  package func error(in response: Transport.Response) -> MarketError? {
    guard let statusError = response.statusError else { return nil }
    let error = try? response.parsed { (root: JSONObject) in
      (label: try root.requiredText("label"), message: try root.text("message") ?? "")
    }
    switch (error?.label, response.status) {
    case ("TOO_MANY_REQUESTS", _), ("TOO_FAST", _), (_, 429):
      let reset = response.headers["x-gate-ratelimit-reset-timestamp"].flatMap(Double.init)
      let delay = reset.map { max($0 - response.sentAt.timeIntervalSince1970, 0) }
      return .rateLimited(retryAfter: response.retryAfter ?? delay ?? 10)
    case ("INVALID_CURRENCY", _), ("INVALID_CURRENCY_PAIR", _): return .unknownSymbol("", near: [])
    default: break
    }
    guard let (label, message) = error else { return statusError }
    if message.hasPrefix("Candlestick too long ago") { return nil }
    return .exchangeError(
      quoting: message.isEmpty ? label : message,
      isTransient: response.status >= 500 || Self.transientLabels.contains(label))
  }

  private static let transientLabels: Set = ["SERVER_ERROR", "INTERNAL", "TOO_BUSY"]
}
