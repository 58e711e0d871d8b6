import Foundation

extension Transport.Response {
  /// The body, decoded as JSON.
  ///
  /// - Throws: ``MarketError/malformed(_:)`` with the place.
  public func decoded<Wire: Decodable>(as type: Wire.Type = Wire.self) throws(MarketError) -> Wire {
    do {
      return try JSONDecoder().decode(type, from: body)
    } catch {
      // One bad text must not hide the others.
      let mended = Data(String(decoding: body, as: UTF8.self).utf8).withoutLoneSurrogates
      if mended != body, let wire = try? JSONDecoder().decode(type, from: mended) { return wire }
      throw .malformed((file.map { "\($0): " } ?? "") + reason(for: error))
    }
  }

  private func reason(for error: any Error) -> String {
    if body.isEmpty { return "empty body" }
    if body.first(where: { !" \t\r\n".utf8.contains($0) }) == UInt8(ascii: "<") {
      return "got HTML instead of JSON (captive portal?)"
    }
    guard let error = error as? DecodingError else { return "\(error)" }
    if case .dataCorrupted(let context) = error, context.codingPath.isEmpty {
      return "not JSON"
    }
    return error.sentence
  }
}

extension Transport.Response {
  /// The error of a status that is no answer; `nil` for 2xx.
  public var statusError: MarketError? {
    let retryAfter = headers["retry-after"].flatMap { RetryAfter.seconds($0, at: receivedAt) }
    return switch status {
    case 200...299: nil
    case 429: .rateLimited(retryAfter: retryAfter)
    default: .httpStatus(status, retryAfter: retryAfter)
    }
  }
}
