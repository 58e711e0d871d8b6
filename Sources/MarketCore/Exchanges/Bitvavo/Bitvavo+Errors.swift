import Foundation

extension Bitvavo {
  /// `{"errorCode":205,"error":"market parameter NOPE-EUR is invalid."}` with status 400. Codes: 205 is an
  /// invalid parameter, 219 a delisted market. With status 429, the address is blocked; the
  /// code is then 105 or 110, in older lists also 103. 431 is a market that is not traded now, with status
  /// 409 (September 2026) or 503 (docs.bitvavo.com/releases/v2.6.0). The body of an unknown path is HTML.
  package func error(in response: Transport.Response) -> MarketError? {
    guard let statusError = response.statusError else { return nil }
    guard let (code, message) = try? response.parsed(Self.error) else { return statusError }
    switch (code, response.status) {
    case (103, _), (105, _), (_, 429):
      return .rateLimited(
        retryAfter: response.retryAfter ?? Self.blockEnd(in: message, at: response.receivedAt))
    case (219, _): return .unknownSymbol("", near: [])
    case (205, _) where message.contains("market"): return .unknownSymbol("", near: [])
    default:
      let isTransient = Self.transientCodes.contains(code) || response.status >= 500 && code != 431
      return .exchangeError(quoting: message, isTransient: isTransient)
    }
  }

  private static func error(_ root: JSONObject) throws -> (code: Int, message: String) {
    guard let code: Int = try root.wholeNumber("errorCode") else { throw root.missing("errorCode") }
    return (code, try root.text("error") ?? "code \(code)")
  }

  /// The seconds until the end of the block: 15 minutes (docs.bitvavo.com/docs/rate-limits), or until the
  /// time in a message such as `…has been banned… The ban expires at 1795183260000.` (support.bitvavo.com).
  private static func blockEnd(in message: String, at time: Date) -> Double {
    let end = message.split { !$0.isNumber }.last { $0.utf8.count == 13 }.flatMap { Double($0) }
    return end.map { max(0, $0 / 1000 - time.timeIntervalSince1970) } ?? 900
  }

  /// Unknown error, three failures of the matching engine, no recent market data.
  private static let transientCodes: Set = [101, 107, 108, 109, 430]
}
