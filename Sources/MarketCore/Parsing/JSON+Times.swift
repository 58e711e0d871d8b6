import Foundation

// Models encode times in the form of RFC 3339 in UTC, as in `2026-11-20T14:00:00Z`. The date strategies
// of the encoder and the decoder have no effect. Years before 1583 are not supported, because Foundation
// uses another calendar for them.

extension JSONMembers {
  /// Returns the time of a key, in any time zone; `nil` if the value is null or missing.
  func time(rfc3339 key: Key) throws -> Date? {
    guard let text = try text(key) else { return nil }
    if let date = Date(rfc3339: text, inAnyZone: true), date.isInRange { return date }
    throw invalid(key, "not a time")
  }
}

extension KeyedEncodingContainer {
  /// Encodes a time with the decimals of a second that it needs, at most twelve. Encodes `nil` as null.
  ///
  /// - Throws: an `EncodingError` if the time is not within the years 1583 to 9999.
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
  fileprivate var isInRange: Bool {
    (-12_212_553_600..<253_402_300_800).contains(timeIntervalSince1970)
  }

  /// The time in UTC with the decimals that it needs: none, 3, 6, 9, or at most 12; `nil` if the time is
  /// out of range.
  fileprivate var exactRFC3339: String? {
    guard isInRange else { return nil }
    // `Date` stores the seconds since 2001, which are exact. The seconds since 1970 may be rounded.
    let start = Date(timeIntervalSince1970: 978_307_200)
    let whole = timeIntervalSince(start).rounded(.down)
    let seconds = (start + whole).formatted(.iso8601)
    let fraction = timeIntervalSince(start) - whole
    guard fraction > 0 else { return seconds }
    let texts = ([1e3, 1e6, 1e9, 1e12] as [Double]).map { unit in
      let count = min((fraction * unit).rounded(), unit - 1)
      return "\(seconds.dropLast()).\(String(Int64(unit + count)).dropFirst())Z"
    }
    return texts.first { Date(rfc3339: $0) == self } ?? texts[3]
  }
}
