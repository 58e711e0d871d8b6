import Foundation

extension Bitstamp {
  /// A refusal is an object with a status other than 2xx; that of the limit, `400.002`, has a status
  /// that is unconfirmed.
  public func error(in response: Transport.Response) -> MarketError? {
    let statusError = response.statusError
    // A refusal is short, and a ticker or a book need not be read twice.
    guard statusError != nil || response.body.count < 500,
      let refusal: WireRefusal = try? response.decoded()
    else { return statusError }
    if refusal.code == "400.002" { return .rateLimited(retryAfter: statusError?.retryAfter) }
    guard let words = refusal.words else { return statusError }
    switch statusError {
    case .rateLimited, .httpStatus(404, _): return statusError
    default:
      let isTransient = (500...599).contains(response.status) || refusal.code?.first == "5"
      return .exchangeError(quoting: words, isTransient: isTransient)
    }
  }
}

/// `{"response_code":"400.002","response_explanation":"Request rate limit exceeded."}`,
/// `{"code":"validation-error","errors":[{"field":"step","message":"Missing…","code":"invalid"}]}` or
/// `{"status":"error","reason":"…"}` (www.bitstamp.net/api).
private struct WireRefusal: Decodable {
  let code: String?
  let words: String?

  private struct Fault: Decodable { let message: String? }

  private enum CodingKeys: String, CodingKey {
    case errors, reason
    case code = "response_code"
    case explanation = "response_explanation"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    code = try? container.decodeIfPresent(String.self, forKey: .code)
    let faults = try? container.decodeIfPresent([Fault].self, forKey: .errors)
    let texts = [
      try? container.decodeIfPresent(String.self, forKey: .explanation),
      try? container.decodeIfPresent(String.self, forKey: .reason), faults?.first?.message, code,
    ]
    words = texts.compactMap(\.self).first
  }
}
