import Foundation

extension Gate {
  /// `{"label":"INVALID_CURRENCY","message":"Invalid currency NOTACOIN"}` with status 400 (2026-09-25). The
  /// labels are documented; the message can be missing. After too many requests, a header has the time at
  /// which the limit ends, in seconds; without it, the delay is the window of the limit, 10 s.
  ///
  /// No error is returned for a page of candles that are too old.
  package func error(in response: Transport.Response) -> MarketError? {
    let end = response.number(ofHeader: "x-gate-ratelimit-reset-timestamp")
    let delay = end.map { max($0 - response.sentAt.timeIntervalSince1970, 0) }
    let error = response.error(code: "label", message: "message", delay: delay ?? 10) { label, _ in
      switch label {
      case "TOO_MANY_REQUESTS", "TOO_FAST": .rateLimited(delay: nil)
      case "INVALID_CURRENCY", "INVALID_CURRENCY_PAIR": .unknownPair
      case "SERVER_ERROR", "INTERNAL", "TOO_BUSY": .transient
      default: .other
      }
    }
    return error?.description.contains("Candlestick too long ago") == true ? nil : error
  }
}
