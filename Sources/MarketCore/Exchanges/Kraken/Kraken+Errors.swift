import Foundation

extension Kraken {
  /// `{"error":["EQuery:Unknown asset pair"]}`: Kraken sends errors with status 200. Another status means
  /// that the request did not reach its servers.
  package func error(in response: Transport.Response) -> MarketError? {
    // Most responses have no error. Parsing hundreds of kilobytes to see this takes long.
    if response.status == 200, response.body.starts(with: #"{"error":[]"#.utf8) { return nil }
    let messages = try? response.parsed { (root: JSONObject) in try root.value("error") as [String]
    }
    // "<severity><category>:<message>", where the severity is E for an error or W for a warning
    // (docs.kraken.com, Spot REST Introduction).
    guard let message = messages?.first(where: { !$0.hasPrefix("W") }) else {
      return response.statusError
    }
    let parts = message.split(separator: ":").map { $0.trimmingCharacters(in: .whitespaces) }
    switch (parts.first, parts.dropFirst().first) {
    // `EService:Throttled:TIME`, with the time in Unix seconds.
    case ("EService", "Throttled"):
      let until = parts.dropFirst(2).first.flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
      return .rateLimited(
        retryAfter: until.map { max(0, $0 - response.receivedAt.timeIntervalSince1970) })
    // The public limit (as other clients received it). It holds "for a few seconds" (support.kraken.com).
    case ("EGeneral", "Too many requests"), ("EAPI", "Rate limit exceeded"):
      return .rateLimited(retryAfter: nil)
    case ("EQuery", "Unknown asset pair"), ("EQuery", "Invalid asset pair"):
      return .unknownSymbol("", near: [])
    case ("EService", _), ("EGeneral", "Internal error"):
      return .exchangeError(
        message: "temporarily unavailable (\(message.prefix(200)))", isTransient: true)
    default: return .exchangeError(quoting: message, isTransient: false)
    }
  }
}
