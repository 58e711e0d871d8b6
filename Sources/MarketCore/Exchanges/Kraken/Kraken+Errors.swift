import Foundation

extension Kraken {
  /// Reads the `error` of an answer: Kraken refuses under status 200, and another status means that
  /// the request did not reach its servers.
  public func error(in response: Transport.Response) -> MarketError? {
    // Mostly there is none, and reading hundreds of kilobytes to see that takes long.
    if response.status == 200, response.body.starts(with: Self.noError) { return nil }
    guard let answer = try? response.decoded(as: WireRefusal.self) else {
      return response.statusError
    }
    // "<severity><category>:<message>", where the severity is E or W, for a warning (docs.kraken.com,
    // Spot REST Introduction).
    let refusals = answer.error.filter { !$0.hasPrefix("W") }
    guard let refusal = refusals.first else { return response.statusError }
    return Self.error(of: refusal, at: response.receivedAt)
  }

  private static let noError = Array(#"{"error":[]"#.utf8)

  private struct WireRefusal: Decodable { let error: [String] }

  private static func error(of refusal: String, at time: Date) -> MarketError {
    let parts = refusal.split(separator: ":").map { $0.trimmingCharacters(in: .whitespaces) }
    switch (parts.first, parts.dropFirst().first) {
    // The third is a time in Unix seconds.
    case ("EService", "Throttled"):
      let until = parts.dropFirst(2).first.flatMap(Double.init)
      return .rateLimited(
        retryAfter: until.flatMap { $0.isFinite ? max(0, $0 - time.timeIntervalSince1970) : nil })
    // The public limit (as clients met it); it holds "for a few seconds" (support.kraken.com).
    case ("EGeneral", "Too many requests"), ("EAPI", "Rate limit exceeded"):
      return .rateLimited(retryAfter: nil)
    case ("EQuery", "Unknown asset pair"), ("EQuery", "Invalid asset pair"):
      return .unknownSymbol("", near: [])
    case ("EService", _), ("EGeneral", "Internal error"):
      return .exchangeError(
        message: "temporarily unavailable (\(refusal.prefix(200)))", isTransient: true)
    default:
      return .exchangeError(quoting: refusal, isTransient: false)
    }
  }
}
