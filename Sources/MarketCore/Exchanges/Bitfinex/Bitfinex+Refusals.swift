import Foundation

extension Bitfinex {
  /// A refusal is `["error",CODE,"WORDS"]` under whatever status, 200 among them, or
  /// `{"error":"ERR_RATE_LIMIT"}`.
  public func error(in response: Transport.Response) -> MarketError? {
    let statusError = response.statusError
    guard let refusal = WireRefusal(response) else {
      if case .rateLimited(let seconds) = statusError { return slowDown(for: seconds) }
      return statusError
    }
    switch refusal.code {
    case 11010: return slowDown(for: statusError?.retryAfter)
    case 20060:
      return .exchangeError(message: "temporarily unavailable (maintenance)", isTransient: true)
    // The same code stands for all parameters: `symbol: invalid`, `len: invalid` (September 2026).
    case 10020 where refusal.words.hasPrefix("symbol"): return .unknownSymbol("", near: [])
    // "unknown error", "generic error" (docs.bitfinex.com docs/abbreviations-glossary): says nothing.
    case 10000, 10001:
      return statusError ?? .exchangeError(quoting: refusal.words, isTransient: true)
    default: return .exchangeError(quoting: refusal.words, isTransient: false)
    }
  }

  /// There is no `Retry-After`; an address that asked too often is blocked for 60 s
  /// (docs.bitfinex.com docs/requirements-and-limitations).
  private func slowDown(for seconds: Double?) -> MarketError {
    .rateLimited(retryAfter: seconds ?? 60)
  }
}

private struct WireRefusal: Decodable {
  let code: Int?
  let words: String

  /// The refusal that a body holds; `nil` when it is something else.
  init?(_ response: Transport.Response) {
    let start = response.body.prefix(64).filter { !" \t\r\n".utf8.contains($0) }
    guard start.starts(with: "[\"".utf8) || start.starts(with: "{".utf8),
      let refusal: Self = try? response.decoded()
    else { return nil }
    self = refusal
  }

  init(from decoder: any Decoder) throws {
    if var array = try? decoder.unkeyedContainer() {
      guard try array.decode(String.self) == "error" else {
        throw DecodingError.dataCorruptedError(in: array, debugDescription: "no error")
      }
      code = try? array.decode(Int.self)
      if code == nil { try array.skip() }
      words = try array.decode(String.self)
    } else {
      let object = try decoder.container(keyedBy: CodingKeys.self)
      words = try object.decode(String.self, forKey: .error)
      guard words == "ERR_RATE_LIMIT" else {
        throw DecodingError.dataCorruptedError(
          forKey: .error, in: object, debugDescription: "another error")
      }
      code = 11010
    }
  }

  private enum CodingKeys: CodingKey { case error }
}
