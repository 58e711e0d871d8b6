import Foundation

// Times in the JSON of models: RFC 3339 in UTC, as in `2026-11-20T14:00:00Z`, whatever the strategies of
// the encoder and the decoder are.

extension JSONMembers {
  /// The time of a key; `nil` when it is null or missing.
  func time(rfc3339 key: Key) throws -> Date? {
    guard let text = try text(key) else { return nil }
    if let date = Date(rfc3339: text, inAnyZone: true) { return date }
    throw invalid(key, "not a time")
  }
}

extension KeyedEncodingContainer {
  /// Encodes a time with as many decimals of a second as it has, up to nine; `nil` as null.
  ///
  /// - Throws: an `EncodingError` if it is not within the years 1583 to 9999.
  mutating func encode(rfc3339 time: Date?, forKey key: Key) throws {
    guard let time else { return try encodeNil(forKey: key) }
    guard let text = time.exactRFC3339 else {
      let (seconds, path) = (time.timeIntervalSince1970, codingPath + [key])
      throw EncodingError.invalidValue(
        seconds, .init(codingPath: path, debugDescription: "not within the years 1583 to 9999"))
    }
    try encode(text, forKey: key)
  }
}

extension Date {
  /// The time in UTC, with the fewest decimals that tell it from others.
  fileprivate var exactRFC3339: String? {
    // Foundation has another calendar for earlier years.
    guard (-12_212_553_600..<253_402_300_800).contains(timeIntervalSince1970) else { return nil }
    let whole = timeIntervalSince1970.rounded(.down)
    let seconds = Date(timeIntervalSince1970: whole).formatted(.iso8601)
    guard whole < timeIntervalSince1970 else { return seconds }
    let texts = [1_000, 1_000_000, 1_000_000_000].map { unit in
      let count = min(Int(((timeIntervalSince1970 - whole) * Double(unit)).rounded()), unit - 1)
      return "\(seconds.dropLast()).\(String(unit + count).dropFirst())Z"
    }
    return texts.first { Date(rfc3339: $0) == self } ?? texts[2]
  }
}
