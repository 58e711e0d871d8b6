import Foundation

extension Bitvavo {
  /// `{"errorCode":205,"error":"market parameter NOPE-EUR is invalid."}` with status 400. Codes: 205 is an
  /// invalid parameter, 219 a delisted market. With status 429, the address is blocked for 15 minutes
  /// (docs.bitvavo.com/docs/rate-limits); the code is then 105 or 110, in older lists also 103. 431 is a market
  /// that is not traded now, with status 409 (September 2026) or 503 (docs.bitvavo.com/releases/v2.6.0). The
  /// body of an unknown path is HTML.
  package func error(in response: Transport.Response) -> MarketError? {
    response.error(code: "errorCode", message: "error", delay: 900) { code, message in
      switch code {
      case "103", "105", "110":
        .rateLimited(delay: Self.blockEnd(in: message, at: response.receivedAt))
      case "219": .unknownPair
      case "205" where message.contains("market"): .unknownPair
      // Unknown error, three failures of the matching engine, no recent market data.
      case "101", "107", "108", "109", "430": .transient
      case "431": .permanent
      default: .other
      }
    }
  }

  /// The seconds until the time in a message such as `…has been banned… The ban expires at 1795183260000.`
  /// (support.bitvavo.com); `nil` if it has none.
  private static func blockEnd(in message: String, at time: Date) -> Double? {
    let end = message.split { !$0.isNumber }.last { $0.utf8.count == 13 }.flatMap { Double($0) }
    return end.map { max(0, $0 / 1000 - time.timeIntervalSince1970) }
  }
}
