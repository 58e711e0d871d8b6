import Foundation

extension Transport.Response {
  /// Parses the JSON of the body by a function. If this fails, and invalid text in the JSON can be
  /// replaced, parses the mended JSON.
  package func parsed<Root: Decodable, Value>(
    _ parse: @escaping (Root) throws -> Value
  ) throws(MarketError) -> Value {
    func value(_ json: Data) throws -> Value {
      try JSONDecoder().decode(Parsed<Root, Value>.self, from: json, configuration: parse).value
    }
    let body = body.withEscapedControls
    do {
      return try value(body)
    } catch {
      // One invalid text must not make the rest of the response useless.
      let mended = Data(String(decoding: body, as: UTF8.self).utf8).withoutLoneSurrogates
      if mended != body, let value = try? value(mended) { return value }
      throw .malformed((file.map { "\($0): " } ?? "") + reason(for: error))
    }
  }

  /// Like the other `parsed`, for a function that reads an array element by element.
  func parsed<Value>(
    _ parse: @escaping (inout JSONArray) throws -> Value
  ) throws(MarketError) -> Value {
    try parsed { (array: JSONArray) in
      var array = array
      return try parse(&array)
    }
  }

  private func reason(for error: any Error) -> String {
    if body.isEmpty { return "empty body" }
    if body.first(where: { !" \t\r\n".utf8.contains($0) }) == UInt8(ascii: "<") {
      return "got HTML instead of JSON (captive portal?)"
    }
    guard let error = error as? DecodingError else { return "\(error)" }
    if case .dataCorrupted(let context) = error, context.codingPath.isEmpty { return "not JSON" }
    return error.sentence(below: 0)
  }

  package var statusError: MarketError? {
    switch status {
    case 200...299: nil
    // 418 and 420 are longer blocks, on exchanges that send them.
    case 418, 420, 429: .rateLimited(retryAfter: retryAfter)
    default: .httpStatus(status, retryAfter: retryAfter)
    }
  }
}

/// A value that a function reads from the root of a JSON text.
struct Parsed<Root: Decodable, Value>: DecodableWithConfiguration {
  let value: Value

  init(from decoder: any Decoder, configuration: @escaping (Root) throws -> Value) throws {
    value = try configuration(Root(from: decoder))
  }
}

extension MarketError {
  /// An error with the exchange's message, on one line, without a period at its end, cut to 200 characters.
  static func exchangeError(quoting message: String, isTransient: Bool) -> MarketError {
    let line = message.split { [" ", "\t", "\n", "\r", "\r\n"].contains($0) }.joined(separator: " ")
    let sentence = (line.hasSuffix(".") ? line.dropLast() : line[...]).prefix(200)
    return .exchangeError(message: "exchange error: \(sentence)", isTransient: isTransient)
  }
}

extension DecodingError {
  /// The place and the fault, as in `[1].symbol is missing`, without the first `depth` keys of the place.
  func sentence(below depth: Int) -> String {
    func sentence(_ context: Context, _ fault: String) -> String {
      let place = Self.path(context.codingPath.dropFirst(depth))
      return place.isEmpty ? fault : "\(place) \(fault.hasPrefix("has ") ? "" : "is ")\(fault)"
    }
    switch self {
    case .keyNotFound(let key, let context):
      return "\(Self.path((context.codingPath + [key]).dropFirst(depth))) is missing"
    case .valueNotFound(_, let context): return sentence(context, "null")
    case .typeMismatch(let type, let context):
      return sentence(context, "not \(Self.name(of: type))")
    case .dataCorrupted(let context): return sentence(context, context.debugDescription)
    @unknown default: return "unknown format"
    }
  }

  private static func path(_ keys: some Sequence<any CodingKey>) -> String {
    keys.reduce("") { path, key in
      if let index = key.intValue { return "\(path)[\(index)]" }
      return path.isEmpty ? key.stringValue : "\(path).\(key.stringValue)"
    }
  }

  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is String.Type: "text"
    case is any FixedWidthInteger.Type: "a whole number"
    case is [Any].Type: "a list"
    case is [String: Any].Type: "an object"
    default: "a \(type)"
    }
  }
}

extension Data {
  fileprivate var withEscapedControls: Data {
    // The JSON standard requires escapes for control characters in texts. Most responses have no control
    // characters at all, not even line ends.
    guard withUnsafeBytes({ $0.reduce(.max, Swift.min) }) < 0x20 else { return self }
    var (result, isInText, isEscaped) = (Data(capacity: count + 64), false, false)
    for byte in self {
      if isInText, byte < 0x20 {
        result.append(contentsOf: (byte < 0x10 ? #"\u000"# : #"\u00"#).utf8)
        result.append(contentsOf: String(byte, radix: 16).utf8)
      } else {
        result.append(byte)
      }
      if byte == UInt8(ascii: "\""), !isEscaped { isInText.toggle() }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    return result
  }

  /// JSON with U+FFFD for each escape of only half a character (`\ud800`), because decoders reject these.
  var withoutLoneSurrogates: Data {
    var (result, rest) = (Data(capacity: count), self[...])
    while let start = rest.firstIndex(of: UInt8(ascii: "\\")) {
      result.append(rest[..<start])
      rest = rest[start...]
      let halves = [rest.prefix(6), rest.dropFirst(6).prefix(6)].map(\.surrogate)
      let isWhole =
        halves[0].map(UTF16.isLeadSurrogate) == true
        && halves[1].map(UTF16.isTrailSurrogate) == true
      let length = halves[0] == nil ? 2 : isWhole ? 12 : 6
      result.append(length == 6 ? Data(#"\ufffd"#.utf8) : rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return result + rest
  }

  /// The surrogate in an escape such as `\ud800`; `nil` if these bytes are something else.
  private var surrogate: UInt16? {
    guard count == 6, self[startIndex + 1] == UInt8(ascii: "u") else { return nil }
    let unit = UInt16(String(decoding: dropFirst(2), as: UTF8.self), radix: 16)
    return unit.flatMap { 0xD800...0xDFFF ~= $0 ? $0 : nil }
  }
}
