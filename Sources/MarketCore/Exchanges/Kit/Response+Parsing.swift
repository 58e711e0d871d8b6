import Foundation

extension Transport.Response {
  /// What a function makes of the JSON of the body.
  ///
  /// - Parameter parse: gets the whole document; called again if a text in it had to be replaced.
  /// - Throws: ``MarketError/malformed(_:)`` with the place.
  package func parsed<Root: Decodable, Value>(
    _ parse: @escaping (Root) throws -> Value
  ) throws(MarketError) -> Value {
    func value(_ json: Data) throws -> Value {
      try JSONDecoder().decode(Parsed<Root, Value>.self, from: json, configuration: parse).value
    }
    do {
      return try value(body)
    } catch {
      // One bad text must not hide the others.
      let mended = Data(String(decoding: body, as: UTF8.self).utf8).withoutLoneSurrogates
      if mended != body, let value = try? value(mended) { return value }
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

  /// The error of a status other than 2xx.
  public var statusError: MarketError? {
    switch status {
    case 200...299: nil
    case 429: .rateLimited(retryAfter: retryAfter)
    default: .httpStatus(status, retryAfter: retryAfter)
    }
  }
}

private struct Parsed<Root: Decodable, Value>: DecodableWithConfiguration {
  let value: Value

  init(from decoder: any Decoder, configuration: @escaping (Root) throws -> Value) throws {
    value = try configuration(Root(from: decoder))
  }
}

extension MarketError {
  /// An error with the exchange's own message, on one line and cut to 200 characters.
  ///
  /// - Parameter isTransient: whether another try may succeed.
  static func exchangeError(quoting message: String, isTransient: Bool) -> MarketError {
    let line = message.split { [" ", "\t", "\n", "\r", "\r\n"].contains($0) }
      .joined(separator: " ")
    let sentence = line.hasSuffix(".") ? line.dropLast() : line[...]
    return .exchangeError(
      message: "exchange error: \(sentence.prefix(200))", isTransient: isTransient)
  }
}
